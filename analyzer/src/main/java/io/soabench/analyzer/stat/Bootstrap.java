package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The bias-corrected and accelerated bootstrap of a mean (Efron, "Better bootstrap confidence intervals", 1987). The levels are widened by
 * √(n / (n − 1)) and Student's t, because resamples are a little too close to each other (Hesterberg, "What teachers should know about the
 * bootstrap", 2015, §4.5). Equal values give equal intervals.
 */
final class Bootstrap {

    /** Number of resamples that Efron and Tibshirani advise for intervals ("An Introduction to the Bootstrap", 1993, §14.3). */
    private static final int RESAMPLES = 2_000;

    /** The random seed. It is fixed, because results must not depend on the order of analyses. */
    private static final long SEED = 1987;

    private Bootstrap() {}

    /**
     * Returns the interval of a mean.
     *
     * @param values at least two
     */
    static Interval mean(double[] values, double confidence) {
        int n = values.length;
        double mean = Interval.mean(values);
        double squares = 0;
        double cubes = 0;
        for (double value : values) {
            double distance = value - mean;
            squares += distance * distance;
            cubes += distance * distance * distance;
        }
        if (squares == 0) {
            return new Interval(mean, mean, mean, n);
        }
        double[] means = resampled(values);
        double below = 0;
        for (double resampled : means) {
            below += resampled < mean ? 1 : resampled == mean ? 0.5 : 0;
        }
        NormalDistribution normal = NormalDistribution.of(0, 1);
        double bias = normal.inverseCumulativeProbability(Math.min(Math.max(below, 1), RESAMPLES - 1.0) / RESAMPLES);
        double acceleration = cubes / (6 * Math.pow(squares, 1.5));
        double out = Math.sqrt(n / (n - 1.0)) * Interval.t(n - 1, confidence);
        return new Interval(
                mean,
                Math.min(mean, end(means, normal, bias, acceleration, -out)),
                Math.max(mean, end(means, normal, bias, acceleration, out)),
                n);
    }

    private static double end(double[] means, NormalDistribution normal, double bias, double acceleration, double z) {
        double moved = bias + z;
        return NumberStatistics.quantile(
                means, normal.cumulativeProbability(bias + moved / (1 - acceleration * moved)));
    }

    /** Returns the means of the resamples in ascending order. */
    private static double[] resampled(double[] values) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double sum = 0;
            for (int j = 0; j < values.length; j++) {
                sum += values[random.nextInt(values.length)];
            }
            means[i] = sum / values.length;
        }
        Arrays.sort(means);
        return means;
    }
}
