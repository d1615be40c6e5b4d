package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * How many times larger one group of repetitions is than another.
 *
 * @param value mean of B / mean of A
 * @param low lower end of the confidence interval; NaN when it cannot be told
 * @param high upper end; likewise
 * @param method how the interval was made, in words
 * @param pValue of the Mann–Whitney test; NaN when a group has fewer than {@value #MIN_RANKED} values
 * @param effect Vargha and Delaney's A: the probability that a value of B is larger than one of A; NaN likewise when empty
 */
public record Ratio(double value, double low, double high, String method, double pValue, double effect) {

    /**
     * Smallest group for the bootstrap: with fewer values the resampled means are so few and so close to each other that
     * the interval is much too narrow (3 values have 10 different resamples).
     */
    public static final int MIN_BOOTSTRAP = 5;

    /** Smallest group for the Mann–Whitney test: with 3 against 3 its p-value cannot fall below 0.1. */
    public static final int MIN_RANKED = 4;

    /** Number of resamples; more changes the ends of the interval by less than they can be read. */
    public static final int RESAMPLES = 10_000;

    /**
     * Compares two groups of independent, positive values, one a repetition.
     *
     * @param confidence e.g. 0.95
     * @param seed of the resampling: equal arguments give equal results
     */
    public static Ratio of(double[] a, double[] b, double confidence, long seed) {
        double value = Interval.mean(b) / Interval.mean(a);
        double effect = effect(a, b);
        double p = a.length >= MIN_RANKED && b.length >= MIN_RANKED
                ? MannWhitneyUTest.withDefaults()
                        .with(AlternativeHypothesis.TWO_SIDED)
                        .test(a, b)
                        .getPValue()
                : Double.NaN;
        double level = confidence;
        if (a.length < 2 || b.length < 2 || !positive(a) || !positive(b)) {
            return new Ratio(
                    value, Double.NaN, Double.NaN, "none: fewer than two repetitions of one of them", p, effect);
        }
        if (a.length < MIN_BOOTSTRAP || b.length < MIN_BOOTSTRAP) {
            return welch(value, a, b, level, p, effect);
        }
        Random random = new Random(seed);
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            ratios[i] = resampledMean(b, random) / resampledMean(a, random);
        }
        Arrays.sort(ratios);
        int out = (int) Math.floor((1 - level) / 2 * RESAMPLES);
        return new Ratio(
                value,
                ratios[out],
                ratios[RESAMPLES - 1 - out],
                "bootstrap of the repetitions' means, " + RESAMPLES + " resamples",
                p,
                effect);
    }

    /**
     * Compares two groups over several cases: the ratio of the geometric means of the cases' means, each case counting the
     * same. The interval is Welch and Satterthwaite's on the logarithms, by the delta method.
     *
     * @param a the repetitions' values of each case, positive; no case may be empty
     * @param b those of the other group, in the same order of cases
     */
    public static Ratio ofGroups(double[][] a, double[][] b, double confidence) {
        double logarithm = 0;
        double error = 0;
        double freedom = 0;
        boolean known = true;
        for (int i = 0; i < a.length; i++) {
            logarithm += (Math.log(Interval.mean(b[i])) - Math.log(Interval.mean(a[i]))) / a.length;
            for (double[] values : new double[][] {a[i], b[i]}) {
                if (values.length < 2 || !positive(values)) {
                    known = false;
                    continue;
                }
                double mean = Interval.mean(values) * a.length;
                double part = Interval.variance(values) / values.length / (mean * mean);
                error += part;
                freedom += part * part / (values.length - 1);
            }
        }
        double value = Math.exp(logarithm);
        if (!known || a.length == 0) {
            return new Ratio(
                    value,
                    Double.NaN,
                    Double.NaN,
                    "none: fewer than two repetitions of one of them",
                    Double.NaN,
                    Double.NaN);
        }
        double half = error == 0 ? 0 : Interval.t(error * error / freedom, confidence) * Math.sqrt(error);
        return new Ratio(
                value,
                value * Math.exp(-half),
                value * Math.exp(half),
                "Welch's t on the logarithms of the repetitions' means, over cases",
                Double.NaN,
                Double.NaN);
    }

    /** Whether the interval leaves out 1, that is, whether a difference can be told. */
    public boolean decided() {
        return low > 1 || high < 1;
    }

    /** Welch's t interval for the difference of the logarithms of the means, by the delta method. */
    private static Ratio welch(double value, double[] a, double[] b, double confidence, double p, double effect) {
        double partA = Interval.variance(a) / a.length / (Interval.mean(a) * Interval.mean(a));
        double partB = Interval.variance(b) / b.length / (Interval.mean(b) * Interval.mean(b));
        double error = partA + partB;
        double half = 0;
        if (error > 0) {
            double freedom = error * error / (partA * partA / (a.length - 1) + partB * partB / (b.length - 1));
            half = Interval.t(freedom, confidence) * Math.sqrt(error);
        }
        return new Ratio(
                value,
                value * Math.exp(-half),
                value * Math.exp(half),
                "Welch's t on the logarithms of the repetitions' means",
                p,
                effect);
    }

    private static double resampledMean(double[] values, Random random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    private static boolean positive(double[] values) {
        return Arrays.stream(values).allMatch(v -> v > 0);
    }

    private static double effect(double[] a, double[] b) {
        double wins = 0;
        for (double x : a) {
            for (double y : b) {
                wins += y > x ? 1 : y == x ? 0.5 : 0;
            }
        }
        return a.length == 0 || b.length == 0 ? Double.NaN : wins / ((double) a.length * b.length);
    }
}
