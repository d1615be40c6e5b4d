package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.topology.Topology;
import java.util.List;
import java.util.Optional;

/**
 * The division of an engine into replicas, with its reasons.
 *
 * @param kind whether replicas are threads or processes
 * @param replicas at least one, by number
 * @param heapBytes the Java heap of each process
 * @param totals whether limits are divided too
 * @param topology of the machine; absent if it was not needed
 * @param reasons from the machine to the conclusions, one sentence each
 * @param warnings wishes that are not met, one sentence each
 */
public record EnginePlan(
        ReplicaKind kind,
        List<ReplicaPlan> replicas,
        long heapBytes,
        Totals totals,
        Optional<Topology> topology,
        List<String> reasons,
        List<String> warnings) {
    /** Copies the lists. */
    public EnginePlan {
        replicas = List.copyOf(replicas);
        reasons = List.copyOf(reasons);
        warnings = List.copyOf(warnings);
    }

    /** Returns whether each replica is a process. */
    public boolean hasProcesses() {
        return kind == ReplicaKind.PROCESSES;
    }
}
