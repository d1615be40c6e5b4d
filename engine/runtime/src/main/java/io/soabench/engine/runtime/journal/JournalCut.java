package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The repair of a damaged journal, which discards a batch and all later ones.
 *
 * <p>Threading: one thread. The journal must not be open elsewhere. A cut that a crash has interrupted can be done
 * again.
 */
public final class JournalCut {
    private static final int CHUNK = 1 << 16;
    private static final int BYTES = 2 * SegmentHeader.BLOCK;

    private final JournalFiles files;
    private final Checks checks;

    private JournalCut(JournalFiles files, Checks checks) {
        this.files = files;
        this.checks = checks;
    }

    /**
     * Discards batches for good.
     *
     * @param firstBatch the number of the first batch to discard
     * @return the report on what is left
     * @throws IllegalArgumentException if the number is below 1
     * @throws IOException if the disk fails; the cut can then be done again
     */
    public static JournalReport from(JournalFiles files, JournalIdentity owner, long firstBatch) throws IOException {
        if (firstBatch < 1) {
            throw new IllegalArgumentException("batches have numbers from 1 on, but not " + firstBatch);
        }
        Checks checks = Checks.all(owner);
        new JournalCut(files, checks).cut(firstBatch);
        return JournalReader.read(files, owner, (segment, record) -> {});
    }

    private void cut(long firstBatch) throws IOException {
        History history = History.of(files, checks);
        Batch last = null;
        for (Batch batch : history.batches()) {
            if (batch.number() < firstBatch) {
                last = batch;
            }
        }
        // A new segment that begins with this batch makes it and all later ones void.
        SegmentHeader header = new SegmentHeader(
                history.highestSegment() + 1,
                last == null ? 0 : last.segment(),
                firstBatch,
                last == null || last.number() != firstBatch - 1 ? 0 : last.checksum(),
                firstBatch - 1,
                history.firstLive(),
                0);
        int file = freeFile();
        files.create(file, BYTES);
        files.write(file, 0, header.encode(checks));
        files.force(file);
        if (last != null) {
            // Later batches in its file would prove that the discarded ones were durable.
            clear(last.file(), last.end());
        }
    }

    private int freeFile() throws IOException {
        List<Integer> present = files.list();
        int file = 1;
        while (present.contains(file)) {
            file++;
        }
        return file;
    }

    /** Writes zeros from a position to the end of a file. */
    private void clear(int file, long position) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
        long size = files.size(file);
        for (long at = position; at < size; at += zeros.capacity()) {
            files.write(file, at, zeros.clear().limit((int) Math.min(zeros.capacity(), size - at)));
        }
        files.force(file);
    }
}
