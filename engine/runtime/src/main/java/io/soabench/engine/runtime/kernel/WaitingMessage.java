package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;

/**
 * A message that waits until it is known which instance it is for. The kernel holds its bytes until then. It is no
 * record, because collections find it by identity.
 */
final class WaitingMessage {
    /** Created in advance, because memory may be used up when it is needed. */
    private static final Fault FAILED = StandardFault.INTERNAL_ERROR.because(
            "The engine failed when the message was to start or reach an instance.");

    private final Kernel kernel;
    private final Deployment deployment;
    private final InboundMessage message;
    private final Worker worker;
    private final int round;

    /**
     * Creates a waiting message.
     *
     * @param deployment the deployment that accepts it
     * @param worker the worker for an instance that it may start
     * @param round the number of times that it has waited for instances to begin
     */
    WaitingMessage(Kernel kernel, Deployment deployment, InboundMessage message, Worker worker, int round) {
        this.kernel = kernel;
        this.deployment = deployment;
        this.message = message;
        this.worker = worker;
        this.round = round;
    }

    /**
     * Offers the message to the kernel again; from any thread. Never throws, so that further waiting messages are
     * handled.
     */
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
            // No instance has the message.
            kernel.failed(e);
            kernel.refuse(message, FAILED);
        }
    }

    /** Returns the number of times that the message has waited for instances to begin. */
    int round() {
        return round;
    }
}
