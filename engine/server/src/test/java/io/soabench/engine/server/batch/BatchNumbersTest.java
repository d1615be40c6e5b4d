package io.soabench.engine.server.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each number of a batch goes to one slot, in ranges at first and one by one in the end. */
class BatchNumbersTest {
    private static final long DEADLINE_S = 60;

    private static List<Long> all(BatchNumbers.Range range) {
        List<Long> numbers = new ArrayList<>();
        for (long number = range.next(); number > 0; number = range.next()) {
            numbers.add(number);
        }
        return numbers;
    }

    private static List<Long> to(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void shouldCountWhenThereIsOneSlot() {
        for (long last : new long[] {1, 2, 7, 1_000}) {
            BatchNumbers numbers = new BatchNumbers(last, 1);
            BatchNumbers.Range range = numbers.new Range();
            assertThat(all(range)).isEqualTo(to(last));
            assertThat(range.next()).as("at the end").isZero();
        }
    }

    @Test
    void shouldTakeRangesAtFirstAndSingleNumbersInTheEnd() {
        BatchNumbers numbers = new BatchNumbers(400, 2);
        BatchNumbers.Range one = numbers.new Range();
        BatchNumbers.Range other = numbers.new Range();

        assertThat(one.next()).isEqualTo(1);
        assertThat(other.next()).as("after a range of 32").isEqualTo(33);
        assertThat(one.next()).isEqualTo(2);
        List<Long> rest = all(one);
        assertThat(rest).startsWith(3L, 4L).contains(65L, 400L).doesNotContain(33L, 64L);
        assertThat(all(other)).isEqualTo(LongStream.rangeClosed(34, 64).boxed().toList());
    }

    @Test
    void shouldShareTheLastNumbers() {
        BatchNumbers numbers = new BatchNumbers(6, 2);
        BatchNumbers.Range one = numbers.new Range();
        BatchNumbers.Range other = numbers.new Range();
        for (long number = 1; number <= 6; number += 2) {
            assertThat(one.next()).isEqualTo(number);
            assertThat(other.next()).isEqualTo(number + 1);
        }
        assertThat(one.next()).isZero();
        assertThat(other.next()).isZero();
    }

    @Test
    void shouldHandOutEachNumberOnceWhenSlotsTakeThemAtOnce() throws Exception {
        int slots = 4;
        long last = 200_001;
        ExecutorService threads = Executors.newFixedThreadPool(slots);
        try {
            BatchNumbers numbers = new BatchNumbers(last, slots);
            CountDownLatch begin = new CountDownLatch(1);
            List<Future<List<Long>>> results = new ArrayList<>();
            for (int i = 0; i < slots; i++) {
                BatchNumbers.Range range = numbers.new Range();
                results.add(threads.submit(() -> {
                    begin.await();
                    return all(range);
                }));
            }
            begin.countDown();
            List<Long> found = new ArrayList<>();
            for (Future<List<Long>> result : results) {
                found.addAll(result.get(DEADLINE_S, TimeUnit.SECONDS));
            }
            found.sort(null);
            assertThat(found).isEqualTo(to(last));
        } finally {
            threads.shutdownNow();
        }
    }
}
