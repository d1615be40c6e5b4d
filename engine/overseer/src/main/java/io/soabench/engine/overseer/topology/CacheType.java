package io.soabench.engine.overseer.topology;

/** The content of a cache. */
public enum CacheType {
    /** Data only. */
    DATA("data", "d"),
    /** Instructions only. */
    INSTRUCTION("instruction", "i"),
    /** Data and instructions. */
    UNIFIED("unified", "");

    private final String text;
    private final String suffix;

    CacheType(String text, String suffix) {
        this.text = text;
        this.suffix = suffix;
    }

    /** Returns the printed name. */
    public String text() {
        return text;
    }

    /** Returns the letter behind the level in the names of caches: {@code d} in {@code L1d}, nothing in {@code L2}. */
    public String suffix() {
        return suffix;
    }

    /** Returns whether the cache holds data that one thread writes and another one reads. */
    public boolean holdsData() {
        return this != INSTRUCTION;
    }
}
