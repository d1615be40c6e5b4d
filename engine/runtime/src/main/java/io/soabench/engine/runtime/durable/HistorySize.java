package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.record.RecordType;
import java.util.List;

/**
 * The size of the records of one instance since its last snapshot, by which a snapshot is due.
 *
 * <p>A snapshot is due when there are many records or bytes, and at least twice the bytes of the last snapshot. A
 * snapshot that takes more than half of the bytes of these records is refused. So snapshots add at most a half to the
 * bytes that an instance writes. After a refusal, the next snapshot is due when the records have twice their bytes; so
 * a state that grows with its history is encoded rarely.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class HistorySize {
    /** The bytes that are many, for each record of the bound. Records of small messages have some 200 bytes. */
    static final int BYTES_PER_RECORD = 1024;

    /**
     * The number of records before which bytes do not count. An instance with a few long messages ends soon, and its
     * state has these messages, too.
     */
    static final int LEAST_RECORDS = 16;

    private final int most;
    private int records;
    private long bytes;

    /** The least number of bytes for the next snapshot. */
    private long least;

    private boolean due;

    /**
     * Creates the size of a history without records.
     *
     * @param most the number of records, and of KiB, from which on a snapshot is due; 0 for no snapshots
     */
    HistorySize(int most) {
        this.most = most;
    }

    /**
     * Returns the size of the history of a recovered instance. A snapshot is due after its next record at the earliest,
     * so that a start of the engine writes none.
     *
     * @param history the records; the first may be a snapshot
     */
    static HistorySize of(int most, List<JournalRecord> history) {
        HistorySize size = new HistorySize(most);
        for (JournalRecord record : history) {
            if (record.type() == RecordType.SNAPSHOT.number()) {
                size.replacedBy(record.ownBytes());
            } else {
                size.records++;
                size.bytes += record.ownBytes();
            }
        }
        return size;
    }

    /** Counts a record. */
    void add(long more) {
        records++;
        bytes += more;
        due = most > 0 && isLong() && bytes >= least;
    }

    private boolean isLong() {
        return records >= most || (records >= LEAST_RECORDS && bytes >= (long) most * BYTES_PER_RECORD);
    }

    /** Returns whether a snapshot is due. */
    boolean isDue() {
        return due;
    }

    /** Returns whether a snapshot of a number of bytes takes at most half of those of the records that it replaces. */
    boolean isWorth(long snapshot) {
        return 2 * snapshot <= bytes;
    }

    /** Notes that no snapshot was written, which would have had a number of bytes. */
    void refuse(long snapshot) {
        due = false;
        least = 2 * Math.max(snapshot, bytes);
    }

    /** Notes that a snapshot of a number of bytes was written. */
    void replacedBy(long snapshot) {
        due = false;
        records = 0;
        bytes = 0;
        least = 2 * snapshot;
    }

    /** Returns the number of records since the last snapshot. */
    int records() {
        return records;
    }
}
