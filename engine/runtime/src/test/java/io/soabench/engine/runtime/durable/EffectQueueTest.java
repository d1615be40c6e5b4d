package io.soabench.engine.runtime.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Calls of the journal by the queue of an executor, whose tasks this thread runs. */
class EffectQueueTest {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final AtomicInteger calls = new AtomicInteger();
    private boolean stopped;
    private final EffectQueue queue = new EffectQueue(
            task -> {
                if (stopped) {
                    throw new RejectedExecutionException();
                }
                tasks.add(task);
            },
            calls::incrementAndGet);

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Makes this thread known as that of the executor. */
    private void know() {
        queue.run();
    }

    @Test
    void shouldCallTheJournalOnceForAllRecordsBeforeItsTask() {
        know();
        for (int record = 0; record < 10; record++) {
            queue.appended();
        }
        assertThat(calls).hasValue(0);
        assertThat(tasks).hasSize(1);

        runTasks();

        assertThat(calls).hasValue(1);
        queue.appended();
        runTasks();
        assertThat(calls).hasValue(2);
    }

    @Test
    void shouldCallTheJournalAtOnceForManyRecords() {
        know();
        for (int record = 0; record < EffectQueue.MOST_QUIET; record++) {
            queue.appended();
        }
        assertThat(calls).hasValue(1);

        runTasks();

        assertThat(calls).hasValue(1);
    }

    @Test
    void shouldCallTheJournalAtOnceForARecordOfAnotherThread() throws InterruptedException {
        queue.appended();
        assertThat(calls).as("before the thread of the executor is known").hasValue(1);
        know();
        Thread other = new Thread(queue::appended);
        other.start();
        other.join();
        assertThat(calls).hasValue(2);
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldCallTheJournalAtOnceIfTheExecutorHasStopped() {
        know();
        stopped = true;
        queue.appended();
        assertThat(calls).hasValue(1);
    }
}
