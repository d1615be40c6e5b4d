package io.soabench.engine.server.replica;

import java.util.Locale;

/** The rule for the resources of several replicas together. */
public enum Totals {
    /** The threads, memory and limits of one engine, divided among the replicas. Source: P13, section 7.1. */
    CONSTANT,
    /** The same threads, memory and limits for each replica as for a single one. Source: P13, section 7.4. */
    GROWN;

    /** Returns the name in options. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the share of one replica of a total: an equal part, at least one. The first replicas get the remainder,
     * one each.
     */
    public int share(int total, int index, int of) {
        return this == GROWN ? total : Math.max(1, total / of + (index < total % of ? 1 : 0));
    }

    /** Returns a share like {@link #share(int, int, int)}, without the remainder. */
    public long share(long total, int of) {
        return this == GROWN ? total : Math.max(1, total / of);
    }
}
