package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.topology.IdSet;
import java.util.Objects;

/**
 * The NUMA nodes that give memory at the first touch. Source: set_mempolicy(2), P13 §4.5.2 "Affinity and Scheduling".
 *
 * @param mode how the nodes are meant
 * @param nodes the named nodes; empty for the modes that name none
 */
public record MemoryPolicy(Mode mode, IdSet nodes) {

    /** The meanings of the nodes of a policy. */
    public enum Mode {
        /** The behaviour of the process, or the system, without a policy of the thread: usually {@link #LOCAL}. */
        DEFAULT(0, false),
        /** The named node while it has memory, then others. */
        PREFERRED(1, true),
        /** The named nodes and no other: when they have no memory left, the program fails. */
        BIND(2, true),
        /** The named nodes page by page in turn. */
        INTERLEAVE(3, true),
        /** The node of the processor that touches the page first (Linux 3.8). */
        LOCAL(4, false);

        private final int number;
        private final boolean named;

        Mode(int number, boolean named) {
            this.number = number;
            this.named = named;
        }

        int number() {
            return number;
        }
    }

    public MemoryPolicy {
        Objects.requireNonNull(mode);
        if (mode.named == nodes.isEmpty()) {
            throw new IllegalArgumentException(
                    "memory policy " + mode + (mode.named ? " needs a node" : " names no nodes, here: " + nodes));
        }
        if (mode == Mode.PREFERRED && nodes.size() > 1) {
            throw new IllegalArgumentException("memory policy PREFERRED names one node, here: " + nodes);
        }
    }

    /** Returns the policy of a thread without one of its own. */
    public static MemoryPolicy byDefault() {
        return new MemoryPolicy(Mode.DEFAULT, IdSet.none());
    }

    /** Returns the policy to take memory of the node on which the thread runs when it first touches a page. */
    public static MemoryPolicy local() {
        return new MemoryPolicy(Mode.LOCAL, IdSet.none());
    }

    /** Returns the policy to take memory of these nodes and no other. */
    public static MemoryPolicy bind(IdSet nodes) {
        return new MemoryPolicy(Mode.BIND, nodes);
    }

    /** Returns the policy to take memory of this node while it has some. */
    public static MemoryPolicy preferred(int node) {
        return new MemoryPolicy(Mode.PREFERRED, IdSet.of(node));
    }

    /** Returns the policy to take memory of these nodes in turn. */
    public static MemoryPolicy interleave(IdSet nodes) {
        return new MemoryPolicy(Mode.INTERLEAVE, nodes);
    }
}
