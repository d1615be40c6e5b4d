package io.soabench.analyzer.stat;

import java.util.Arrays;

/** The detection of the end of a warm-up in a series. */
public final class SteadyState {

    /**
     * Number of neighbours that MSER-5 averages first (White, Cobb, Spratt, "A comparison of five steady-state truncation heuristics",
     * 2000).
     */
    private static final int BATCH = 5;

    /** Minimum number of batches of a series. */
    private static final int MIN_BATCHES = 6;

    /** Minimum relative difference between the mean of a warm-up and that of the rest. */
    private static final double MIN_DIFFERENCE = 0.10;

    /**
     * Tolerance of the error. After the warm-up the error only fluctuates, so the earliest truncation is taken whose error is at most this
     * many times the smallest.
     */
    private static final double TOLERANCE = 2;

    private SteadyState() {}

    /**
     * Returns the number of values at the start of a series that belong to the warm-up. It is the earliest truncation that leaves about the
     * smallest squared standard error of the rest (MSER-5, with a tolerance). Zero when the truncated part differs by less than a tenth
     * from the rest.
     *
     * @param series in order of time; NaN is left out of the averages
     * @return -1 when the series is too short, or when no truncation in its first half will do: then it never settled
     */
    public static int warmUp(double[] series) {
        int batches = series.length / BATCH;
        if (batches < MIN_BATCHES) {
            return -1;
        }
        double[] means = new double[batches];
        for (int i = 0; i < batches; i++) {
            means[i] = Arrays.stream(series, i * BATCH, (i + 1) * BATCH)
                    .filter(v -> !Double.isNaN(v))
                    .average()
                    .orElse(Double.NaN);
        }
        double[] errors = new double[batches / 2 + 1];
        double smallest = Double.POSITIVE_INFINITY;
        for (int cut = 0; cut < errors.length; cut++) {
            double[] rest = Arrays.stream(means, cut, batches)
                    .filter(v -> !Double.isNaN(v))
                    .toArray();
            if (rest.length < MIN_BATCHES / 2) {
                return -1;
            }
            errors[cut] = Interval.variance(rest) * (rest.length - 1) / ((double) rest.length * rest.length);
            smallest = Math.min(smallest, errors[cut]);
        }
        if (errors[errors.length - 1] == smallest && smallest < errors[0]) {
            return -1;
        }
        int best = 0;
        while (errors[best] > TOLERANCE * smallest) {
            best++;
        }
        return matters(means, best) ? best * BATCH : 0;
    }

    /** Returns whether the truncated part differs from the rest. In a series of noise the best truncation is at any place. */
    private static boolean matters(double[] means, int cut) {
        double before = Arrays.stream(means, 0, cut)
                .filter(v -> !Double.isNaN(v))
                .average()
                .orElse(Double.NaN);
        double after = Arrays.stream(means, cut, means.length)
                .filter(v -> !Double.isNaN(v))
                .average()
                .orElse(Double.NaN);
        return Math.abs(before / after - 1) > MIN_DIFFERENCE;
    }
}
