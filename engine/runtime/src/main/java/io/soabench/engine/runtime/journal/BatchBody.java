package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of a batch after its header: a dictionary, then the records. Each batch has its own dictionary, so it can
 * be read without other batches.
 *
 * <p>Threading: one thread.
 */
final class BatchBody {
    private final long room;
    private final Map<DictionaryEntry, Integer> places = new HashMap<>();
    private final List<DictionaryEntry> dictionary = new ArrayList<>();
    private final List<JournalRecord> records = new ArrayList<>();
    private long bytes;

    /**
     * Creates an empty body.
     *
     * @param room the bytes that it may take
     */
    BatchBody(long room) {
        this.room = room;
    }

    /** Returns the size of an entry of the dictionary in bytes. */
    static int bytes(DictionaryEntry entry) {
        return Integer.BYTES + entry.bytes().length;
    }

    /** Adds a record; returns false when it does not fit. */
    boolean add(JournalRecord record) {
        long longer = bytes + record.ownBytes();
        int known = dictionary.size();
        for (DictionaryEntry entry : record.dictionary()) {
            if (places.putIfAbsent(entry, dictionary.size()) == null) {
                dictionary.add(entry);
                longer += bytes(entry);
            }
        }
        if (longer > room || dictionary.size() > JournalRecord.MOST_ENTRIES) {
            while (dictionary.size() > known) {
                places.remove(dictionary.remove(dictionary.size() - 1));
            }
            return false;
        }
        bytes = longer;
        records.add(record);
        return true;
    }

    /** Returns the size in bytes. */
    int bytes() {
        return (int) bytes;
    }

    /** Returns the number of records. */
    int records() {
        return records.size();
    }

    /** Returns the number of entries of the dictionary. */
    int entries() {
        return dictionary.size();
    }

    /** Writes the dictionary and the records. */
    void write(ByteBuffer target) {
        for (DictionaryEntry entry : dictionary) {
            target.putInt(entry.bytes().length).put(entry.bytes());
        }
        for (JournalRecord record : records) {
            byte[] payload = record.payload();
            target.putInt(payload.length)
                    .put(record.type())
                    .putLong(record.instance())
                    .putLong(record.sequence())
                    .putShort((short) record.dictionary().size());
            for (DictionaryEntry entry : record.dictionary()) {
                target.putShort(places.get(entry).shortValue());
            }
            target.put(payload);
        }
    }

    /**
     * Hands out the records in the remaining bytes of a buffer, up to the first one that is not well-formed.
     *
     * @param entries the number of entries of the dictionary
     * @param records the number of records
     * @return whether the bytes are exactly these entries and records
     */
    static boolean read(ByteBuffer source, int entries, int records, long segment, RecordHandler handler) {
        List<DictionaryEntry> dictionary = new ArrayList<>();
        for (int entry = 0; entry < entries; entry++) {
            byte[] bytes = source.remaining() < Integer.BYTES ? null : bytes(source, source.getInt());
            if (bytes == null) {
                return false;
            }
            dictionary.add(DictionaryEntry.of(bytes));
        }
        for (int record = 0; record < records; record++) {
            JournalRecord read = source.remaining() < Batch.RECORD_HEADER ? null : record(source, dictionary);
            if (read == null) {
                return false;
            }
            handler.record(segment, read);
        }
        return !source.hasRemaining();
    }

    private static JournalRecord record(ByteBuffer source, List<DictionaryEntry> dictionary) {
        int length = source.getInt();
        byte type = source.get();
        long instance = source.getLong();
        long sequence = source.getLong();
        int count = Short.toUnsignedInt(source.getShort());
        if (count > source.remaining() / Short.BYTES) {
            return null;
        }
        List<DictionaryEntry> own = new ArrayList<>(count);
        for (int reference = 0; reference < count; reference++) {
            int place = Short.toUnsignedInt(source.getShort());
            if (place >= dictionary.size()) {
                return null;
            }
            own.add(dictionary.get(place));
        }
        byte[] payload = bytes(source, length);
        return payload == null ? null : new JournalRecord(type, instance, sequence, own, payload);
    }

    private static byte[] bytes(ByteBuffer source, int length) {
        if (length < 0 || length > source.remaining()) {
            return null;
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }
}
