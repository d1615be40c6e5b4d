package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The first block of a segment. Immutable.
 *
 * @param segment its number, from 1 on
 * @param predecessor the number of the segment before it; 0 for none
 * @param firstBatch the number of its first batch; batches of its predecessors from that number on are void
 * @param chain the checksum of the batch before the first one; 0 when it is not known
 * @param syncedUpTo the last batch that was durable when the header was written
 * @param firstLive the lowest segment that is still needed
 * @param semantics the semantics of the engine that has begun the segment
 */
record SegmentHeader(
        long segment, long predecessor, long firstBatch, int chain, long syncedUpTo, long firstLive, int semantics) {
    static final int BLOCK = 4096;
    private static final long MAGIC = 0x534F_4142_4A52_4E4CL;
    private static final int FORMAT = 1;
    private static final int CHECKSUM_AT = BLOCK - Integer.BYTES;

    /** Returns the block with this header, ready to be written. */
    ByteBuffer encode(Checks checks) {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        UUID engine = checks.owner().engine();
        block.putLong(MAGIC).putInt(FORMAT).putInt(checks.owner().replica());
        block.putLong(engine.getMostSignificantBits()).putLong(engine.getLeastSignificantBits());
        block.putLong(segment).putLong(predecessor).putLong(firstBatch);
        block.putLong(syncedUpTo).putLong(firstLive).putInt(chain).putInt(semantics);
        block.putInt(CHECKSUM_AT, checks.checksum(block, 0, CHECKSUM_AT));
        return block.rewind();
    }

    /**
     * Returns the header in the first block of a segment; null when there is no valid one.
     *
     * @throws IOException if a newer engine has written it
     */
    static SegmentHeader decode(ByteBuffer file, Checks checks) throws IOException {
        if (file.limit() < BLOCK
                || file.getLong(0) != MAGIC
                || !checks.matches(file.getInt(CHECKSUM_AT), file, 0, CHECKSUM_AT)) {
            return null;
        }
        ByteBuffer block = file.duplicate().position(Long.BYTES);
        int format = block.getInt();
        if (format != FORMAT && checks.checksums()) {
            throw new IOException("The journal has format " + format + ", and this engine reads format " + FORMAT
                    + "; use the engine that wrote it.");
        }
        block.position(block.position() + Integer.BYTES + 2 * Long.BYTES);
        long segment = block.getLong();
        long predecessor = block.getLong();
        long firstBatch = block.getLong();
        long syncedUpTo = block.getLong();
        long firstLive = block.getLong();
        int chain = block.getInt();
        return new SegmentHeader(segment, predecessor, firstBatch, chain, syncedUpTo, firstLive, block.getInt());
    }
}
