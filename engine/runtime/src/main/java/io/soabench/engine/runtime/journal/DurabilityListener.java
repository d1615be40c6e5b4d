package io.soabench.engine.runtime.journal;

import java.io.IOException;

/**
 * A receiver of the outcome of one append.
 *
 * <p>Exactly one of the two methods is called, once, by the thread that does the journal's work, in the order of the appends.
 * Neither throws or blocks.
 */
public interface DurabilityListener {

    /**
     * Takes note that the record survives a crash from now on.
     *
     * @param segment the segment that has it
     */
    void durable(long segment);

    /** Takes note that the journal has stopped. The record may or may not be there after the next start. */
    void failed(IOException cause);
}
