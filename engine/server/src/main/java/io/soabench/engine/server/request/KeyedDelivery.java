package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.durable.KeyedRequest;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.peer.PeerMessage;
import io.soabench.engine.server.peer.PeerRequestKind;
import io.soabench.engine.server.peer.Peers;
import java.util.List;

/**
 * The delivery of a message with a key in a durable engine whose replicas are processes. One replica is responsible for
 * each key, so that two messages with the key are not delivered at the same time, wherever they arrive. It is the one
 * that a hash of the key names.
 *
 * <p>That replica does not always have the key. The replica whose instance has the message remembers it, and the next
 * start of the engine may have another number of replicas. So the responsible one asks all others whether they remember
 * the key. If one does, that one answers the client. If none does, the message is delivered. While a replica cannot
 * answer, nobody knows, and the client is asked to send the message again.
 *
 * <p>When the responsible replica ends, the replica that has the message still remembers the key. When both have ended,
 * the journal of the latter decides: it has the message with its key, or the message has had no effect.
 *
 * <p>A delivery is also the client that the request with the key knows. Threading: it belongs to the event loop of the
 * connection, except the methods of {@link KeyedClient}, which are thread-safe.
 */
final class KeyedDelivery implements DelegatingClient {
    private final RequestContext stage;
    private final ServerConnection connection;
    private final Service service;
    private final HttpReply pending;
    private final KeyedClient client;
    private final EventLoop loop;

    /** The message as it was sent. Not needed any more when this replica delivers it. */
    private PeerMessage sent;

    /** The request with the key, while this replica decides whether it is new. */
    private KeyedRequest request;

    private int unanswered;
    /** The number of a replica that has not answered the question about the key; 0 if there is none. */
    private int absent;

    /**
     * Makes the delivery of the message that a connection has just read.
     *
     * @param pending the answer or acknowledgement that the client waits for
     * @param client the receiver of acknowledgement and answer
     */
    KeyedDelivery(
            RequestContext stage, ServerConnection connection, Service service, HttpReply pending, KeyedClient client) {
        this.stage = stage;
        this.connection = connection;
        this.service = service;
        this.pending = pending;
        this.client = client;
        this.loop = connection.context().channel().eventLoop();
        this.sent = Forwarding.sent(stage, connection, service);
    }

    /**
     * Delivers a message, or has the responsible replica deliver it.
     *
     * @param operation the name of its operation, see {@link RequestKeys#operation}
     * @param key the key of the client
     * @return {@link RequestKeys.Result#OTHER_REQUEST} if another message with this key has come; else the client gets an
     *     answer later
     */
    RequestKeys.Result deliver(InboundMessage message, String operation, String key) {
        Peers peers = stage.peers();
        int home = peers.home((operation + ' ' + key).hashCode());
        if (connection.peerRequest() == null && peers.isOther(home)) {
            Runnable end =
                    peers.ask(loop, home, PeerRequestKind.KEYED, sent, answer -> guarded(() -> answeredByHome(answer)));
            connection.awaitAnswerOf(pending, end);
            return RequestKeys.Result.REPEATED;
        }
        RequestKeys.Claim claim = stage.keys()
                .claim(operation, key, message.parts(), message.operation().isOneWay(), this);
        if (claim.result() == RequestKeys.Result.FIRST) {
            request = claim.request();
            InboundMessage keyed = request.keyed(message);
            guarded(() -> askAll(keyed, KeyQuestion.of(operation, key)));
        }
        return claim.result();
    }

    private void answeredByHome(PeerAnswer answer) {
        if (answer.hadNoEffect()) {
            connection.awaitReplicaOfKey(pending);
        } else {
            relay(answer);
        }
    }

    private void askAll(InboundMessage message, PeerMessage question) {
        List<Integer> others = stage.peers().all();
        unanswered = others.size();
        if (others.isEmpty()) {
            start(message);
        }
        for (int other : others) {
            stage.peers()
                    .ask(
                            loop,
                            other,
                            PeerRequestKind.KNOWN,
                            question,
                            answer -> guarded(() -> answered(other, answer, message)));
        }
    }

    private void answered(int other, PeerAnswer answer, InboundMessage message) {
        unanswered--;
        if (request == null) {
            // Another answer has decided.
            return;
        }
        boolean isKnown = KeyQuestion.isKnown(answer);
        absent = isKnown || answer.isNobody() ? absent : other;
        if (isKnown) {
            passOn(other);
            repeatAt(other);
        } else if (unanswered == 0 && absent > 0) {
            passOn(absent);
            connection.awaitReplicaOfKey(pending);
        } else if (unanswered == 0) {
            start(message);
        }
    }

    /** Lets clients that have repeated the request meanwhile ask another replica. */
    private void passOn(int replica) {
        KeyedRequest known = request;
        request = null;
        known.passOn(replica);
    }

    private void start(InboundMessage message) {
        Worker worker = stage.workers().worker(loop);
        Forwarding forwarding = new Forwarding(stage, connection, service, message, pending, worker, sent, request);
        sent = null;
        request = null;
        forwarding.deliver();
    }

    /** Asks another replica for the answer to the first message with the key. */
    private void repeatAt(int replica) {
        Runnable end = stage.peers()
                .ask(
                        loop,
                        replica,
                        PeerRequestKind.REPEAT,
                        sent,
                        answer -> guarded(() -> {
                            if (answer.end() == PeerAnswer.End.ANSWERED) {
                                relay(answer);
                            } else {
                                connection.awaitReplicaOfKey(pending);
                            }
                        }));
        connection.awaitAnswerOf(pending, end);
    }

    private void relay(PeerAnswer answer) {
        stage.counters().count(Counter.REQUESTS_FORWARDED);
        connection.relay(pending, answer);
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            if (request != null) {
                request.withdraw();
                request = null;
            }
            connection.failed("A message with a key", e);
        }
    }

    // ---- the client

    @Override
    public void askReplica(int replica) {
        loop.execute(() -> guarded(() -> repeatAt(replica)));
    }

    @Override
    public ReplyTo answerReceiver() {
        return client;
    }

    @Override
    public KeyedClient acknowledgementReceiver() {
        return client;
    }
}
