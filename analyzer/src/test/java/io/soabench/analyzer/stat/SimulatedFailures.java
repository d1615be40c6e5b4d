package io.soabench.analyzer.stat;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Failed requests of repetitions that lose different shares: a beta distribution between repetitions, a binomial one within each. */
public final class SimulatedFailures {

    private SimulatedFailures() {}

    /**
     * Draws the failures of a case.
     *
     * @param share mean share of failed requests
     * @param sum of both parameters of the beta distribution; 0 when all repetitions lose the same share
     */
    public static RequestShare draw(
            UniformRandomProvider random, double share, double sum, int repetitions, int requests) {
        long[] failed = new long[repetitions];
        long[] of = new long[repetitions];
        for (int r = 0; r < repetitions; r++) {
            double own = sum == 0
                    ? share
                    : BetaDistribution.of(share * sum, (1 - share) * sum)
                            .createSampler(random)
                            .sample();
            of[r] = requests;
            failed[r] =
                    BinomialDistribution.of(requests, own).createSampler(random).sample();
        }
        return new RequestShare(failed, of, 0.95);
    }
}
