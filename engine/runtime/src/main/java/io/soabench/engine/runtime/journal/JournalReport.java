package io.soabench.engine.runtime.journal;

import java.util.List;

/**
 * The result of reading a journal.
 *
 * @param batches the batches that were read
 * @param records the records that were read
 * @param segments the segments that are needed
 * @param corruptions the damage, in the order of the journal; empty for a healthy journal, also for one that a crash cut off
 */
public record JournalReport(long batches, long records, int segments, List<Corruption> corruptions) {

    /** Copies the list. */
    public JournalReport {
        corruptions = List.copyOf(corruptions);
    }
}
