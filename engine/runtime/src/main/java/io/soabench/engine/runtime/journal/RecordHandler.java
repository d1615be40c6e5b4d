package io.soabench.engine.runtime.journal;

/** A receiver of the records of a journal, in the order in which they were appended. */
@FunctionalInterface
public interface RecordHandler {

    /**
     * Takes a record.
     *
     * @param segment the number of the segment that contains it
     * @param record the record, as it was appended
     */
    void record(long segment, JournalRecord record);

    /**
     * Takes the semantics of the records that follow.
     *
     * @param number the number of the engine that has written them, see {@link JournalSettings#semantics}
     */
    default void semantics(int number) {
        // Most receivers need the records only.
    }
}
