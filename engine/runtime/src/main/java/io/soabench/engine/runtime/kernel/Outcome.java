package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * The end of an instance, and the answers to those who have sent it messages.
 *
 * @param uncaught the fault that no handler has caught; null for none
 * @param exitedBy the standard fault that has made it exit (WS-BPEL 2.0, section 5.2); null for none
 */
record Outcome(Fault uncaught, Fault exitedBy) {
    /** By itself, or by {@code exit}. */
    static final Outcome COMPLETED = new Outcome(null, null);

    /** By a fault that no handler has caught. */
    static Outcome faulted(Fault uncaught) {
        return new Outcome(uncaught, null);
    }

    /** Without handlers, because of a standard fault. */
    static Outcome exited(Fault because) {
        return new Outcome(null, because);
    }

    /** For the sender of a request that was not replied to. */
    Fault ofOpenRequest() {
        return uncaught != null
                ? uncaught
                : StandardFault.MISSING_REPLY.because("The process ended without replying" + becauseOfFault());
    }

    private String becauseOfFault() {
        return exitedBy == null ? "." : ", because '" + exitedBy.name() + "' made it exit: " + exitedBy.reason();
    }

    /** For the sender of the message that has started the instance, when no activity has taken that. */
    Fault ofStartMessage() {
        return uncaught != null
                ? uncaught
                : StandardFault.MISSING_REPLY.because("The process ended before it took the request.");
    }

    /** For the sender of another message that no activity has taken. */
    static Fault ofEarlyMessage() {
        return StandardFault.MISSING_REPLY.because("The instance ended before it took the request.");
    }
}
