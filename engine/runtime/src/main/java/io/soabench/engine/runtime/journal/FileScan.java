package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The valid parts of one file, found without relying on the other files.
 *
 * @param file the file
 * @param header the header of the segment, or null if it is not valid
 * @param batches the intact batches, in the order of their places
 * @param damaged batches with an intact header and damaged records
 * @param unreadable the positions of blocks that the disk does not give
 */
record FileScan(int file, SegmentHeader header, List<Batch> batches, List<Batch> damaged, List<Long> unreadable) {

    static FileScan of(JournalFiles files, int file, Checks checks) throws IOException {
        List<Long> unreadable = new ArrayList<>();
        ByteBuffer bytes = load(files, file, unreadable);
        SegmentHeader header = SegmentHeader.decode(bytes, checks);
        List<Batch> batches = new ArrayList<>();
        List<Batch> damaged = new ArrayList<>();
        int position = SegmentHeader.BLOCK;
        while (position < bytes.limit()) {
            Batch batch = Batch.header(file, bytes, position, checks);
            if (batch == null) {
                position += SegmentHeader.BLOCK;
            } else if (header != null && batch.segment() != header.segment()) {
                // Left over from an earlier use of the file. Its start is intact, so no newer batch reaches over it.
                position += SegmentHeader.BLOCK;
            } else if (batch.isIntact(bytes, checks)) {
                batches.add(batch);
                position = (int) batch.end();
            } else {
                // Records are bytes of strangers: what looks like a batch inside of them is none.
                damaged.add(batch);
                position = (int) batch.end();
            }
        }
        if (header == null) {
            long newest = batches.stream().mapToLong(Batch::segment).max().orElse(0);
            batches.removeIf(batch -> batch.segment() != newest);
            damaged.removeIf(batch -> batch.segment() != newest);
        }
        return new FileScan(file, header, batches, damaged, unreadable);
    }

    /** Returns all bytes of a file, with zeros for blocks that the disk does not give. */
    static ByteBuffer load(JournalFiles files, int file, List<Long> unreadable) throws IOException {
        long size = files.size(file) / SegmentHeader.BLOCK * SegmentHeader.BLOCK;
        if (size > Integer.MAX_VALUE) {
            throw new IOException("File " + file + " of the journal has " + size + " bytes, which no journal writes.");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        try {
            if (size > 0) {
                files.read(file, 0, bytes);
            }
        } catch (IOException whole) {
            bytes.clear();
            for (int block = 0; block < bytes.capacity(); block += SegmentHeader.BLOCK) {
                try {
                    files.read(file, block, bytes.slice(block, SegmentHeader.BLOCK));
                } catch (IOException part) {
                    bytes.put(block, new byte[SegmentHeader.BLOCK]);
                    unreadable.add((long) block);
                }
            }
        }
        return bytes.clear();
    }

    /** Returns the number of the segment; 0 if nothing valid is there. */
    long segment() {
        if (header != null) {
            return header.segment();
        }
        return Stream.concat(batches.stream(), damaged.stream())
                .mapToLong(Batch::segment)
                .max()
                .orElse(0);
    }
}
