package io.soabench.engine.server.replica;

import java.util.Locale;

/**
 * The kinds of replicas for the operating system. Source: P13, section 3, "replicated OS processes, each one
 * independent from the others".
 */
public enum ReplicaKind {
    /** Threads of one Java virtual machine, with one heap and one collector. */
    THREADS,
    /** A process with a heap and a collector of its own. */
    PROCESSES;

    /** Returns the name in options. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
