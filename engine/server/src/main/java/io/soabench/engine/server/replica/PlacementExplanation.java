package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.command.Bytes;
import io.soabench.engine.overseer.command.TopologyPicture;
import io.soabench.engine.overseer.topology.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The text that {@code --explain} prints: the reasons of a plan, each replica with its threads and memory, and a
 * picture of the machine. No state.
 */
public final class PlacementExplanation {
    private static final int WIDTH = 100;

    private PlacementExplanation() {}

    /** Returns the text; each line ends with a line feed. */
    public static String of(EnginePlan plan) {
        List<String> lines = new ArrayList<>(plan.reasons());
        plan.warnings().forEach(warning -> lines.add("Note: " + warning));
        lines.add("");
        for (ReplicaPlan replica : plan.replicas()) {
            lines.add("replica " + replica.id() + ": " + where(replica.processors()) + "; memory "
                    + (replica.nodes().isEmpty() ? "as the operating system decides" : "of node " + replica.nodes())
                    + "; heap " + Bytes.text(plan.heapBytes()) + (plan.hasProcesses() ? "" : " (shared)"));
            new TreeMap<>(replica.pools()).forEach((role, threads) -> {
                for (int i = 0; i < threads.size(); i++) {
                    lines.add("  " + role + "-" + (i + 1) + ": " + where(replica.processors(role, i)));
                }
            });
        }
        plan.topology().ifPresent(topology -> {
            lines.add("");
            lines.add(TopologyPicture.of(topology, WIDTH).stripTrailing());
        });
        return String.join("\n", lines) + "\n";
    }

    private static String where(IdSet processors) {
        return processors.isEmpty() ? "any processor" : ReplicaTexts.processors(processors);
    }
}
