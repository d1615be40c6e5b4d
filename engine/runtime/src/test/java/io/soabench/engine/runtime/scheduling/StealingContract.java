package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What policy {@code affine} promises beside, whatever its threads are. */
public abstract class StealingContract extends SchedulerContract {
    @Test
    void shouldPlaceInstancesWhereTheirMessageCame() {
        Worker one = scheduler().workers().get(1);

        assertThat(scheduler().place(one)).isEqualTo(one);
        assertThat(scheduler().place(one)).isEqualTo(one);
        assertThat(scheduler().place(null)).isNotEqualTo(scheduler().place(null));
    }

    @Test
    void shouldLetAnIdleWorkerTakeOverWhatWaitsForABusyOne() {
        Worker busy = place();
        occupy(busy);

        Set<Worker> ran = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(tested.start(
                            frame -> {
                                ran.add(frame.instance().worker());
                                frame.complete();
                            },
                            busy))
                    .isTrue();
        }

        assertThat(TestKernel.await(() -> tested.counters.value(Counter.INSTANCES_COMPLETED) == CAPACITY))
                .as("they end while the worker that they were given to is held up")
                .isTrue();
        assertThat(ran).hasSize(1).doesNotContain(busy);
        assertThat(tested.counters.value(Counter.STEALS)).isEqualTo(CAPACITY);
        release();
        assertThat(tested.awaitEnd()).isTrue();
    }

    @Test
    void shouldGoOnWhereItWasTakenTo() {
        Worker busy = place();
        Frame[] waiting = new Frame[1];
        CountDownLatch started = new CountDownLatch(1);
        List<Worker> ran = new ArrayList<>();
        Processor waits = new Processor() {
            @Override
            public void start(Frame frame) {
                waiting[0] = frame;
                frame.instance().alarms().set(frame, 0, 3_600_000_000_000L);
                started.countDown();
            }

            @Override
            public void answered(Frame frame, List<Element> parts) {
                ran.add(frame.instance().worker());
                if (ran.size() == 2) {
                    frame.complete();
                }
            }
        };
        assertThat(tested.start(waits, busy)).isTrue();
        assertThat(TestKernel.await(() -> started.getCount() == 0)).isTrue();
        occupy(busy);

        TestKernel.tell(waiting[0], "one");
        TestKernel.tell(waiting[0], "two");

        assertThat(TestKernel.await(() -> tested.counters.value(Counter.INSTANCES_COMPLETED) == 1))
                .isTrue();
        assertThat(ran).hasSize(2).doesNotContain(busy);
        assertThat(tested.counters.value(Counter.STEALS)).isOne();
        release();
        assertThat(tested.awaitEnd()).isTrue();
        assertThat(TestKernel.await(() -> alarms() == 0))
                .as("its alarm was set by another worker, and is gone")
                .isTrue();
    }

    @Test
    void shouldLeaveInstancesWhereTheyAreWhenNobodyIsBusy() {
        Worker here = place();
        for (int i = 0; i < 100; i++) {
            CountDownLatch done = new CountDownLatch(1);
            assertThat(tested.start(
                            frame -> {
                                frame.complete();
                                done.countDown();
                            },
                            here))
                    .isTrue();
            assertThat(TestKernel.await(() -> done.getCount() == 0 && tested.kernel.running() == 0))
                    .isTrue();
        }

        assertThat(tested.counters.value(Counter.STEALS)).isZero();
    }
}
