package io.soabench.model;

import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.Workload;
import java.util.Optional;

/** The connections of the clients of a workload, as the model sets them in any place. */
public final class WorkloadConnections {

    private WorkloadConnections() {}

    /** Returns the connections that a workload sets, beside its named classes or in the one without a name; empty: they are kept. */
    public static Optional<Connections> of(Workload workload) {
        return Optional.ofNullable(workload.getConnections()).or(() -> workload.getClasses().stream()
                .filter(clients -> clients.getName() == null)
                .findFirst()
                .map(clients -> clients.getConnections()));
    }

    /** Returns the words of a model: {@code kept}, {@code new}, or {@code at most 5}. */
    public static String words(Connections connections) {
        return connections.isEach()
                ? "new"
                : connections.getMost() == null ? "kept" : "at most " + connections.getMost();
    }
}
