package io.soabench.load.record;

import io.soabench.load.text.Uiid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A writer of samples, one line each. {@link #add} is lock-free and never waits for the disk; a thread of its own takes the samples and writes
 * them in large pieces, at the latest after {@link #PAUSE_MS}. Samples that the disk cannot keep up with stay in memory.
 *
 * <p>When the disk refuses a piece, every whole line before stays, later ones are dropped and counted, and the listener is called once.
 */
public final class SampleFile implements AutoCloseable {

    /** The target of the lines: a file that can be cut off behind its last whole line. */
    public interface Sink extends WritableByteChannel {

        /** Cuts the file off. */
        void truncate(long size) throws IOException;
    }

    private static final int BUFFER_BYTES = 1 << 18;
    private static final long PAUSE_MS = 20;
    private static final long CLOSE_MS = 60_000;

    private final ConcurrentLinkedQueue<Sample> queue = new ConcurrentLinkedQueue<>();
    private final SampleLine line;
    private final Sink sink;
    private final Tally tally;
    private final Runnable onFailure;
    private final byte[] bytes = new byte[BUFFER_BYTES];
    private final Thread writer;
    private volatile boolean closing;
    private volatile long recorded;
    private volatile IOException failure;
    private long written;

    /**
     * Writes the header and starts the writer.
     *
     * @param tally counts each sample
     * @param onFailure called once, by the writer's thread, when the file cannot be written
     */
    public SampleFile(Sink sink, Uiid uiid, Tally tally, Runnable onFailure) {
        this.sink = sink;
        this.tally = tally;
        this.onFailure = onFailure;
        line = new SampleLine(uiid);
        writer = new Thread(this::write, "samples");
        writer.setDaemon(true);
        writer.start();
    }

    /** Adds a sample to the queue. */
    public void add(Sample sample) {
        queue.add(sample);
    }

    /** Returns how many lines are in the file. */
    public long recorded() {
        return recorded;
    }

    /** Returns why the file could not be written, if so. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    private void write() {
        try {
            writeUntilClosed();
        } catch (RuntimeException e) {
            failure = new IOException("defect of the load client: " + e, e);
            onFailure.run();
        }
    }

    private void writeUntilClosed() {
        byte[] header = SampleLine.HEADER.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(header, 0, bytes, 0, header.length);
        flush(header.length, 0);
        boolean last = false;
        while (!last) {
            // This flag is read before the queue, so that every sample that was added before the close is written.
            last = closing;
            int size = 0;
            int lines = 0;
            for (Sample sample = queue.poll(); sample != null; sample = queue.poll()) {
                if (bytes.length - size < line.mostBytes()) {
                    flush(size, lines);
                    size = 0;
                    lines = 0;
                }
                size = line.put(bytes, size, sample);
                lines++;
                tally.add(sample);
            }
            flush(size, lines);
            if (!last && queue.isEmpty()) {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
            }
        }
    }

    private void flush(int size, int lines) {
        if (failure != null || size == 0) {
            return;
        }
        ByteBuffer piece = ByteBuffer.wrap(bytes, 0, size);
        try {
            while (piece.hasRemaining()) {
                sink.write(piece);
            }
            written += size;
            recorded = recorded(lines);
        } catch (IOException e) {
            keepWholeLines(piece.position(), e);
            failure = e;
            onFailure.run();
        }
    }

    private long recorded(int more) {
        return recorded + more;
    }

    /** Counts the lines of a piece of which only so many bytes could be written, and cuts off the rest. */
    private void keepWholeLines(int kept, IOException cause) {
        int end = 0;
        int lines = 0;
        for (int i = 0; i < kept; i++) {
            if (bytes[i] == '\n') {
                end = i + 1;
                lines++;
            }
        }
        // The first piece is the header, which is not a sample.
        recorded = written == 0 ? 0 : recorded(lines);
        written += end;
        try {
            sink.truncate(written);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Writes the remaining samples and closes the file. */
    @Override
    public void close() throws IOException {
        closing = true;
        LockSupport.unpark(writer);
        boolean interrupted = false;
        try {
            writer.join(CLOSE_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            if (writer.isAlive()) {
                throw new IOException("the samples could not be written within " + CLOSE_MS + " ms");
            }
        } finally {
            sink.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
