package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The common part of threads that work for instances. */
final class Threads {
    private Threads() {}

    /** Tells of what went wrong on a thread that others need, and goes on whatever comes of that. */
    static void report(Consumer<Throwable> failures, Throwable error) {
        try {
            failures.accept(error);
        } catch (Throwable e) {
            // There is nobody else to be told.
        }
    }

    /** Waits until threads have ended, the calling one excepted, or until a time is up for all of them together. */
    static void join(Collection<Thread> threads, EngineClock clock, long atMostMs) {
        long endNs = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(atMostMs);
        for (Thread thread : threads) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - clock.nanoTime());
            if (leftMs <= 0) {
                return;
            }
            if (thread != Thread.currentThread()) {
                try {
                    thread.join(leftMs);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
