package io.soabench.engine.runtime.journal;

import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * The settings of a journal.
 *
 * @param segmentBytes the size of new segments, a multiple of 4096 and at least 8192
 * @param semantics a number that changes when the same records would lead to other steps; 0 when records are not
 *     replayed
 * @param clockNs a monotonic clock in nanoseconds, by which forces are timed
 */
public record JournalSettings(int segmentBytes, int semantics, LongSupplier clockNs) {
    /** The default size of a segment in bytes. Other sizes were not measured. */
    public static final int SEGMENT_BYTES = 64 << 20;

    /** The highest number for semantics. */
    public static final int MOST_SEMANTICS = Integer.MAX_VALUE >> 1;

    /** Rejects sizes that are not whole blocks, and semantics out of range. */
    public JournalSettings {
        Objects.requireNonNull(clockNs, "clockNs");
        if (segmentBytes < 2 * SegmentHeader.BLOCK || segmentBytes % SegmentHeader.BLOCK != 0) {
            throw new IllegalArgumentException(
                    "a segment has whole blocks of 4096 bytes, and at least two, but not " + segmentBytes + " bytes");
        }
        if (semantics < 0 || semantics > MOST_SEMANTICS) {
            throw new IllegalArgumentException(
                    "semantics have a number from 0 to " + MOST_SEMANTICS + ", but not " + semantics);
        }
    }

    /** Returns settings for records that are not replayed and for forces that are not timed. */
    public static JournalSettings ofSize(int segmentBytes) {
        return new JournalSettings(segmentBytes, 0, () -> 0);
    }
}
