package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The valid parts of one file, found without using other files.
 *
 * @param file the number of the file
 * @param header the header of the segment; null when it is not valid
 * @param batches the intact batches, in the order of their positions
 * @param damaged the batches with an intact header and damaged records
 * @param unreadable the positions of the blocks that cannot be read from the disk
 */
record FileScan(int file, SegmentHeader header, List<Batch> batches, List<Batch> damaged, List<Long> unreadable) {

    /** Reads a file and finds its valid parts. */
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
                // This batch is left from an earlier use of the file. Its start is intact, so no newer batch reaches
                // over it.
                position += SegmentHeader.BLOCK;
            } else if (batch.isIntact(bytes, checks)) {
                batches.add(batch);
                position = (int) batch.end();
            } else {
                // Clients choose the bytes of records, so bytes inside a record that look like a batch are not one.
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

    /** Returns all bytes of a file, with zeros for blocks that cannot be read from the disk. */
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

    /** Returns the number of the segment; 0 when the file has nothing valid. */
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
