package io.soabench.engine.runtime.journal;

import java.util.List;

/**
 * The result of reading a journal.
 *
 * @param batches the number of batches that were read
 * @param records the number of records that were read
 * @param segments the number of segments that are needed
 * @param semantics the semantics of the engines that have written these records, in ascending order
 * @param corruptions the damage, in the order of the journal; empty for an intact journal, also after a crash
 */
public record JournalReport(
        long batches, long records, int segments, List<Integer> semantics, List<Corruption> corruptions) {

    /** Copies the lists. */
    public JournalReport {
        semantics = List.copyOf(semantics);
        corruptions = List.copyOf(corruptions);
    }
}
