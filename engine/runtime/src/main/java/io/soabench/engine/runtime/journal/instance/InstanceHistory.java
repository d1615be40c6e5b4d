package io.soabench.engine.runtime.journal.instance;

import io.soabench.engine.runtime.journal.JournalRecord;
import java.util.List;

/**
 * The records of an instance that has not ended.
 *
 * @param instance the number of the instance
 * @param records its records in the order of their sequence numbers, each of them once
 * @param complete whether the first one is the start or a snapshot, and no number is missing; if not, the journal was damaged
 */
public record InstanceHistory(long instance, List<JournalRecord> records, boolean complete) {

    /** Copies the list. */
    public InstanceHistory {
        records = List.copyOf(records);
    }
}
