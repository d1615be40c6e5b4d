package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;

/**
 * The header of a batch with its position in a file. Immutable.
 *
 * @param file the number of the file
 * @param position the position in the file, in bytes
 * @param length the bytes of the batch without padding, the header included
 * @param number its number, which no other batch of the journal has
 * @param previous the checksum of the batch before; 0 when it is not known
 * @param entries the number of entries of its dictionary
 * @param records the number of records
 * @param syncedUpTo the last batch that was durable when this one was written
 * @param segment the number of the segment
 * @param firstLive the lowest segment that is still needed
 * @param semantics the semantics of the engine that wrote the batch first
 * @param copy whether it was copied when the journal was opened, before its segment had a header
 * @param checksum the checksum of all its bytes, padding included
 */
record Batch(
        int file,
        long position,
        int length,
        long number,
        int previous,
        int entries,
        int records,
        long syncedUpTo,
        long segment,
        long firstLive,
        int semantics,
        boolean copy,
        int checksum) {
    static final int HEADER = 64;
    static final int RECORD_HEADER = Integer.BYTES + 1 + 2 * Long.BYTES + Short.BYTES;
    private static final int MAGIC = 0x4241_5443;
    private static final int CHECKSUM_AT = 56;
    private static final int HEADER_CHECKSUM_AT = 60;

    /** Returns the size of the whole blocks that hold a number of bytes. */
    static long padded(long length) {
        return (length + SegmentHeader.BLOCK - 1) / SegmentHeader.BLOCK * SegmentHeader.BLOCK;
    }

    /** Returns the position after the padding. */
    long end() {
        return position + padded(length);
    }

    /** Returns the header of the same batch at another position. */
    Batch copyAt(int newFile, long newPosition, long newSegment, int newPrevious) {
        return new Batch(
                newFile,
                newPosition,
                length,
                number,
                newPrevious,
                entries,
                records,
                syncedUpTo,
                newSegment,
                firstLive,
                semantics,
                true,
                0);
    }

    /**
     * Puts the header in front of the records in a buffer. The buffer has room for the header, then the records, then
     * zeros up to its limit, which is the padded end.
     *
     * @return this batch with its checksum
     */
    Batch encode(ByteBuffer buffer, Checks checks) {
        buffer.putInt(0, MAGIC)
                .putInt(4, length)
                .putLong(8, number)
                .putInt(16, previous)
                .putInt(20, records);
        buffer.putLong(24, syncedUpTo)
                .putLong(32, segment)
                .putLong(40, firstLive)
                .putInt(48, semantics << 1 | (copy ? 1 : 0))
                .putInt(52, entries);
        // The checksum of the header covers the checksum of all bytes, so both places are zero while the latter is
        // computed.
        buffer.putInt(CHECKSUM_AT, 0).putInt(HEADER_CHECKSUM_AT, 0);
        int whole = checks.checksum(buffer, 0, buffer.limit());
        buffer.putInt(CHECKSUM_AT, whole);
        buffer.putInt(HEADER_CHECKSUM_AT, checks.checksum(buffer, 0, HEADER_CHECKSUM_AT));
        return new Batch(
                file,
                position,
                length,
                number,
                previous,
                entries,
                records,
                syncedUpTo,
                segment,
                firstLive,
                semantics,
                copy,
                whole);
    }

    /**
     * Returns the header at a position in the bytes of a file; null if there is no valid one. The records may be
     * damaged.
     */
    static Batch header(int file, ByteBuffer bytes, int position, Checks checks) {
        if (bytes.limit() - position < SegmentHeader.BLOCK || bytes.getInt(position) != MAGIC) {
            return null;
        }
        int length = bytes.getInt(position + 4);
        if (length < HEADER
                || padded(length) > bytes.limit() - position
                || !checks.matches(
                        bytes.getInt(position + HEADER_CHECKSUM_AT), bytes, position, position + HEADER_CHECKSUM_AT)) {
            return null;
        }
        return new Batch(
                file,
                position,
                length,
                bytes.getLong(position + 8),
                bytes.getInt(position + 16),
                bytes.getInt(position + 52),
                bytes.getInt(position + 20),
                bytes.getLong(position + 24),
                bytes.getLong(position + 32),
                bytes.getLong(position + 40),
                bytes.getInt(position + 48) >>> 1,
                (bytes.getInt(position + 48) & 1) != 0,
                bytes.getInt(position + CHECKSUM_AT));
    }

    /**
     * Returns whether all bytes of this batch in the bytes of its file are as they were written. Does not change the
     * bytes.
     */
    boolean isIntact(ByteBuffer bytes, Checks checks) {
        if (!checks.checksums()) {
            return true;
        }
        int from = (int) position;
        ByteBuffer copy = ByteBuffer.allocate((int) padded(length));
        copy.put(bytes.duplicate().position(from).limit(from + copy.capacity())).flip();
        copy.putInt(CHECKSUM_AT, 0).putInt(HEADER_CHECKSUM_AT, 0);
        return checks.checksum(copy, 0, copy.limit()) == checksum && isWellFormed(bytes);
    }

    /** Returns whether the bytes after the header are a dictionary and records, and nothing else. */
    private boolean isWellFormed(ByteBuffer bytes) {
        return BatchBody.read(body(bytes), entries, records, segment, (place, record) -> {});
    }

    private ByteBuffer body(ByteBuffer bytes) {
        return bytes.duplicate().position((int) position + HEADER).limit((int) position + length);
    }

    /** Hands out the records of this batch, read from the bytes of its file. */
    void forEach(ByteBuffer bytes, RecordHandler handler) {
        handler.semantics(semantics);
        BatchBody.read(body(bytes), entries, records, segment, handler);
    }
}
