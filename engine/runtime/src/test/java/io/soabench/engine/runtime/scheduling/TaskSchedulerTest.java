package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Policy {@code task}. */
class TaskSchedulerTest extends SchedulerContract {
    private final EngineClock clock = new SystemEngineClock();
    private TaskScheduler tasks;
    private int workers = WORKERS;
    private Deadlines deadlines = Deadlines.NOW;

    @Override
    protected Scheduler open(ThreadFactory factory) {
        tasks = new TaskScheduler(workers, factory, CAPACITY, clock, deadlines, tested.kernel::failed);
        return tasks;
    }

    @Override
    protected int alarms() {
        return tasks.alarms();
    }

    /**
     * Returns the order in which one worker runs two instances. The first one waits for an event. While the worker is
     * occupied, the second one is started, and then the event happens.
     */
    private List<String> orderOfStartAndEvent() {
        workers = 1;
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Processor listens = new Processor() {
            @Override
            public void start(Frame frame) {
                order.add("first");
            }

            @Override
            public void answered(Frame frame, List<Element> parts) {
                order.add(parts.get(0).text());
                frame.complete();
            }
        };
        Frame[] first = new Frame[1];
        CountDownLatch started = new CountDownLatch(1);
        assertThat(tested.start(
                        new Processor() {
                            @Override
                            public void start(Frame frame) {
                                first[0] = frame;
                                listens.start(frame);
                                started.countDown();
                            }

                            @Override
                            public void answered(Frame frame, List<Element> parts) {
                                listens.answered(frame, parts);
                            }
                        },
                        place()))
                .isTrue();
        assertThat(TestKernel.await(() -> started.getCount() == 0)).isTrue();
        occupy(place());
        assertThat(tested.start(
                        frame -> {
                            order.add("second");
                            frame.complete();
                        },
                        place()))
                .isTrue();
        TestKernel.tell(first[0], "told");

        release();

        assertThat(tested.awaitEnd()).isTrue();
        return order;
    }

    @Test
    void shouldTakeWhatWasThereFirstWhenDeadlinesAreEqual() {
        assertThat(orderOfStartAndEvent()).containsExactly("first", "second", "told");
    }

    @Test
    void shouldTakeWhatIsDueFirstWhenDeadlinesDiffer() {
        deadlines = new Deadlines(TimeUnit.HOURS.toNanos(1), 0, 0);

        assertThat(orderOfStartAndEvent()).containsExactly("first", "told", "second");
    }

    @Test
    void shouldLetWorkersShareTheActivitiesOfOneInstance() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Activity step = TestKernel.activity(frame -> {
            threads.add(Thread.currentThread());
            frame.complete();
        });
        Processor loop = new Processor() {
            @Override
            public void start(Frame frame) {
                frame.start(step);
            }

            @Override
            public void childCompleted(Frame frame, Frame child) {
                if (threads.size() == WORKERS) {
                    frame.complete();
                } else {
                    frame.start(step);
                }
            }
        };

        assertThat(tested.start(loop, place())).isTrue();
        assertThat(tested.start(loop, place())).isTrue();

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(threads).hasSize(WORKERS);
    }

    @Test
    void shouldRefuseDeadlinesBeforeTheirUnits() {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> new Deadlines(0, -1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("event=-1 ns");
    }
}
