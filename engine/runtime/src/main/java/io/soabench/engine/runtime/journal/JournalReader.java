package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A reader of a journal that is not being written. It changes nothing.
 *
 * <p>Threading: one thread. Failure: damaged bytes cause no exception; the report names them. Cost: it reads the files
 * twice, and holds one segment and a small object for each batch in memory.
 */
public final class JournalReader {
    private JournalReader() {}

    /**
     * Reads all records, in the order in which they were written.
     *
     * @param owner the identity that the journal must have
     * @param handler the receiver of the records
     * @throws IOException if the files cannot be listed, or a newer engine has written them
     */
    public static JournalReport read(JournalFiles files, JournalIdentity owner, RecordHandler handler)
            throws IOException {
        return read(files, Checks.all(owner), handler);
    }

    static JournalReport read(JournalFiles files, Checks checks, RecordHandler handler) throws IOException {
        History history = History.of(files, checks);
        handOut(files, checks, history.batches(), handler);
        return report(history);
    }

    /** Returns the report on the structure of a journal. */
    static JournalReport report(History history) {
        long records = history.batches().stream().mapToLong(Batch::records).sum();
        List<Integer> semantics = history.batches().stream()
                .filter(batch -> batch.records() > 0)
                .map(Batch::semantics)
                .distinct()
                .sorted()
                .toList();
        return new JournalReport(
                history.batches().size(), records, history.segments().size(), semantics, history.corruptions());
    }

    /**
     * Hands out the records of batches, whose bytes are checked again.
     *
     * @param batches the batches, in the order of their files
     * @throws IOException if a file cannot be read, or its bytes have changed since the batches were found
     */
    static void handOut(JournalFiles files, Checks checks, List<Batch> batches, RecordHandler handler)
            throws IOException {
        int loaded = -1;
        ByteBuffer bytes = ByteBuffer.allocate(0);
        for (Batch batch : batches) {
            if (batch.file() != loaded) {
                bytes = FileScan.load(files, batch.file(), new ArrayList<>());
                loaded = batch.file();
            }
            if (!batch.isIntact(bytes, checks)) {
                throw new IOException("Batch " + batch.number() + " in file " + batch.file()
                        + " of the journal was read twice with different bytes; check the disk.");
            }
            batch.forEach(bytes, handler);
        }
    }
}
