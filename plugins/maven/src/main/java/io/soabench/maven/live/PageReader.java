package io.soabench.maven.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A reader of the stream of events. Its own thread takes messages from a bounded queue and writes them. A reader whose
 * queue is full is too slow: the caller drops it.
 */
final class PageReader {

    /** The number of messages that may wait for a reader; a run has about one or two a second. */
    static final int MOST_WAITING = 128;

    /** The interval in which a comment is written, so that a reader who is gone is noticed while nothing happens. */
    private static final long SIGN_OF_LIFE_S = 15;

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread thread;
    private boolean passing = true;
    private volatile boolean dropped;

    /** @param thread the thread that will call {@link #pass} */
    PageReader(Thread thread) {
        this.thread = thread;
    }

    /** Puts a message into the queue, and returns whether there was room for it; never waits. */
    boolean offer(byte[] message) {
        return waiting.offer(message);
    }

    /** Lets the reader end after all messages that wait. */
    void end() {
        if (!waiting.offer(END)) {
            drop();
        }
    }

    /** Ends the reader at once: what its thread writes at the moment is cut off. */
    synchronized void drop() {
        dropped = true;
        if (passing) {
            // An interrupt closes the connection in which a thread waits for room.
            thread.interrupt();
        }
    }

    /**
     * Writes messages until the end.
     *
     * @throws IOException when the reader is gone or was dropped
     */
    void pass(OutputStream out) throws IOException {
        try {
            while (!dropped) {
                byte[] message = waiting.poll(SIGN_OF_LIFE_S, TimeUnit.SECONDS);
                if (message == END) {
                    return;
                }
                out.write(message == null ? COMMENT : message);
                if (waiting.isEmpty()) {
                    out.flush();
                }
            }
            throw new IOException("the reader is too slow");
        } catch (InterruptedException e) {
            throw new IOException("the reader was dropped", e);
        } finally {
            release();
        }
    }

    /** Ends the time in which {@link #drop} may interrupt the thread, which serves others afterwards. */
    private synchronized void release() {
        passing = false;
        // The flag may be left by a drop that came when the thread did not wait.
        Thread.interrupted();
    }
}
