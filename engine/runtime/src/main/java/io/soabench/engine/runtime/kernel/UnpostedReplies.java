package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The replies of one instance that go to an address in their request, without a record that they were posted. A
 * snapshot needs them, because a recovery gives them again.
 *
 * <p>A receiver may never accept a reply, so only some are kept. An instance with more of them has no snapshots until
 * the others were posted.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
final class UnpostedReplies {
    /** The size of kept replies in bytes, together. */
    private static final long MOST_BYTES = 64 * 1024;

    /** The number of other replies whose delivery is awaited. With more of them, an instance has no snapshots any more. */
    private static final int MOST_LEFT_OUT = 1_000;

    /** The replies by number; null before the first one. */
    private TreeMap<Integer, Reply> replies;

    /** The numbers of replies that are not kept; null before the first one. */
    private Set<Integer> leftOut;

    private long bytes;

    /** Whether too many replies are not kept. */
    private boolean isIncomplete;

    /**
     * A reply.
     *
     * @param request the request without its parts
     * @param parts the parts of the output message; empty for a fault
     * @param fault the fault; null for a normal reply
     */
    private record Reply(InboundMessage request, List<Element> parts, Fault fault) {
        long bytes() {
            return request.weight()
                    + InboundMessage.weight(parts)
                    + (fault == null ? 0 : InboundMessage.weight(fault.data()));
        }
    }

    /** A receiver of the replies of a snapshot. */
    @FunctionalInterface
    interface Receiver {
        /** Takes a reply with its number and its destination; the fault is null for a normal reply. */
        void take(int number, ReplyTo client, List<Element> parts, Fault fault);
    }

    /** Adds a reply with its number. */
    void add(int number, ReplyTo client, List<Element> parts, Fault fault) {
        if (isIncomplete || !Outbox.isPosted(client)) {
            return;
        }
        InboundMessage request = Outbox.request(client);
        Reply reply = request == null ? null : new Reply(request, parts, fault);
        if (reply == null || bytes + reply.bytes() > MOST_BYTES) {
            leaveOut(number);
        } else {
            add(number, reply);
        }
    }

    private void add(int number, Reply reply) {
        bytes += reply.bytes();
        if (replies == null) {
            replies = new TreeMap<>();
        }
        replies.put(number, reply);
    }

    private void leaveOut(int number) {
        if (leftOut == null) {
            leftOut = new HashSet<>();
        }
        leftOut.add(number);
        if (leftOut.size() > MOST_LEFT_OUT) {
            isIncomplete = true;
            leftOut = null;
            replies = null;
        }
    }

    /** Removes a reply that was posted. */
    void remove(int number) {
        Reply reply = replies == null ? null : replies.remove(number);
        if (reply != null) {
            bytes -= reply.bytes();
        }
        if (leftOut != null) {
            leftOut.remove(number);
        }
    }

    /** Removes the replies that were posted. */
    void removeAll(Set<Integer> numbers) {
        numbers.forEach(this::remove);
    }

    /** Returns whether all such replies are kept. */
    boolean isComplete() {
        return !isIncomplete && (leftOut == null || leftOut.isEmpty());
    }

    /** Writes the replies. */
    void write(StateWriter snapshot) {
        snapshot.number(replies == null ? 0 : replies.size());
        if (replies != null) {
            replies.forEach((number, reply) -> {
                snapshot.number(number);
                snapshot.message(reply.request());
                snapshot.elements(reply.parts());
                snapshot.fault(reply.fault());
            });
        }
    }

    /** Reads the replies, and hands each to a receiver. */
    void read(StateReader snapshot, Receiver receiver) {
        for (int count = snapshot.count(); count > 0; count--) {
            int number = snapshot.number(Integer.MAX_VALUE);
            InboundMessage request = snapshot.message();
            List<Element> parts = snapshot.elements();
            Reply reply = new Reply(request, parts, snapshot.fault());
            add(number, reply);
            receiver.take(number, request.replyTo(), parts, reply.fault());
        }
    }
}
