package io.soabench.analyzer.batch;

import io.soabench.analyzer.stat.Ratio;
import java.util.Map;
import java.util.Optional;

/**
 * How many times as fast a configuration is as the baseline, with batches of one process and size.
 *
 * @param process {@link #ALL} for the geometric mean over the processes, each of which counts the same
 * @param rounds starts of the engine that count
 * @param wallMs mean time of a batch, over rounds; NaN over all processes
 * @param factor time of the baseline / time of this one, by rounds; empty for the baseline itself
 * @param relative mean of what else was measured / that of the baseline, where both have it and that of the baseline is above 0
 */
public record Speedup(
        String process,
        long instances,
        String configuration,
        int rounds,
        double wallMs,
        Optional<Ratio> factor,
        Map<String, Double> relative) {

    /** Stands for all processes. */
    public static final String ALL = "all processes";
}
