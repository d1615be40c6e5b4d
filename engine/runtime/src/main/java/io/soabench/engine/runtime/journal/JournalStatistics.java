package io.soabench.engine.runtime.journal;

/**
 * The figures of a journal since it was opened.
 *
 * @param records the records that are durable
 * @param bytes the bytes that were written, padding and headers included
 * @param syncs the forces
 * @param syncP99Ns the time that 99 % of the forces did not exceed, in nanoseconds, at most 13 % too high; 0 if there was none
 * @param waitingBytes the bytes that were appended and are not durable
 * @param lagNs the time for which the write that is under way has taken, in nanoseconds; 0 if there is none
 * @param segments the segments that are needed
 * @param spares the spare segments
 */
public record JournalStatistics(
        long records,
        long bytes,
        long syncs,
        long syncP99Ns,
        long waitingBytes,
        long lagNs,
        int segments,
        int spares) {}
