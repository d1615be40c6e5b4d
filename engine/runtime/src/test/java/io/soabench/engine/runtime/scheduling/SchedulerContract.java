package io.soabench.engine.runtime.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Event;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.MessageWait;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.ScopeInstance;
import io.soabench.engine.runtime.kernel.ScopeLayout;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every scheduling policy promises. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class SchedulerContract {
    protected static final int WORKERS = 2;
    protected static final int CAPACITY = 5;
    private static final int PRODUCERS = 3;
    private static final int INSTANCES = 20;
    private static final int EVENTS = 200;
    private static final int MEETINGS = 300;

    protected final TestKernel tested = new TestKernel();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private Scheduler scheduler;

    /** A policy with {@link #WORKERS} threads, or as many as it needs, and {@link #CAPACITY}. */
    protected abstract Scheduler open(ThreadFactory factory);

    /** Alarms that are set. */
    protected abstract int alarms();

    /** Ends what the policy itself does not end. */
    protected void closeOthers() {}

    @AfterEach
    void close() {
        released.countDown();
        if (scheduler != null) {
            scheduler.close();
            closeOthers();
        }
    }

    protected final Scheduler scheduler() {
        if (scheduler == null) {
            scheduler = open(task -> {
                Thread thread = new Thread(task, "scheduled");
                thread.setDaemon(true);
                threads.add(thread);
                return thread;
            });
        }
        return scheduler;
    }

    protected final Worker place() {
        return scheduler().place(null);
    }

    /** Lets a thread wait until the test ends, or until it says so. */
    protected final void hold() {
        boolean interrupted = false;
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    protected final void release() {
        released.countDown();
    }

    /** Starts an instance that occupies a worker until {@link #release}, and waits until it does. */
    protected final void occupy(Worker worker) {
        CountDownLatch occupied = new CountDownLatch(1);
        assertThat(tested.start(
                        frame -> {
                            occupied.countDown();
                            hold();
                            frame.complete();
                        },
                        worker))
                .isTrue();
        assertThat(TestKernel.await(() -> occupied.getCount() == 0)).isTrue();
    }

    /** Waits for what it is told, and knows when two threads are in it. */
    private static final class Listener implements Processor {
        private final List<String> heard = new ArrayList<>();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger together = new AtomicInteger();
        private final Activity step;
        private volatile Frame frame;
        private int done;

        Listener() {
            step = TestKernel.activity(Frame::complete);
        }

        @Override
        public void start(Frame own) {
            frame = own;
        }

        @Override
        public void answered(Frame own, List<Element> parts) {
            enter();
            heard.add(parts.get(0).text());
            own.start(step);
            inside.decrementAndGet();
        }

        @Override
        public void childCompleted(Frame own, Frame child) {
            enter();
            done++;
            if (done == PRODUCERS * EVENTS) {
                own.complete();
            }
            inside.decrementAndGet();
        }

        private void enter() {
            if (inside.incrementAndGet() > 1) {
                together.incrementAndGet();
            }
        }
    }

    @Test
    void shouldHandleEventsInTheOrderOfEachProducerAndOneAtATime() throws Exception {
        List<Listener> listeners = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            Listener listener = new Listener();
            listeners.add(listener);
            assertThat(TestKernel.await(() -> tested.start(listener, place()))).isTrue();
            assertThat(TestKernel.await(() -> listener.frame != null)).isTrue();
        }
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            Thread thread = new Thread(() -> {
                for (int event = 0; event < EVENTS; event++) {
                    for (Listener listener : listeners) {
                        TestKernel.tell(listener.frame, producer + ":" + event);
                    }
                }
            });
            producers.add(thread);
            thread.start();
        }
        for (Thread producer : producers) {
            producer.join();
        }

        assertThat(tested.awaitEnd())
                .as("all %s events arrive", PRODUCERS * EVENTS)
                .isTrue();
        for (Listener listener : listeners) {
            assertThat(listener.together.get()).as("threads that met").isZero();
            for (int p = 0; p < PRODUCERS; p++) {
                String prefix = p + ":";
                List<String> expected = new ArrayList<>();
                for (int event = 0; event < EVENTS; event++) {
                    expected.add(prefix + event);
                }
                assertThat(listener.heard.stream().filter(text -> text.startsWith(prefix)))
                        .containsExactlyElementsOf(expected);
            }
        }
        assertThat(tested.errors).isEmpty();
    }

    @Test
    void shouldHandleWhatAnActivityBringsAboutAfterItsStep() {
        int events = 50_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger nested = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(events);
        Processor chain = new Processor() {
            @Override
            public void start(Frame frame) {
                go(frame);
            }

            @Override
            public void answered(Frame frame, List<Element> parts) {
                go(frame);
            }

            private void go(Frame frame) {
                if (inside.getAndIncrement() > 0) {
                    nested.incrementAndGet();
                }
                if (left.decrementAndGet() == 0) {
                    frame.complete();
                } else {
                    TestKernel.tell(frame, "at once");
                }
                inside.decrementAndGet();
            }
        };

        assertThat(tested.start(chain, place())).isTrue();

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(nested.get()).isZero();
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isOne();
    }

    @Test
    void shouldNotRunAnInstanceInsideOfTheOneThatStartsIt() {
        int instances = 200;
        ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
        AtomicInteger deepest = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(instances);
        Processor starter = new Processor() {
            @Override
            public void start(Frame frame) {
                depth.set(depth.get() + 1);
                deepest.accumulateAndGet(depth.get(), Math::max);
                if (left.decrementAndGet() > 0) {
                    assertThat(tested.start(
                                    this, scheduler().place(frame.instance().worker())))
                            .isTrue();
                }
                frame.complete();
                depth.set(depth.get() - 1);
            }
        };

        assertThat(tested.start(starter, place())).isTrue();

        assertThat(TestKernel.await(() -> left.get() <= 0)).isTrue();
        assertThat(tested.awaitEnd()).isTrue();
        assertThat(deepest.get()).isOne();
        assertThat(tested.errors).isEmpty();
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isEqualTo(instances);
    }

    @Test
    void shouldEndOneInstanceAndCountWhenItThrows() {
        int instances = 30;
        AtomicInteger number = new AtomicInteger();
        Processor sometimesBad = frame -> {
            if (number.getAndIncrement() % 3 == 0) {
                throw new AssertionError("of a test");
            }
            frame.complete();
        };

        for (int i = 0; i < instances; i++) {
            assertThat(TestKernel.await(() -> tested.start(sometimesBad, place())))
                    .isTrue();
        }

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(tested.counters.value(Counter.ERRORS)).isEqualTo(instances / 3);
        assertThat(tested.counters.value(Counter.INSTANCES_FAULTED)).isEqualTo(instances / 3);
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isEqualTo(instances - instances / 3);
        assertThat(tested.errors).hasSize(instances / 3).allMatch(AssertionError.class::isInstance);
    }

    @Test
    void shouldServeOthersWhileInstancesNeverStop() throws Exception {
        Activity step = TestKernel.activity(Frame::complete);
        Queue<Frame> endless = new ConcurrentLinkedQueue<>();
        Processor loop = new Processor() {
            @Override
            public void start(Frame frame) {
                endless.add(frame);
                frame.start(step);
            }

            @Override
            public void childCompleted(Frame frame, Frame child) {
                frame.start(step);
            }
        };
        for (int i = 0; i < 2 * WORKERS; i++) {
            assertThat(TestKernel.await(() -> tested.start(loop, place()))).isTrue();
        }
        assertThat(TestKernel.await(() -> endless.size() == 2 * WORKERS)).isTrue();

        for (int i = 0; i < INSTANCES; i++) {
            assertThat(TestKernel.await(() -> tested.start(Frame::complete, place())))
                    .isTrue();
        }
        assertThat(TestKernel.await(() -> tested.counters.value(Counter.INSTANCES_COMPLETED) == INSTANCES))
                .as("the short ones end")
                .isTrue();

        for (Frame frame : endless) {
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            frame.instance().handle(new Event.Terminate(done));
            assertThat(done.get(TestKernel.DEADLINE_NS, TimeUnit.NANOSECONDS)).isTrue();
        }
        assertThat(tested.awaitEnd()).isTrue();
    }

    @Test
    void shouldRingAlarmsInTheOrderOfTheirTime() {
        List<Integer> rang = Collections.synchronizedList(new ArrayList<>());
        int[] delaysMs = {30, 10, 20, 0, 40};
        Processor alarms = new Processor() {
            @Override
            public void start(Frame frame) {
                for (int i = 0; i < delaysMs.length; i++) {
                    frame.instance().alarms().set(frame, i, TimeUnit.MILLISECONDS.toNanos(delaysMs[i]));
                }
            }

            @Override
            public void alarmDue(Frame frame, int alarm) {
                rang.add(delaysMs[alarm]);
                if (rang.size() == delaysMs.length) {
                    frame.complete();
                }
            }
        };

        assertThat(tested.start(alarms, place())).isTrue();

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(rang).containsExactly(0, 10, 20, 30, 40);
    }

    @Test
    void shouldKeepNothingOfAlarmsThatAreCancelledOrWhoseInstanceHasEnded() {
        int many = 1_000;
        AtomicInteger set = new AtomicInteger(-1);
        CompletableFuture<Frame> waiting = new CompletableFuture<>();
        Processor alarms = new Processor() {
            @Override
            public void start(Frame frame) {
                frame.instance().alarms().set(frame, 0, TimeUnit.HOURS.toNanos(1));
                for (int i = 0; i < many; i++) {
                    frame.instance()
                            .alarms()
                            .set(frame, 1, TimeUnit.HOURS.toNanos(2) + i % 7)
                            .cancel();
                }
                frame.instance().alarms().set(frame, 2, Long.MAX_VALUE);
                set.set(alarms());
                waiting.complete(frame);
            }

            @Override
            public void answered(Frame frame, List<Element> parts) {
                frame.complete();
            }
        };
        assertThat(tested.start(alarms, place())).isTrue();
        Frame frame = waiting.join();
        assertThat(set.get()).isEqualTo(2);

        TestKernel.tell(frame, "end");

        assertThat(tested.awaitEnd()).isTrue();
        assertThat(TestKernel.await(() -> alarms() == 0)).isTrue();
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isOne();
    }

    @Test
    void shouldGoOnWhenAnAlarmOrAnEventComesTooLate() {
        CompletableFuture<Frame> ended = new CompletableFuture<>();
        Processor waits = new Processor() {
            @Override
            public void start(Frame frame) {
                frame.complete();
                ended.complete(frame);
            }
        };
        assertThat(tested.start(waits, place())).isTrue();
        Frame frame = ended.join();
        assertThat(tested.awaitEnd()).isTrue();
        CompletableFuture<Boolean> terminated = new CompletableFuture<>();

        TestKernel.tell(frame, "too late");
        frame.instance().handle(new Event.Terminate(terminated));

        assertThat(TestKernel.await(terminated::isDone)).isTrue();
        assertThat(terminated.join()).isFalse();
        assertThat(tested.errors).isEmpty();
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isOne();
    }

    @Test
    void shouldRefuseNewInstancesWhenTooManyWaitAndServeTheRest() {
        int most = WORKERS * (CAPACITY + 1);
        int accepted = 0;
        while (accepted <= most
                && tested.start(
                        frame -> {
                            hold();
                            frame.complete();
                        },
                        place())) {
            accepted++;
        }

        assertThat(accepted).isBetween(CAPACITY, most);
        assertThat(tested.kernel.running()).isEqualTo(accepted);
        release();
        assertThat(tested.awaitEnd()).isTrue();
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isEqualTo(accepted);
        assertThat(TestKernel.await(() -> tested.start(Frame::complete, place())))
                .isTrue();
        assertThat(tested.awaitEnd()).isTrue();
    }

    /** Takes two messages with the same text, the second of which has to find it. */
    private static final class Meeting implements Processor, MessageWait {
        @Override
        public void start(Frame frame) {
            InboundMessage first = frame.instance().pendingMessages().takeStart(0);
            String values = first.operation().routes().get(0).read(first.parts());
            new ScopeInstance(new ScopeLayout(0, 0, 0, 0, 1), null, frame).correlation(0, 0, values);
            if (frame.instance().pendingMessages().takeEarly(frame, this) == null) {
                frame.instance().pendingReceives().await(frame, this);
            } else {
                frame.complete();
            }
        }

        @Override
        public void arrived(Frame frame, MessageWait awaited, InboundMessage message) {
            frame.complete();
        }

        @Override
        public int operation() {
            return 0;
        }

        @Override
        public boolean accepts(Frame frame, InboundMessage message) {
            return true;
        }

        @Override
        public boolean takesAny(Frame frame) {
            return false;
        }

        @Override
        public String expected(Frame frame) {
            return "";
        }
    }

    @Test
    void shouldStartOneInstanceForTwoMessagesThatMayStartIt() throws Exception {
        Deployment deployment = TestKernel.meeting(new Meeting());
        for (int i = 0; i < MEETINGS; i++) {
            String text = "meeting " + i;
            CyclicBarrier together = new CyclicBarrier(2);
            Callable<Boolean> sender = () -> {
                together.await();
                return tested.send(deployment, text, place());
            };
            FutureTask<Boolean> other = new FutureTask<>(sender);
            new Thread(other, "other sender").start();

            assertThat(sender.call()).isTrue();
            assertThat(other.get()).isTrue();
            assertThat(tested.awaitEnd()).as(text).isTrue();
        }

        assertThat(tested.errors).isEmpty();
        assertThat(tested.counters.value(Counter.INSTANCES_STARTED)).isEqualTo(MEETINGS);
        assertThat(tested.counters.value(Counter.INSTANCES_COMPLETED)).isEqualTo(MEETINGS);
        assertThat(tested.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldEndItsThreadsWhenClosed() {
        CountDownLatch running = new CountDownLatch(1);
        Activity step = TestKernel.activity(Frame::complete);
        Processor loop = new Processor() {
            @Override
            public void start(Frame frame) {
                running.countDown();
                frame.start(step);
            }

            @Override
            public void childCompleted(Frame frame, Frame child) {
                frame.start(step);
            }
        };
        assertThat(tested.start(loop, place())).isTrue();
        assertThat(TestKernel.await(() -> running.getCount() == 0)).isTrue();

        scheduler().close();
        closeOthers();

        assertThat(threads).isNotEmpty();
        assertThat(TestKernel.await(() -> threads.stream().noneMatch(Thread::isAlive)))
                .as("threads that have not ended")
                .isTrue();
    }
}
