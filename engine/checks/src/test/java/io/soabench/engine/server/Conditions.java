package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for conditions that an engine or its partners bring about. A wait has a deadline, and its failure names the
 * condition.
 */
final class Conditions {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private Conditions() {}

    /** Waits until a condition holds, for a time that is enough on a busy machine. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        await(what, PATIENCE, condition);
    }

    /** Waits until a condition holds. */
    static void await(String what, Duration within, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + within.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - endNs)
                    .as("%s, within %s", what, within)
                    .isNegative();
            if (Thread.interrupted()) {
                throw new InterruptedException("while the test waited for " + what);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
