package io.soabench.analyzer.simulation;

import java.util.Random;
import java.util.function.Predicate;

/** How often something is so, over simulated runs. */
final class Rate {

    private Rate() {}

    /**
     * The share of runs of which it is so.
     *
     * @param runs in the build; the system property {@code soabench.simulation.runs} replaces it
     */
    static double of(long seed, int runs, Predicate<Random> run) {
        int number = Integer.getInteger("soabench.simulation.runs", runs);
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < number; i++) {
            found += run.test(random) ? 1 : 0;
        }
        return (double) found / number;
    }
}
