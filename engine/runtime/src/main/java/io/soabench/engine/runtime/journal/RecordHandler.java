package io.soabench.engine.runtime.journal;

/** A receiver of the records that a journal has, in the order in which they were appended. */
@FunctionalInterface
public interface RecordHandler {

    /**
     * Takes a record.
     *
     * @param segment the segment that has it
     * @param record the record, as it was appended
     */
    void record(long segment, JournalRecord record);
}
