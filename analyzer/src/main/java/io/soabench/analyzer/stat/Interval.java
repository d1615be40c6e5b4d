package io.soabench.analyzer.stat;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its confidence interval.
 *
 * @param mean NaN when there is no value
 * @param low lower end; NaN when there are fewer than two values
 * @param high upper end; likewise
 * @param count number of values
 */
public record Interval(double mean, double low, double high, int count) {

    /**
     * The mean of independent values, one a repetition, with the interval from Student's t (Georges et al. 2007, §3.2.2:
     * for fewer than 30 repetitions; for more it is the same as the normal one to within a per cent).
     *
     * @param confidence e.g. 0.95
     */
    public static Interval ofMeans(double[] values, double confidence) {
        double mean = mean(values);
        if (values.length < 2) {
            return new Interval(mean, Double.NaN, Double.NaN, values.length);
        }
        double half = t(values.length - 1, confidence) * Math.sqrt(variance(values) / values.length);
        return new Interval(mean, mean - half, mean + half, values.length);
    }

    /**
     * The mean of the means of several groups, each group counting the same, with the interval of Welch and Satterthwaite.
     *
     * @param groups the repetitions' values of each group; no group may be empty
     */
    public static Interval ofGroups(double[][] groups, double confidence) {
        double sum = 0;
        double error = 0;
        double freedom = 0;
        int count = 0;
        boolean known = groups.length > 0;
        for (double[] group : groups) {
            sum += mean(group);
            count += group.length;
            if (group.length < 2) {
                known = false;
                continue;
            }
            double part = variance(group) / group.length / ((double) groups.length * groups.length);
            error += part;
            freedom += part * part / (group.length - 1);
        }
        double mean = groups.length == 0 ? Double.NaN : sum / groups.length;
        if (!known) {
            return new Interval(mean, Double.NaN, Double.NaN, count);
        }
        double half = error == 0 ? 0 : t(error * error / freedom, confidence) * Math.sqrt(error);
        return new Interval(mean, mean - half, mean + half, count);
    }

    /** Whether there is an interval. */
    public boolean known() {
        return !Double.isNaN(low);
    }

    static double t(double freedom, double confidence) {
        return TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
    }

    static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length == 0 ? Double.NaN : sum / values.length;
    }

    static double variance(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? Double.NaN : squares / (values.length - 1);
    }
}
