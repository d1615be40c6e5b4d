package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The truth about a journal: what was appended, what was reported durable, and what may be forgotten. */
final class Ledger {

    static final class Entry {
        final JournalRecord record;
        long segment;
        boolean durable;
        boolean failed;

        Entry(JournalRecord record) {
            this.record = record;
        }

        long sequence() {
            return record.sequence();
        }

        boolean isSame(Entry other) {
            return record.type() == other.record.type()
                    && record.instance() == other.record.instance()
                    && record.sequence() == other.record.sequence()
                    && record.dictionary().equals(other.record.dictionary())
                    && Arrays.equals(record.payload(), other.record.payload());
        }

        @Override
        public String toString() {
            return sequence() + (durable ? "d" : "") + "@" + segment;
        }
    }

    private List<Entry> entries = new ArrayList<>();
    private List<Entry> read = new ArrayList<>();
    private long next;
    private long released;
    private long forgotten;

    /** Appends a random record. */
    Entry append(Journal journal, Random random, int mostPayload) {
        int room = Math.min(mostPayload, journal.mostPayload());
        List<DictionaryEntry> dictionary = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0 && room > 300; count--) {
            byte[] bytes = new byte[random.nextInt(90)];
            Arrays.fill(bytes, (byte) random.nextInt(3));
            dictionary.add(DictionaryEntry.of(bytes));
        }
        byte[] payload = new byte[random.nextInt(room - 96 * dictionary.size() + 1)];
        random.nextBytes(payload);
        byte type = (byte) random.nextInt(256);
        return append(journal, new JournalRecord(type, random.nextLong(), next++, dictionary, payload));
    }

    /** Appends a record of so many equal bytes. */
    Entry append(Journal journal, int bytes, byte content) {
        byte[] payload = new byte[bytes];
        Arrays.fill(payload, content);
        return append(journal, new JournalRecord(content, content, next++, payload));
    }

    private Entry append(Journal journal, JournalRecord record) {
        Entry entry = new Entry(record);
        entries.add(entry);
        journal.append(record, new DurabilityListener() {
            @Override
            public void durable(long segment) {
                check(!entry.durable && !entry.failed, "two outcomes of " + entry);
                entry.durable = true;
                entry.segment = segment;
            }

            @Override
            public void failed(IOException cause) {
                check(!entry.durable && !entry.failed, "two outcomes of " + entry);
                entry.failed = true;
            }
        });
        return entry;
    }

    void release(Journal journal, long segment) {
        released = Math.max(released, segment);
        journal.release(segment);
    }

    /** Takes note of what the journal has given up durably: it must not come back. */
    void settle(Journal journal) {
        forgotten = journal.firstNeededSegment();
    }

    List<Entry> entries() {
        return entries;
    }

    /** Takes what a reader hands out, for {@link #verify}. */
    RecordHandler reading() {
        read = new ArrayList<>();
        return (segment, record) -> {
            Entry entry = new Entry(record);
            entry.segment = segment;
            entry.durable = true;
            read.add(entry);
        };
    }

    /** Checks what was read: a row of what was appended, with all that was durable and is still needed. It is durable from now on. */
    void verify() {
        int start = 0;
        if (!read.isEmpty()) {
            while (start < entries.size()
                    && entries.get(start).sequence() != read.get(0).sequence()) {
                start++;
            }
        } else {
            start = entries.stream().anyMatch(entry -> entry.durable && entry.segment >= released) ? entries.size() : 0;
            check(start == 0, "all is lost: " + entries);
        }
        for (Entry missing : entries.subList(0, start)) {
            check(missing.durable && missing.segment < released, "lost: " + missing + " of " + entries + " by " + read);
        }
        for (Entry entry : read) {
            check(entry.segment >= forgotten, "came back: " + entry + ", released below " + forgotten);
        }
        for (int i = 0; i < read.size(); i++) {
            check(start + i < entries.size(), "invented: " + read.get(i));
            check(entries.get(start + i).isSame(read.get(i)), "not in order: " + read + " of " + entries);
        }
        if (!read.isEmpty()) {
            for (Entry missing : entries.subList(start + read.size(), entries.size())) {
                check(!missing.durable, "lost: " + missing + " of " + entries + " by " + read);
            }
        }
        entries = read;
        read = new ArrayList<>();
    }

    static void check(boolean holds, String message) {
        if (!holds) {
            throw new Violation(message);
        }
    }

    /** A broken promise of the journal. */
    static final class Violation extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        Violation(String message) {
            super(message);
        }
    }
}
