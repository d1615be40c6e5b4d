package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * An executor of one activity of a compiled process.
 *
 * <p>Immutable; the state of an execution is in the {@link Frame} and its scope. The owner of the instance calls all
 * methods, and they return without waiting. A {@link io.soabench.engine.runtime.fault.FaultException} becomes the fault
 * of the activity; {@link #terminate}, {@link #childTerminated} and {@link #faulted} must not throw it.
 */
public interface Processor {
    /** Begins the activity. It ends by {@link Frame#complete()} or {@link Frame#fault}, now or later. */
    void start(Frame frame);

    /** Releases what the frame of an activity holds that is ended before it has begun. The caller closes the frame. */
    default void neverStarted(Frame frame) {
        // As a rule, a frame holds nothing before its activity begins.
    }

    /** Handles the completion of a child. The frame does not contain the child any more. */
    default void childCompleted(Frame frame, Frame child) {
        throw new IllegalStateException(frame.activity() + " has no children");
    }

    /**
     * Handles the end of a child that was terminated or has faulted. Either this frame is terminating as well, or the
     * processor decides how it goes on.
     */
    default void childTerminated(Frame frame, Frame child) {
        if (frame.isTerminating() && !frame.hasChildren()) {
            frame.closeTerminated();
        }
    }

    /** Handles the answer of the partner that the activity has called; the list is empty for a one-way call. */
    default void answered(Frame frame, List<Element> parts) {
        throw new IllegalStateException(frame.activity() + " waits for no answer");
    }

    /** Handles the failure of the partner call that the activity has made. */
    default void failed(Frame frame, Fault failure) {
        throw new IllegalStateException(frame.activity() + " waits for no answer");
    }

    /** Handles a message for which the activity has waited. The wait is over. */
    default void arrived(Frame frame, MessageWait awaited, InboundMessage message) {
        throw new IllegalStateException(frame.activity() + " waits for no message");
    }

    /**
     * Handles an alarm that has become due.
     *
     * @param alarm the number with which the alarm was set
     */
    default void alarmDue(Frame frame, int alarm) {
        throw new IllegalStateException(frame.activity() + " waits for no alarm");
    }

    /** Handles the admission to shared things for which the activity has waited, see {@link IsolationLocks#enter}. */
    default void entered(Frame frame) {
        throw new IllegalStateException(frame.activity() + " waits for no turn");
    }

    /** Ends the activity early. It closes by {@link Frame#closeTerminated()}, now or later. */
    default void terminate(Frame frame) {
        if (frame.hasChildren()) {
            frame.terminateChildren();
        } else {
            frame.closeTerminated();
        }
    }

    /** Returns the activities that this one may start. */
    default List<Activity> children() {
        return List.of();
    }

    /** Returns the messages that the activity may wait for. */
    default List<MessageWait> waits() {
        return List.of();
    }

    /** Returns the slots of the scope that the activity opens; null when it opens none. */
    default ScopeLayout layout() {
        return null;
    }

    /**
     * Writes the {@link Frame#data object} of a frame that is not closed into a snapshot.
     *
     * @throws IllegalStateException if it cannot be written; the instance keeps its records then
     */
    default void write(Frame frame, StateWriter snapshot) {
        if (frame.data() != null) {
            throw new IllegalStateException(frame.activity() + " has an object that it does not write");
        }
    }

    /** Reads what {@link #write} has written. Other frames and scopes exist, but may not have their content yet. */
    default void read(Frame frame, StateReader snapshot) {
        // Most activities have no object.
    }

    /**
     * Handles the fault of an activity inside a scope. Only frames that own a {@link ScopeInstance} receive this call.
     *
     * @param frame the frame of the scope
     * @param fault the fault
     */
    default void faulted(Frame frame, Fault fault) {
        throw new IllegalStateException(frame.activity() + " is no scope");
    }
}
