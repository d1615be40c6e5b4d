package io.soabench.plan;

import java.util.List;

/**
 * A workload.
 *
 * @param kind closed (clients with think times) or open (arrivals)
 * @param clients simulated clients of a closed workload, of all client hosts together, the most that are there at once;
 *     0 for an open one
 * @param ratePerSecond mean arrivals of an open workload; 0 for a closed one
 * @param description think time or arrivals in words for the report
 * @param stages of the measurement, where the model lets the load change over time; else empty. They follow each other
 *     without a gap, over the longest measurement
 * @param processes process that gets each chunk, by the chunk's name in traces, if the workload names its processes;
 *     empty if it leaves this to its cases
 * @param chunks names of the messages by index, as traces have them; those of records contain the name of their class.
 *     Empty when they are not known
 * @param connections of its clients, {@code null} where they are kept, see {@link #connected}
 * @param batch number of instances that each request starts as a batch, with the partners inside the engine;
 *     {@code null} where a request goes to the process itself
 */
public record WorkloadPlan(
        String name,
        Load kind,
        int clients,
        double ratePerSecond,
        String description,
        List<StagePlan> stages,
        List<String> processes,
        List<String> chunks,
        ConnectionPlan connections,
        Integer batch) {

    public WorkloadPlan {
        stages = stages == null ? List.of() : List.copyOf(stages);
        processes = processes == null ? List.of() : List.copyOf(processes);
        chunks = chunks == null ? List.of() : List.copyOf(chunks);
        connections = ConnectionPlan.KEPT.equals(connections) ? null : connections;
    }

    /** Creates a workload whose requests go to processes themselves. */
    public WorkloadPlan(
            String name,
            Load kind,
            int clients,
            double ratePerSecond,
            String description,
            List<StagePlan> stages,
            List<String> processes,
            List<String> chunks,
            ConnectionPlan connections) {
        this(name, kind, clients, ratePerSecond, description, stages, processes, chunks, connections, null);
    }

    /** Returns a workload whose load does not change over time, and that leaves to its cases the processes that its clients call. */
    public static WorkloadPlan constant(String name, Load kind, int clients, double ratePerSecond, String description) {
        return new WorkloadPlan(name, kind, clients, ratePerSecond, description, List.of(), List.of(), List.of(), null);
    }

    /** Returns a copy that names the called process of each chunk. */
    public WorkloadPlan withProcesses(List<String> others) {
        return new WorkloadPlan(
                name, kind, clients, ratePerSecond, description, stages, others, chunks, connections, batch);
    }

    /** Returns a copy that sends these chunks. */
    public WorkloadPlan withChunks(List<String> others) {
        return new WorkloadPlan(
                name, kind, clients, ratePerSecond, description, stages, processes, others, connections, batch);
    }

    /** Returns a copy with other stages. */
    public WorkloadPlan withStages(List<StagePlan> others) {
        return new WorkloadPlan(
                name, kind, clients, ratePerSecond, description, others, processes, chunks, connections, batch);
    }

    /** Returns a copy with other connections. */
    public WorkloadPlan withConnections(ConnectionPlan others) {
        return new WorkloadPlan(
                name, kind, clients, ratePerSecond, description, stages, processes, chunks, others, batch);
    }

    /** Returns a copy whose requests start that many instances each. */
    public WorkloadPlan withBatch(int instances) {
        return new WorkloadPlan(
                name, kind, clients, ratePerSecond, description, stages, processes, chunks, connections, instances);
    }

    /** Returns whether its requests are orders of batches. */
    public boolean ordersBatches() {
        return batch != null;
    }

    /** Returns the connections of its clients. */
    public ConnectionPlan connected() {
        return connections == null ? ConnectionPlan.KEPT : connections;
    }

    /** The kinds of load (B10 §3.3). */
    public enum Load {
        CLOSED,
        OPEN
    }
}
