package io.soabench.engine.runtime.journal;

/**
 * A place of a journal where durable bytes are not what was written.
 *
 * @param segment the segment, or 0 if it is not known
 * @param firstBatch the number of the first batch that is lost
 * @param batches how many batches are lost; 0 if only a header or the proof of their order is
 * @param description a sentence with the place
 */
public record Corruption(long segment, long firstBatch, long batches, String description) {}
