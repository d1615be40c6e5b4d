package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepCounterTest {

    private final StepCounter steps = new StepCounter(3);

    @Test
    void shouldCountEachLineOnItsOwnWhenLinesAlternate() {
        assertThat(steps.next(0, 1)).isEqualTo(1);
        assertThat(steps.next(2, 1)).isEqualTo(1);
        assertThat(steps.next(0, 1)).isEqualTo(2);
    }

    @Test
    void shouldBeginAgainWhenTheLapChanges() {
        steps.next(0, 1);
        steps.next(0, 1);

        assertThat(steps.next(0, 2)).isEqualTo(1);
        assertThat(steps.next(0, 2)).isEqualTo(2);
        assertThat(steps.next(0, 70_000)).isEqualTo(1);
    }

    @Test
    void shouldCountUnknownIdentifiersWhenTheyDoNotCollide() {
        assertThat(steps.next("x")).isEqualTo(1);
        assertThat(steps.next("y")).isEqualTo(1);
        assertThat(steps.next("x")).isEqualTo(2);
    }

    @Test
    void shouldGiveEachCallItsOwnStepWhenManyThreadsCount() {
        Set<Integer> seen = new ConcurrentSkipListSet<>();

        IntStream.range(0, 5_000).parallel().forEach(i -> seen.add(steps.next(1, 1)));

        assertThat(seen).hasSize(5_000).contains(1, 5_000);
    }
}
