package io.soabench.engine.runtime.durable;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedRequest;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A request with a key of its client. For the kernel it is the destination of the answer, and the receiver of the
 * acknowledgement. It passes both on to the client, and to all clients that have repeated the request.
 *
 * <pre>
 * state     | acknowledged   answered   not taken   too old, or too many
 * ----------+-----------------------------------------------------------
 * OPEN      | TAKEN          ANSWERED   FORGOTTEN
 * TAKEN     |                ANSWERED   FORGOTTEN   FORGOTTEN*
 * ANSWERED  |                                       FORGOTTEN
 * FORGOTTEN |
 * * one-way messages only
 * </pre>
 *
 * <p>A request that is TAKEN is also ANSWERED, with a fault, if its instance cannot be recovered.
 *
 * <p>Thread-safe; the lock of {@link RequestKeys} guards the fields.
 */
public final class KeyedRequest implements ReplyTo, Receipt {
    private static final int PURGE_FROM = 8;

    private enum State {
        OPEN,
        TAKEN,
        ANSWERED,
        FORGOTTEN
    }

    private final RequestKeys keys;
    private final RequestKeys.Name name;
    private final String fingerprint;
    private final long order;

    /**
     * The client that sent the request first. Removed once it has its answer or acknowledgement, since a remembered
     * request must not keep the connection of its client in memory.
     */
    private ReplyTo replyTo;

    private Receipt receipt;
    private boolean isOneWay;
    private List<KeyedClient> waiting = List.of();
    private int purgeAt = PURGE_FROM;
    private State state = State.OPEN;

    /** The journal of the instance that has the request; null while no record of an instance has it. */
    private DurableInstances home;

    /** The number of the record of the answer; 0 while there is none. */
    private long answerNumber;

    private long doneMs;
    private List<Element> parts = List.of();
    private Fault fault;

    /** Creates a request that no instance has; the caller holds the lock. */
    KeyedRequest(
            RequestKeys keys,
            RequestKeys.Name name,
            String fingerprint,
            boolean isOneWay,
            ReplyTo replyTo,
            Receipt receipt) {
        this.keys = keys;
        this.name = name;
        this.fingerprint = fingerprint;
        this.isOneWay = isOneWay;
        this.replyTo = replyTo;
        this.receipt = receipt;
        order = keys.nextOrder();
    }

    RequestKeys.Name name() {
        return name;
    }

    /** Returns the key of the client. */
    String key() {
        return name.key();
    }

    String fingerprint() {
        return fingerprint;
    }

    /** Returns the number of this request in the order of arrival, which no other request has. */
    long order() {
        return order;
    }

    /** Returns the time at which it was done, in milliseconds since 1970. Valid once the request may be forgotten. */
    long doneMs() {
        return doneMs;
    }

    /** Returns its estimated bytes. */
    long bytes() {
        return RequestKeys.bytes(name, parts, fault);
    }

    /** Returns whether a record has the answer; the caller holds the lock. */
    boolean isKept() {
        return answerNumber != 0 && state != State.FORGOTTEN;
    }

    /**
     * Returns what a snapshot needs to restore this request.
     *
     * @param nowMs the present time, for a request that is not done
     */
    RecordedRequest recorded(long nowMs) {
        synchronized (keys) {
            return new RecordedRequest(
                    name.operation(), name.key(), fingerprint, doneMs == 0 ? nowMs : doneMs, isOneWay);
        }
    }

    // ---- restoring; the caller holds the lock

    void restored(DurableInstances journal, long record, long atMs, List<Element> answer, Fault failure) {
        home = journal;
        answerNumber = record;
        doneMs = atMs;
        parts = answer;
        fault = failure;
        state = State.ANSWERED;
    }

    void received(DurableInstances journal, long atMs) {
        home = journal;
        doneMs = atMs;
        state = State.TAKEN;
    }

    /** Sets the destination of the answer, which is recorded. The recovered instance gives it again. */
    void receivedAgain(ReplyTo destination, boolean hasNoAnswer) {
        replyTo = destination;
        isOneWay = hasNoAnswer;
    }

    /** Returns a message of the first client whose answer and acknowledgement go through this request. */
    public InboundMessage keyed(InboundMessage message) {
        return new InboundMessage(
                message.operation(),
                message.parts(),
                this,
                message.receipt() == Receipt.NONE ? Receipt.NONE : this,
                message.addressing());
    }

    // ---- repetition

    /** Adds a client that has repeated the request; returns what it gets at once. The caller holds the lock. */
    Runnable join(KeyedClient client, boolean hasNoAnswer) {
        boolean isOnlyAcknowledged = hasNoAnswer || (client.isPosted() && isPosted());
        if (state == State.ANSWERED || (state == State.TAKEN && isOnlyAcknowledged)) {
            boolean isAnswered = state == State.ANSWERED && !hasNoAnswer;
            List<Element> answer = parts;
            Fault failure = fault;
            return () -> give(client, isAnswered, answer, failure);
        }
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(1);
        }
        if (waiting.size() >= purgeAt) {
            waiting.removeIf(KeyedClient::isGone);
            purgeAt = Math.max(PURGE_FROM, 2 * waiting.size());
        }
        waiting.add(client);
        return () -> {};
    }

    /** Returns whether the answer goes to another place than a connection, also after a crash. */
    private boolean isPosted() {
        return replyTo.form() != null;
    }

    /** Gives a client of a repeated request the acknowledgement or the answer of the first one. */
    private static void give(KeyedClient client, boolean isAnswered, List<Element> parts, Fault fault) {
        if (client.isPosted() || !isAnswered) {
            client.taken();
        }
        if (isAnswered) {
            answer(client, parts, fault);
        }
    }

    private static void answer(ReplyTo client, List<Element> parts, Fault fault) {
        if (fault == null) {
            client.reply(parts);
        } else {
            client.fault(fault);
        }
    }

    // ---- the instance; its owner calls these methods

    /** Notes that a record has the request, from which a recovery restores it. */
    void recordedBy(DurableInstances journal) {
        synchronized (keys) {
            home = journal;
        }
    }

    /**
     * Records the answer, once, before the end of the instance is recorded. The answer to a one-way message is its
     * acknowledgement.
     */
    void keep(List<Element> answer, Fault failure) {
        synchronized (keys) {
            if (answerNumber != 0 || home == null || state == State.FORGOTTEN) {
                return;
            }
            parts = Collections.unmodifiableList(new ArrayList<>(answer));
            fault = failure;
            doneMs = doneMs == 0 || !isOneWay ? keys.nowMs() : doneMs;
            answerNumber = home.nextAnswer();
            try {
                home.keep(answerNumber, doneMs, event());
            } catch (IllegalArgumentException e) {
                parts = List.of();
                fault = StandardFault.LIMIT_EXCEEDED.because(
                        "The request was done before, but its answer was too long to be kept.");
                home.keep(answerNumber, doneMs, event());
            }
        }
    }

    /** Records the answer that the instance gives to a request. */
    void keepAnswer(List<Element> answer, Fault failure) {
        if (!isOneWay()) {
            keep(answer, failure);
        }
    }

    private RecordedEvent.Answer event() {
        return new RecordedEvent.Answer(name.operation(), name.key(), fingerprint, parts, fault);
    }

    /** Records the request as done before the end of its instance is recorded. */
    void instanceEnds() {
        keep(
                List.of(),
                isOneWay() ? null : StandardFault.MISSING_REPLY.because("The instance ended without replying."));
    }

    /** Records a one-way message as done, so that a snapshot of its instance need not have it. */
    void settleOneWay() {
        if (isOneWay()) {
            keep(List.of(), null);
        }
    }

    private boolean isOneWay() {
        synchronized (keys) {
            return isOneWay;
        }
    }

    /** Notes that the instance does not take the request, so that it may be sent again. */
    void notTaken() {
        synchronized (keys) {
            keys.forget(this);
        }
    }

    /** Returns whether the end of the instance needs no more record of this request. */
    boolean isSettled() {
        synchronized (keys) {
            return answerNumber != 0 || state == State.FORGOTTEN;
        }
    }

    /** Answers repetitions with a fault, because the instance could not be recovered. The fault is not recorded. */
    void leftAlone() {
        synchronized (keys) {
            if (state == State.TAKEN && !isOneWay) {
                fault = StandardFault.INTERNAL_ERROR.because(
                        "The instance that has this request could not be recovered; its answer is not known.");
                state = State.ANSWERED;
            }
        }
    }

    // ---- the answer

    @Override
    public void reply(List<Element> answer) {
        answered(replyTo(), answer, null);
    }

    @Override
    public void fault(Fault failure) {
        answered(replyTo(), List.of(), failure);
    }

    private ReplyTo replyTo() {
        synchronized (keys) {
            return replyTo;
        }
    }

    private Receipt receipt() {
        synchronized (keys) {
            return receipt;
        }
    }

    @Override
    public String form() {
        return replyTo().form();
    }

    @Override
    public InboundMessage request() {
        return replyTo().request();
    }

    @Override
    public ReplyTo whenPosted(Runnable posted) {
        ReplyTo observed = replyTo().whenPosted(posted);
        return new ReplyTo() {
            @Override
            public void reply(List<Element> answer) {
                answered(observed, answer, null);
            }

            @Override
            public void fault(Fault failure) {
                answered(observed, List.of(), failure);
            }
        };
    }

    /** Passes on the answer, which may leave now. The request is remembered only if a record has the answer. */
    private void answered(ReplyTo first, List<Element> answer, Fault failure) {
        List<KeyedClient> others;
        synchronized (keys) {
            if (isOneWay) {
                return;
            }
            if (answerNumber == 0) {
                keys.forget(this);
            } else if (state == State.OPEN || state == State.TAKEN) {
                state = State.ANSWERED;
                keys.done(this);
            }
            others = waiting;
            waiting = List.of();
            if (!isPosted()) {
                receipt = Receipt.NONE;
            }
            replyTo = ReplyTo.NOBODY;
        }
        answer(first, answer, failure);
        others.forEach(client -> give(client, true, answer, failure));
    }

    @Override
    public void taken() {
        List<KeyedClient> others = new ArrayList<>();
        Receipt first;
        synchronized (keys) {
            first = receipt;
            receipt = Receipt.NONE;
            if (isOneWay) {
                replyTo = ReplyTo.NOBODY;
            }
            if (home == null) {
                keys.forget(this);
            } else if (state == State.OPEN) {
                state = State.TAKEN;
                if (isOneWay) {
                    doneMs = doneMs == 0 ? keys.nowMs() : doneMs;
                    keys.done(this);
                }
            }
            for (KeyedClient client : waiting) {
                if (isOneWay || client.isPosted()) {
                    others.add(client);
                }
            }
            if (!others.isEmpty()) {
                waiting.removeAll(others);
            }
        }
        first.taken();
        others.forEach(KeyedClient::taken);
    }

    @Override
    public void refused(Fault failure) {
        Receipt first = receipt();
        List<KeyedClient> others = drop();
        first.refused(failure);
        others.forEach(client -> client.refused(failure));
    }

    /**
     * Drops the request, because the kernel has no room for it. The caller answers the first client, and this method
     * the others.
     */
    public void withdraw() {
        drop().forEach(KeyedClient::overloaded);
    }

    /**
     * Drops the request, because another replica, which is a process, has it or may have it. The caller answers the first
     * client, and the others ask that replica.
     */
    public void passOn(int replica) {
        List<KeyedClient> others = drop();
        keys.repeatedElsewhere(others.size());
        others.forEach(client -> client.askReplica(replica));
    }

    private List<KeyedClient> drop() {
        synchronized (keys) {
            keys.forget(this);
            List<KeyedClient> others = waiting;
            waiting = List.of();
            return others;
        }
    }

    /** Forgets the request; the caller holds the lock. */
    void forget() {
        if (state != State.FORGOTTEN) {
            state = State.FORGOTTEN;
            if (answerNumber != 0) {
                home.forget(answerNumber);
            }
        }
    }
}
