package io.soabench.analyzer.stat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Quantiles of Student's t distribution. Each quantile needs a numerical search, and an analysis asks for the same few
 * quantiles thousands of times. Quantiles of whole degrees of freedom are therefore kept. Safe for use by many threads.
 */
final class StudentT {

    /** Maximum number of kept quantiles; an analysis needs a few hundred. */
    private static final int MOST_KEPT = 10_000;

    private static final Map<Quantile, Double> CACHE = new ConcurrentHashMap<>();

    private StudentT() {}

    private record Quantile(double freedom, double probability) {

        double value() {
            return TDistribution.of(freedom).inverseSurvivalProbability(probability);
        }
    }

    /**
     * Returns the value that is exceeded with a probability.
     *
     * @param freedom degrees of freedom, above 0
     * @param probability 0 to 1
     */
    static double beyond(double freedom, double probability) {
        Quantile quantile = new Quantile(freedom, probability);
        // Welch's degrees of freedom are fractions, and hardly any comes twice.
        return freedom == Math.rint(freedom) && CACHE.size() < MOST_KEPT
                ? CACHE.computeIfAbsent(quantile, Quantile::value)
                : quantile.value();
    }
}
