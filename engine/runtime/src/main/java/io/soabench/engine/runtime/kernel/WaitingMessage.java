package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * A message that waits for instances of which nobody knows yet whether it is for them. The kernel holds its bytes meanwhile. Not a
 * record, since it is found by identity.
 */
final class WaitingMessage {
    /** Made before there is too little memory for it. */
    private static final Fault FAILED = StandardFault.INTERNAL_ERROR.because(
            "The engine failed when the message was to start or reach an instance.");

    private final Kernel kernel;
    private final Deployment deployment;
    private final InboundMessage message;
    private final Worker worker;
    private final int round;

    /**
     * A message.
     *
     * @param deployment which accepts it
     * @param worker for an instance that it may start
     * @param round how often it has waited for instances to begin
     */
    WaitingMessage(Kernel kernel, Deployment deployment, InboundMessage message, Worker worker, int round) {
        this.kernel = kernel;
        this.deployment = deployment;
        this.message = message;
        this.worker = worker;
        this.round = round;
    }

    /** Has the message accepted again; from any thread. Never throws, since others wait, too. */
    void acceptAgain(int nextRound) {
        kernel.letGoWaiting(message.weight());
        try {
            if (!kernel.accept(deployment, message, worker, nextRound)) {
                kernel.refuse(
                        message,
                        StandardFault.LIMIT_EXCEEDED.because("There is no room for another instance, or too many"
                                + " bytes of messages wait at instances."));
            }
        } catch (RuntimeException | Error e) {
            // Nobody has it.
            kernel.failed(e);
            kernel.refuse(message, FAILED);
        }
    }

    int round() {
        return round;
    }
}
