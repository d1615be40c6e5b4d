package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.topology.Topology;
import java.util.List;
import java.util.Optional;

/**
 * The division of an engine into replicas, with its reasons. Immutable.
 *
 * @param kind threads or processes
 * @param replicas the plans of the replicas, at least one, by number
 * @param heapBytes the Java heap of each process in bytes
 * @param totals the rule for limits: divided, or the same for each replica
 * @param topology the topology of the machine; absent if it was not needed
 * @param reasons the reasons for the division, from the machine to the result, one sentence each
 * @param warnings the settings that cannot be met, one sentence each
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
