package io.soabench.load.record;

import io.soabench.plan.Outcome;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The totals of the samples: the slip of both phases, the latencies of the current phase, and the steadiness of those
 * of the warm-up. One thread adds, others may ask; histograms have three digits and end at one hour.
 */
public final class Tally {

    private static final long MOST_US = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 3;
    private static final int MANY_TIME_OUTS = 2;

    private final Histogram warmUpSlipUs = new Histogram(MOST_US, DIGITS);
    private final Histogram slipUs = new Histogram(MOST_US, DIGITS);
    private final Histogram latencyUs = new Histogram(MOST_US, DIGITS);
    private final Steadiness steadiness = new Steadiness();
    private boolean measuring;
    private long failures;
    private long right;
    private long answered;
    private long lastAnswerNs = Long.MIN_VALUE;
    private int timeOutsInARow;
    private long silentSinceNs;

    /** Adds one sample. */
    synchronized void add(Sample sample) {
        if (sample.measure() && !measuring) {
            measuring = true;
            latencyUs.reset();
        }
        if (sample.measure() == measuring) {
            latencyUs.recordValue(clamped(sample.endNs() - sample.intendedNs()));
        }
        if (!sample.measure()) {
            steadiness.add(sample.endNs(), sample.endNs() - sample.intendedNs());
        }
        slip(sample.measure()).recordValue(clamped(sample.startNs() - sample.intendedNs()));
        if (sample.outcome() != Outcome.OK) {
            failures++;
        } else {
            right++;
            answered += sample.measure() ? 1 : 0;
        }
        listen(sample);
    }

    /** Notes an answer of the server, right or wrong, as a sign of life. The answer to a request that was sent long ago is no such sign. */
    private void listen(Sample sample) {
        if (sample.outcome() == Outcome.TIMEOUT) {
            silentSinceNs = timeOutsInARow == 0 ? sample.startNs() : Math.min(silentSinceNs, sample.startNs());
            timeOutsInARow++;
        } else if (sample.outcome() != Outcome.ABORTED && sample.outcome() != Outcome.NO_CALLBACK) {
            timeOutsInARow = 0;
            lastAnswerNs = Math.max(lastAnswerNs, sample.endNs());
        }
    }

    /**
     * Returns how long requests have been open and none was answered. A working engine may lose one request, so there
     * is no silence before a second request in a row has timed out.
     *
     * @param nowNs see {@link io.soabench.plan.HostClock#epochNanos()}
     * @return nanoseconds, 0 when there is no silence
     */
    public synchronized long silentNs(long nowNs) {
        return timeOutsInARow < MANY_TIME_OUTS ? 0 : nowNs - Math.max(silentSinceNs, lastAnswerNs);
    }

    /** Returns the requests of the measurement that were answered rightly. */
    public synchronized long answered() {
        return answered;
    }

    /** Returns the requests that were answered rightly, those of the warm-up included. */
    public synchronized long right() {
        return right;
    }

    private static long clamped(long ns) {
        return Math.max(0, Math.min(MOST_US, TimeUnit.NANOSECONDS.toMicros(ns)));
    }

    /** Returns the steadiness of the response times of the warm-up. */
    public Steadiness steadiness() {
        return steadiness;
    }

    /** Returns the number of samples that are not OK. */
    public synchronized long failures() {
        return failures;
    }

    /**
     * Returns a percentile of the latency in the current phase, milliseconds; 0 while there is none.
     *
     * @param percentile from 0 to 100
     */
    public synchronized double latencyMs(double percentile) {
        return latencyUs.getValueAtPercentile(percentile) / 1000.0;
    }

    /**
     * Returns a percentile of start − intended in the current phase, milliseconds; 0 while there is none.
     *
     * @param percentile from 0 to 100
     */
    public synchronized double slipMs(double percentile) {
        return slipUs(measuring, percentile) / 1000.0;
    }

    private Histogram slip(boolean measured) {
        return measured ? slipUs : warmUpSlipUs;
    }

    /** Returns a percentile of start − intended in a phase, microseconds; 0 while there is none. */
    public synchronized long slipUs(boolean measured, double percentile) {
        Histogram slip = slip(measured);
        return Math.min(slip.getValueAtPercentile(percentile), slip.getMaxValue());
    }
}
