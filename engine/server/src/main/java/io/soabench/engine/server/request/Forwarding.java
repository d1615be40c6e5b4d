package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
import io.soabench.engine.runtime.durable.KeyedRequest;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.peer.PeerMessage;
import io.soabench.engine.server.peer.PeerRequestKind;
import io.soabench.engine.server.peer.Peers;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/**
 * The forwarding of a message to other replicas of the engine, which are processes. It is used when no instance of this
 * process waits for the message. The other replicas are asked one after the other. The first one that has a waiting
 * instance takes the message and answers it.
 *
 * <p>If no replica has such an instance, the message may start one. Several messages with the same correlation values
 * must start only one instance, so the replica that is {@linkplain Peers#home responsible} for these values starts it.
 * Any other message is handled by this replica.
 *
 * <p>A durable replica that is being started again comes back with its instances. Until then no other replica knows
 * whether the message is for one of them, so its client is asked to send it again.
 *
 * <p>The replica that has the message also remembers its key. This one, which is responsible for the key, does so only
 * until the other one has answered.
 *
 * <p>Belongs to the event loop of the connection that has received the message.
 */
final class Forwarding {
    private final RequestContext stage;
    private final ServerConnection connection;
    private final Service service;
    private final InboundMessage message;
    private final HttpReply pending;
    private final Worker worker;
    private final PeerMessage sent;
    private final KeyedRequest request;
    private final EventLoop loop;
    private final Iterator<Integer> others;
    /** The number of a replica that cannot be asked; 0 if there is none. */
    private int absent;

    /**
     * Makes the forwarding of the request that a connection has just read.
     *
     * @param pending the answer or acknowledgement that the client waits for
     */
    Forwarding(
            RequestContext stage,
            ServerConnection connection,
            Service service,
            InboundMessage message,
            HttpReply pending,
            Worker worker) {
        this(stage, connection, service, message, pending, worker, sent(stage, connection, service), null);
    }

    /**
     * Makes the forwarding of a request that a connection has read before.
     *
     * @param pending the answer or acknowledgement that the client waits for
     * @param sent the request as it was sent
     * @param request the request with its key; null if it has none
     */
    Forwarding(
            RequestContext stage,
            ServerConnection connection,
            Service service,
            InboundMessage message,
            HttpReply pending,
            Worker worker,
            PeerMessage sent,
            KeyedRequest request) {
        this.stage = stage;
        this.connection = connection;
        this.service = service;
        this.message = message;
        this.pending = pending;
        this.worker = worker;
        this.sent = sent;
        this.request = request;
        this.loop = connection.context().channel().eventLoop();
        List<Integer> present = stage.peers().others();
        this.others = present.iterator();
        this.absent = stage.peers().all().stream()
                .filter(other -> !present.contains(other))
                .findFirst()
                .orElse(0);
    }

    /** Returns a copy of the request that a connection has just read. */
    static PeerMessage sent(RequestContext stage, ServerConnection connection, Service service) {
        HttpParser parser = connection.parser();
        connection.copied(parser.bodyLength());
        return new PeerMessage(
                service.path(),
                parser.contentType(),
                parser.soapAction(),
                stage.keys() == null ? null : parser.idempotencyKey(),
                Arrays.copyOfRange(parser.array(), parser.bodyStart(), parser.bodyStart() + parser.bodyLength()));
    }

    /**
     * Returns true if an instance of another replica may wait for a message, or if another replica has forwarded it to
     * find an instance here.
     */
    static boolean isUseful(
            RequestContext stage, ServerConnection connection, Service service, InboundMessage message) {
        return stage.peers() != null
                && connection.peerRequest() != PeerRequestKind.START
                && Kernel.mayBeAwaited(service.deployment(), message.operation());
    }

    /** Delivers the message to an instance of this replica or of another one, or starts an instance. */
    void deliver() {
        guarded(() -> {
            if (!Kernel.mayBeAwaited(service.deployment(), message.operation())) {
                here();
                return;
            }
            Kernel.Delivery delivery = stage.kernel().offer(service.deployment(), message);
            if (delivery == Kernel.Delivery.NOBODY) {
                start();
            } else if (delivery == Kernel.Delivery.REFUSED) {
                noRoom();
            }
        });
    }

    /** Asks the next replica. */
    void start() {
        if (others.hasNext()) {
            int next = others.next();
            stage.peers().ask(loop, next, PeerRequestKind.FIND, sent, answer -> guarded(() -> found(next, answer)));
        } else {
            startInstance();
        }
    }

    private void found(int replica, PeerAnswer answer) {
        if (answer.hadNoEffect()) {
            absent = answer.end() == PeerAnswer.End.ABSENT ? replica : absent;
            start();
        } else {
            relay(replica, answer);
        }
    }

    private void startInstance() {
        if (absent > 0 && stage.peers().areDurable()) {
            awaitReplica(absent);
            return;
        }
        OptionalInt meeting = message.operation().createsInstance() ? Kernel.startHash(message) : OptionalInt.empty();
        Peers peers = stage.peers();
        int home = meeting.isPresent() ? peers.home(meeting.getAsInt()) : 0;
        if (home > 0 && peers.isOther(home)) {
            peers.ask(loop, home, PeerRequestKind.START, sent, answer -> guarded(() -> started(home, answer)));
        } else {
            here();
        }
    }

    private void started(int replica, PeerAnswer answer) {
        if (answer.end() == PeerAnswer.End.ABSENT && stage.peers().areDurable()) {
            awaitReplica(replica);
        } else if (answer.hadNoEffect()) {
            here();
        } else {
            relay(replica, answer);
        }
    }

    /** Gives the client the answer of another replica. */
    private void relay(int replica, PeerAnswer answer) {
        passOn(replica);
        stage.counters().count(Counter.REQUESTS_FORWARDED);
        connection.relay(pending, answer);
    }

    /** Asks the client to send the message again, since a replica cannot be asked. */
    private void awaitReplica(int replica) {
        passOn(replica);
        connection.awaitReplica(pending);
    }

    /** Lets clients that have repeated the request meanwhile ask another replica. */
    private void passOn(int replica) {
        if (request != null) {
            request.passOn(replica);
        }
    }

    private void here() {
        if (connection.isPending(pending)) {
            // This replica needs no copy.
            connection.copied(0);
        }
        if (!stage.kernel().accept(service.deployment(), message, worker)) {
            noRoom();
        }
    }

    private void noRoom() {
        withdraw();
        connection.overloaded(pending);
    }

    private void withdraw() {
        if (request != null) {
            request.withdraw();
        }
    }

    /**
     * Runs a step. An unexpected error ends the connection of the client. A client that has closed its connection in
     * the meantime has sent its message nevertheless.
     */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            withdraw();
            connection.failed("A message for another replica", e);
        }
    }
}
