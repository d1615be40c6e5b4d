package io.soabench.generators.mocks;

import io.soabench.model.Bursts;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The states of one instance over the requests that it gets, in their expected order. They are stays of geometric length in a good and a bad
 * state by turns, the first one drawn as in the long run. They are drawn as far as they are read. Belongs to one thread.
 */
final class BurstStates {

    private final Bursts bursts;
    private final UniformRandomProvider random;
    private final boolean firstGood;
    /** End of each stay: position of the first request that does not belong to it. */
    private long[] ends = new long[64];

    private int stays;

    /** @param random of this alone */
    BurstStates(Bursts bursts, UniformRandomProvider random) {
        this.bursts = bursts;
        this.random = random;
        firstGood = random.nextDouble() < bursts.shareOfGood();
    }

    /**
     * Returns the share of requests that succeed at a position.
     *
     * @param position from 0, in any order
     */
    double reliability(long position) {
        while (stays == 0 || ends[stays - 1] <= position) {
            if (stays == ends.length) {
                ends = Arrays.copyOf(ends, 2 * stays);
            }
            ends[stays] = (stays == 0 ? 0 : ends[stays - 1]) + length(good(stays));
            stays++;
        }
        int found = Arrays.binarySearch(ends, 0, stays, position);
        // The request at the end of a stay belongs to the next stay.
        int stay = found >= 0 ? found + 1 : -found - 1;
        return good(stay) ? bursts.good() : bursts.bad();
    }

    private boolean good(int stay) {
        return firstGood == (stay % 2 == 0);
    }

    /** Draws a geometric number on 1, 2, …, by inversion. */
    private long length(boolean good) {
        double mean = good ? bursts.goodRequests() : bursts.badRequests();
        double uniform = random.nextDouble();
        return mean <= 1 ? 1 : 1 + (long) (StrictMath.log1p(-uniform) / StrictMath.log1p(-1 / mean));
    }
}
