package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Ratio;

/**
 * Two cases of the same suite and workload that differ in the engine only, or in the process only.
 *
 * @param byEngine whether the engine differs, not the process
 * @param faster the case with the smaller mean
 * @param ratio mean of the slower / mean of the faster
 */
public record PairResult(
        boolean byEngine,
        CaseResult faster,
        CaseResult slower,
        double fasterMeanMs,
        double slowerMeanMs,
        Ratio ratio,
        String sentence) {}
