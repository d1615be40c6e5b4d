package io.soabench.load.record;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether the response times of a warm-up have become steady, after Georges, Buytaert and Eeckhout, "Statistically
 * rigorous Java performance evaluation" (OOPSLA 2007), section 4.2: they are once the coefficient of variation of the means of
 * the last k windows is small.
 *
 * <p>There k is a number of iterations of a benchmark; here {@link #WINDOWS} windows of equal length fill the last half of the
 * warm-up so far, each at least {@link #LEAST_WINDOW_MS} long. So the windows grow while the warm-up goes on: a slow fall that
 * short windows would take for a level is seen in longer ones, and the noise of single response times, which keeps short
 * windows from agreeing, is averaged away. The least warm-up is therefore {@link #LEAST_MS}.
 *
 * <p>A request counts when it ends, with its whole latency, whatever its outcome. One thread adds, others may ask.
 */
public final class Steadiness {

    /** How many windows are compared: Georges et al.'s k. */
    public static final int WINDOWS = 5;

    /** The shortest window, milliseconds. */
    public static final long LEAST_WINDOW_MS = 1_000;

    /** Nothing is called steady before, milliseconds. */
    public static final long LEAST_MS = WINDOWS * LEAST_WINDOW_MS;

    /**
     * The largest coefficient of variation of the windows' means. Georges et al. take 0.01 or 0.02 for iterations of seconds;
     * a window has tens to thousands of requests whose partners' times vary by design, and 0.02 would mostly wait for chance.
     */
    public static final double THRESHOLD = 0.05;

    /** A window with fewer requests says nothing. */
    public static final int LEAST_REQUESTS = 10;

    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int LEAST_SLICES = (int) (TimeUnit.MILLISECONDS.toNanos(LEAST_WINDOW_MS) / SLICE_NS);

    /** How long a sample is on its way here, amply. */
    private static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private long startNs;
    private double[] sums = new double[64];
    private long[] counts = new long[64];

    /** Begins the warm-up; call it before the first request. */
    public synchronized void begin(long warmUpStartNs) {
        startNs = warmUpStartNs;
    }

    /** Adds a request of the warm-up. */
    synchronized void add(long endNs, long latencyNs) {
        int slice = Math.max(0, slices(endNs));
        if (slice >= sums.length) {
            int more = Math.max(slice + 1, 2 * sums.length);
            sums = Arrays.copyOf(sums, more);
            counts = Arrays.copyOf(counts, more);
        }
        sums[slice] += latencyNs;
        counts[slice]++;
    }

    private int slices(long atNs) {
        return (int) Math.min(Integer.MAX_VALUE - 1, Math.floorDiv(atNs - startNs, SLICE_NS));
    }

    /** Whether response times are steady by then. */
    public synchronized boolean steady(long nowNs) {
        int complete = slices(nowNs - DELAY_NS);
        int length = Math.max(LEAST_SLICES, complete / 2 / WINDOWS);
        int first = complete - WINDOWS * length;
        if (first < 0) {
            return false;
        }
        double[] means = new double[WINDOWS];
        for (int window = 0; window < WINDOWS; window++) {
            means[window] = mean(first + window * length, first + (window + 1) * length);
        }
        // A window that says nothing is no number, which is never at most the threshold.
        return variation(means) <= THRESHOLD;
    }

    private double mean(int from, int to) {
        double sum = 0;
        long count = 0;
        for (int slice = from; slice < Math.min(to, sums.length); slice++) {
            sum += sums[slice];
            count += counts[slice];
        }
        return count < LEAST_REQUESTS ? Double.NaN : sum / count;
    }

    /** Coefficient of variation: standard deviation (with n − 1) over mean. */
    private static double variation(double[] values) {
        double mean = Arrays.stream(values).sum() / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1)) / mean;
    }
}
