package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * An output that never makes its writers wait: a thread of its own writes to the target. If nobody reads the target, as
 * a pipe that is full, at most {@value #MOST_BYTES} bytes wait. Further lines are left out, and a note has their number.
 *
 * <p>Otherwise the first thread that logs a line would stand still, and with it all others that log: a parent of
 * replicas would not start them again, and an event loop would answer nobody.
 *
 * <p>Assumption: each write has one line, or a part of it, and the lines of several threads do not mix, as with a
 * {@link PrintStream}. Thread-safe. After an error of the target, everything is left out.
 */
final class DetachedOutput extends OutputStream {
    /** The largest number of bytes that wait for the target. */
    static final int MOST_BYTES = 1 << 20;

    private final OutputStream target;
    private final EngineClock clock;
    private final Object lock = new Object();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;

    /** The number of lines that were left out since the last note. */
    private long leftOut;

    /** Whether the rest of a line has to be left out, because its beginning was. */
    private boolean withinLeftOut;

    /** Whether the last accepted bytes do not end a line. */
    private boolean withinLine;

    private boolean broken;

    /**
     * Makes an output, and starts its thread.
     *
     * @param name the name of the thread
     */
    DetachedOutput(OutputStream target, String name, EngineClock clock) {
        this.target = target;
        this.clock = clock;
        Thread thread = new Thread(this::writeAll, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (length == 0) {
            return;
        }
        boolean endsLine = bytes[from + length - 1] == '\n';
        synchronized (lock) {
            if (broken) {
                return;
            }
            if (withinLeftOut || waitingBytes + length > MOST_BYTES) {
                leftOut += endsLine ? 1 : 0;
                withinLeftOut = !endsLine;
                return;
            }
            if (leftOut > 0) {
                byte[] note = ((withinLine ? "\n" : "") + "soabench-engine: " + leftOut
                                + " lines were left out here, because nobody has read this output.\n")
                        .getBytes(StandardCharsets.US_ASCII);
                leftOut = 0;
                add(note);
            }
            byte[] copy = new byte[length];
            System.arraycopy(bytes, from, copy, 0, length);
            add(copy);
            withinLine = !endsLine;
            lock.notifyAll();
        }
    }

    private void add(byte[] bytes) {
        waiting.addLast(bytes);
        waitingBytes += bytes.length;
    }

    /**
     * Waits until the target has all that was written so far, for a limited time. To be called before the process ends.
     */
    void awaitWritten(Duration atMost) {
        long endNs = clock.nanoTime() + atMost.toNanos();
        synchronized (lock) {
            long leftNs = atMost.toNanos();
            while (waitingBytes > 0 && !broken && leftNs > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, leftNs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
                leftNs = endNs - clock.nanoTime();
            }
        }
    }

    private void writeAll() {
        while (true) {
            byte[] next = next();
            boolean failed = true;
            try {
                target.write(next);
                target.flush();
                failed = false;
            } catch (IOException | RuntimeException | Error e) {
                // Nobody can be told: this is the output for such sentences.
            }
            synchronized (lock) {
                waitingBytes -= next.length;
                if (failed) {
                    broken = true;
                    waiting.clear();
                    waitingBytes = 0;
                }
                lock.notifyAll();
                if (broken) {
                    return;
                }
            }
        }
    }

    private byte[] next() {
        synchronized (lock) {
            while (waiting.isEmpty()) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    // Nobody ends this thread; the process ends without it.
                }
            }
            return waiting.removeFirst();
        }
    }
}
