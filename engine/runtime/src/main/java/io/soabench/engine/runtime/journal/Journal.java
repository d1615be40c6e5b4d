package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * A journal that is open for appending.
 *
 * <p>Group commit: one write and one force make all records durable that were appended since the last force. During
 * that time, further records gather for the next one. There is no timer.
 *
 * <p>Threading: {@link #append}, {@link #release}, {@link #hasRoom} and {@link #failure} are for any thread. One thread
 * calls {@link #work} and {@link #close}. It must never be interrupted, because an interrupt closes a file channel.
 * Records of one thread keep their order.
 *
 * <p>Failure: after an error of a write or of a force, the content of the disk is unknown. So nothing is tried again;
 * all appends that wait fail, and later ones fail, too. A full disk is no error: appends wait, and {@link #hasRoom}
 * asks callers to take no new work.
 */
public final class Journal implements Closeable {
    /** The number of waiting bytes from which on {@link #hasRoom} returns false. */
    public static final long MOST_WAITING_BYTES = 16 << 20;

    private static final int CHUNK = 1024;

    /** The size of the longest batch for which a buffer is kept, in bytes. */
    private static final int MOST_KEPT_BYTES = 1 << 20;

    private static final int START_BYTES = 4 * SegmentHeader.BLOCK;
    private static final byte[] PADDING = new byte[SegmentHeader.BLOCK];

    private final JournalFiles files;
    private final Checks checks;
    private final Segments segments;
    private final JournalSettings settings;
    private final int segmentBytes;
    private final WorkMeter meter;
    private final MpscUnboundedArrayQueue<Append> arrivals = new MpscUnboundedArrayQueue<>(CHUNK);
    private final Deque<Append> waiting = new ArrayDeque<>();
    private final BatchBody body = new BatchBody();

    /** The memory of the batch that is written; not of the heap, because the disk would get a copy of that. */
    private ByteBuffer buffer = ByteBuffer.allocateDirect(START_BYTES);

    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong wanted = new AtomicLong();
    private volatile IOException failure;
    private volatile IOException failureElsewhere;
    private volatile boolean sparesMadeElsewhere;
    private volatile Runnable wake = () -> {};
    private RecordHandler observer = (segment, record) -> {};
    private JournalReport report;
    private long segment;
    private int file;
    private long capacity;
    private long position;
    private long lastBatch;
    private int chain;
    private long firstLive;

    private Journal(JournalFiles files, Checks checks, JournalSettings settings) {
        this.files = files;
        this.checks = checks;
        this.settings = settings;
        meter = new WorkMeter(settings.clockNs());
        segmentBytes = settings.segmentBytes();
        segments = new Segments(files, segmentBytes);
    }

    /**
     * Opens a journal, or creates a new one, and hands out its records. Each record is on the disk before it is handed
     * out, even if the engine had ended before its force was complete.
     *
     * @throws DiskFullException if there is no room for a new segment
     * @throws IOException if the disk fails, or a newer engine has written the journal
     */
    public static Journal open(
            JournalFiles files, JournalIdentity owner, JournalSettings settings, RecordHandler handler)
            throws IOException {
        return open(files, Checks.all(owner), settings, handler);
    }

    static Journal open(JournalFiles files, Checks checks, JournalSettings settings, RecordHandler handler)
            throws IOException {
        Journal journal = new Journal(files, checks, settings);
        journal.recover(handler);
        return journal;
    }

    /**
     * Begins a new segment. Batches at the end that are not proven to be durable may be in the memory of the system
     * only. This is also possible after a force that has failed. They are copied, and their originals are not written
     * over.
     */
    private void recover(RecordHandler handler) throws IOException {
        History history = History.of(files, checks);
        segments.takeOver(history);
        firstLive = history.firstLive();
        wanted.set(firstLive);
        segment = history.highestSegment() + 1;
        List<Batch> all = new ArrayList<>(history.batches());
        List<Batch> tail =
                all.stream().filter(batch -> batch.number() > history.synced()).toList();
        all.removeAll(tail);
        all.forEach(batch -> segments.seal(batch.segment(), batch.number()));
        long end = SegmentHeader.BLOCK
                + tail.stream().mapToLong(batch -> Batch.padded(batch.length())).sum();
        file = segments.take(end);
        capacity = files.size(file);
        position = SegmentHeader.BLOCK;
        lastBatch = Math.max(
                history.synced(), all.isEmpty() ? 0 : all.get(all.size() - 1).number());
        chain = all.isEmpty() || all.get(all.size() - 1).number() != lastBatch
                ? 0
                : all.get(all.size() - 1).checksum();
        long predecessor = all.isEmpty() ? 0 : all.get(all.size() - 1).segment();
        SegmentHeader header = new SegmentHeader(
                segment, predecessor, lastBatch + 1, chain, lastBatch, firstLive, settings.semantics());
        for (Batch batch : tail) {
            all.add(copy(batch));
        }
        if (!tail.isEmpty()) {
            files.force(file);
        }
        // A header proves that the copies before it are on the disk.
        files.write(file, 0, header.encode(checks));
        files.force(file);
        segments.use(segment, file);
        segments.reclaim(history);
        JournalReader.handOut(files, checks, all, handler);
        report = JournalReader.report(history);
        makeSpare();
    }

    /** Copies a batch to the new segment. */
    private Batch copy(Batch batch) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Batch.padded(batch.length()));
        files.read(batch.file(), batch.position(), bytes);
        Batch copy = batch.copyAt(file, position, segment, chain).encode(bytes.clear(), checks);
        files.write(file, position, bytes.clear());
        position = copy.end();
        lastBatch = copy.number();
        chain = copy.checksum();
        return copy;
    }

    /** Returns the report on the journal from its opening. */
    public JournalReport report() {
        return report;
    }

    /**
     * Sets the handler that gets each appended record when it is durable, before its listener is called; before the
     * first append. The thread that does the work calls it.
     */
    public void observe(RecordHandler handler) {
        observer = handler;
    }

    /**
     * Returns the longest payload of a record of this journal, in bytes. Each entry of the dictionary of the record
     * takes away 6 bytes and its own length.
     */
    public int mostPayload() {
        return segmentBytes - SegmentHeader.BLOCK - Batch.HEADER - Batch.RECORD_HEADER;
    }

    /**
     * Appends a record, which the next {@link #work} writes; from any thread.
     *
     * @throws IllegalArgumentException if the record does not fit a segment, see {@link #mostPayload}
     */
    public void append(JournalRecord record, DurabilityListener listener) {
        appendQuietly(record, listener);
        wake.run();
    }

    /** Calls for the {@link #work}, after {@link #appendQuietly}; from any thread. */
    public void wake() {
        wake.run();
    }

    /**
     * Appends a record like {@link #append}, but does not call for the {@link #work}. Callers that append several
     * records one after the other get one write for all of them, if they call {@link #wake} after the last one.
     *
     * @throws IllegalArgumentException if the record does not fit a segment, see {@link #mostPayload}
     */
    public void appendQuietly(JournalRecord record, DurabilityListener listener) {
        Append append = Append.of(record, listener);
        int most = mostPayload() + Batch.RECORD_HEADER;
        if (append.bytes() > most) {
            throw new IllegalArgumentException("a record of " + (append.bytes() - Batch.RECORD_HEADER)
                    + " bytes does not fit a segment of " + segmentBytes + " bytes, which takes " + mostPayload());
        }
        waitingBytes.addAndGet(append.bytes());
        arrivals.add(append);
    }

    /**
     * Releases all records in segments below a number; from any thread. When a later {@link #work} has made that
     * durable, they never come back, and their files are used again.
     *
     * @param firstNeeded the number of the lowest segment that is still needed
     */
    public void release(long firstNeeded) {
        wanted.accumulateAndGet(firstNeeded, Math::max);
        wake.run();
    }

    /** Returns whether callers may take new work: there is a spare segment, and few bytes wait. From any thread. */
    public boolean hasRoom() {
        return failure == null && segments.hasSpare() && waitingBytes.get() < MOST_WAITING_BYTES;
    }

    /** Returns the lowest segment that is not durably released; from the thread that does the work. */
    public long firstNeededSegment() {
        return firstLive;
    }

    /** Returns the lowest segment in use; from any thread. */
    public long oldestSegment() {
        return segments.first();
    }

    /** Returns whether a segment is complete, so that it is not written to any more; from any thread. */
    public boolean isSealed(long number) {
        return number < segments.last();
    }

    /**
     * Hands out the records of a sealed segment that is not released; from one other thread than the one that does the
     * work.
     *
     * @throws IOException if they cannot be read
     */
    public void readSegment(long number, RecordHandler handler) throws IOException {
        int from = segments.file(number);
        long last = segments.lastBatch(number);
        List<Batch> batches = FileScan.of(files, from, checks).batches().stream()
                .filter(batch -> batch.segment() == number && batch.number() <= last)
                .toList();
        boolean whole = last == 0
                || (!batches.isEmpty()
                        && batches.get(batches.size() - 1).number() == last
                        && last - batches.get(0).number() == batches.size() - 1);
        if (!whole) {
            throw new IOException("Segment " + number + " of the journal cannot be read again; check the disk.");
        }
        JournalReader.handOut(files, checks, batches, handler);
    }

    /** Returns the error that has stopped the journal; null for none. From any thread. */
    public IOException failure() {
        return failure;
    }

    /**
     * Writes the appended records, as far as there is room, and calls the listeners. Appends that wait for room are
     * written by a later call. If no spare file is left, this call creates one, which takes as long as the disk needs
     * for a segment of zeros.
     *
     * @return the number of records that have become durable
     */
    public int work() {
        // poll() waits for an append whose place is taken and whose content is not visible yet. drain() would skip it.
        // The thread of that append may have seen that this thread is awake, so it would wait for the next append.
        for (Append append = arrivals.poll(); append != null; append = arrivals.poll()) {
            waiting.addLast(append);
        }
        if (failure != null) {
            failAll();
            return 0;
        }
        if (failureElsewhere != null) {
            stop(failureElsewhere);
            return 0;
        }
        int durable = 0;
        meter.begin();
        try {
            while (!waiting.isEmpty() || firstWanted() > firstLive) {
                durable += writeBatch();
            }
        } catch (DiskFullException e) {
            // Appends that wait stay where they are until there is room.
            return durable;
        } catch (IOException e) {
            stop(e);
            return durable;
        } finally {
            meter.end();
        }
        makeSpare();
        return durable;
    }

    /** Returns whether appends wait for room on the disk; from the thread that does the work. */
    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Lets threads do the work. From now on {@link #prepareSpares} creates spare segments, unless one is missing when
     * it is needed.
     *
     * @param call called by {@link #wake}, and after each {@link #append} and release, by the same thread
     */
    void attach(Runnable call) {
        sparesMadeElsewhere = true;
        wake = call;
    }

    /**
     * Creates spare segments; from one other thread than the one that does the work. An error of the disk stops the
     * journal with the next {@link #work}.
     *
     * @return false if the disk has no room for that many
     */
    boolean prepareSpares(int wantedSpares) {
        try {
            segments.prepare(wantedSpares);
            return true;
        } catch (DiskFullException e) {
            return false;
        } catch (IOException e) {
            failElsewhere(e);
            return false;
        }
    }

    /** Stops the journal with the next {@link #work}, because of an error in another thread. */
    void failElsewhere(IOException e) {
        failureElsewhere = e;
    }

    /** Returns the number of spare segments. */
    int spares() {
        return segments.spares();
    }

    /** Returns the error of another thread, which stops the journal with the next {@link #work}; null for none. */
    IOException failureElsewhere() {
        return failureElsewhere;
    }

    /** Returns the statistics of this journal; from any thread. */
    public JournalStatistics statistics() {
        return meter.statistics(waitingBytes.get(), segments);
    }

    private long firstWanted() {
        return Math.min(wanted.get(), segment);
    }

    /** Writes as many records as fit the segment, and forces them. */
    private int writeBatch() throws IOException {
        long least = waiting.isEmpty() ? 0 : waiting.peekFirst().bytes();
        if (capacity - position < Batch.padded(Batch.HEADER + least)) {
            switchSegment();
        }
        body.begin(capacity - position - Batch.HEADER);
        for (Append append : waiting) {
            if (!body.add(append.record())) {
                break;
            }
        }
        long needed = firstWanted();
        writeBody(needed);
        firstLive = needed;
        segments.release(firstLive);
        int records = body.records();
        long written = 0;
        for (int record = 0; record < records; record++) {
            Append append = waiting.removeFirst();
            written += append.bytes();
            observer.record(segment, append.record());
            append.listener().durable(segment);
        }
        waitingBytes.addAndGet(-written);
        // The body must not keep records in memory until the next batch.
        body.begin(0);
        return records;
    }

    /** Writes the body as the next batch, and forces it. */
    private void writeBody(long needed) throws IOException {
        int length = Batch.HEADER + body.bytes();
        ByteBuffer bytes = buffer((int) Batch.padded(length));
        bytes.position(Batch.HEADER);
        body.write(bytes);
        bytes.put(PADDING, 0, bytes.remaining());
        Batch batch = new Batch(
                        file,
                        position,
                        length,
                        lastBatch + 1,
                        chain,
                        body.entries(),
                        body.records(),
                        lastBatch,
                        segment,
                        needed,
                        settings.semantics(),
                        false,
                        0)
                .encode(bytes.rewind(), checks);
        files.write(file, position, bytes.rewind());
        meter.force(files, file, bytes.limit(), body.records());
        position = batch.end();
        lastBatch = batch.number();
        chain = batch.checksum();
    }

    /** Returns memory for a batch with padding, whose bytes may be any. */
    private ByteBuffer buffer(int padded) {
        if (padded > MOST_KEPT_BYTES) {
            return ByteBuffer.allocate(padded);
        }
        if (padded > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(Math.min(MOST_KEPT_BYTES, Math.max(padded, 2 * buffer.capacity())));
        }
        return buffer.clear().limit(padded);
    }

    /** Begins the next segment in a spare file. */
    private void switchSegment() throws IOException {
        int next = segments.take(segmentBytes);
        SegmentHeader header = new SegmentHeader(
                segment + 1, segment, lastBatch + 1, chain, lastBatch, firstLive, settings.semantics());
        try {
            files.write(next, 0, header.encode(checks));
        } catch (DiskFullException e) {
            segments.putBack(next);
            throw e;
        }
        meter.force(files, next, SegmentHeader.BLOCK, 0);
        segments.seal(segment, lastBatch);
        segment++;
        segments.use(segment, next);
        file = next;
        capacity = segmentBytes;
        position = SegmentHeader.BLOCK;
    }

    private void makeSpare() {
        if (sparesMadeElsewhere) {
            return;
        }
        try {
            segments.prepare(1);
        } catch (DiskFullException e) {
            // There is no spare segment now, which hasRoom() shows. The next call tries again.
        } catch (IOException e) {
            stop(e);
        }
    }

    /** Stops the journal for good. */
    private void stop(IOException cause) {
        failure = cause;
        failAll();
    }

    /** Reports the failure to all appends that wait. */
    private void failAll() {
        while (!waiting.isEmpty()) {
            Append append = waiting.removeFirst();
            waitingBytes.addAndGet(-append.bytes());
            append.listener().failed(failure);
        }
    }

    /**
     * Writes the records that wait, and a last batch that proves all others, so that later damage of them is noticed.
     * Appends that find no room fail. The files stay open; the caller that has opened them closes them.
     */
    @Override
    public void close() {
        work();
        if (failure != null) {
            return;
        }
        try {
            if (waiting.isEmpty()) {
                writeProof();
            }
        } catch (DiskFullException e) {
            // The journal is valid without this proof.
        } catch (IOException e) {
            stop(e);
            return;
        }
        stop(new IOException("The journal is closed."));
    }

    /** Writes an empty batch or a segment header, whose checksum chain proves all batches before it. */
    private void writeProof() throws IOException {
        if (capacity - position < SegmentHeader.BLOCK) {
            switchSegment();
        } else {
            body.begin(0);
            writeBody(firstLive);
        }
    }
}
