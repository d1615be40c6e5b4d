package io.soabench.engine.server.guard;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A test that distinguishes a message that wanted too much memory from an engine that has none left. In the first case
 * the request ends and the engine goes on: its memory comes back with the next collection. In the second case no
 * request is answered and not even a signal reaches the engine, as the JVM needs memory to deliver it. A watching
 * process would wait for ever. So after each caught {@link OutOfMemoryError} a thread of its own, which needs no
 * memory, collects and measures the heap. When the heap stays full for {@value #LOOKS} measurements, the end is called,
 * which has to end the process.
 */
public final class Exhaustion implements AutoCloseable {
    private static final int LOOKS = 3;
    private static final double FULL = 0.97;

    private final Heap heap;
    private final EngineClock clock;
    private final long pauseNs;
    private final Runnable end;
    private final Thread thread;
    private volatile boolean asked;
    private volatile boolean closed;

    /** The heap as far as it matters here. */
    public interface Heap {
        /** Collects unused objects. */
        void collect();

        /** Returns the share of the largest heap that is in use, 0 to 1. */
        double used();

        /** The heap of this JVM. */
        Heap OWN = new Heap() {
            @Override
            public void collect() {
                System.gc();
            }

            @Override
            public double used() {
                Runtime runtime = Runtime.getRuntime();
                return (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
            }
        };
    }

    /**
     * Starts the thread that waits for lack of memory.
     *
     * @param heap the measured heap
     * @param clock the time
     * @param pause between two measurements
     * @param end ends the process; called once, on a thread of its own
     */
    public Exhaustion(Heap heap, EngineClock clock, Duration pause, Runnable end) {
        this.clock = clock;
        this.heap = heap;
        this.pauseNs = pause.toNanos();
        this.end = end;
        this.thread = new Thread(this::watch, "memory");
        thread.setDaemon(true);
        thread.start();
    }

    /** Reports that there was no memory; from any thread, makes nothing. */
    public void outOfMemory() {
        asked = true;
        LockSupport.unpark(thread);
    }

    private void watch() {
        while (!closed) {
            if (!asked) {
                LockSupport.park(this);
            } else {
                asked = false;
                if (isExhausted()) {
                    end.run();
                    return;
                }
            }
        }
    }

    private boolean isExhausted() {
        for (int look = 0; look < LOOKS; look++) {
            heap.collect();
            boolean full = heap.used() >= FULL;
            // A pause between two measurements, since a collection takes time from all other threads.
            pause();
            if (!full) {
                return false;
            }
        }
        return !closed;
    }

    private void pause() {
        long end = clock.nanoTime() + pauseNs;
        long left = pauseNs;
        while (left > 0 && !closed) {
            LockSupport.parkNanos(this, left);
            left = end - clock.nanoTime();
        }
    }

    /** Stops the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
