package io.soabench.load.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PreciseWaitTest {

    private static final long STEP_NS = 200;

    /** Runs by itself a little with each reading, as time does while a thread spins. */
    private static final class SteppedClock implements HostClock {

        private long nowNs;

        @Override
        public long epochNanos() {
            nowNs += STEP_NS;
            return nowNs;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    private final SteppedClock clock = new SteppedClock();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Long> parked = new ArrayList<>();

    @Test
    void shouldParkAndThenSpinToTheInstantWhenItIsFar() {
        PreciseWait pace = new PreciseWait(
                clock,
                ns -> {
                    parked.add(ns);
                    clock.nowNs += ns + 55_000;
                },
                stopped::get);
        assertThat(pace.until(10_000_000, () -> false)).isTrue();
        assertThat(parked).containsExactly(10_000_000 - STEP_NS - PreciseWait.SPIN_NS);
        assertThat(clock.nowNs).isBetween(10_000_000L, 10_000_000 + STEP_NS);
    }

    @Test
    void shouldParkAgainWhenItWakesUpEarly() {
        PreciseWait pace = new PreciseWait(
                clock,
                ns -> {
                    parked.add(ns);
                    clock.nowNs += ns / 2;
                },
                stopped::get);
        assertThat(pace.until(1_000_000_000, () -> false)).isTrue();
        assertThat(parked).hasSizeGreaterThan(3);
        assertThat(clock.nowNs).isBetween(1_000_000_000L, 1_000_000_000 + STEP_NS);
    }

    @Test
    void shouldNotWaitWhenTheInstantIsPast() {
        clock.nowNs = 5_000;
        assertThat(new PreciseWait(clock, parked::add, stopped::get).until(4_000, () -> false))
                .isTrue();
        assertThat(parked).isEmpty();
    }

    @Test
    void shouldReturnEarlyWhenWhatItWaitsForHasChanged() {
        AtomicBoolean changed = new AtomicBoolean();
        PreciseWait pace = new PreciseWait(clock, ns -> changed.set(true), stopped::get);
        assertThat(pace.until(1_000_000_000, changed::get)).isTrue();
        assertThat(clock.nowNs).isLessThan(1_000_000_000);
    }

    @Test
    void shouldEndWhenItIsStoppedWhileParked() {
        PreciseWait pace = new PreciseWait(clock, ns -> stopped.set(true), stopped::get);
        assertThat(pace.until(1_000_000_000, () -> false)).isFalse();
    }
}
