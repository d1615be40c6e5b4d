package io.soabench.engine.runtime.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Messages that may be for instances which exist and have not begun: nobody finds these by correlation values yet. A
 * client need not wait for the acknowledgement of one request before it sends the next one, and that one overtakes, unless what
 * runs instances is the thread that reads requests. Such a message waits until all instances that there were when it came
 * have taken the message which created them.
 *
 * <p>Thread-safe. Instances may begin in another order than they were created in, so that a message may look too early: it waits a second
 * time. A message costs no more than that, however many instances begin.
 */
final class PendingStarts {
    private static final int ROUNDS = 2;

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /** A message that waits until so many have begun. */
    private record Waiting(WaitingMessage message, long until) {}

    /** An instance was created that begins later; {@link #begun} is called for it once. */
    void created() {
        created.incrementAndGet();
    }

    /** An instance that was created has taken its first message, or ended. From its thread; messages that waited may reach it. */
    void begun() {
        begun.incrementAndGet();
        releaseReady();
    }

    /** Has the messages accepted again that have waited long enough. Never throws. */
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

    /** Whether a message may be for an instance that has not begun. */
    boolean mayBeFor(int round) {
        return round < ROUNDS && begun.get() < created.get();
    }

    /** Lets a message wait, of which the kernel holds the bytes, until it is accepted again. To be followed by {@link #look}. */
    void await(WaitingMessage message) {
        waiting.add(new Waiting(message, created.get()));
    }
}
