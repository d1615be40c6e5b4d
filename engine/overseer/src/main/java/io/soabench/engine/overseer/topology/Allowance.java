package io.soabench.engine.overseer.topology;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The part of the machine that a process may use.
 *
 * @param processors that its threads may run on: its affinity mask, which lies within the cpusets of its control groups
 * @param nodes that it may take memory of
 * @param quota processor seconds that it may use in a second, the least over its control groups; absent if there is no limit
 * @param limits one sentence for each limit that was found and narrows something, with its place
 */
public record Allowance(IdSet processors, IdSet nodes, OptionalDouble quota, List<String> limits) {

    public Allowance {
        limits = List.copyOf(limits);
    }

    /**
     * Returns the sensible number of threads that never wait: the processors, or the quota rounded up if that is less;
     * at least 1.
     */
    public int parallelism() {
        int most = Math.max(1, processors.size());
        return quota.isEmpty() ? most : (int) Math.max(1, Math.min(most, Math.ceil(quota.getAsDouble())));
    }
}
