package io.soabench.engine.runtime.journal.record;

import java.util.Objects;

/**
 * A record with its values. Immutable.
 *
 * @param instance the number of the instance; 0 for a record without an instance
 * @param sequence the number among the records of the instance
 * @param progress the state of the instance at the moment of the event
 * @param event the event
 */
public record Recorded(long instance, long sequence, Progress progress, RecordedEvent event) {

    /** Rejects null. */
    public Recorded {
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(event, "event");
    }
}
