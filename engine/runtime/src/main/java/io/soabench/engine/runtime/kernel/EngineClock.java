package io.soabench.engine.runtime.kernel;

/** The engine's time. */
public interface EngineClock {
    /** Monotonic time in nanoseconds, of no particular origin. */
    long nanoTime();

    /** Milliseconds since 1970-01-01T00:00Z, for deadlines that a process states. */
    long epochMs();
}
