package io.soabench.analyzer.stat;

import java.util.List;

/**
 * How alike neighbours of a series are, and a series without that likeness. Values of a machine at night resemble those of the night before; a test that
 * permutes them takes that for a change.
 */
public final class Autocorrelation {

    /** Fewest values on each side of the step that is taken out first. */
    private static final int SIDE = 2;

    /**
     * By how much n values with a fitted step have too small a coefficient, in units of 1 / n: a constant, and a part of the true one. Simulated for n = 15 to 80
     * and coefficients from 0 to 0.6; AutocorrelationTest does it again.
     */
    private static final double BIAS = 3;

    private static final double BIAS_SHARE = 7.3;

    /** Fewer values tell nothing of their bias. */
    private static final double MOST_SHARE = 0.6;

    private static final double MOST = 0.9;

    private Autocorrelation() {}

    /**
     * The coefficient of neighbours of several series of the same origin, each with its own best step taken out, since a step would make them
     * alike; without the bias that this has.
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
        return Math.max(-MOST, Math.min(MOST, found));
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

    /** What is left when each side of the best step has lost its mean. */
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
     * A series whose neighbours are no longer alike (pre-whitening): of each value what it does not owe to the one before it.
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
