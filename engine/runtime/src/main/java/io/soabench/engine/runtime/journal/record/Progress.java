package io.soabench.engine.runtime.journal.record;

/**
 * The state of an instance at the moment at which an event reached it.
 *
 * @param steps the steps that the instance had done; 0 for a record that belongs to no instance
 * @param timeMs the time of the event in milliseconds since 1970
 * @param ageNs nanoseconds since the instance was started, by a clock that makes no steps; 0 for a record that belongs to no instance
 * @param trace a hash of what followed from the record before; 0 for a record that belongs to no instance
 */
public record Progress(long steps, long timeMs, long ageNs, int trace) {

    /** Rejects negative steps. */
    public Progress {
        if (steps < 0) {
            throw new IllegalArgumentException("an instance cannot have done " + steps + " steps");
        }
    }

    /** Returns the progress of a record that belongs to no instance. */
    public static Progress at(long timeMs) {
        return new Progress(0, timeMs, 0, 0);
    }
}
