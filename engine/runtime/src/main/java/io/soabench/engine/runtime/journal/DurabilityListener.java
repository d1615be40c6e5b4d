package io.soabench.engine.runtime.journal;

import java.io.IOException;

/**
 * A receiver of the outcome of one append.
 *
 * <p>Threading: the thread that does the work of the journal calls exactly one of the methods, once, in the order of
 * the appends. Neither may throw or block.
 */
public interface DurabilityListener {

    /**
     * Reports that the record is durable: it survives a crash from now on.
     *
     * @param segment the number of the segment that contains it
     */
    void durable(long segment);

    /** Reports that the journal has stopped. After the next start, the record may or may not be there. */
    void failed(IOException cause);
}
