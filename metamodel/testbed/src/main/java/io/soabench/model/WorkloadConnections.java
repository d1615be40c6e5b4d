package io.soabench.model;

import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.Workload;
import java.util.Optional;

/** The connections of the clients of a workload, wherever the model says what they are. */
public final class WorkloadConnections {

    private WorkloadConnections() {}

    /** What a workload says of its connections, beside its named classes or in the one without a name; empty: they are kept. */
    public static Optional<Connections> of(Workload workload) {
        return Optional.ofNullable(workload.getConnections()).or(() -> workload.getClasses().stream()
                .filter(clients -> clients.getName() == null)
                .findFirst()
                .map(clients -> clients.getConnections()));
    }

    /** In words, as a model says it: {@code kept}, {@code new}, or {@code at most 5}. */
    public static String words(Connections connections) {
        return connections.isEach()
                ? "new"
                : connections.getMost() == null ? "kept" : "at most " + connections.getMost();
    }
}
