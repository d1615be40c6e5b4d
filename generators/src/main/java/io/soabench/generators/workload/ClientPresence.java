package io.soabench.generators.workload;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The presence of clients of a closed workload whose number changes over time. The clients of a class come and go in
 * the order of their numbers: the last one that came is the first one that goes. In a ramp, a client is present while the line is above
 * its number less a half. So the mean number of clients is that of the line.
 */
public final class ClientPresence {

    private static final double HALF = 0.5;

    private ClientPresence() {}

    /**
     * An interval in which a client is present.
     *
     * @param fromS seconds since the start of the measurement; negative infinity: since that of the warm-up
     * @param toS seconds since the start of the measurement; infinite: to the end
     */
    public record Stay(double fromS, double toS) {

        /** The stay of a client of a class whose number does not change. */
        public static final Stay ALWAYS = new Stay(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** Returns the number of clients in the warm-up: that at the start, or when it is zero, the mean, rounded up. */
    static int warmUpClients(LoadShape shape, double measureS) {
        return (int) Math.ceil(shape.warmUpRate(measureS));
    }

    /**
     * Returns the intervals in which a client is present.
     *
     * @param client its number in the class, from 1
     */
    static List<Stay> stays(LoadShape shape, double measureS, int client) {
        List<Stay> stays = new ArrayList<>();
        if (client <= warmUpClients(shape, measureS)) {
            stays.add(new Stay(Double.NEGATIVE_INFINITY, 0));
        }
        double line = client - HALF;
        double at = 0;
        Iterator<LoadSegment> segments = shape.segments(nothingRandom());
        while (segments.hasNext()) {
            LoadSegment each = segments.next();
            if (each.from() > line || each.to() > line) {
                double crossing = (line - each.from()) / (each.to() - each.from()) * each.seconds();
                double from = each.from() > line ? 0 : crossing;
                double to = each.to() > line ? each.seconds() : crossing;
                add(stays, new Stay(at + from, at + to));
            }
            at += each.seconds();
        }
        return stays;
    }

    /** Adds a stay. A stay that begins at the end of the last one extends it. */
    private static void add(List<Stay> stays, Stay next) {
        Stay last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
        if (last != null && last.toS() >= next.fromS()) {
            stays.set(stays.size() - 1, new Stay(last.fromS(), next.toS()));
        } else {
            stays.add(next);
        }
    }

    /** Returns a provider for stages, which draw nothing. */
    private static UniformRandomProvider nothingRandom() {
        return RandomSource.SPLIT_MIX_64.create(0L);
    }
}
