package io.soabench.engine.runtime.journal;

import java.util.List;
import java.util.Objects;

/**
 * A record of a journal. The journal does not interpret its bytes.
 *
 * <p>Immutable; the payload belongs to the record, and callers must not change it.
 */
public final class JournalRecord {
    /** The largest number of dictionary entries to which one record refers. */
    public static final int MOST_ENTRIES = 0xFFFF;

    private final byte type;
    private final long instance;
    private final long sequence;
    private final List<DictionaryEntry> dictionary;
    private final byte[] payload;

    /**
     * Creates a record.
     *
     * @param type a number for the type of the record
     * @param instance the number of the instance; 0 for none
     * @param sequence the number among the records of the instance
     * @param dictionary the entries to which the payload refers by their positions in this list
     * @param payload the bytes
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

    /** Creates a record without a dictionary. */
    public JournalRecord(byte type, long instance, long sequence, byte[] payload) {
        this(type, instance, sequence, List.of(), payload);
    }

    /** Returns the type. */
    public byte type() {
        return type;
    }

    /** Returns the number of the instance; 0 for none. */
    public long instance() {
        return instance;
    }

    /** Returns the sequence number. */
    public long sequence() {
        return sequence;
    }

    /** Returns the entries to which the payload refers by their positions in this list. */
    public List<DictionaryEntry> dictionary() {
        return dictionary;
    }

    /** Returns the bytes, which callers must not change. */
    public byte[] payload() {
        return payload;
    }

    /** Returns the bytes that the record takes in a batch, without the entries of its dictionary. */
    public int ownBytes() {
        return Batch.RECORD_HEADER + Short.BYTES * dictionary.size() + payload.length;
    }

    /** Returns the bytes that the record takes in a batch of its own, at most {@link Integer#MAX_VALUE}. */
    public int bytes() {
        long sum = ownBytes();
        for (int i = 0; i < dictionary.size(); i++) {
            sum += BatchBody.bytes(dictionary.get(i));
        }
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }
}
