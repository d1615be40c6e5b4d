package io.soabench.engine.runtime.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The instances of a deployment that were created and have not begun, and the messages that wait for them. Correlation
 * values do not lead to such an instance yet.
 *
 * <p>A client may send the next request before it has the acknowledgement of the first one. The next request can arrive
 * before the instance of the first one has begun, if other threads than those that read requests run instances. Such a
 * message waits until all instances have taken their start messages that were created before it came.
 *
 * <p>Instances may begin in another order than they were created in, so a message may be offered too early. It then
 * waits a second time, and not more often. So the cost of a message does not depend on the number of instances.
 *
 * <p>Thread-safe.
 */
final class PendingStarts {
    private static final int ROUNDS = 2;

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /** A message that waits until a number of instances have begun. */
    private record Waiting(WaitingMessage message, long until) {}

    /** Counts an instance that was created and begins later; {@link #begun} is called for it once. */
    void created() {
        created.incrementAndGet();
    }

    /**
     * Counts an instance that has taken its start message or ended, and releases messages. On the thread of that
     * instance.
     */
    void begun() {
        begun.incrementAndGet();
        releaseReady();
    }

    /** Offers the messages to the kernel again that have waited long enough; never throws. */
    void releaseReady() {
        while (true) {
            Waiting first = waiting.peek();
            if (first == null || first.until() > begun.get()) {
                return;
            }
            if (waiting.remove(first)) {
                first.message().acceptAgain(first.message().round() + 1);
            }
        }
    }

    /**
     * Returns whether a message may be for an instance that has not begun.
     *
     * @param round the number of times that the message has waited
     */
    boolean mayBeFor(int round) {
        return round < ROUNDS && begun.get() < created.get();
    }

    /** Adds a message that waits. The kernel holds its bytes, and the caller calls {@link #releaseReady} afterwards. */
    void await(WaitingMessage message) {
        waiting.add(new Waiting(message, created.get()));
    }
}
