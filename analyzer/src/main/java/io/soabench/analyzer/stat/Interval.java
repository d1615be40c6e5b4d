package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A mean with its confidence interval. Repetitions are the independent unit, not requests (Georges et al. 2007, §3.2).
 *
 * @param mean NaN when there is no value
 * @param low lower end; NaN when there are fewer than two values
 * @param high upper end; NaN when there are fewer than two values
 * @param count number of values
 */
public record Interval(double mean, double low, double high, int count) {

    /** Maximum number of values for Student's t; more are enough for the bootstrap. */
    public static final int MOST_FOR_T = 20;

    /**
     * Returns the mean of independent values, one a repetition.
     *
     * <p>Up to {@value #MOST_FOR_T} values have Student's t. Positive values have it on their logarithms, as a factor up and down from the
     * mean, because times and rates vary by factors and cannot be negative. Values of which some are zero or less have it on the values
     * themselves, cut at zero when none is negative. More values have the bootstrap ({@link Bootstrap}). IntervalTest shows the coverage
     * for lognormal repetitions.
     *
     * @param confidence e.g. 0.95
     */
    public static Interval of(double[] values, double confidence) {
        int n = values.length;
        double mean = mean(values);
        if (n < 2) {
            return new Interval(mean, Double.NaN, Double.NaN, n);
        }
        if (n > MOST_FOR_T) {
            return Bootstrap.mean(values, confidence);
        }
        double t = t(n - 1, confidence);
        if (positive(values)) {
            double factor = Math.exp(t * Math.sqrt(variance(logarithms(values)) / n));
            return new Interval(mean, mean / factor, mean * factor, n);
        }
        double half = t * Math.sqrt(variance(values) / n);
        boolean never = Arrays.stream(values).allMatch(v -> v >= 0);
        return new Interval(mean, never ? Math.max(0, mean - half) : mean - half, mean + half, n);
    }

    /** Returns the same of values that are all larger by a constant. */
    public Interval plus(double constant) {
        return new Interval(mean + constant, low + constant, high + constant, count);
    }

    /**
     * Returns the mean of few values, with a spread that is known of more: a factor up and down from the mean.
     *
     * @param values positive
     */
    public static Interval of(double[] values, PooledSpread spread, double confidence) {
        double mean = mean(values);
        double factor = spread.factor(values.length, confidence);
        return new Interval(mean, mean / factor, mean * factor, values.length);
    }

    /**
     * Returns the mean of values with an upper bound, e.g. of processors in use. The interval is that of {@link #of(double[], double)} on
     * their odds (value / (bound − value)), so that both ends are possible values. Where a value reaches the bound or is zero, or where
     * there are enough values for the bootstrap, the upper end is cut at the bound.
     *
     * @param bound the largest possible value
     * @param spread of the logarithms of the odds, where it is known of more values
     */
    public static Interval below(double bound, double[] values, Optional<PooledSpread> spread, double confidence) {
        double[] odds = odds(values, bound);
        if (values.length < 2 || values.length > MOST_FOR_T || !positive(odds)) {
            Interval own = of(values, confidence);
            return new Interval(own.mean, own.low, Math.min(own.high, Math.max(bound, own.mean)), own.count);
        }
        double mean = mean(values);
        Interval own = spread.map(shared -> of(odds, shared, confidence))
                .orElseGet(() -> of(odds, confidence))
                .around(mean / (bound - mean));
        return new Interval(
                mean,
                bound * own.low / (1 + own.low),
                own.high < Double.POSITIVE_INFINITY ? bound * own.high / (1 + own.high) : bound,
                own.count);
    }

    /** Returns the ratio of the used and the free part of a bound; not positive, or infinite, of values beyond it. */
    public static double[] odds(double[] values, double bound) {
        return Arrays.stream(values).map(value -> value / (bound - value)).toArray();
    }

    /**
     * Returns a share of all requests, e.g. of the failed ones, counted in several repetitions. The interval is that of Clopper and Pearson
     * on the effective number of independent requests (Korn and Graubard, "Confidence intervals for proportions with small expected number
     * of positive counts", 1998). That is the number of all requests while the repetitions differ no more than chance explains, and less
     * the more they differ. The excess has the degrees of freedom of Satterthwaite. So none of 96 does not exclude a share of up to 3.8 %.
     *
     * @param hits number of hits, by repetition
     * @param of number of requests, by repetition; a repetition without requests does not count
     * @return without ends when fewer than two repetitions count
     */
    public static Interval ofShares(long[] hits, long[] of, double confidence) {
        long x = Arrays.stream(hits).sum();
        long n = Arrays.stream(of).sum();
        int count = (int) Arrays.stream(of).filter(v -> v > 0).count();
        double share = n == 0 ? Double.NaN : (double) x / n;
        if (count < 2) {
            return new Interval(share, Double.NaN, Double.NaN, count);
        }
        double chi = 0;
        for (int i = 0; i < of.length && x > 0 && x < n; i++) {
            double distance = hits[i] - of[i] * share;
            chi += of[i] == 0 ? 0 : distance * distance / (of[i] * share * (1 - share));
        }
        double effect = Math.max(1, chi / (count - 1));
        double informed = n;
        if (effect > 1) {
            double freedom = (count - 1) * effect * effect / ((effect - 1) * (effect - 1));
            double normal = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
            double wider = normal / t(freedom, confidence);
            informed = n / effect * wider * wider;
        }
        double out = (1 - confidence) / 2;
        double successes = share * informed;
        double low = x == 0
                ? 0
                : BetaDistribution.of(successes, informed - successes + 1).inverseCumulativeProbability(out);
        double high = x == n
                ? 1
                : BetaDistribution.of(successes + 1, informed - successes).inverseSurvivalProbability(out);
        return new Interval(share, Math.min(low, share), Math.max(high, share), count);
    }

    /**
     * Returns the mean of the means of several groups of positive values with equal weights. The interval is that of Welch and
     * Satterthwaite on the logarithm of the whole, by the delta method: a factor up and down from the mean.
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
        if (!known || !(mean > 0)) {
            return new Interval(mean, Double.NaN, Double.NaN, count);
        }
        double factor = error == 0 ? 1 : Math.exp(t(error * error / freedom, confidence) * Math.sqrt(error) / mean);
        return new Interval(mean, mean / factor, mean * factor, count);
    }

    /** Returns the difference of the means of two groups of independent values, B − A, with Welch's t. */
    public static Interval ofDifference(double[] a, double[] b, double confidence) {
        double difference = mean(b) - mean(a);
        int count = Math.min(a.length, b.length);
        if (count < 2) {
            return new Interval(difference, Double.NaN, Double.NaN, count);
        }
        double partA = variance(a) / a.length;
        double partB = variance(b) / b.length;
        double error = partA + partB;
        double freedom = error * error / (partA * partA / (a.length - 1) + partB * partB / (b.length - 1));
        double half = error == 0 ? 0 : t(freedom, confidence) * Math.sqrt(error);
        return new Interval(difference, difference - half, difference + half, count);
    }

    /** Returns the mean of independent changes, which may be positive or negative, with Student's t on the values themselves. */
    public static Interval ofChanges(double[] values, double confidence) {
        int n = values.length;
        double mean = mean(values);
        if (n < 2) {
            return new Interval(mean, Double.NaN, Double.NaN, n);
        }
        double half = t(n - 1, confidence) * Math.sqrt(variance(values) / n);
        return new Interval(mean, mean - half, mean + half, n);
    }

    /** Returns whether there is an interval. */
    public boolean known() {
        return !Double.isNaN(low);
    }

    /** Returns the same relative width around another value of the same repetitions. */
    public Interval around(double value) {
        return mean == 0
                ? new Interval(value, low, high, count)
                : new Interval(value, value * (low / mean), value * (high / mean), count);
    }

    /** Returns the quantile of Student's t to which an interval of that level reaches on either side. */
    public static double t(double freedom, double confidence) {
        return StudentT.beyond(freedom, (1 - confidence) / 2);
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

    static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(v -> v > 0 && v < Double.POSITIVE_INFINITY);
    }

    static double[] logarithms(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }
}
