package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Summary;

/**
 * How an operation of a mocked service instance answered.
 *
 * @param plannedMeanMs average of the planned response times
 * @param errorP99Ms 99th percentile of |real − planned|
 */
public record ServiceUse(
        String service,
        long instance,
        String operation,
        long calls,
        long plannedFailures,
        long notUnderstood,
        long untraced,
        Summary response,
        double plannedMeanMs,
        double errorP99Ms) {}
