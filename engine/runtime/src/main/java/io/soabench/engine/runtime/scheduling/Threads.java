package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The common functions of threads that run instances. */
final class Threads {
    private Threads() {}

    /** Reports an error on a thread that must go on; errors of the receiver are ignored. */
    static void report(Consumer<Throwable> failures, Throwable error) {
        try {
            failures.accept(error);
        } catch (Throwable e) {
            // There is no other receiver.
        }
    }

    /** Waits until threads other than the calling one have ended, or until a time limit for all of them together. */
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
