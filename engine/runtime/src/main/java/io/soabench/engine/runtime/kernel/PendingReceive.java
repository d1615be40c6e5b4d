package io.soabench.engine.runtime.kernel;

/**
 * A frame that waits for a message.
 *
 * @param frame the frame
 * @param awaited the message that it waits for
 * @param place its place in the line for messages without correlation values; null when the message needs such values
 * @param number its number among the receives of the instance that have a place, from 1 on; 0 when it has none
 */
record PendingReceive(Frame frame, MessageWait awaited, WaitingLine.Place place, int number) {

    /** Returns whether another activity waits for the same operation with the same correlation values. */
    boolean conflictsWith(PendingReceive other) {
        return !frame.isOfSameActivity(other.frame)
                && awaited.operation() == other.awaited.operation()
                && awaited.expected(frame).equals(other.awaited.expected(other.frame));
    }

    /** Returns whether a message is for this receive. */
    boolean accepts(InboundMessage message) {
        return awaited.operation() == message.operation().index() && awaited.accepts(frame, message);
    }
}
