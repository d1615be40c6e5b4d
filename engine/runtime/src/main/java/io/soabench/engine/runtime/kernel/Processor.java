package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * An executor of one activity of a compiled process. Immutable; all state is in the {@link Frame} and its scope. Every
 * method runs on the instance's worker and returns without waiting; a {@link
 * io.soabench.engine.runtime.fault.FaultException} thrown from {@link #start}, {@link #childCompleted} or what happens
 * to an activity that waits becomes the activity's fault.
 */
public interface Processor {
    /** Begins the activity; it ends by {@link Frame#complete()} or {@link Frame#fault}, now or later. */
    void start(Frame frame);

    /** A child that this activity started has completed; it is no longer among the frame's children. */
    default void childCompleted(Frame frame, Frame child) {
        throw new IllegalStateException(frame.activity() + " has no children");
    }

    /** A child was terminated, or ended by a fault; the frame is terminating, or handles it itself. */
    default void childTerminated(Frame frame, Frame child) {
        if (frame.isTerminating() && !frame.hasChildren()) {
            frame.closeTerminated();
        }
    }

    /** The partner that the activity called has answered; the list is empty for a one-way call. */
    default void answered(Frame frame, List<Element> parts) {
        throw new IllegalStateException(frame.activity() + " waits for no answer");
    }

    /** The activity's call of a partner has failed. */
    default void failed(Frame frame, Fault failure) {
        throw new IllegalStateException(frame.activity() + " waits for no answer");
    }

    /** A message that the activity waited for has come; it waits no more. */
    default void arrived(Frame frame, MessageWait awaited, InboundMessage message) {
        throw new IllegalStateException(frame.activity() + " waits for no message");
    }

    /** The time of an alarm of the activity has come. */
    default void alarmDue(Frame frame, int alarm) {
        throw new IllegalStateException(frame.activity() + " waits for no alarm");
    }

    /** The activity has got what it shares with others, see {@link IsolationLocks#enter}. */
    default void entered(Frame frame) {
        throw new IllegalStateException(frame.activity() + " waits for no turn");
    }

    /** Ends the activity early; it closes by {@link Frame#closeTerminated()}, now or later. */
    default void terminate(Frame frame) {
        if (frame.hasChildren()) {
            frame.terminateChildren();
        } else {
            frame.closeTerminated();
        }
    }

    /**
     * An activity in the scope whose frame this is has faulted; only frames that own a {@link ScopeInstance} are asked.
     *
     * @param frame the scope's frame
     * @param fault what happened
     */
    default void faulted(Frame frame, Fault fault) {
        throw new IllegalStateException(frame.activity() + " is no scope");
    }
}
