package io.soabench.engine.runtime.journal;

import java.util.List;
import java.util.Objects;

/**
 * A record of a journal, which does not look at its meaning.
 *
 * <p>Immutable: the payload belongs to the record, and nobody changes it.
 */
public final class JournalRecord {
    /** The most entries of the dictionary that one record refers to. */
    public static final int MOST_ENTRIES = 0xFFFF;

    private final byte type;
    private final long instance;
    private final long sequence;
    private final List<DictionaryEntry> dictionary;
    private final byte[] payload;

    /**
     * Makes a record.
     *
     * @param dictionary the entries that the payload refers to by their places in this list
     * @throws IllegalArgumentException if there are more entries than {@link #MOST_ENTRIES}
     */
    public JournalRecord(byte type, long instance, long sequence, List<DictionaryEntry> dictionary, byte[] payload) {
        if (dictionary.size() > MOST_ENTRIES) {
            throw new IllegalArgumentException("a record refers to at most " + MOST_ENTRIES
                    + " entries of the dictionary, but this one to " + dictionary.size());
        }
        this.type = type;
        this.instance = instance;
        this.sequence = sequence;
        this.dictionary = List.copyOf(dictionary);
        this.payload = Objects.requireNonNull(payload, "payload");
    }

    /** Makes a record without a dictionary. */
    public JournalRecord(byte type, long instance, long sequence, byte[] payload) {
        this(type, instance, sequence, List.of(), payload);
    }

    /** Returns the type. */
    public byte type() {
        return type;
    }

    /** Returns the instance. */
    public long instance() {
        return instance;
    }

    /** Returns the sequence number. */
    public long sequence() {
        return sequence;
    }

    /** Returns the entries that the payload refers to by their places in this list. */
    public List<DictionaryEntry> dictionary() {
        return dictionary;
    }

    /** Returns the bytes, which nobody changes. */
    public byte[] payload() {
        return payload;
    }

    /** Returns the bytes that the record takes in a batch without its entries of the dictionary. */
    public int ownBytes() {
        return Batch.RECORD_HEADER + Short.BYTES * dictionary.size() + payload.length;
    }

    /** Returns the bytes that the record takes in a batch of its own; at most {@link Integer#MAX_VALUE}. */
    public int bytes() {
        long sum = ownBytes();
        for (DictionaryEntry entry : dictionary) {
            sum += BatchBody.bytes(entry);
        }
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }
}
