package io.soabench.engine.runtime.journal;

/**
 * The statistics of a journal since it was opened.
 *
 * @param records the number of durable records
 * @param bytes the number of bytes that were written, padding and headers included
 * @param syncs the number of forces
 * @param syncP99Ns the 99 % quantile of the duration of forces in nanoseconds, at most 13 % too high; 0 when there was
 *     none
 * @param waitingBytes the number of bytes that were appended and are not durable
 * @param lagNs the time since the beginning of the present write, in nanoseconds; 0 when there is none
 * @param segments the number of segments that are needed
 * @param spares the number of spare segments
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
