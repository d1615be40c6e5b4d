package io.soabench.engine.server.guard;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A check whether the memory of the engine is exhausted for good, run after each {@link OutOfMemoryError}. A message
 * that needs too much memory ends its own request only; the memory is free after the next collection. If no memory is
 * left at all, the engine answers no request, and no signal ends it, since the virtual machine needs memory to deliver
 * one. Programs that watch the engine would wait for ever.
 *
 * <p>So a thread that needs no memory itself collects and measures the heap. If the heap is still full after
 * {@value #MEASUREMENTS} measurements, this class calls an action that ends the process. Thread-safe.
 */
public final class Exhaustion implements AutoCloseable {
    private static final int MEASUREMENTS = 3;
    private static final double FULL = 0.97;

    private final Heap heap;
    private final EngineClock clock;
    private final long pauseNs;
    private final Runnable end;
    private final Thread thread;
    private volatile boolean asked;
    private volatile boolean closed;

    /** The measured heap. */
    public interface Heap {
        /** Collects unused objects. */
        void collect();

        /** Returns the share of the largest heap that is in use, 0 to 1. */
        double used();

        /** The heap of this virtual machine. */
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
     * Starts the thread that waits for errors.
     *
     * @param heap the measured heap
     * @param clock the time
     * @param pause the time between two measurements
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

    /** Reports a lack of memory; from any thread. Allocates nothing. */
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
        for (int measurement = 0; measurement < MEASUREMENTS; measurement++) {
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
