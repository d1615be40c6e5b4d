package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of a batch after its header: a dictionary, then the records. Each batch has its own dictionary, so it can
 * be read without other batches.
 *
 * <p>A body is used for one batch after the other, so that a batch leaves no garbage. It remembers entries of earlier
 * batches, up to a limit.
 *
 * <p>Threading: one thread.
 */
final class BatchBody {
    /** The limit of remembered entries, in bytes: clients choose names. */
    static final int MOST_BYTES = 1 << 20;

    private static final int START_REFERENCES = 64;

    /** The bytes of memory of a remembered entry, besides its own. */
    private static final int BYTES_OF_PLACE = 100;

    private final Map<DictionaryEntry, Place> places = new HashMap<>();
    private final List<DictionaryEntry> dictionary = new ArrayList<>();
    private final List<JournalRecord> records = new ArrayList<>();

    /** The numbers of entries in the dictionary, for all references of all records. */
    private short[] references = new short[START_REFERENCES];

    private int referenceCount;
    private long knownBytes;
    private long room;
    private long bytes;
    private long round;

    /** The number of an entry in the dictionary of the batch of a round. */
    private static final class Place {
        private long round;
        private int number;
    }

    /**
     * Begins the body of another batch, which is empty.
     *
     * @param most the bytes that it may take
     */
    void begin(long most) {
        records.clear();
        dictionary.clear();
        referenceCount = 0;
        bytes = 0;
        room = most;
        round++;
        if (knownBytes > MOST_BYTES) {
            places.clear();
            knownBytes = 0;
        }
    }

    /** Returns the size of an entry of the dictionary in bytes. */
    static int bytes(DictionaryEntry entry) {
        return Integer.BYTES + entry.bytes().length;
    }

    /** Adds a record; returns false when it does not fit. */
    boolean add(JournalRecord record) {
        long longer = bytes + record.ownBytes();
        int known = dictionary.size();
        int knownReferences = referenceCount;
        List<DictionaryEntry> entries = record.dictionary();
        for (int i = 0; i < entries.size(); i++) {
            DictionaryEntry entry = entries.get(i);
            Place place = place(entry);
            if (place.round != round) {
                place.round = round;
                place.number = dictionary.size();
                dictionary.add(entry);
                longer += bytes(entry);
            }
            refer(place.number);
        }
        if (longer > room || dictionary.size() > JournalRecord.MOST_ENTRIES) {
            referenceCount = knownReferences;
            while (dictionary.size() > known) {
                place(dictionary.remove(dictionary.size() - 1)).round = 0;
            }
            return false;
        }
        bytes = longer;
        records.add(record);
        return true;
    }

    private Place place(DictionaryEntry entry) {
        Place place = places.get(entry);
        if (place == null) {
            place = new Place();
            places.put(entry, place);
            knownBytes += BYTES_OF_PLACE + entry.bytes().length;
        }
        return place;
    }

    private void refer(int number) {
        if (referenceCount == references.length) {
            references = Arrays.copyOf(references, 2 * referenceCount);
        }
        references[referenceCount++] = (short) number;
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
        int reference = 0;
        for (JournalRecord record : records) {
            byte[] payload = record.payload();
            target.putInt(payload.length)
                    .put(record.type())
                    .putLong(record.instance())
                    .putLong(record.sequence())
                    .putShort((short) record.dictionary().size());
            for (int last = reference + record.dictionary().size(); reference < last; reference++) {
                target.putShort(references[reference]);
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
