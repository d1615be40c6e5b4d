package io.soabench.engine.overseer.memory;

import java.util.Locale;

/** The order in which the bytes of an array are visited. Source: P13 §5.1. */
public enum AccessPattern {
    /** One after the other, so that caches are filled before they are asked. */
    LINEAR,
    /** Shuffled, and never two neighbours one after the other: the worst case of a prefetcher. */
    RANDOM;

    /** Returns the printed name. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
