package io.soabench.plan;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** {@link HostClock} of this machine. */
final class SystemClock implements HostClock {

    /**
     * The number of comparisons of the two clocks. A thread that loses its processor between two readings gets a
     * distance that is wrong by milliseconds. With many comparisons, at least one is almost certainly undisturbed.
     */
    private static final int COMPARISONS = 32;

    private final LongSupplier monotonic;
    private final Supplier<Instant> wall;

    /** Wall clock minus monotonic clock in nanoseconds, taken once. */
    private final long distanceNs;

    SystemClock() {
        this(System::nanoTime, Instant::now);
    }

    /**
     * Compares the clocks.
     *
     * @param monotonic nanoseconds of a clock that never runs backwards
     * @param wall the wall clock
     */
    SystemClock(LongSupplier monotonic, Supplier<Instant> wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        distanceNs = distance();
    }

    @Override
    public long epochNanos() {
        return monotonic.getAsLong() + distanceNs;
    }

    @Override
    public Instant now() {
        return wall.get();
    }

    /**
     * Returns the distance by the reading that took the shortest time. The wall clock was read in its middle, with an error of at most half of
     * it.
     */
    private long distance() {
        long shortest = Long.MAX_VALUE;
        long found = 0;
        for (int look = 0; look < COMPARISONS; look++) {
            long before = monotonic.getAsLong();
            Instant now = wall.get();
            long took = monotonic.getAsLong() - before;
            if (took < shortest) {
                shortest = took;
                found = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - (before + took / 2);
            }
        }
        return found;
    }
}
