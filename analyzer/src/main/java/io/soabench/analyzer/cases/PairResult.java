package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;

/**
 * Two cases under the same workload that differ in one thing, in the order of the plan.
 *
 * @param process compared process when the engine or the run differs: all calls of the clients, or one process of a mix; else empty
 * @param ratio of the geometric means of the repetitions' averages, B / A
 * @param reason reason why a pair is undecided, as a clause; empty where the interval itself shows it
 * @param verdict verdict on B against A; null unless the engine or the run differs: processes are not ranked
 */
public record PairResult(
        Kind kind,
        String process,
        CaseResult a,
        CaseResult b,
        double meanAMs,
        double meanBMs,
        Ratio ratio,
        PairVerdict verdict,
        String reason,
        String sentence) {

    /** The reason of a pair whose times decide, while the engine that is better by them loses more requests. */
    public static final String FAILURES_DIFFER = "their failures differ";

    /** The reason of a pair whose response times may change on. */
    public static final String NOT_SETTLED = "response times are not known to have settled";

    /** Returns whether the comparison shares the level of the run with others. */
    public boolean inFamily() {
        return ComparisonFamily.contains(a.testCase(), b.testCase());
    }

    /** Returns the same result with a further sentence. */
    PairResult withNote(String more) {
        return more.isEmpty()
                ? this
                : new PairResult(kind, process, a, b, meanAMs, meanBMs, ratio, verdict, reason, sentence + more);
    }

    /** Returns the same result with the reason why it is undecided. */
    PairResult because(String other) {
        return new PairResult(kind, process, a, b, meanAMs, meanBMs, ratio, verdict, other, sentence);
    }

    /**
     * Returns the least factor by which the slower engine takes longer, even if the trends of unsettled response times went on for as long
     * again.
     *
     * @return at least 1; NaN when neither is called slower, or when no trend is open
     */
    public double atLeast() {
        boolean decided = verdict != null
                && (verdict.state() == PairVerdict.State.BETTER || verdict.state() == PairVerdict.State.WORSE);
        RatioTrend trend = RatioTrend.of(a, b, kind.sameRequests());
        return decided && !trend.settled() ? ratio.least() / trend.factor() : Double.NaN;
    }

    /** Returns the same result with another sentence. */
    PairResult with(String other) {
        return new PairResult(kind, process, a, b, meanAMs, meanBMs, ratio, verdict, reason, other);
    }

    /** The difference between the two cases. */
    public enum Kind {
        /** The engine. */
        ENGINE,
        /** The process. */
        PROCESS,
        /**
         * A pair that differs in the name only: one engine is measured twice, to find the differences without a cause.
         */
        TWIN,
        /** The run: the same case was measured at another time. */
        RUN;

        /**
         * Returns whether repetitions of the same number had the same requests, so that the course of their ratio does not contain what the
         * requests do to both.
         */
        boolean sameRequests() {
            return this != PROCESS;
        }
    }
}
