package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The counters of the work of a journal.
 *
 * <p>Threading: the thread that does the work writes, and any thread reads.
 */
final class WorkMeter {
    private static final double P99 = 0.99;
    private static final long IDLE = Long.MIN_VALUE;

    private final LongSupplier clockNs;
    private final SyncTimes syncTimes = new SyncTimes();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong busySinceNs = new AtomicLong(IDLE);

    WorkMeter(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** Marks the beginning of a write. */
    void begin() {
        busySinceNs.set(clockNs.getAsLong());
    }

    /** Marks the end of a write. */
    void end() {
        busySinceNs.set(IDLE);
    }

    /**
     * Calls the force of a file and measures its time.
     *
     * @param written the number of bytes that were written before
     * @param recordsWritten the number of records in these bytes
     */
    void force(JournalFiles files, int file, long written, int recordsWritten) throws IOException {
        long startNs = clockNs.getAsLong();
        files.force(file);
        syncTimes.record(clockNs.getAsLong() - startNs);
        bytes.addAndGet(written);
        records.addAndGet(recordsWritten);
    }

    JournalStatistics statistics(long waitingBytes, Segments segments) {
        long sinceNs = busySinceNs.get();
        return new JournalStatistics(
                records.get(),
                bytes.get(),
                syncTimes.count(),
                syncTimes.quantile(P99),
                waitingBytes,
                sinceNs == IDLE ? 0 : Math.max(0, clockNs.getAsLong() - sinceNs),
                segments.count(),
                segments.spares());
    }
}
