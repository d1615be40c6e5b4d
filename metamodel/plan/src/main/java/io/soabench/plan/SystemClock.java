package io.soabench.plan;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** {@link HostClock} of this machine. */
final class SystemClock implements HostClock {

    /** Wall clock minus monotonic clock in nanoseconds, taken once. */
    private final long distanceNs;

    SystemClock() {
        Instant wall = Instant.now();
        distanceNs = TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano() - System.nanoTime();
    }

    @Override
    public long epochNanos() {
        return System.nanoTime() + distanceNs;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
