package io.soabench.analyzer.folder;

/** A map from number to index: open addressing, linear probing, at most half full. */
final class LongIndex {

    private final long[] keys;
    private final int[] values;
    private final int mask;

    LongIndex(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, Math.min(expected, 1 << 28) * 2 - 1)) << 1;
        keys = new long[capacity];
        values = new int[capacity];
        mask = capacity - 1;
    }

    /** Adds the pair unless the key exists, and returns whether it was added. */
    boolean add(long key, int index) {
        int slot = slot(key);
        while (values[slot] != 0) {
            if (keys[slot] == key) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        values[slot] = index + 1;
        return true;
    }

    /** Returns the index of the key, or -1. */
    int of(long key) {
        int slot = slot(key);
        while (values[slot] != 0) {
            if (keys[slot] == key) {
                return values[slot] - 1;
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    private int slot(long key) {
        long h = key * 0x9e3779b97f4a7c15L;
        return (int) (h >>> 32) & mask;
    }
}
