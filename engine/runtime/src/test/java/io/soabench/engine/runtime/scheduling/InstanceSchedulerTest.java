package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

/** Policy {@code instance}. */
class InstanceSchedulerTest extends SchedulerContract {
    /** So many threads as the contract wants to run instances at once. */
    private static final int MOST = 24;

    private InstanceScheduler instances;
    private int most = MOST;

    @Override
    protected Scheduler open(ThreadFactory factory) {
        instances = new InstanceScheduler(factory, most, new SystemEngineClock(), tested.kernel::failed);
        return instances;
    }

    @Override
    protected int alarms() {
        return instances.alarms();
    }

    @Test
    @Override
    void shouldRefuseNewInstancesWhenTooManyWaitAndServeTheRest() {
        most = WORKERS * CAPACITY;
        super.shouldRefuseNewInstancesWhenTooManyWaitAndServeTheRest();
    }

    @Test
    void shouldGiveEachInstanceAThreadOfItsOwnForAllItsLife() {
        Map<Frame, Thread> began = new ConcurrentHashMap<>();
        Queue<String> moved = new ConcurrentLinkedQueue<>();
        Processor waits = new Processor() {
            @Override
            public void start(Frame frame) {
                began.put(frame, Thread.currentThread());
            }

            @Override
            public void answered(Frame frame, List<Element> parts) {
                if (began.get(frame) != Thread.currentThread()) {
                    moved.add(Thread.currentThread().getName());
                }
                frame.complete();
            }
        };
        for (int i = 0; i < MOST; i++) {
            assertThat(tested.start(waits, place())).isTrue();
        }
        assertThat(TestKernel.await(() -> began.size() == MOST)).isTrue();
        assertThat(began.values()).doesNotHaveDuplicates();
        assertThat(scheduler().threads()).isEqualTo(MOST);

        began.keySet().forEach(frame -> TestKernel.tell(frame, "end"));

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(moved).isEmpty();
        assertThat(TestKernel.await(() -> began.values().stream().noneMatch(Thread::isAlive)))
                .isTrue();
        assertThat(scheduler().threads()).isZero();
    }

    @Test
    void shouldRunOnVirtualThreadsWhereTheJvmHasThem() {
        Optional<ThreadFactory> virtual = VirtualThreads.factory("instance");
        assertThat(virtual.isPresent()).isEqualTo(Runtime.version().feature() >= 21);
        if (virtual.isEmpty()) {
            return;
        }
        InstanceScheduler onVirtual =
                new InstanceScheduler(virtual.get(), 1_000, new SystemEngineClock(), tested.kernel::failed);
        List<String> names = new ArrayList<>();
        CountDownLatch ran = new CountDownLatch(1);
        assertThat(tested.start(
                        frame -> {
                            names.add(Thread.currentThread().toString());
                            frame.complete();
                            ran.countDown();
                        },
                        onVirtual.place(null)))
                .isTrue();
        assertThat(TestKernel.await(() -> ran.getCount() == 0)).isTrue();
        assertThat(tested.awaitEnd()).isTrue();
        assertThat(names).singleElement().asString().contains("VirtualThread", "instance-");
        onVirtual.close();
    }

    /** The place of an instance is free before its thread has ended. */
    @Test
    void shouldTakeAnInstanceAsSoonAsThereIsAPlaceForIt() {
        most = 1;
        int accepted = 0;
        for (int i = 0; i < 3_000; i++) {
            accepted += tested.start(Frame::complete, place()) ? 1 : 0;
            while (tested.kernel.running() > 0) {
                Thread.onSpinWait();
            }
        }
        assertThat(accepted).isEqualTo(3_000);
    }
}
