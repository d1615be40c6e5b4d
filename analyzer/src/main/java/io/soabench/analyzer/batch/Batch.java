package io.soabench.analyzer.batch;

import java.util.Map;

/**
 * One batch: all instances of a process that an engine started by one request.
 *
 * @param instances how many
 * @param configuration options of the engine
 * @param round which start of the engine; batches of one round share what a virtual machine happens to be like
 * @param run which batch of that start
 * @param wallMs what it took
 * @param amounts what else was measured meanwhile, by column; only what there is a number of
 */
record Batch(
        String process,
        long instances,
        String configuration,
        int round,
        int run,
        double wallMs,
        Map<String, Double> amounts) {

    /** What tells it from all others. */
    String place() {
        return process + ", " + instances + " instances, \"" + configuration + "\", round " + round + ", run " + run;
    }
}
