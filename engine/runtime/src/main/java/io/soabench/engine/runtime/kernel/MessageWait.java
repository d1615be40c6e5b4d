package io.soabench.engine.runtime.kernel;

/**
 * The wait of a frame for a message.
 *
 * <p>Two waits are equal in kind when the same message could go to both.
 */
public interface MessageWait {
    /** Number of the operation. */
    int operation();

    /** Whether a message of that operation is for this wait of a frame, by its correlation values. */
    boolean accepts(Frame frame, InboundMessage message);

    /** Whether a message of that operation needs no correlation values to be for this wait of a frame. */
    boolean takesAny(Frame frame);

    /** The correlation values waited for, in one text; equal waits conflict. */
    String expected(Frame frame);
}
