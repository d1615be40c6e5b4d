package io.soabench.analyzer.simulation;

import java.util.Random;
import java.util.function.Predicate;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** How often something is so, over simulated runs. */
final class Rate {

    private Rate() {}

    /**
     * The share of runs of which it is so.
     *
     * @param runs in the build; the system property {@code soabench.simulation.runs} replaces it
     */
    static double of(long seed, int runs, Predicate<Random> run) {
        int number = number(runs);
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < number; i++) {
            found += run.test(random) ? 1 : 0;
        }
        return (double) found / number;
    }

    /** The number of runs that are drawn, {@code runs} in the build. */
    static int number(int runs) {
        return Integer.getInteger("soabench.simulation.runs", runs);
    }

    /**
     * The largest share that is seen in 99 of a hundred tests of so many runs, when each run shows it with a given probability: of 100 runs and
     * 5 %, 11 %.
     *
     * @param runs in the build, likewise
     */
    static double most(double probability, int runs) {
        int number = number(runs);
        return (double) BinomialDistribution.of(number, probability).inverseCumulativeProbability(0.99) / number;
    }
}
