package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of a kernel worker. */
class KernelWorkerTest {
    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void shouldRunTasksWhenAnAlarmIsAlwaysDue() throws Exception {
        try (KernelWorker worker = new KernelWorker("test", 10, new SystemEngineClock())) {
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
