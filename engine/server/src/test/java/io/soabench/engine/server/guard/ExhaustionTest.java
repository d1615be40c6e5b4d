package io.soabench.engine.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ExhaustionTest {
    /** A heap whose use the test sets. */
    private static final class FixedHeap implements Exhaustion.Heap {
        private final Semaphore looks = new Semaphore(0);
        private volatile double used;

        @Override
        public void collect() {
            // Nothing to collect.
        }

        @Override
        public double used() {
            looks.release();
            return used;
        }
    }

    @Test
    void shouldEndWhenTheHeapStaysFull() throws Exception {
        FixedHeap heap = new FixedHeap();
        heap.used = 0.99;
        CountDownLatch ended = new CountDownLatch(1);
        try (Exhaustion exhaustion =
                new Exhaustion(heap, new SystemEngineClock(), Duration.ofMillis(1), ended::countDown)) {
            Failures failures = new Failures(new Counters(), new SystemEngineClock(), exhaustion);
            failures.caught("A test", new OutOfMemoryError("by intent"));
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(heap.looks.availablePermits()).isEqualTo(3);
        }
    }

    @Test
    void shouldGoOnWhenMemoryComesBackOrTheErrorIsAnother() throws Exception {
        FixedHeap heap = new FixedHeap();
        heap.used = 0.5;
        CountDownLatch ended = new CountDownLatch(1);
        Counters counters = new Counters();
        try (Exhaustion exhaustion =
                new Exhaustion(heap, new SystemEngineClock(), Duration.ofMillis(1), ended::countDown)) {
            Failures failures = new Failures(counters, new SystemEngineClock(), exhaustion);
            failures.caught("A test", new StackOverflowError("by intent"));
            for (int i = 0; i < 3; i++) {
                failures.caught("A test", new OutOfMemoryError("by intent"));
                assertThat(heap.looks.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            }
            heap.used = 0.99;
            failures.caught("A test", new StackOverflowError("by intent"));
            assertThat(counters.value(Counter.ERRORS)).isEqualTo(5);
        }
        assertThat(ended.getCount()).isEqualTo(1);
    }
}
