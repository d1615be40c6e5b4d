package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SystemClockTest {

    private static final long DISTANCE_NS = 1_700_000_000_000_000_000L;

    private final AtomicLong time = new AtomicLong(42);
    private final AtomicInteger looks = new AtomicInteger();

    /** Reading this clock takes 20 ns. */
    private long monotonic() {
        return time.addAndGet(20);
    }

    @Test
    void shouldNotBeWrongForLongWhenItsThreadLosesTheProcessorAfterReadingTheWallClock() {
        // All looks but one lose it: before they read the wall clock, or after, for some milliseconds.
        SystemClock clock = new SystemClock(this::monotonic, () -> {
            int look = looks.incrementAndGet();
            time.addAndGet(look != 20 && look % 2 == 0 ? 3_000_000 : 10);
            Instant read = Instant.ofEpochSecond(0, DISTANCE_NS + time.get());
            time.addAndGet(look != 20 && look % 2 == 1 ? 5_000_000 : 10);
            return read;
        });
        assertThat(clock.epochNanos() - time.get()).isBetween(DISTANCE_NS - 40, DISTANCE_NS + 40);
    }

    @Test
    void shouldNotFollowTheWallClockWhenItJumps() {
        AtomicLong jump = new AtomicLong();
        Supplier<Instant> wall = () -> Instant.ofEpochSecond(0, DISTANCE_NS + time.get() + jump.get());
        SystemClock clock = new SystemClock(this::monotonic, wall);
        long before = clock.epochNanos();
        jump.set(-60_000_000_000L);
        assertThat(clock.epochNanos() - before).isEqualTo(20);
        assertThat(clock.now()).isEqualTo(wall.get());
    }
}
