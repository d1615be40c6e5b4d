package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.StandardFault;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages that may be for instances which exist and have not begun: nobody finds these by correlation values yet. A client whose one-way
 * request was acknowledged may send the next one at once, and that one overtakes, unless what runs instances is the thread that reads
 * requests. Such a message waits until all instances that there were when it came have taken the message which created them.
 *
 * <p>Thread-safe. Instances may begin in another order than they were created in, so that a message may look too early: it waits a second
 * time. A message costs no more than that, however many instances begin.
 */
final class Arrivals {
    private static final int ROUNDS = 2;

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /** A message that waits; not a record, since it is found by identity. */
    private static final class Waiting {
        private final Kernel kernel;
        private final Deployment deployment;
        private final InboundMessage message;
        private final Worker worker;
        private final long until;
        private final int round;

        Waiting(Kernel kernel, Deployment deployment, InboundMessage message, Worker worker, long until, int round) {
            this.kernel = kernel;
            this.deployment = deployment;
            this.message = message;
            this.worker = worker;
            this.until = until;
            this.round = round;
        }

        void goOn() {
            kernel.letGo(message.weight());
            if (!kernel.accept(deployment, message, worker, round + 1)) {
                message.replyTo()
                        .fault(StandardFault.LIMIT_EXCEEDED.because("Too many bytes of messages wait at instances."));
            }
        }
    }

    /** An instance was created that begins later; {@link #begun} is called for it once. */
    void created() {
        created.incrementAndGet();
    }

    /** An instance that was created has taken its first message, or ended. From its thread; messages that waited may reach it. */
    void begun() {
        begun.incrementAndGet();
        look();
    }

    private void look() {
        while (true) {
            Waiting first = waiting.peek();
            if (first == null || first.until > begun.get()) {
                return;
            }
            if (waiting.remove(first)) {
                first.goOn();
            }
        }
    }

    /** Whether a message may be for an instance that has not begun. */
    boolean mayBeFor(int round) {
        return round < ROUNDS && begun.get() < created.get();
    }

    /**
     * Lets a message wait, of which the kernel holds the bytes; it is accepted again.
     *
     * @param deployment which accepts it
     * @param round how often it has waited
     */
    void await(Kernel kernel, Deployment deployment, InboundMessage message, Worker worker, int round) {
        waiting.add(new Waiting(kernel, deployment, message, worker, created.get(), round));
        // The last of them may have begun meanwhile.
        look();
    }
}
