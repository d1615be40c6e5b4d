package io.soabench.engine.overseer.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests on this machine; each test binds a thread of its own. */
final class AffinityTest {

    @BeforeAll
    static void needsLinux() {
        assumeTrue(Linux.availability().isAvailable(), () -> "here: " + Linux.availability());
    }

    private static <T> T inThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(future, "bound").start();
        return future.get();
    }

    private static String statusOf(int tid) throws IOException {
        return Files.readString(Path.of("/proc/self/task/" + tid + "/status"));
    }

    @Test
    void shouldTellTheKernelsNumberOfAThread() throws Exception {
        int here = Affinity.threadId();
        int there = inThread(() -> {
            int tid = Affinity.threadId();
            assertThat(statusOf(tid)).startsWith("Name:\tbound\n");
            return tid;
        });

        assertThat(there).isNotEqualTo(here).isPositive();
        assertThat(Path.of("/proc/self/task/" + here)).exists();
    }

    @Test
    void shouldBindAThreadAndReadItBack() throws Exception {
        IdSet allowed = Affinity.get();
        IdSet last = IdSet.of(allowed.last());

        inThread(() -> {
            Affinity.set(last);
            assertThat(Affinity.get()).isEqualTo(last);
            assertThat(statusOf(Affinity.threadId())).contains("Cpus_allowed_list:\t" + last + "\n");
            assertThat(AffinityTest.<IdSet>inThread(() -> Affinity.get()))
                    .as("what it starts inherits its mask")
                    .isEqualTo(last);
            Affinity.set(allowed);
            return null;
        });

        assertThat(Affinity.get()).as("other threads").isEqualTo(allowed);
    }

    @Test
    void shouldBindAnotherThread() throws Exception {
        IdSet first = IdSet.of(Affinity.get().first());
        CountDownLatch bound = new CountDownLatch(1);
        int[] tid = new int[1];
        CountDownLatch known = new CountDownLatch(1);
        FutureTask<IdSet> other = new FutureTask<>(() -> {
            tid[0] = Affinity.threadId();
            known.countDown();
            bound.await();
            return Affinity.get();
        });
        new Thread(other, "other").start();
        known.await();

        Affinity.set(tid[0], first);
        assertThat(Affinity.get(tid[0])).isEqualTo(first);
        bound.countDown();

        assertThat(other.get()).isEqualTo(first);
    }

    @Test
    void shouldRefuseProcessorsThatAreNotThere() throws Exception {
        IdSet allowed = Affinity.get();

        inThread(() -> {
            assertThatExceptionOfType(NotAvailableException.class)
                    .isThrownBy(() -> Affinity.set(IdSet.of(8000)))
                    .withMessage("denied: none of processors '8000' is online and in the cpuset of this thread");
            assertThatExceptionOfType(NotAvailableException.class)
                    .isThrownBy(() -> Affinity.set(IdSet.of(allowed.first(), 8000)))
                    .withMessage("denied: processors '8000' are not online or not in the cpuset of this thread;"
                            + " it stays on " + allowed);
            assertThatExceptionOfType(NotAvailableException.class).isThrownBy(() -> Affinity.set(IdSet.none()));
            assertThat(Affinity.get()).isEqualTo(allowed);
            return null;
        });
        assertThatExceptionOfType(NotAvailableException.class)
                .isThrownBy(() -> Affinity.get(Integer.MAX_VALUE))
                .withMessage("unsupported: there is no thread " + Integer.MAX_VALUE);
    }

    @Test
    void shouldMakeThreadsThatBindThemselves() throws Exception {
        IdSet allowed = Affinity.get();
        IdSet first = IdSet.of(allowed.first());
        IdSet last = IdSet.of(allowed.last());
        BoundThreads threads = new BoundThreads("kernel", List.of(first, last), Optional.empty());
        CountDownLatch running = new CountDownLatch(3);
        CountDownLatch seen = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(3, threads);
        try {
            List<Future<IdSet>> masks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                masks.add(pool.submit(() -> {
                    running.countDown();
                    seen.await();
                    return Affinity.get();
                }));
            }
            running.await();
            List<BoundThreads.Bound> bound = threads.threads();
            seen.countDown();

            assertThat(bound.stream().map(BoundThreads.Bound::name))
                    .containsExactlyInAnyOrder("kernel-0@cpu" + first, "kernel-1@cpu" + last, "kernel-2@cpu" + first);
            for (BoundThreads.Bound thread : bound) {
                assertThat(thread.failure()).isEmpty();
                assertThat(thread.processors()).isEqualTo(thread.name().startsWith("kernel-1") ? last : first);
                assertThat(thread.memory()).isEmpty();
            }
            assertThat(List.of(
                            masks.get(0).get(), masks.get(1).get(), masks.get(2).get()))
                    .containsExactlyInAnyOrder(first, last, first);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void shouldRunUnboundAndSayWhy() throws Exception {
        BoundThreads threads = new BoundThreads("far", List.of(IdSet.of(8000)), Optional.empty());
        FutureTask<BoundThreads.Bound> task =
                new FutureTask<>(() -> threads.threads().get(0));
        Thread thread = threads.newThread(task);
        thread.start();

        BoundThreads.Bound bound = task.get();

        assertThat(bound.processors()).isEqualTo(Affinity.get());
        assertThat(bound.failure())
                .hasValueSatisfying(why -> assertThat(why.reason()).contains("8000"));
        thread.join();
        assertThat(threads.threads()).as("those that have ended").isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BoundThreads("none", List.of(), Optional.empty()))
                .withMessage("threads 'none' need at least one set of processors");
    }
}
