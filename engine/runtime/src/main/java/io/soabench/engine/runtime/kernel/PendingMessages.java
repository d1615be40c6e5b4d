package io.soabench.engine.runtime.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The messages of one instance that no activity has taken: the start message, and messages that came before an activity
 * waited for them. Besides, the requests that an event handler has taken and not opened. Messages that are on their way
 * to the instance count by their bytes only.
 *
 * <p>Threading: {@link #reserve} and {@link #release} are for any thread. Only the owner of the instance calls the
 * other methods.
 */
public final class PendingMessages {
    private static final AtomicLongFieldUpdater<PendingMessages> BYTES =
            AtomicLongFieldUpdater.newUpdater(PendingMessages.class, "bytes");

    private final Instance instance;
    private InboundMessage start;

    /**
     * The acknowledgement of the start message, between the moment when an activity takes it and the moment when it is
     * sent.
     */
    private Receipt startReceipt = Receipt.NONE;

    /** The messages that came before an activity waited for them, by operation; null before the first of them. */
    private Map<Integer, Deque<InboundMessage>> early;

    /**
     * The requests that event handlers have taken and whose scopes have not begun; null before the first of them. They
     * are not open yet, because their message exchange may belong to such a scope.
     */
    private List<InboundMessage> unopened;

    private volatile long bytes;

    /**
     * Creates the pending messages of an instance that is to start.
     *
     * @param start the start message, whose bytes the memory account contains already
     */
    PendingMessages(Instance instance, InboundMessage start) {
        this.instance = instance;
        this.start = start;
    }

    /** Reserves bytes for a message on its way to the instance; returns false when too many bytes wait here. */
    boolean reserve(long more, long most) {
        long after = BYTES.addAndGet(this, more);
        if (after > most && after > more) {
            release(more);
            return false;
        }
        return true;
    }

    /** Releases bytes that {@link #reserve} has reserved. */
    void release(long less) {
        BYTES.addAndGet(this, -less);
    }

    /** Returns the estimated bytes of the messages that wait here or are on their way, without the start message. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of messages that wait here, without the start message. */
    int size() {
        return early == null ? 0 : early.values().stream().mapToInt(Deque::size).sum();
    }

    /** Returns the start message; null when it was taken or refused. */
    InboundMessage start() {
        return start;
    }

    /** Returns whether the start message was taken or refused. */
    boolean isStartTaken() {
        return start == null;
    }

    /**
     * Takes the start message if it is for an operation.
     *
     * @return the message; null when it is for another operation or was taken before
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

    /** Sends the acknowledgement of the start message, once, if an activity has taken it. */
    void acknowledgeStart() {
        Receipt receipt = startReceipt;
        startReceipt = Receipt.NONE;
        instance.acknowledge(receipt);
    }

    /** Takes a message that came before an activity waited for it; returns null when there is none. */
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

    /** Keeps a message for which no activity waits yet, and sends its acknowledgement. */
    void keep(InboundMessage message) {
        line(message).add(message);
        instance.acknowledge(message.receipt());
    }

    private Deque<InboundMessage> line(InboundMessage message) {
        if (early == null) {
            early = new HashMap<>();
        }
        return early.computeIfAbsent(message.operation().index(), key -> new ArrayDeque<>());
    }

    /**
     * Moves the bytes of a message that an activity takes from the sum of waiting messages to the account of the
     * instance.
     */
    void taken(InboundMessage message) {
        long weight = message.weight();
        release(weight);
        instance.kernel().letGoWaiting(weight);
        instance.kernel().holdAnyway(weight);
        instance.memory().addReserved(weight);
    }

    /** Removes the bytes of a message that this instance does not take any more. */
    void dropped(InboundMessage message) {
        long weight = message.weight();
        release(weight);
        instance.kernel().letGoWaiting(weight);
    }

    /** Notes a message that an event handler has taken, until its scope begins. A one-way message needs no answer. */
    public void addUnopened(InboundMessage message) {
        if (message.operation().isOneWay()) {
            return;
        }
        if (unopened == null) {
            unopened = new ArrayList<>(1);
        }
        unopened.add(message);
    }

    /** Removes a message whose scope begins, which opens its request; returns whether it was there. */
    public boolean removeUnopened(InboundMessage message) {
        return unopened != null && unopened.remove(message);
    }

    /** Writes the messages that wait, without the start message. */
    void write(StateWriter snapshot) {
        List<InboundMessage> waiting = new ArrayList<>();
        if (early != null) {
            new TreeMap<>(early).values().forEach(waiting::addAll);
        }
        snapshot.number(waiting.size());
        waiting.forEach(snapshot::message);
        snapshot.number(unopened == null ? 0 : unopened.size());
        if (unopened != null) {
            unopened.forEach(snapshot::message);
        }
    }

    /** Reads the messages that wait. They were acknowledged before. */
    void read(StateReader snapshot) {
        for (int count = snapshot.count(); count > 0; count--) {
            InboundMessage message = snapshot.message();
            Kernel.reserveAnyway(instance, message.weight());
            line(message).add(message);
        }
        for (int count = snapshot.count(); count > 0; count--) {
            addUnopened(snapshot.message());
        }
    }

    /** Reports to a recorder the answers that the end of the instance gives to the messages that wait. */
    void report(Recorder recorder, Outcome outcome) {
        if (start != null && start.receipt() != Receipt.NONE) {
            recorder.refuses(start.receipt());
        } else if (start != null) {
            recorder.answers(start.replyTo(), List.of(), outcome.ofStartMessage());
        }
        if (early != null) {
            early.values()
                    .forEach(line -> line.forEach(
                            message -> recorder.answers(message.replyTo(), List.of(), Outcome.ofEarlyMessage())));
        }
        if (unopened != null) {
            unopened.forEach(message -> recorder.answers(message.replyTo(), List.of(), outcome.ofOpenRequest()));
        }
    }

    /**
     * Refuses all messages that wait, because the instance has ended. After an error, a further call goes on with the
     * next message.
     */
    void refuseAll(Outcome outcome) {
        if (start != null) {
            InboundMessage message = start;
            start = null;
            instance.refuse(message, outcome.ofStartMessage());
        }
        if (early != null) {
            early.values().forEach(this::refuseAll);
        }
        while (unopened != null && !unopened.isEmpty()) {
            instance.refuse(unopened.remove(0).replyTo(), outcome.ofOpenRequest());
        }
    }

    private void refuseAll(Deque<InboundMessage> line) {
        for (InboundMessage message = line.poll(); message != null; message = line.poll()) {
            dropped(message);
            instance.drop(message, Outcome.ofEarlyMessage());
        }
    }
}
