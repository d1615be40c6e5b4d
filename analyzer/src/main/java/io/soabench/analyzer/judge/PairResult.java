package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Ratio;

/**
 * Two cases of the same suite and workload that differ in one thing, in the order of the plan.
 *
 * @param process what is compared when the engine differs: all that the clients call, or one process of a mix; else empty
 * @param ratio of the geometric means of the repetitions' averages, B / A
 * @param verdict how B does against A; null unless the engine differs: processes are not ranked
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
        String sentence) {

    /** What differs. */
    public enum Kind {
        /** The engine. */
        ENGINE,
        /** The process. */
        PROCESS,
        /** Only the name: one engine is measured twice, to see what differs where nothing does. */
        TWIN
    }
}
