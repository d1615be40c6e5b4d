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
import java.util.OptionalInt;

/**
 * The way of a message that no instance of this process waits for, where other processes are replicas of the same engine: the others
 * are asked one after the other, and the first that has the instance takes the message and answers it. When nobody has, a message
 * that starts an instance, and that others with the same correlation values could start too, starts it at the replica of these
 * values, where all of them meet; any other message is treated here. Belongs to the event loop of its connection.
 */
final class Forwarding {
    private final RequestContext stage;
    private final ServerConnection connection;
    private final Service service;
    private final InboundMessage message;
    private final HttpReply owed;
    private final Worker worker;
    private final PeerMessage sent;
    private final EventLoop loop;
    private final Iterator<Integer> others;

    /**
     * For the request that a connection has just read.
     *
     * @param owed what the client waits for, also when it is an acknowledgement only
     */
    Forwarding(
            RequestContext stage,
            ServerConnection connection,
            Service service,
            InboundMessage message,
            HttpReply owed,
            Worker worker) {
        this.stage = stage;
        this.connection = connection;
        this.service = service;
        this.message = message;
        this.owed = owed;
        this.worker = worker;
        this.loop = connection.context().channel().eventLoop();
        this.others = stage.peers().others().iterator();
        HttpParser parser = connection.parser();
        this.sent = new PeerMessage(
                service.path(),
                parser.contentType(),
                parser.soapAction(),
                Arrays.copyOfRange(parser.array(), parser.bodyStart(), parser.bodyStart() + parser.bodyLength()));
    }

    /** Whether a message can be for an instance of another replica, or comes from one that looks for it. */
    static boolean mayHelp(RequestContext stage, ServerConnection connection, Service service, InboundMessage message) {
        return stage.peers() != null
                && connection.hop() != PeerRequestKind.START
                && Kernel.mayBeAwaited(service.deployment(), message.operation());
    }

    /** Asks the first of them. */
    void start() {
        if (others.hasNext()) {
            stage.peers().ask(loop, others.next(), PeerRequestKind.FIND, sent, this::found);
        } else {
            nowhere();
        }
    }

    private void found(PeerAnswer answer) {
        guarded(() -> {
            if (answer.end() == PeerAnswer.End.NOT_HERE) {
                start();
            } else {
                stage.counters().count(Counter.REQUESTS_FORWARDED);
                connection.relay(owed, answer);
            }
        });
    }

    private void nowhere() {
        OptionalInt meeting =
                message.operation().createsInstance() ? Kernel.startHash(message) : OptionalInt.empty();
        Peers peers = stage.peers();
        int home = meeting.isPresent() ? peers.home(meeting.getAsInt()) : 0;
        if (home > 0 && peers.isOther(home)) {
            peers.ask(loop, home, PeerRequestKind.START, sent, answer -> guarded(() -> started(answer)));
        } else {
            here();
        }
    }

    private void started(PeerAnswer answer) {
        if (answer.end() == PeerAnswer.End.NOT_HERE) {
            here();
        } else {
            stage.counters().count(Counter.REQUESTS_FORWARDED);
            connection.relay(owed, answer);
        }
    }

    private void here() {
        if (!stage.kernel().accept(service.deployment(), message, worker)) {
            connection.overloaded(owed);
        }
    }

    /** Whatever goes wrong ends the connection of the client. One that has gone meanwhile has sent its message all the same. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            connection.failed("A message for another replica", e);
        }
    }
}
