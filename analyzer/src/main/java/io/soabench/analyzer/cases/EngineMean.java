package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Interval;
import java.util.List;

/**
 * The mean of an engine under a workload over its processes.
 *
 * @param processes processes with a valid repetition
 * @param planned number of processes in the plan
 */
public record EngineMean(
        String suite,
        String workload,
        String engine,
        List<String> processes,
        int planned,
        Interval meanMs,
        double throughput,
        double failureRate) {}
