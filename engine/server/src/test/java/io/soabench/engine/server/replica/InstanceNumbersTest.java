package io.soabench.engine.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of a later process must be above those of an earlier one, for any number of replicas. */
class InstanceNumbersTest {
    private static final long START = Instant.parse("2026-11-28T04:00:00Z").toEpochMilli();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64})
    void shouldBeginAboveAllNumbersOfAnEarlierLife(int replicas) {
        long earlier = InstanceNumbers.lastBefore(START, 1);
        long later = InstanceNumbers.lastBefore(START + 1_000, replicas);

        assertThat(later - earlier).isGreaterThanOrEqualTo(4_096_000);
        assertThat(later % replicas).isZero();
    }

    @Test
    void shouldBeginAtOneWhenTheClockIsWrong() {
        assertThat(InstanceNumbers.lastBefore(0, 3)).isZero();
    }

    @Test
    void shouldBeginAboveTheProcessBeforeWhenTheClockWasSetBack() {
        long earlier = InstanceNumbers.lastBefore(START, 3);

        long later = InstanceNumbers.lastBefore(START - 3_600_000, 3, earlier);

        assertThat(later).isGreaterThan(earlier);
        assertThat(later % 3).isZero();
        assertThat(InstanceNumbers.lastBefore(START + 60_000, 3, earlier))
                .isEqualTo(InstanceNumbers.lastBefore(START + 60_000, 3));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldReturnTheFirstMultipleThatIsNotBelowANumber(long number) {
        assertThat(InstanceNumbers.multiple(number, 3)).isEqualTo(3);
        assertThat(InstanceNumbers.multiple(number, 1)).isEqualTo(number);
    }

    @Test
    void shouldStayWithinWhatJsonReadersHoldExactly() {
        long last =
                InstanceNumbers.lastBefore(Instant.parse("2095-01-01T00:00:00Z").toEpochMilli(), 64);

        assertThat((long) (double) last).isEqualTo(last);
        assertThat(last).isLessThan(1L << 53);
    }
}
