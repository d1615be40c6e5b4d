package io.soabench.engine.runtime.kernel;

/** A wait of a frame for a message. Implementations are immutable; the owner of the instance calls them. */
public interface MessageWait {
    /** Returns the number of the operation. */
    int operation();

    /** Returns whether a message of this operation matches the correlation values of a frame. */
    boolean accepts(Frame frame, InboundMessage message);

    /** Returns whether a frame accepts any message of this operation, whatever its correlation values. */
    boolean takesAny(Frame frame);

    /**
     * Returns the expected correlation values in one text. Two waits for the same operation with equal texts conflict.
     */
    String expected(Frame frame);
}
