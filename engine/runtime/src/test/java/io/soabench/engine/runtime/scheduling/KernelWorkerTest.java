package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of a kernel worker. */
class KernelWorkerTest {
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldGoOnWhenTasksThrow() throws Exception {
        try (KernelWorker worker =
                new KernelWorker(task -> new Thread(task, "test"), 10, new SystemEngineClock(), errors::add)) {
            worker.execute(() -> {
                throw new OutOfMemoryError("of a test");
            });
            worker.execute(() -> worker.schedule(
                    () -> {
                        throw new StackOverflowError("of a test");
                    },
                    0));
            CountDownLatch done = new CountDownLatch(1);
            worker.execute(() -> worker.schedule(done::countDown, 1));

            assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
            assertThat(errors.stream().map(Throwable::toString))
                    .containsExactly(
                            "java.lang.OutOfMemoryError: of a test", "java.lang.StackOverflowError: of a test");
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void shouldForgetCancelledAlarmsBehindALiveOne() throws Exception {
        try (KernelWorker worker =
                new KernelWorker(task -> new Thread(task, "test"), 10, new SystemEngineClock(), errors::add)) {
            AtomicInteger left = new AtomicInteger(-1);
            CountDownLatch done = new CountDownLatch(1);
            worker.execute(() -> {
                worker.schedule(() -> {}, TimeUnit.HOURS.toNanos(1));
                for (int i = 0; i < 1_000; i++) {
                    worker.schedule(() -> {}, TimeUnit.HOURS.toNanos(2) + i % 7).cancel();
                }
                worker.schedule(() -> {}, Long.MAX_VALUE);
                left.set(worker.alarms());
                done.countDown();
            });

            assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
            assertThat(left.get()).isEqualTo(2);
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void shouldRunTasksWhenAnAlarmIsAlwaysDue() throws Exception {
        try (KernelWorker worker =
                new KernelWorker(task -> new Thread(task, "test"), 10, new SystemEngineClock(), errors::add)) {
            CountDownLatch ringing = new CountDownLatch(3);
            Runnable again = new Runnable() {
                @Override
                public void run() {
                    ringing.countDown();
                    worker.schedule(this, 0);
                }
            };
            worker.execute(again);
            assertThat(ringing.await(10, TimeUnit.SECONDS)).isTrue();

            CountDownLatch done = new CountDownLatch(1);
            worker.execute(done::countDown);

            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
