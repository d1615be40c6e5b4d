package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** The end of threads. */
final class Threads {
    private Threads() {}

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
