package io.soabench.engine.runtime.kernel;

/** The clock of the engine. Thread-safe. */
public interface EngineClock {
    /** Returns the monotonic time in nanoseconds, counted from an arbitrary origin. */
    long nanoTime();

    /**
     * Returns the time of the wall clock in milliseconds since 1970-01-01T00:00Z, for deadlines that a process states.
     */
    long epochMs();
}
