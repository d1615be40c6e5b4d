package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Ratio;

/**
 * Two cases of the same suite and workload that differ in the engine only, or in the process only.
 *
 * @param byEngine whether the engine differs, not the process
 * @param process what is compared when the engine differs: all that the clients call, or one process of a mix; else empty
 * @param faster the case with the smaller mean
 * @param ratio of the geometric means of the repetitions' averages, slower / faster
 */
public record PairResult(
        boolean byEngine,
        String process,
        CaseResult faster,
        CaseResult slower,
        double fasterMeanMs,
        double slowerMeanMs,
        Ratio ratio,
        String sentence) {}
