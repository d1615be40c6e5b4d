package io.soabench.engine.overseer.thread;

import io.soabench.engine.overseer.topology.IdSet;
import java.util.Objects;

/**
 * The NUMA nodes of memory that is touched first. Source: set_mempolicy(2), P13 §4.5.2 "Affinity and Scheduling".
 *
 * @param mode how the nodes are meant
 * @param nodes those meant; empty for the modes that name none
 */
public record MemoryPolicy(Mode mode, IdSet nodes) {

    /** How nodes are meant. */
    public enum Mode {
        /** What the process, or the system, does without a policy of the thread: usually {@link #LOCAL}. */
        DEFAULT(0, false),
        /** The named node while it has memory, then others. */
        PREFERRED(1, true),
        /** The named nodes and no other: without memory there the program fails. */
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

    /** As without a policy. */
    public static MemoryPolicy byDefault() {
        return new MemoryPolicy(Mode.DEFAULT, IdSet.none());
    }

    /** Where the thread is when it touches a page first. */
    public static MemoryPolicy local() {
        return new MemoryPolicy(Mode.LOCAL, IdSet.none());
    }

    /** These nodes and no other. */
    public static MemoryPolicy bind(IdSet nodes) {
        return new MemoryPolicy(Mode.BIND, nodes);
    }

    /** This node while it has memory. */
    public static MemoryPolicy preferred(int node) {
        return new MemoryPolicy(Mode.PREFERRED, IdSet.of(node));
    }

    /** These nodes in turn. */
    public static MemoryPolicy interleave(IdSet nodes) {
        return new MemoryPolicy(Mode.INTERLEAVE, nodes);
    }
}
