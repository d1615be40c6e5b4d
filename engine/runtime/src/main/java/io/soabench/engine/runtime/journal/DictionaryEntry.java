package io.soabench.engine.runtime.journal;

import java.util.Arrays;

/**
 * An entry of the dictionary: bytes that many records have in common, such as the name of an element. A batch has each entry once, and its records refer to it.
 *
 * <p>Immutable: the bytes belong to the entry. It has an order, so that tables stay fast if strangers choose bytes with equal hashes.
 */
public final class DictionaryEntry implements Comparable<DictionaryEntry> {
    private final byte[] bytes;
    private final int hash;

    private DictionaryEntry(byte[] bytes) {
        this.bytes = bytes;
        hash = Arrays.hashCode(bytes);
    }

    /** Returns an entry with these bytes, which nobody changes afterwards. */
    public static DictionaryEntry of(byte[] bytes) {
        return new DictionaryEntry(bytes);
    }

    /** Returns the bytes, which nobody changes. */
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
