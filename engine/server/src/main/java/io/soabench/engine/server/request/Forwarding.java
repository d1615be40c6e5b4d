package io.soabench.engine.server.request;

import io.netty.channel.EventLoop;
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
    private final EventLoop loop;
    private final Iterator<Integer> others;
    private boolean someAbsent;

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
        this.stage = stage;
        this.connection = connection;
        this.service = service;
        this.message = message;
        this.pending = pending;
        this.worker = worker;
        this.loop = connection.context().channel().eventLoop();
        List<Integer> present = stage.peers().others();
        this.others = present.iterator();
        this.someAbsent = present.size() < stage.peers().count();
        HttpParser parser = connection.parser();
        this.sent = new PeerMessage(
                service.path(),
                parser.contentType(),
                parser.soapAction(),
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

    /** Asks the next replica. */
    void start() {
        if (others.hasNext()) {
            stage.peers().ask(loop, others.next(), PeerRequestKind.FIND, sent, this::found);
        } else {
            startInstance();
        }
    }

    private void found(PeerAnswer answer) {
        guarded(() -> {
            if (answer.hadNoEffect()) {
                someAbsent |= answer.end() == PeerAnswer.End.ABSENT;
                start();
            } else {
                stage.counters().count(Counter.REQUESTS_FORWARDED);
                connection.relay(pending, answer);
            }
        });
    }

    private void startInstance() {
        if (someAbsent && stage.peers().areDurable()) {
            connection.awaitReplica(pending);
            return;
        }
        OptionalInt meeting = message.operation().createsInstance() ? Kernel.startHash(message) : OptionalInt.empty();
        Peers peers = stage.peers();
        int home = meeting.isPresent() ? peers.home(meeting.getAsInt()) : 0;
        if (home > 0 && peers.isOther(home)) {
            peers.ask(loop, home, PeerRequestKind.START, sent, answer -> guarded(() -> started(answer)));
        } else {
            here();
        }
    }

    private void started(PeerAnswer answer) {
        if (answer.end() == PeerAnswer.End.ABSENT && stage.peers().areDurable()) {
            connection.awaitReplica(pending);
        } else if (answer.hadNoEffect()) {
            here();
        } else {
            stage.counters().count(Counter.REQUESTS_FORWARDED);
            connection.relay(pending, answer);
        }
    }

    private void here() {
        if (!stage.kernel().accept(service.deployment(), message, worker)) {
            connection.overloaded(pending);
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
            connection.failed("A message for another replica", e);
        }
    }
}
