package io.soabench.engine.runtime.journal.record;

/**
 * The state of an instance at the moment of an event.
 *
 * @param steps the number of steps that the instance had done; 0 for a record without an instance
 * @param timeMs the time of the event in milliseconds since 1970
 * @param ageNs the monotonic time since the start of the instance in nanoseconds; 0 for a record without an instance
 * @param trace a hash of the steps that the instance had done; 0 for a record without an instance
 */
public record Progress(long steps, long timeMs, long ageNs, int trace) {

    /** Rejects negative steps. */
    public Progress {
        if (steps < 0) {
            throw new IllegalArgumentException("an instance cannot have done " + steps + " steps");
        }
    }

    /** Returns the progress of a record without an instance. */
    public static Progress at(long timeMs) {
        return new Progress(0, timeMs, 0, 0);
    }
}
