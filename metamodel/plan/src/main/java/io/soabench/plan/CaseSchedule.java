package io.soabench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * How often a case is run, and how long each phase takes.
 *
 * @param repetitions how often it is run; in a compiled testbed, where a precision is asked for, how often at most
 * @param parallel whether it may run while others do that have no machine in common with it, see {@link Plan#machines}
 * @param warmUp when it ends
 * @param warmUpMs its length; the greatest when it may end early
 * @param measureMs length of the measurement; the greatest when it may end early
 * @param drainMs how long to wait for requests in flight after the last one was sent; at least the time-out
 * @param timeOutMs when a client gives up waiting for an answer
 * @param enough when the measurement ends early; {@code null}: it does not
 * @param precision for which the number of repetitions is chosen; {@code null}: it is given
 */
public record CaseSchedule(
        int repetitions,
        boolean parallel,
        WarmUp warmUp,
        long warmUpMs,
        long measureMs,
        long drainMs,
        long timeOutMs,
        EnoughAnswers enough,
        PrecisionGoal precision) {

    /** One whose measurement has one length. */
    public CaseSchedule(
            int repetitions,
            boolean parallel,
            WarmUp warmUp,
            long warmUpMs,
            long measureMs,
            long drainMs,
            long timeOutMs) {
        this(repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, null, null);
    }

    /** When the warm-up ends. */
    public enum WarmUp {
        /** After its length. */
        FIXED,
        /** As soon as response times are steady, at the latest after its length. */
        UNTIL_STEADY
    }

    /** Returns a copy with another number of repetitions. */
    public CaseSchedule withRepetitions(int other) {
        return new CaseSchedule(other, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision);
    }

    /** Returns a copy beside other cases, or alone. */
    public CaseSchedule withParallel(boolean other) {
        return new CaseSchedule(repetitions, other, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision);
    }

    /** Returns a copy with another warm-up. */
    public CaseSchedule withWarmUp(WarmUp other, long ms) {
        return new CaseSchedule(repetitions, parallel, other, ms, measureMs, drainMs, timeOutMs, enough, precision);
    }

    /** Returns a copy with another length of the measurement. */
    public CaseSchedule withMeasureMs(long other) {
        return new CaseSchedule(repetitions, parallel, warmUp, warmUpMs, other, drainMs, timeOutMs, enough, precision);
    }

    /** Returns a copy that measures until there is enough. */
    public CaseSchedule withEnough(EnoughAnswers other) {
        return new CaseSchedule(
                repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, other, precision);
    }

    /** Returns a copy whose number of repetitions is chosen for that. */
    public CaseSchedule withPrecision(PrecisionGoal other) {
        return new CaseSchedule(repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, other);
    }

    /**
     * Returns when the measurement may end, milliseconds after its begin, in order. The factors of the least length are 1, 1.5, 2, 3, 4, 6,
     * 8 … up to the greatest length.
     */
    public List<Long> endsMs() {
        List<Long> ends = new ArrayList<>();
        if (enough != null) {
            for (long step = enough.leastMs(); step > 0 && step < measureMs; step *= 2) {
                ends.add(step);
                if (step + step / 2 < measureMs) {
                    ends.add(step + step / 2);
                }
            }
        }
        ends.add(measureMs);
        return ends;
    }
}
