package io.soabench.engine.server.guard;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A check of the heap of the engine. After each {@link OutOfMemoryError}, it finds out whether the memory is exhausted
 * for good. A message that needs too much memory ends its own request only; the memory is free after the next collection.
 * If no memory is left at all, the engine answers no request, and no signal ends it, since the virtual machine needs
 * memory to deliver one. Programs that watch the engine would wait for ever.
 *
 * <p>So a thread that needs no memory itself collects and measures the heap. If the heap is still full after
 * {@value #MEASUREMENTS} measurements, this class calls an action that ends the process.
 *
 * <p>Below that, a heap that is nearly full serves nobody well: collections take the time of all threads, and the next
 * large message finds no room. Then {@link #isShort} is true, so that the engine refuses new work, until a measurement
 * finds room. Collections by other causes show a heap that is nearly full, too, without an error.
 *
 * <p>Thread-safe.
 */
public final class Exhaustion implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Exhaustion.class.getName());
    private static final int MEASUREMENTS = 3;
    private static final double FULL = 0.97;

    /** The share of the heap in use after a collection from which on the memory is short. Others were not measured. */
    private static final double SHORT = 0.9;

    /** The number of pauses between two measurements while the memory is short, at least, since each collects. */
    private static final int PAUSES_WHILE_SHORT = 5;

    /** The ratio of that time to the time of a measurement, at least. With a large heap, one takes seconds. */
    private static final int TIMES_OF_MEASUREMENT = 20;

    /** The number of pauses between two looks at what other collections have left. */
    private static final int PAUSES_BETWEEN_LOOKS = 2;

    private static final double PERCENT = 100;

    private final Heap heap;
    private final EngineClock clock;
    private final long pauseNs;
    private final Runnable end;
    private final Thread thread;
    private volatile boolean asked;
    private volatile boolean isShort;
    private volatile boolean closed;

    /** The measured heap. */
    public interface Heap {
        /** Collects unused objects. */
        void collect();

        /** Returns the share of the largest heap that is in use, 0 to 1. */
        double used();

        /** Returns the share that the last collections have left in use, without another one; 0 if it is unknown. */
        double left();

        /** The heap of this virtual machine. */
        Heap OWN = new Heap() {
            @Override
            public double left() {
                long bytes = 0;
                for (MemoryPoolMXBean pool : OwnPools.ALL) {
                    MemoryUsage usage = pool.getCollectionUsage();
                    bytes += usage == null ? 0 : usage.getUsed();
                }
                return (double) bytes / Runtime.getRuntime().maxMemory();
            }

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

    /** The parts of the heap of this virtual machine, loaded when they are looked at for the first time. */
    private static final class OwnPools {
        private static final List<MemoryPoolMXBean> ALL = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
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

    /**
     * Returns whether the heap is nearly full, so that the engine should take no new work. From any thread; allocates
     * nothing.
     */
    public boolean isShort() {
        return isShort;
    }

    private void watch() {
        boolean nearlyFull = false;
        while (!closed) {
            if (asked) {
                asked = false;
                if (isExhausted()) {
                    end.run();
                    return;
                }
            } else if (isShort || nearlyFull) {
                nearlyFull = false;
                long begin = clock.nanoTime();
                measure();
                pause(pauseAfter(clock.nanoTime() - begin));
            } else {
                LockSupport.parkNanos(this, PAUSES_BETWEEN_LOOKS * pauseNs);
                nearlyFull = !asked && !closed && isNearlyFull();
            }
        }
    }

    /**
     * Returns the time until the next measurement while the memory is short, so that collections take 5 % of the time at
     * most.
     *
     * @param measurementNs the time of the last one
     */
    long pauseAfter(long measurementNs) {
        return Math.max(PAUSES_WHILE_SHORT * pauseNs, TIMES_OF_MEASUREMENT * measurementNs);
    }

    /** Returns whether other collections have left the heap nearly full. */
    private boolean isNearlyFull() {
        try {
            return heap.left() >= SHORT;
        } catch (RuntimeException | Error e) {
            // There is no memory for a look, and the next thread without memory asks for a measurement.
            return false;
        }
    }

    private boolean isExhausted() {
        for (int measurement = 0; measurement < MEASUREMENTS; measurement++) {
            boolean full = measure() >= FULL;
            // A pause between two measurements, since a collection takes time from all other threads.
            pause(pauseNs);
            if (!full) {
                return false;
            }
        }
        return !closed;
    }

    /** Collects, and returns the share of the heap that is in use after that. */
    private double measure() {
        heap.collect();
        double used = heap.used();
        boolean now = used >= SHORT;
        if (now != isShort) {
            isShort = now;
            log(used);
        }
        return used;
    }

    private void log(double used) {
        try {
            String share = Math.round(PERCENT * used) + " % of the heap are in use after a collection";
            LOG.log(
                    System.Logger.Level.WARNING,
                    isShort
                            ? share
                                    + ": no instance starts beside those that run until there is room. Give the engine a"
                                    + " larger heap (-Xmx), or lower its limits."
                            : share + ": instances start again.");
        } catch (RuntimeException | Error e) {
            // There is no memory for the log.
        }
    }

    private void pause(long atLeastNs) {
        long end = clock.nanoTime() + atLeastNs;
        long left = atLeastNs;
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
