package io.soabench.engine.server;

import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The command line options for the division of an engine into replicas. */
final class ReplicaOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--replicas",
            paramLabel = "N|auto",
            description =
                    "Replicas of the engine behind one port, each with stages of its own; auto: one a NUMA node, or"
                            + " a shared cache (default: 1).")
    private String replicas = "1";

    @Option(
            names = "--replica-kind",
            paramLabel = "KIND",
            description = "threads: of one process; processes: each with a heap of its own; auto: processes where there"
                    + " are several on several NUMA nodes, else threads (default: auto).")
    private String replicaKind = AUTO;

    @Option(
            names = "--binding",
            paramLabel = "POLICY",
            description = "Where the threads of a pool run: default (anywhere), per-cpu, per-core or interleaved"
                    + " (default: default).")
    private String binding = BindingPolicy.DEFAULT.text();

    @Option(
            names = "--memory",
            paramLabel = "POLICY",
            description = "Where replicas run and take memory: default (anywhere), local (a NUMA node each), shared (a"
                    + " cache each) or non-shared (default: default).")
    private String memory = ReplicaPolicy.DEFAULT.text();

    @Option(
            names = "--totals",
            paramLabel = "KIND",
            description = "constant: replicas divide threads, heap and limits of one; grown: each has as much as one"
                    + " (default: constant).")
    private Totals totals = Totals.CONSTANT;

    @Option(
            names = "--replica-patience",
            paramLabel = "MS",
            description =
                    "Time that a replica which is a process may answer nothing before it is ended and started again, in"
                            + " milliseconds (default: ${DEFAULT-VALUE}).")
    private long patienceMs = ReplicaSettings.DEFAULT.livenessTimeout().toMillis();

    /**
     * Returns the settings given by the options.
     *
     * @throws IllegalArgumentException with a sentence, if a value is out of its range
     */
    ReplicaSettings settings() {
        int count = ReplicaSettings.AUTO;
        if (!replicas.equalsIgnoreCase(AUTO)) {
            try {
                count = Integer.parseInt(replicas);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("replicas=" + replicas + " is no number; use one, or auto", e);
            }
            if (count < 1) {
                throw new IllegalArgumentException("replicas=" + replicas + " is below 1; raise it, or use auto");
            }
        }
        return new ReplicaSettings(
                count,
                replicaKind.equalsIgnoreCase(AUTO)
                        ? Optional.empty()
                        : Optional.of(word("replica-kind", replicaKind, ReplicaKind.values(), ReplicaKind::text)),
                word("binding", binding, BindingPolicy.values(), BindingPolicy::text),
                word("memory", memory, ReplicaPolicy.values(), ReplicaPolicy::text),
                totals,
                Duration.ofMillis(patienceMs));
    }

    private static <T> T word(String option, String said, T[] all, Function<T, String> text) {
        for (T one : all) {
            if (text.apply(one).equalsIgnoreCase(said)) {
                return one;
            }
        }
        throw new IllegalArgumentException(option + "=" + said + " is unknown; use one of "
                + Arrays.stream(all).map(text).collect(Collectors.joining(", ")));
    }
}
