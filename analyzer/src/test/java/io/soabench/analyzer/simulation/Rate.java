package io.soabench.analyzer.simulation;

import java.util.Random;
import java.util.function.Predicate;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** How often something is so, over simulated runs. */
final class Rate {

    private Rate() {}

    /** Seeds that nobody chose: each draws as many runs. */
    private static final long[] SEEDS = {1, 2, 3};

    /**
     * Returns the share of runs of which it is so, over three seeds together.
     *
     * @param runs in the build; the system property {@code soabench.simulation.runs} replaces it
     */
    static double of(int runs, Predicate<Random> run) {
        int each = number(runs) / SEEDS.length;
        int found = 0;
        for (long seed : SEEDS) {
            Random random = new Random(seed);
            for (int i = 0; i < each; i++) {
                found += run.test(random) ? 1 : 0;
            }
        }
        return (double) found / number(runs);
    }

    /** Returns the number of runs that are drawn with all seeds, {@code runs} in the build, as a multiple of the seeds. */
    static int number(int runs) {
        int wanted = Integer.getInteger("soabench.simulation.runs", runs);
        return (wanted + SEEDS.length - 1) / SEEDS.length * SEEDS.length;
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
