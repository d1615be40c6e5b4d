package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * The outcome of an instance, and the answers to the senders of its messages.
 *
 * @param uncaught the fault that no handler has caught; null for none
 * @param exitedBy the standard fault that has made it exit (WS-BPEL 2.0, section 5.2); null for none
 */
record Outcome(Fault uncaught, Fault exitedBy) {
    /** The normal completion, also by an exit activity. */
    static final Outcome COMPLETED = new Outcome(null, null);

    /** Returns the outcome of a fault that no handler has caught. */
    static Outcome faulted(Fault uncaught) {
        return new Outcome(uncaught, null);
    }

    /** Returns the outcome of a standard fault that makes the process exit without handlers. */
    static Outcome exited(Fault because) {
        return new Outcome(null, because);
    }

    /** Returns the fault for the sender of a request that got no reply. */
    Fault ofOpenRequest() {
        return uncaught != null
                ? uncaught
                : StandardFault.MISSING_REPLY.because("The process ended without replying" + becauseOfFault());
    }

    private String becauseOfFault() {
        return exitedBy == null ? "." : ", because '" + exitedBy.name() + "' made it exit: " + exitedBy.reason();
    }

    /** Returns the fault for the sender of the start message, when no activity has taken it. */
    Fault ofStartMessage() {
        return uncaught != null
                ? uncaught
                : StandardFault.MISSING_REPLY.because("The process ended before it took the request.");
    }

    /**
     * Returns the fault for the sender of a message that came before an activity waited for it, when none has taken it.
     */
    static Fault ofEarlyMessage() {
        return StandardFault.MISSING_REPLY.because("The instance ended before it took the request.");
    }
}
