package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Worker;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** A worker whose host does not take every task. */
class StealingWorkerTest {
    private final TestKernel tested = new TestKernel();
    private final Host host = new Host();
    private final StealingWorker worker = new StealingWorker(host, new WorkerGroup(), 10);

    /** A host that runs tasks when the test says so, and takes none while it is full. */
    private static final class Host implements HostThread {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean full;

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public void execute(Runnable task) {
            if (full) {
                throw new RejectedExecutionException("of a test");
            }
            tasks.add(task);
        }

        @Override
        public void executeLast(Runnable task) {
            execute(task);
        }

        @Override
        public Worker.Alarm schedule(Runnable task, long delayNs) {
            throw new IllegalStateException("no alarm is set here");
        }

        private void drain() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    @Test
    void shouldRunWhatItsHostCouldNotTakeWithTheNextTask() {
        host.full = true;
        assertThat(tested.start(Frame::complete, worker)).isTrue();
        assertThat(tested.start(Frame::complete, worker)).isTrue();
        host.drain();
        assertThat(tested.kernel.running()).isEqualTo(2);

        host.full = false;
        assertThat(tested.start(Frame::complete, worker)).isTrue();
        host.drain();

        assertThat(tested.kernel.running()).isZero();
        assertThat(tested.kernel.heldBytes()).isZero();
        assertThat(tested.errors).isEmpty();
    }

    @Test
    void shouldHelpAlthoughItsHostOnceRefusedTo() {
        WorkerGroup group = new WorkerGroup();
        StealingWorker busy = new StealingWorker(host, group, 10);
        Host other = new Host();
        StealingWorker idle = new StealingWorker(other, group, 10);
        other.full = true;
        assertThat(tested.start(Frame::complete, busy)).isTrue();
        assertThat(tested.start(Frame::complete, busy)).isTrue();
        other.full = false;
        assertThat(tested.start(Frame::complete, busy)).isTrue();

        other.drain();

        assertThat(tested.kernel.running()).as("the busy worker runs it next").isOne();
        assertThat(idle.queued()).isZero();
        host.drain();
        assertThat(tested.kernel.running()).isZero();
    }

    @Test
    void shouldRefuseInstancesWhenTooManyWait() {
        for (int i = 0; i < 10; i++) {
            assertThat(tested.start(Frame::complete, worker)).isTrue();
        }

        assertThat(tested.start(Frame::complete, worker)).isFalse();

        host.drain();
        assertThat(tested.kernel.running()).isZero();
        assertThat(tested.kernel.heldBytes()).isZero();
    }
}
