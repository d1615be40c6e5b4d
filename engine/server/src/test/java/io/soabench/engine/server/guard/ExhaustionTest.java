package io.soabench.engine.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ExhaustionTest {
    /** A heap whose use the test sets. */
    private static final class FixedHeap implements Exhaustion.Heap {
        private final Semaphore looks = new Semaphore(0);
        private volatile double used;
        private volatile double left;

        @Override
        public void collect() {
            // Nothing to collect.
        }

        @Override
        public double used() {
            looks.release();
            return used;
        }

        @Override
        public double left() {
            return left;
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

    private static void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeShortWhileTheHeapIsNearlyFull(boolean byAnError) throws Exception {
        FixedHeap heap = new FixedHeap();
        CountDownLatch ended = new CountDownLatch(1);
        try (Exhaustion exhaustion =
                new Exhaustion(heap, new SystemEngineClock(), Duration.ofMillis(1), ended::countDown)) {
            assertThat(exhaustion.isShort()).isFalse();
            heap.used = 0.93;
            if (byAnError) {
                exhaustion.outOfMemory();
            } else {
                heap.left = 0.93;
            }
            await(exhaustion::isShort);

            heap.used = 0.5;
            heap.left = 0.5;
            await(() -> !exhaustion.isShort());
        }
        assertThat(ended.getCount()).as("not ended").isEqualTo(1);
    }

    /** Only an error shows that there is no memory at all. */
    @Test
    void shouldNotEndWithoutAnError() throws Exception {
        FixedHeap heap = new FixedHeap();
        CountDownLatch ended = new CountDownLatch(1);
        heap.used = 0.99;
        heap.left = 0.99;
        try (Exhaustion exhaustion =
                new Exhaustion(heap, new SystemEngineClock(), Duration.ofMillis(1), ended::countDown)) {
            assertThat(heap.looks.tryAcquire(10, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(exhaustion.isShort()).isTrue();
            assertThat(ended.getCount()).isEqualTo(1);

            exhaustion.outOfMemory();
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** What a collection has left is garbage later. */
    @Test
    void shouldNotBeShortWhenAnotherCollectionFindsRoom() throws Exception {
        FixedHeap heap = new FixedHeap();
        heap.used = 0.85;
        heap.left = 0.95;
        try (Exhaustion exhaustion = new Exhaustion(heap, new SystemEngineClock(), Duration.ofMillis(1), () -> {})) {
            assertThat(heap.looks.tryAcquire(3, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(exhaustion.isShort()).isFalse();
        }
    }

    @Test
    void shouldCollectOnlyATwentiethOfTheTime() {
        try (Exhaustion exhaustion =
                new Exhaustion(new FixedHeap(), new SystemEngineClock(), Duration.ofSeconds(1), () -> {})) {
            assertThat(exhaustion.pauseAfter(TimeUnit.MILLISECONDS.toNanos(10))).isEqualTo(TimeUnit.SECONDS.toNanos(5));
            assertThat(exhaustion.pauseAfter(TimeUnit.SECONDS.toNanos(3))).isEqualTo(TimeUnit.SECONDS.toNanos(60));
        }
    }
}
