package io.soabench.engine.runtime.kernel;

/**
 * A frame that waits for a message.
 *
 * @param frame who waits
 * @param awaited what for
 * @param place its place in the line for messages without correlation values; null when the message needs some
 * @param number its number among those of the instance with a place, from 1 on; 0 when it has none
 */
record PendingReceive(Frame frame, MessageWait awaited, WaitingLine.Place place, int number) {

    /** Whether another activity waits for the same operation with the same values. */
    boolean conflictsWith(PendingReceive other) {
        return !frame.isOfSameActivity(other.frame)
                && awaited.operation() == other.awaited.operation()
                && awaited.expected(frame).equals(other.awaited.expected(other.frame));
    }

    /** Whether a message is for it. */
    boolean accepts(InboundMessage message) {
        return awaited.operation() == message.operation().index() && awaited.accepts(frame, message);
    }
}
