package io.soabench.engine.runtime.journal;

/**
 * A damaged place of a journal: durable bytes differ from the written ones.
 *
 * @param segment the number of the segment; 0 when it is not known
 * @param firstBatch the number of the first lost batch
 * @param batches the number of lost batches; 0 when only a header, or the proof of the order of batches, is lost
 * @param description a sentence that names the place
 */
public record Corruption(long segment, long firstBatch, long batches, String description) {}
