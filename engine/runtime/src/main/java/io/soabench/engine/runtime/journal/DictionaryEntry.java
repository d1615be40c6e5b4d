package io.soabench.engine.runtime.journal;

import java.util.Arrays;

/**
 * An entry of a dictionary: bytes that many records have in common, such as the name of an element. A batch contains
 * each entry once, and its records refer to it.
 *
 * <p>Immutable; the bytes belong to the entry. Entries have an order, so that hash tables stay fast when a client
 * chooses bytes with equal hash codes.
 */
public final class DictionaryEntry implements Comparable<DictionaryEntry> {
    private final byte[] bytes;
    private final int hash;

    private DictionaryEntry(byte[] bytes) {
        this.bytes = bytes;
        hash = Arrays.hashCode(bytes);
    }

    /** Returns an entry with these bytes, which the caller must not change afterwards. */
    public static DictionaryEntry of(byte[] bytes) {
        return new DictionaryEntry(bytes);
    }

    /** Returns the bytes, which callers must not change. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int compareTo(DictionaryEntry other) {
        return Arrays.compare(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof DictionaryEntry that && hash == that.hash && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "DictionaryEntry" + Arrays.toString(bytes);
    }
}
