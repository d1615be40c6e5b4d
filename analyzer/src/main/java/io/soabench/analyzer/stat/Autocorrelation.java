package io.soabench.analyzer.stat;

import java.util.List;

/**
 * The autocorrelation of neighbours in a series, and its removal. Values of a machine at night resemble those of the night before. A test
 * that permutes values mistakes that for a change.
 */
public final class Autocorrelation {

    /** Minimum number of values on each side of the step that is removed first. */
    private static final int SIDE = 2;

    /**
     * Bias of the coefficient of n values with a fitted step, in units of 1 / n: a constant, and a part of the true coefficient. Simulated
     * for n = 15 to 80 and coefficients from 0 to 0.6; AutocorrelationTest repeats that.
     */
    private static final double BIAS = 3;

    private static final double BIAS_SHARE = 7.3;

    /** Maximum share of the bias; the bias of fewer values is unknown. */
    private static final double MOST_SHARE = 0.6;

    private static final double MOST_CORRELATION = 0.9;

    private Autocorrelation() {}

    /**
     * Returns the coefficient of neighbours of several series of the same origin, without its bias. The best step of each series is removed
     * first, because a step makes neighbours alike.
     *
     * @return between −0.9 and 0.9; 0 of no series, and of constant ones
     */
    public static double of(List<double[]> series) {
        double coefficient = series.stream()
                .filter(each -> each.length >= 2 * SIDE)
                .filter(each -> Interval.variance(each) > 0)
                .mapToDouble(Autocorrelation::unbiased)
                .average()
                .orElse(0);
        return coefficient;
    }

    private static double unbiased(double[] series) {
        double n = series.length;
        double found = (ofNeighbours(withoutStep(series)) + BIAS / n) / (1 - Math.min(MOST_SHARE, BIAS_SHARE / n));
        return Math.max(-MOST_CORRELATION, Math.min(MOST_CORRELATION, found));
    }

    private static double ofNeighbours(double[] errors) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < errors.length; i++) {
            squares += errors[i] * errors[i];
            products += i == 0 ? 0 : errors[i] * errors[i - 1];
        }
        return squares == 0 ? 0 : products / squares;
    }

    /** Returns a series without its best step: each side without its mean. */
    private static double[] withoutStep(double[] series) {
        double[] best = series;
        double least = Double.POSITIVE_INFINITY;
        for (int at = SIDE; at <= series.length - SIDE; at++) {
            double[] rest = new double[series.length];
            double left = mean(series, 0, at);
            double right = mean(series, at, series.length);
            double squares = 0;
            for (int i = 0; i < series.length; i++) {
                rest[i] = series[i] - (i < at ? left : right);
                squares += rest[i] * rest[i];
            }
            if (squares < least) {
                least = squares;
                best = rest;
            }
        }
        return best;
    }

    private static double mean(double[] series, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += series[i];
        }
        return sum / (to - from);
    }

    /**
     * Returns a series without autocorrelation (pre-whitening): from each value, the part that follows from the one before is subtracted.
     *
     * @param coefficient of neighbours, at least 0 and below 1
     */
    public static double[] whitened(double[] series, double coefficient) {
        double mean = Interval.mean(series);
        double[] white = new double[series.length];
        for (int i = 0; i < series.length; i++) {
            white[i] = i == 0
                    ? (series[i] - mean) * Math.sqrt(1 - coefficient * coefficient)
                    : series[i] - mean - coefficient * (series[i - 1] - mean);
        }
        return white;
    }
}
