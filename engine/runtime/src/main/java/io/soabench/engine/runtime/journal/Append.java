package io.soabench.engine.runtime.journal;

/**
 * A record that waits for the next batch.
 *
 * @param record the record
 * @param bytes the bytes that it takes in a batch of its own
 * @param listener the receiver of the outcome
 */
record Append(JournalRecord record, int bytes, DurabilityListener listener) {

    static Append of(JournalRecord record, DurabilityListener listener) {
        return new Append(record, record.bytes(), listener);
    }
}
