package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripedCountTest {
    private static final int THREADS = 4;
    private static final int EACH = 100_000;
    private static final long DEADLINE_S = 60;

    private static <T> List<T> onThreads(Callable<T> task) throws Exception {
        List<ExecutorService> threads = new ArrayList<>();
        List<Future<T>> results = new ArrayList<>();
        try {
            for (int i = 0; i < THREADS; i++) {
                threads.add(Executors.newSingleThreadExecutor());
                results.add(threads.get(i).submit(task));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : results) {
                all.add(result.get(DEADLINE_S, TimeUnit.SECONDS));
            }
            return all;
        } finally {
            threads.forEach(ExecutorService::shutdownNow);
        }
    }

    @Test
    void shouldCountWhatAllThreadsAdd() throws Exception {
        StripedCount count = new StripedCount();
        onThreads(() -> {
            for (int i = 0; i < EACH; i++) {
                count.increment();
            }
            return null;
        });
        assertThat(count.get()).isEqualTo(THREADS * EACH);

        for (int i = 0; i < THREADS * EACH; i++) {
            count.decrement();
        }
        assertThat(count.get()).as("ended by another thread than started").isZero();
    }

    /** An instance that is there for good is never missed, even while others are counted and taken back. */
    @Test
    void shouldNeverReadLessThanThereIsForGood() throws Exception {
        StripedCount count = new StripedCount();
        count.increment();

        List<Integer> lowest = onThreads(() -> {
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < EACH; i++) {
                count.increment();
                count.decrement();
                least = Math.min(least, count.get());
            }
            return least;
        });

        assertThat(lowest).allMatch(least -> least >= 1);
        assertThat(count.get()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "2, 8", "4, 8", "5, 16", "16, 32", "17, 64", "32, 64", "33, 64", "2000000000, 64"})
    void shouldHaveTwoStripesAProcessorWithinBounds(int processors, int stripes) {
        assertThat(ThreadStripes.count(processors)).isEqualTo(stripes);
    }

    @Test
    void shouldGiveThreadsInARowDifferentStripes() throws InterruptedException {
        Set<Integer> stripes = new HashSet<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                synchronized (stripes) {
                    stripes.add(ThreadStripes.own());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
            thread.join();
        }

        // Another test may have made a thread in between.
        assertThat(stripes).hasSizeGreaterThan(1).allMatch(stripe -> stripe >= 0 && stripe < ThreadStripes.COUNT);
    }
}
