package io.soabench.engine.runtime.journal.record;

import java.util.Objects;

/**
 * A record with its meaning.
 *
 * @param instance the instance, or 0 for a record that belongs to none
 * @param sequence the number among the records of the instance
 * @param progress the state of the instance when the event reached it
 * @param event the event
 */
public record Recorded(long instance, long sequence, Progress progress, RecordedEvent event) {

    /** Rejects null. */
    public Recorded {
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(event, "event");
    }
}
