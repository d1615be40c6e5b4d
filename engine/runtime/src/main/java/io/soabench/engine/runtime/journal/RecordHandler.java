package io.soabench.engine.runtime.journal;

/** A receiver of the records that a journal has, in the order in which they were appended. */
@FunctionalInterface
public interface RecordHandler {

    /**
     * Takes a record.
     *
     * @param segment the segment that has it
     * @param type its type, as it was appended
     * @param instance its instance, as it was appended
     * @param sequence its sequence number, as it was appended
     * @param payload its bytes, which belong to the handler
     */
    void record(long segment, byte type, long instance, long sequence, byte[] payload);
}
