package io.soabench.load.record;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * A test whether the response times of a warm-up have become steady. Steady means a change of certainly less than
 * {@link #BOUND} over the last half of the warm-up so far.
 *
 * <p>It is decided at fixed points only, after 5, 7.5, 10, 15, 20, 30, 40, 60 … seconds. A test at every moment would
 * end the warm-up by chance. The last half is cut into {@link #WINDOWS} windows, so that they grow while the warm-up
 * goes on. A slow fall that looks like a level in short windows is seen in longer ones, and noise is averaged away. A
 * straight line is fitted to the windows' means. Response times are steady when this line, with the interval of its
 * slope, stays within the bound. This is a test for equivalence (Schuirmann 1987): noise prolongs the warm-up. A test
 * for a difference would take an unseen change for a level; so would a limit of the coefficient of variation (Georges,
 * Buytaert and Eeckhout 2007, section 4.2).
 *
 * <p>A request with any outcome counts at its end, with its whole latency. One thread adds requests; any thread may
 * read the result.
 */
public final class Steadiness {

    /** The number of windows of the last half of the warm-up. */
    public static final int WINDOWS = 10;

    /** The shortest warm-up that can be steady, milliseconds. */
    public static final long LEAST_MS = 5_000;

    /** The greatest change of the response time over the last half of the warm-up, as a share of its mean. */
    public static final double BOUND = 0.10;

    /** The least requests of a window that can be judged. */
    public static final int LEAST_REQUESTS = 5;

    /**
     * Student's t for the 95 % interval of a slope with {@link #WINDOWS} − 2 degrees of freedom. So a change of 12 % from half to half is
     * taken for none in fewer than one of twenty warm-ups, though there are many looks.
     */
    private static final double T = 2.306;

    /** The windows of each look are a whole number of slices long. */
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(125);

    /** The greatest time between a response and its sample. */
    private static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private long startNs;
    private double[] sums = new double[64];
    private long[] counts = new long[64];
    private long lookMs = LEAST_MS;
    private boolean half;
    private boolean steady;

    /** Begins the warm-up; call it before the first request. */
    public synchronized void begin(long warmUpStartNs) {
        startNs = warmUpStartNs;
    }

    /** Adds a request of the warm-up. */
    synchronized void add(long endNs, long latencyNs) {
        int slice = Math.max(0, slices(endNs - startNs));
        if (slice >= sums.length) {
            int more = Math.max(slice + 1, 2 * sums.length);
            sums = Arrays.copyOf(sums, more);
            counts = Arrays.copyOf(counts, more);
        }
        sums[slice] += latencyNs;
        counts[slice]++;
    }

    private static int slices(long ns) {
        return (int) Math.min(Integer.MAX_VALUE - 1, Math.floorDiv(ns, SLICE_NS));
    }

    /** Returns whether response times were steady at one of the points up to then. */
    public synchronized boolean steady(long nowNs) {
        while (!steady && nowNs - DELAY_NS - startNs >= TimeUnit.MILLISECONDS.toNanos(lookMs)) {
            steady = level(slices(TimeUnit.MILLISECONDS.toNanos(lookMs)));
            // 5, 7.5, 10, 15, 20 …
            lookMs = half ? lookMs / 3 * 4 : lookMs / 2 * 3;
            half = !half;
        }
        return steady;
    }

    /** Returns whether the means of the windows in the last half of so many slices surely keep to the bound. */
    private boolean level(int complete) {
        int length = complete / 2 / WINDOWS;
        int first = complete - WINDOWS * length;
        double middle = (WINDOWS - 1) / 2.0;
        double[] means = new double[WINDOWS];
        double sum = 0;
        double slope = 0;
        double places = 0;
        for (int window = 0; window < WINDOWS; window++) {
            means[window] = mean(first + window * length, first + (window + 1) * length);
            sum += means[window];
            slope += (window - middle) * means[window];
            places += (window - middle) * (window - middle);
        }
        slope /= places;
        double mean = sum / WINDOWS;
        double squares = 0;
        for (int window = 0; window < WINDOWS; window++) {
            double error = means[window] - mean - slope * (window - middle);
            squares += error * error;
        }
        double sure = T * Math.sqrt(squares / (WINDOWS - 2) / places);
        // A window with too few requests has the mean NaN, for which this comparison is false.
        return (Math.abs(slope) + sure) * WINDOWS <= BOUND * mean;
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
}
