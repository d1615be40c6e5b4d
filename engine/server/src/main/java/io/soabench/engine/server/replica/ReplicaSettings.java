package io.soabench.engine.server.replica;

import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of the division into replicas. Immutable. The machine decides a setting that has no value.
 *
 * @param count the number of replicas; {@link #AUTO} for as many as the machine suggests
 * @param kind threads or processes; absent: processes if there are several replicas and the machine has several NUMA
 *     nodes, threads otherwise
 * @param binding the places of the threads of a pool, within the processors of their replica
 * @param memory the places of the replicas and of their memory
 * @param totals the limits of all replicas together
 * @param livenessTimeout the time without an answer after which a process is ended and started again; at least a second
 */
public record ReplicaSettings(
        int count,
        Optional<ReplicaKind> kind,
        BindingPolicy binding,
        ReplicaPolicy memory,
        Totals totals,
        Duration livenessTimeout) {
    /** The number of replicas that the machine suggests. */
    public static final int AUTO = 0;

    /** The largest number of replicas. More are a mistake, since each has threads and a heap of its own. */
    public static final int MOST_REPLICAS = 1_024;

    /** The smallest time limit. Replicas are probed once a second, so a shorter limit has no effect. */
    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);

    /** The defaults: one replica, whose threads run at the choice of the operating system. */
    public static final ReplicaSettings DEFAULT = new ReplicaSettings(
            1, Optional.empty(), BindingPolicy.DEFAULT, ReplicaPolicy.DEFAULT, Totals.CONSTANT, Duration.ofSeconds(30));

    /** Checks the count. */
    public ReplicaSettings {
        if (count != AUTO && (count < 1 || count > MOST_REPLICAS)) {
            throw new IllegalArgumentException(
                    "replicas=" + count + " is not from 1 to " + MOST_REPLICAS + "; use one, or auto");
        }
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(binding, "binding");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(totals, "totals");
        if (livenessTimeout.compareTo(LEAST_TIMEOUT) < 0) {
            throw new IllegalArgumentException("replica-patience=" + livenessTimeout.toMillis() + " ms is below "
                    + LEAST_TIMEOUT.toMillis() + "; raise it");
        }
    }

    /** Returns the same settings with another number of replicas of a kind. */
    public ReplicaSettings with(int replicas, ReplicaKind wished) {
        return new ReplicaSettings(replicas, Optional.of(wished), binding, memory, totals, livenessTimeout);
    }

    /** Returns the same settings with other policies. */
    public ReplicaSettings with(BindingPolicy threads, ReplicaPolicy replicas) {
        return new ReplicaSettings(count, kind, threads, replicas, totals, livenessTimeout);
    }

    /** Returns whether the plan depends on the machine, so that a survey is needed. */
    boolean dependsOnMachine() {
        return count == AUTO
                || binding != BindingPolicy.DEFAULT
                || memory != ReplicaPolicy.DEFAULT
                || (count > 1 && kind.isEmpty());
    }

    @Override
    public String toString() {
        return "[count=" + (count == AUTO ? "auto" : count)
                + ", kind=" + kind.map(ReplicaKind::text).orElse("auto")
                + ", binding=" + binding.text()
                + ", memory=" + memory.text()
                + ", totals=" + totals.text()
                + ", patience=" + livenessTimeout
                + "]";
    }
}
