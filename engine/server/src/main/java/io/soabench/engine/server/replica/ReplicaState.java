package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.Topology;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The current place of a replica, as the operating system reports it. Immutable.
 *
 * @param id its number, from 1
 * @param pid the number of its process
 * @param processors all processors that its threads may run on
 * @param node the NUMA node of all these processors; absent if they are of several nodes, or unknown
 * @param threads the threads of its stages
 */
public record ReplicaState(
        int id, long pid, IdSet processors, Optional<Integer> node, List<ReplicaThreads.Running> threads) {
    /** Copies the list. */
    public ReplicaState {
        threads = List.copyOf(threads);
    }

    /** Reads the state of a replica of this process from files of the operating system. */
    public static ReplicaState of(ReplicaPlan plan, ReplicaThreads threads) {
        long pid = ProcessHandle.current().pid();
        List<ReplicaThreads.Running> running = threads.threads();
        IdSet processors =
                running.stream().map(ReplicaThreads.Running::processors).reduce(IdSet.none(), IdSet::or);
        if (processors.isEmpty()) {
            processors = own(pid);
        }
        return new ReplicaState(plan.id(), pid, processors, node(processors), running);
    }

    private static IdSet own(long pid) {
        try {
            return Affinity.get((int) pid);
        } catch (NotAvailableException e) {
            return IdSet.none();
        }
    }

    private static Optional<Integer> node(IdSet processors) {
        if (processors.isEmpty()) {
            return Optional.empty();
        }
        try {
            Topology topology = Survey.ofThisMachine();
            return topology.nodes().stream()
                    .filter(node -> node.processors().containsAll(processors))
                    .map(NumaNode::id)
                    .findFirst();
        } catch (IOException e) {
            // Without the status, not even the processors are known.
            return Optional.empty();
        }
    }
}
