package io.soabench.load.replay;

import java.util.concurrent.TimeUnit;

/**
 * The phases of one replay as instants, see {@link io.soabench.plan.HostClock#epochNanos()}.
 *
 * @param startNs start of the warm-up
 * @param measureStartNs start of the measurement
 * @param measureEndNs end of the measurement: no request that is wanted later is sent
 * @param giveUpNs instant at which requests that are still in flight are aborted
 */
public record ReplaySchedule(long startNs, long measureStartNs, long measureEndNs, long giveUpNs) {

    /** Beyond drain and time-out, so that every request can reach its own time-out first. */
    static final long GRACE_MS = 1_000;

    /** Returns the table of a replay that starts then. */
    public static ReplaySchedule of(long startNs, long warmUpMs, long measureMs, long drainMs, long timeOutMs) {
        long measureStartNs = startNs + TimeUnit.MILLISECONDS.toNanos(warmUpMs);
        long measureEndNs = measureStartNs + TimeUnit.MILLISECONDS.toNanos(measureMs);
        long giveUpNs = measureEndNs + TimeUnit.MILLISECONDS.toNanos(Math.max(drainMs, timeOutMs) + GRACE_MS);
        return new ReplaySchedule(startNs, measureStartNs, measureEndNs, giveUpNs);
    }

    /** Returns a copy with another start of the measurement; all later instants move with it. */
    ReplaySchedule measuringFrom(long atNs) {
        long earlierNs = measureStartNs - atNs;
        return new ReplaySchedule(startNs, atNs, measureEndNs - earlierNs, giveUpNs - earlierNs);
    }

    /** Returns a copy with another end of the measurement; all that follows moves with it. */
    ReplaySchedule measuringUntil(long atNs) {
        return new ReplaySchedule(startNs, measureStartNs, atNs, giveUpNs - (measureEndNs - atNs));
    }

    /** Returns whether a request that was wanted then belongs to the measurement. */
    public boolean measures(long intendedNs) {
        return intendedNs >= measureStartNs;
    }

    /** Returns the phase: {@code ready}, {@code warmup}, {@code measure} or {@code drain}. */
    public String phaseAt(long nowNs) {
        if (nowNs < startNs) {
            return "ready";
        }
        if (nowNs < measureStartNs) {
            return "warmup";
        }
        return nowNs < measureEndNs ? "measure" : "drain";
    }
}
