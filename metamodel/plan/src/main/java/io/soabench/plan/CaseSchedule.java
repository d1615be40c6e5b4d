package io.soabench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The number of repetitions of a case, and the lengths of their phases.
 *
 * @param repetitions number of repetitions; in a compiled testbed with a precision, the greatest number
 * @param parallel whether the case may run at the same time as cases on other machines, see {@link Plan#machines}
 * @param warmUp rule for the end of the warm-up
 * @param warmUpMs length of the warm-up; the greatest when it may end early
 * @param measureMs length of the measurement; the greatest when it may end early
 * @param drainMs longest wait for requests in flight after the last one was sent; at least the time-out
 * @param timeOutMs longest wait of a client for an answer
 * @param enough condition of an early end of the measurement; {@code null} for none
 * @param precision precision that decides the number of repetitions; {@code null} for a fixed number
 * @param recorder recorder of the engine in one more repetition, which counts for nothing; {@code null} for none
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
        PrecisionGoal precision,
        Recorder recorder) {

    /** Creates a schedule without a recorder. */
    public CaseSchedule(
            int repetitions,
            boolean parallel,
            WarmUp warmUp,
            long warmUpMs,
            long measureMs,
            long drainMs,
            long timeOutMs,
            EnoughAnswers enough,
            PrecisionGoal precision) {
        this(repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision, null);
    }

    /** Creates a schedule with a fixed length of the measurement. */
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

    /** The rules for the end of the warm-up. */
    public enum WarmUp {
        /** The warm-up ends after its length. */
        FIXED,
        /** The warm-up ends as soon as response times are steady, at the latest after its length. */
        UNTIL_STEADY
    }

    /** Returns a copy with another number of repetitions. */
    public CaseSchedule withRepetitions(int other) {
        return new CaseSchedule(
                other, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision, recorder);
    }

    /** Returns a copy beside other cases, or alone. */
    public CaseSchedule withParallel(boolean other) {
        return new CaseSchedule(
                repetitions, other, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision, recorder);
    }

    /** Returns a copy with another warm-up. */
    public CaseSchedule withWarmUp(WarmUp other, long ms) {
        return new CaseSchedule(
                repetitions, parallel, other, ms, measureMs, drainMs, timeOutMs, enough, precision, recorder);
    }

    /** Returns a copy with another length of the measurement. */
    public CaseSchedule withMeasureMs(long other) {
        return new CaseSchedule(
                repetitions, parallel, warmUp, warmUpMs, other, drainMs, timeOutMs, enough, precision, recorder);
    }

    /** Returns a copy that measures until there is enough. */
    public CaseSchedule withEnough(EnoughAnswers other) {
        return new CaseSchedule(
                repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, other, precision, recorder);
    }

    /** Returns a copy whose number of repetitions is chosen for that. */
    public CaseSchedule withPrecision(PrecisionGoal other) {
        return new CaseSchedule(
                repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, other, recorder);
    }

    /** Returns a copy with another recorder; {@code null} for none. */
    public CaseSchedule withRecorder(Recorder other) {
        return new CaseSchedule(
                repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision, other);
    }

    /**
     * Returns the times at which the measurement may end, in milliseconds after its start, in order. The factors of the
     * least length are 1, 1.5, 2, 3, 4, 6, 8 … up to the greatest length.
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
