package io.soabench.engine.overseer.memory;

import java.util.Locale;

/** The order in which the bytes of an array are visited. Source: P13 §5.1. */
public enum AccessPattern {
    /** Linear order: the bytes of a cache line follow each other. */
    LINEAR,
    /** Random order without adjacent places one after the other: the worst case of a prefetcher. */
    RANDOM;

    /** Returns the printed name. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
