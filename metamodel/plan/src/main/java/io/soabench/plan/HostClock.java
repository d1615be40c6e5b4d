package io.soabench.plan;

import java.time.Instant;

/**
 * The time of one host: monotonic readings that are comparable with the wall clock.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface HostClock {

    /**
     * Returns nanoseconds since the Unix epoch, read from a monotonic clock whose distance to the wall clock was taken once when
     * this clock was made. Never runs backwards. Two clocks of one machine differ by what the wall clock was adjusted between
     * their making, and by less than a microsecond for the time that reading it takes.
     */
    long epochNanos();

    /** Returns the wall clock, for names and records that people read; it may jump. */
    Instant now();

    /** Returns the clock of this machine; each call measures the distance between monotonic and wall clock anew. */
    static HostClock system() {
        return new SystemClock();
    }
}
