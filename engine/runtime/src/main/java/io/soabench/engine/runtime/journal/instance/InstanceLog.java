package io.soabench.engine.runtime.journal.instance;

import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFiles;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.RecordHandler;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A log of instances: a journal that is compacted, so that records are given up that belong to instances which have
 * ended, or which a durable snapshot has replaced. Answers to requests with keys have negative numbers in place of
 * instances, and are kept in the same way until they are forgotten.
 *
 * <p>Thread-safe by a lock that is never held while the disk works. The rules of the journal apply to {@link
 * #journal()}. {@link #compact} is for one thread at a time.
 *
 * <p>A copy of the records of an instance never follows the record of its end, because one lock is held while either is
 * appended. So an instance that has ended never comes back when the first segments are released.
 */
public final class InstanceLog {
    /** The number of segments that a log may have in addition to twice its needed bytes. */
    public static final int MORE_SEGMENTS = 4;

    private static final DurabilityListener IGNORED = new DurabilityListener() {
        @Override
        public void durable(long segment) {
            // The last record of a compaction reports for all copies.
        }

        @Override
        public void failed(IOException cause) {
            // The journal has stopped, and its owner gets the reason.
        }
    };

    private final Journal journal;
    private final int segmentBytes;
    private final LongSupplier clockMs;
    private final RecordCodec codec = new RecordCodec();
    private final Object lock = new Object();
    private final LiveBytes live;
    private final Set<Long> ending = new HashSet<>();

    /**
     * The number of the last durable snapshot of each instance that has one. Earlier records of these instances are not
     * copied.
     */
    private final Map<Long, Long> snapshots;

    private boolean compacting;

    /** The lowest segment that was not given up; its predecessors are released with the next work of the journal. */
    private long firstNeeded;

    private long copiedBytes;

    private InstanceLog(
            Journal journal,
            JournalSettings settings,
            LongSupplier clockMs,
            LiveBytes live,
            Map<Long, Long> snapshots) {
        this.journal = journal;
        this.snapshots = snapshots;
        this.clockMs = clockMs;
        this.live = live;
        segmentBytes = settings.segmentBytes();
        journal.observe(this::count);
    }

    /**
     * Opens a log.
     *
     * @param collector the collector of the records in the journal
     * @param clockMs the clock in milliseconds since 1970
     * @throws IOException if the journal cannot be opened
     */
    public static InstanceLog open(
            JournalFiles files,
            JournalIdentity owner,
            JournalSettings settings,
            HistoryCollector collector,
            LongSupplier clockMs)
            throws IOException {
        LiveBytes live = new LiveBytes();
        Map<Long, Long> snapshots = new HashMap<>();
        Journal journal = Journal.open(files, owner, settings, new RecordHandler() {
            @Override
            public void record(long segment, JournalRecord record) {
                collector.take(record);
                note(live, snapshots, segment, record);
            }

            @Override
            public void semantics(int number) {
                collector.semantics(number);
            }
        });
        // The only record of a snapshot may be within a copy.
        snapshots.putAll(collector.snapshots());
        return new InstanceLog(journal, settings, clockMs, live, snapshots);
    }

    /** Counts the bytes of a record that is durable. */
    private static void note(LiveBytes live, Map<Long, Long> snapshots, long segment, JournalRecord record) {
        long instance = record.instance();
        long sequence = record.sequence();
        if (record.type() == RecordType.ENDED.number()) {
            live.remove(instance);
            snapshots.remove(instance);
            return;
        }
        if (instance == 0 || sequence < snapshots.getOrDefault(instance, Long.MIN_VALUE)) {
            // Belongs to no instance, or is a copy of records that a snapshot has replaced.
            return;
        }
        if (record.type() == RecordType.SNAPSHOT.number()) {
            if (sequence > live.last(instance)) {
                // It replaces all that came before. Behind later records it is a copy, which must not remove them.
                live.remove(instance);
            }
            snapshots.put(instance, sequence);
        }
        live.add(instance, sequence, segment, record.ownBytes());
    }

    /** Returns the journal, whose work a thread of the caller does. */
    public Journal journal() {
        return journal;
    }

    /**
     * Appends a record of an instance; from any thread. The caller calls for the work of the journal, see {@link
     * Journal#appendQuietly}.
     *
     * @throws IllegalArgumentException if the record does not fit a segment
     */
    public void appendQuietly(JournalRecord record, DurabilityListener listener) {
        if (record.type() == RecordType.ENDED.number()) {
            synchronized (lock) {
                ending.add(record.instance());
                journal.appendQuietly(record, listener);
            }
        } else {
            journal.appendQuietly(record, listener);
        }
    }

    /** Counts the bytes of a record that has become durable. */
    private void count(long segment, JournalRecord record) {
        synchronized (lock) {
            note(live, snapshots, segment, record);
            if (record.type() == RecordType.ENDED.number()) {
                ending.remove(record.instance());
            }
        }
    }

    /**
     * Returns the bytes of records of instances that have not ended and of answers, without the records that snapshots
     * have replaced; from any thread.
     */
    public long liveBytes() {
        synchronized (lock) {
            return live.sum();
        }
    }

    /** Returns the number of instances that have records and have not ended; from any thread. */
    public int liveInstances() {
        synchronized (lock) {
            return live.instances();
        }
    }

    /** Returns the bytes that were copied since the log was opened; from any thread. */
    public long copiedBytes() {
        synchronized (lock) {
            return copiedBytes;
        }
    }

    /**
     * Begins to release the oldest segment, if the log is too long and no release is under way. Its records that are
     * still needed are appended again. The segment is released when all these copies are durable. A segment without
     * needed records is released without reading it.
     *
     * @return whether a release has begun
     * @throws IOException if the segment cannot be read; the log then stays the same
     */
    public boolean compact() throws IOException {
        if (!journal.report().corruptions().isEmpty()) {
            // A repair may need the segments.
            return false;
        }
        long length = (long) journal.statistics().segments() * segmentBytes;
        long oldest;
        boolean isNeeded;
        synchronized (lock) {
            // Read under the lock, because a compaction may finish at the same time on the thread of the journal.
            oldest = journal.oldestSegment();
            long most = 2 * live.sum() + (long) MORE_SEGMENTS * segmentBytes;
            if (compacting || oldest < firstNeeded || length <= most || !journal.isSealed(oldest)) {
                return false;
            }
            isNeeded = live.isNeeded(oldest);
            compacting = isNeeded;
            if (!isNeeded) {
                firstNeeded = oldest + 1;
            }
        }
        if (!isNeeded) {
            // For all its instances the end or a later snapshot is durable, so nothing has to be written before the
            // release.
            journal.release(oldest + 1);
            return true;
        }
        try {
            copy(oldest);
            return true;
        } catch (IOException e) {
            synchronized (lock) {
                compacting = false;
            }
            throw e;
        }
    }

    /** Appends the records of a segment again that are still needed. */
    private void copy(long oldest) throws IOException {
        HistoryCollector collector = new HistoryCollector();
        journal.readSegment(oldest, (segment, record) -> {
            if (isLive(record.instance())) {
                collector.take(record);
            }
        });
        if (!collector.unreadable().isEmpty()) {
            throw new IOException(collector.unreadable().get(0));
        }
        List<Long> copied = new ArrayList<>();
        for (InstanceHistory history : collector.needed()) {
            if (copy(history)) {
                copied.add(history.instance());
            }
        }
        // When this record is durable, all earlier ones are: the copies, and the ends of instances that were not
        // copied.
        Recorded last = new Recorded(0, 0, Progress.at(clockMs.getAsLong()), new RecordedEvent.History(List.of()));
        journal.append(codec.encode(last), new DurabilityListener() {
            @Override
            public void durable(long segment) {
                finish(oldest, copied);
            }

            @Override
            public void failed(IOException cause) {
                // The journal has stopped, and its owner gets the reason.
            }
        });
    }

    /** Returns whether an instance has not ended and its end is not being recorded. */
    private boolean isLive(long instance) {
        synchronized (lock) {
            return live.isLive(instance) && !ending.contains(instance);
        }
    }

    /** Appends the records of an instance again, unless it is ending; returns whether it did. */
    private boolean copy(InstanceHistory history) {
        List<JournalRecord> copies = new ArrayList<>();
        List<JournalRecord> next = new ArrayList<>();
        int most = journal.mostPayload() / 2;
        int bytes = 0;
        for (JournalRecord record : needed(history)) {
            if (record.bytes() > most) {
                // This record is too long to share a copy with others, so it is appended as it is.
                copies.add(record);
                continue;
            }
            if (bytes + record.bytes() > most) {
                copies.add(together(history.instance(), next));
                next.clear();
                bytes = 0;
            }
            next.add(record);
            bytes += record.bytes();
        }
        if (!next.isEmpty()) {
            copies.add(together(history.instance(), next));
        }
        synchronized (lock) {
            if (!live.isLive(history.instance()) || ending.contains(history.instance())) {
                return false;
            }
            for (JournalRecord copy : copies) {
                copiedBytes += copy.ownBytes();
                journal.append(copy, IGNORED);
            }
            return true;
        }
    }

    /** Returns the records that no durable snapshot has replaced. */
    private List<JournalRecord> needed(InstanceHistory history) {
        synchronized (lock) {
            long first = snapshots.getOrDefault(history.instance(), Long.MIN_VALUE);
            return history.records().stream()
                    .filter(record -> record.sequence() >= first)
                    .toList();
        }
    }

    /** Returns one record that contains several records of an instance. */
    private JournalRecord together(long instance, List<JournalRecord> records) {
        long sequence = records.get(records.size() - 1).sequence();
        RecordedEvent history = new RecordedEvent.History(records);
        return codec.encode(new Recorded(instance, sequence, Progress.at(clockMs.getAsLong()), history));
    }

    /** Releases the segment after all copies are durable. */
    private void finish(long oldest, List<Long> copied) {
        synchronized (lock) {
            copied.forEach(instance -> live.remove(instance, oldest));
            firstNeeded = oldest + 1;
            compacting = false;
        }
        journal.release(oldest + 1);
    }
}
