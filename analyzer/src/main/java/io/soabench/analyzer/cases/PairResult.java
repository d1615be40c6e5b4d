package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Ratio;

/**
 * Two cases under the same workload that differ in one thing, in the order of the plan.
 *
 * @param process what is compared when the engine or the run differs: all that the clients call, or one process of a mix; else empty
 * @param ratio of the geometric means of the repetitions' averages, B / A
 * @param reason why nothing is told of an undecided pair, as a clause; empty where the interval itself says so
 * @param verdict how B does against A; null unless the engine or the run differs: processes are not ranked
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

    /** The same with more said. */
    PairResult withNote(String more) {
        return more.isEmpty()
                ? this
                : new PairResult(kind, process, a, b, meanAMs, meanBMs, ratio, verdict, reason, sentence + more);
    }

    /**
     * How many times as long the slower one takes at least, even if the trends of response times that are not known to be steady went on for as
     * long again.
     *
     * @return at least 1; NaN when neither is called slower, or when nothing may change
     */
    public double atLeast() {
        boolean told = verdict != null
                && (verdict.state() == PairVerdict.State.BETTER || verdict.state() == PairVerdict.State.WORSE);
        RatioTrend trend = RatioTrend.of(a, b, kind.blocks());
        return told && !trend.settled() ? ratio.least() / trend.factor() : Double.NaN;
    }

    /** The same with another sentence. */
    PairResult with(String other) {
        return new PairResult(kind, process, a, b, meanAMs, meanBMs, ratio, verdict, reason, other);
    }

    /** What differs. */
    public enum Kind {
        /** The engine. */
        ENGINE,
        /** The process. */
        PROCESS,
        /** Only the name: one engine is measured twice, to see what differs where nothing does. */
        TWIN,
        /** The run: the same case was measured at another time. */
        RUN;

        /** Whether repetitions of the same number are a block: they had the same requests at about the same time. */
        boolean blocks() {
            return this == ENGINE || this == TWIN;
        }
    }
}
