package io.soabench.engine.server.replica;

import java.util.Locale;

/** The resources that several replicas take together. */
public enum Totals {
    /** Threads, memory and limits of one engine, divided among the replicas. Source: P13 §7.1. */
    CONSTANT,
    /** Each replica has as much as one alone. Source: P13 §7.4. */
    GROWN;

    /** Returns the name in options. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns one replica's share of a total: an equal part, the first ones one more, and at least one. */
    public int share(int total, int index, int of) {
        return this == GROWN ? total : Math.max(1, total / of + (index < total % of ? 1 : 0));
    }

    /** Returns a share like {@link #share(int, int, int)}, without remainder. */
    public long share(long total, int of) {
        return this == GROWN ? total : Math.max(1, total / of);
    }
}
