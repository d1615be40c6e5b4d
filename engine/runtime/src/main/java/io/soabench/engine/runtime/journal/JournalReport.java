package io.soabench.engine.runtime.journal;

import java.util.List;

/**
 * The result of reading a journal.
 *
 * @param batches the batches that were read
 * @param records the records that were read
 * @param segments the segments that are needed
 * @param semantics the semantics of the engines that wrote these records, in ascending order
 * @param corruptions the damage, in the order of the journal; empty for a healthy journal, also for one that a crash cut off
 */
public record JournalReport(
        long batches, long records, int segments, List<Integer> semantics, List<Corruption> corruptions) {

    /** Copies the lists. */
    public JournalReport {
        semantics = List.copyOf(semantics);
        corruptions = List.copyOf(corruptions);
    }
}
