package io.soabench.engine.server.admin;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.util.concurrent.TimeUnit;

/**
 * The relation of the monotonic clock of an engine to the wall clock, at one moment.
 *
 * @param epochMs the wall clock, milliseconds since 1970-01-01T00:00Z
 * @param nanoTime the monotonic clock at the same moment
 */
record WallClock(long epochMs, long nanoTime) {

    /** Returns the relation at this moment. */
    static WallClock of(EngineClock clock) {
        return new WallClock(clock.epochMs(), clock.nanoTime());
    }

    /** Returns the wall clock at a monotonic time, in microseconds. */
    long epochUs(long ns) {
        return TimeUnit.MILLISECONDS.toMicros(epochMs) + TimeUnit.NANOSECONDS.toMicros(ns - nanoTime);
    }
}
