package io.soabench.engine.runtime.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Messages of one instance that no activity has taken yet: the one that has started it, those that came before anything waited for
 * them, and, by their bytes alone, those that are on their way to it. {@link #reserve} and {@link #release} are for any thread;
 * everything else belongs to the owner of the instance.
 */
public final class PendingMessages {
    private static final AtomicLongFieldUpdater<PendingMessages> BYTES =
            AtomicLongFieldUpdater.newUpdater(PendingMessages.class, "bytes");

    private final Instance instance;
    private InboundMessage start;

    /** The acknowledgement of the message that has started the instance, from when an activity has taken that until it is given. */
    private Receipt startReceipt = Receipt.NONE;

    /** Messages that came before anything waited for them, by operation; null while there was none. */
    private Map<Integer, Deque<InboundMessage>> early;

    private volatile long bytes;

    /**
     * The backlog of an instance that is to start.
     *
     * @param start what starts it; the holdings have its bytes already
     */
    PendingMessages(Instance instance, InboundMessage start) {
        this.instance = instance;
        this.start = start;
    }

    /** Notes bytes of a message that is on its way here; false when too many wait here. */
    boolean reserve(long more, long most) {
        long after = BYTES.addAndGet(this, more);
        if (after > most && after > more) {
            release(more);
            return false;
        }
        return true;
    }

    /** Takes back {@link #reserve}. */
    void release(long less) {
        BYTES.addAndGet(this, -less);
    }

    /** About how many bytes the messages take that wait here or are on their way, without the one that has started the instance. */
    long bytes() {
        return bytes;
    }

    /** How many messages wait here, without the one that has started the instance. */
    int size() {
        return early == null ? 0 : early.values().stream().mapToInt(Deque::size).sum();
    }

    /** Returns the message that starts the instance; null when it was taken or refused. */
    InboundMessage start() {
        return start;
    }

    /** Whether the message that has started the instance was taken, or refused. */
    boolean isStartTaken() {
        return start == null;
    }

    /**
     * Takes the message that has started the instance, if it is for that operation.
     *
     * @return the message, or null when it is for another operation or was taken
     */
    public InboundMessage takeStart(int operation) {
        InboundMessage message = start;
        if (message == null || message.operation().index() != operation) {
            return null;
        }
        start = null;
        startReceipt = message.receipt();
        instance.memory().startMessageTaken();
        return message;
    }

    /** Acknowledges the message that has started the instance, once, if an activity has taken it. */
    void acknowledgeStart() {
        Receipt receipt = startReceipt;
        startReceipt = Receipt.NONE;
        instance.acknowledge(receipt);
    }

    /** Takes a message that came before anything waited for it; null when there is none. */
    public InboundMessage takeEarly(Frame frame, MessageWait awaited) {
        Deque<InboundMessage> line = early == null ? null : early.get(awaited.operation());
        if (line == null) {
            return null;
        }
        for (Iterator<InboundMessage> messages = line.iterator(); messages.hasNext(); ) {
            InboundMessage message = messages.next();
            if (awaited.accepts(frame, message)) {
                messages.remove();
                taken(message);
                return message;
            }
        }
        return null;
    }

    /** Keeps a message for which nothing waits yet, and acknowledges it. */
    void keep(InboundMessage message) {
        if (early == null) {
            early = new HashMap<>();
        }
        early.computeIfAbsent(message.operation().index(), key -> new ArrayDeque<>())
                .add(message);
        instance.acknowledge(message.receipt());
    }

    /** A message that was on its way here, or waited, is taken: what the kernel has noted for it is the instance's. */
    void taken(InboundMessage message) {
        long weight = message.weight();
        release(weight);
        instance.kernel().letGoWaiting(weight);
        instance.kernel().holdAnyway(weight);
        instance.memory().addReserved(weight);
    }

    /** A message that was on its way here, or waited, is for nobody here any more. */
    void dropped(InboundMessage message) {
        long weight = message.weight();
        release(weight);
        instance.kernel().letGoWaiting(weight);
    }

    /** Refuses all that wait, because the instance has ended; goes on where it was when an error has cut it short. */
    void refuseAll(Outcome outcome) {
        if (start != null) {
            InboundMessage message = start;
            start = null;
            instance.refuse(message, outcome.ofStartMessage());
        }
        if (early != null) {
            early.values().forEach(this::refuseAll);
        }
    }

    private void refuseAll(Deque<InboundMessage> line) {
        for (InboundMessage message = line.poll(); message != null; message = line.poll()) {
            dropped(message);
            instance.drop(message, Outcome.ofEarlyMessage());
        }
    }
}
