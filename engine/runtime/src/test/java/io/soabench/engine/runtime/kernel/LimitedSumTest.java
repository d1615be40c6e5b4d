package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sum with credits admits what a single number would, and threads seldom change the number that they share. */
class LimitedSumTest {
    private static final long LIMIT = 1_000_000;
    private static final long HIGHER = LIMIT + LIMIT / 2;
    private static final int THREADS = 4;
    private static final long DEADLINE_S = 60;

    /** Threads that are made one after the other, so that they have different stripes. */
    private final List<ExecutorService> threads = new ArrayList<>();

    LimitedSumTest() {
        for (int i = 0; i < THREADS; i++) {
            threads.add(Executors.newSingleThreadExecutor());
        }
    }

    @AfterEach
    void endThreads() {
        threads.forEach(ExecutorService::shutdownNow);
    }

    private <T> T on(int thread, Callable<T> task) throws Exception {
        return of(threads.get(thread).submit(task));
    }

    private static <T> T of(Future<T> result) throws InterruptedException, ExecutionException, TimeoutException {
        return result.get(DEADLINE_S, TimeUnit.SECONDS);
    }

    private static LimitedSum sum() {
        LimitedSum sum = new LimitedSum(LIMIT, LIMIT);
        assertThat(sum.credit()).isPositive();
        return sum;
    }

    /** The rules of one number: an addition stays within its limit, or is added to nothing. */
    private static boolean fits(long sum, long more, long most) {
        return sum + more <= most || sum <= 0;
    }

    @Test
    void shouldDecideLikeOneNumberWhenOneThreadAfterTheOtherChangesIt() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            LimitedSum sum = sum();
            long expected = 0;
            List<Long> added = new ArrayList<>();
            for (int step = 0; step < 500; step++) {
                String at = "seed " + seed + ", step " + step;
                long more = random.nextInt(10) == 0 ? random.nextInt((int) LIMIT) : random.nextInt(20_000);
                int thread = random.nextInt(THREADS);
                int kind = random.nextInt(10);
                if (kind < 4 && !added.isEmpty()) {
                    long less = added.remove(random.nextInt(added.size()));
                    on(thread, () -> {
                        sum.subtract(less);
                        return null;
                    });
                    expected -= less;
                } else if (kind == 4) {
                    on(thread, () -> {
                        sum.addUnchecked(more);
                        return null;
                    });
                    expected += more;
                    added.add(more);
                } else {
                    long most = random.nextBoolean() ? LIMIT : HIGHER;
                    boolean fits = fits(expected, more, most);
                    assertThat(on(thread, () -> sum.add(more, most))).as(at).isEqualTo(fits);
                    if (fits) {
                        expected += more;
                        added.add(more);
                    }
                }
                assertThat(sum.get()).as(at).isEqualTo(expected);
                assertThat(sum.reaches(LIMIT)).as(at).isEqualTo(expected >= LIMIT);
                assertThat(sum.shared() - sum.get()).as(at).isBetween(0L, sum.slack());
            }
        }
    }

    @Test
    void shouldFindTheLastPlaceInTheCreditOfAnotherThread() throws Exception {
        LimitedSum sum = sum();
        assertThat(on(0, () -> sum.add(1, LIMIT))).isTrue();
        assertThat(sum.shared()).isEqualTo(1 + sum.credit());
        sum.addUnchecked(LIMIT - 2);
        assertThat(sum.reaches(LIMIT)).isFalse();

        assertThat(on(1, () -> sum.add(2, LIMIT))).isFalse();
        assertThat(on(1, () -> sum.add(1, LIMIT))).isTrue();
        assertThat(sum.reaches(LIMIT)).isTrue();
        assertThat(on(0, () -> sum.add(1, LIMIT))).isFalse();
    }

    /** A credit that is there must not let an addition exceed its own, lower limit. */
    @Test
    void shouldNotTakeACreditAboveTheLimit() throws Exception {
        LimitedSum sum = sum();
        assertThat(on(0, () -> sum.add(1, LIMIT))).isTrue();
        sum.addUnchecked(LIMIT);

        assertThat(on(0, () -> sum.add(1, LIMIT))).isFalse();
        assertThat(on(0, () -> sum.add(1, HIGHER))).isTrue();
        assertThat(sum.get()).isEqualTo(LIMIT + 2);
    }

    @Test
    void shouldLeaveTheSharedNumberAloneWhenInstancesComeAndGo() throws Exception {
        LimitedSum sum = sum();
        on(0, () -> sum.add(1, LIMIT));
        long shared = sum.shared();

        boolean stays = on(0, () -> {
            boolean same = true;
            for (int i = 0; i < 1_000; i++) {
                same &= sum.add(sum.credit() / 2, LIMIT) && sum.shared() == shared;
                sum.subtract(sum.credit() / 2);
                same &= sum.shared() == shared;
            }
            return same;
        });

        assertThat(stays).isTrue();
    }

    @Test
    void shouldGiveNoCreditNearTheLimit() throws Exception {
        LimitedSum sum = sum();
        sum.addUnchecked(LIMIT - sum.slack());
        long shared = sum.shared();
        assertThat(shared).isEqualTo(sum.get());

        assertThat(on(1, () -> sum.add(2, LIMIT))).isTrue();
        assertThat(sum.shared()).isEqualTo(shared + 2);
        on(1, () -> {
            sum.subtract(1);
            return null;
        });
        assertThat(sum.shared()).isEqualTo(shared + 1);
    }

    /** What one thread adds and another one subtracts must not pile up as credit of the second one. */
    @Test
    void shouldBoundTheCreditOfAThreadThatOnlySubtracts() throws Exception {
        LimitedSum sum = sum();
        for (int i = 0; i < 1_000; i++) {
            assertThat(on(0, () -> sum.add(sum.credit(), LIMIT))).isTrue();
            on(1, () -> {
                sum.subtract(sum.credit());
                return null;
            });
        }

        assertThat(sum.get()).isZero();
        assertThat(sum.shared()).isLessThanOrEqualTo(4 * sum.credit());
    }

    @Test
    void shouldHaveNoCreditWhenTheLimitIsLow() {
        LimitedSum few = new LimitedSum(3, 64);
        assertThat(few.credit()).isZero();
        assertThat(few.slack()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(few.reaches(3)).isFalse();
            assertThat(few.add(1, 3)).isTrue();
        }

        assertThat(few.reaches(3)).isTrue();
        assertThat(few.add(1, 3)).isFalse();
        few.subtract(1);
        assertThat(few.add(1, 3)).isTrue();
    }

    @Test
    void shouldAdmitALargeMessageWhenItIsAlone() throws Exception {
        LimitedSum sum = sum();
        on(0, () -> sum.add(1, LIMIT));
        on(0, () -> {
            sum.subtract(1);
            return null;
        });
        assertThat(sum.shared()).as("a credit is left").isPositive();

        assertThat(on(1, () -> sum.add(3 * LIMIT, LIMIT))).isTrue();
        assertThat(on(0, () -> sum.add(1, LIMIT))).isFalse();
        assertThat(sum.get()).isEqualTo(3 * LIMIT);
    }

    /** Several threads take what there is. None exceeds the limit, and together they leave no more than the slack. */
    @Test
    void shouldFillUpToTheLimitWhenThreadsAddAtOnce() throws Exception {
        for (int round = 0; round < 50; round++) {
            LimitedSum sum = sum();
            long each = 1 + round * 37L;
            CountDownLatch begin = new CountDownLatch(1);
            List<Future<Long>> results = new ArrayList<>();
            for (ExecutorService thread : threads) {
                results.add(thread.submit(() -> {
                    begin.await();
                    long added = 0;
                    while (sum.add(each, LIMIT)) {
                        added += each;
                    }
                    return added;
                }));
            }
            begin.countDown();
            long added = 0;
            for (Future<Long> result : results) {
                added += of(result);
            }

            assertThat(sum.get()).isEqualTo(added);
            assertThat(added)
                    .isLessThanOrEqualTo(LIMIT)
                    .isGreaterThan(LIMIT - each - sum.slack() - THREADS * sum.credit());
            while (sum.add(1, LIMIT)) {
                added++;
            }
            assertThat(added).as("one thread alone leaves nothing").isEqualTo(LIMIT);
        }
    }

    @Test
    void shouldNeverExceedTheLimitWhenThreadsAddAndSubtractAtOnce() throws Exception {
        LimitedSum sum = sum();
        AtomicLong certain = new AtomicLong();
        List<Future<Long>> results = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(t);
            results.add(threads.get(t).submit(() -> {
                long largest = 0;
                List<Long> own = new ArrayList<>();
                for (int i = 0; i < 100_000; i++) {
                    long more = random.nextInt(50_000);
                    if (random.nextInt(100) < 55 && sum.add(more, LIMIT)) {
                        // Counted after it was added, and until before it is subtracted: never more than the sum.
                        largest = Math.max(largest, certain.addAndGet(more));
                        own.add(more);
                    } else if (!own.isEmpty()) {
                        long less = own.remove(own.size() - 1);
                        certain.addAndGet(-less);
                        sum.subtract(less);
                    }
                }
                for (long less : own) {
                    certain.addAndGet(-less);
                    sum.subtract(less);
                }
                return largest;
            }));
        }
        for (Future<Long> result : results) {
            assertThat(of(result)).isBetween(LIMIT / 2, LIMIT);
        }

        assertThat(sum.get()).isZero();
        assertThat(sum.shared()).isBetween(0L, sum.slack());
    }
}
