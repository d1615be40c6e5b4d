package io.soabench.engine.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.peer.PeerRequestKind;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapWriter;
import io.soabench.engine.server.tls.TlsLayer;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A client connection: it reads bytes, writes answers and ends the connection. {@link HttpRequests} and
 * {@link SoapRequests} interpret its requests.
 *
 * <p>One request is handled at a time. Data that the client sends ahead waits in the buffer, and beyond the size of one
 * request in the socket. The engine does not read from a client that does not read its answers. A client that closes
 * its sending side (a half-closed connection, RFC 9112, section 9.6) still gets its answers.
 *
 * <p>After a refusal that ends the connection, the engine stops writing but reads for 2 s more. Closing with unread
 * bytes would reset the connection, and the client might lose the answer.
 *
 * <p>With TLS, the handshake has the deadline of a head, and a connection counts from its start. A client that ends its
 * side of TLS 1.3 still gets its answers. TLS 1.2 knows no half-closed connection.
 *
 * <p>Threading: belongs to its event loop. Failure: an unexpected error ends this connection only, and not the event
 * loop.
 */
public final class ServerConnection extends ChannelInboundHandlerAdapter {
    private static final String RETRY = "Retry-After: 1\r\n";

    private final RequestContext stage;
    private final HttpRequests requests;
    private final HttpParser parser;
    private final HeldMemory.Share memory;
    private final Supplier<String> action;
    private final ClientDeadline deadline = new ClientDeadline();
    private ChannelHandlerContext context;
    private ClientConnections.Loop loop;
    /** The TLS of the connection; null without TLS. */
    private TlsLayer tls;

    private HttpReply pending;
    /** The kind of the forwarded request that was just read; null for a request of a client. */
    private PeerRequestKind peerRequest;

    /** Ends the wait for another replica that is to answer the pending request; null if there is none. */
    private Runnable waitEnd;

    /** The bytes of a copy of the pending request, which may be forwarded to another replica. */
    private long copiedBytes;

    private Service queued;
    private long queuedSinceNs;
    private Service admitted;
    private boolean parsing;
    private boolean closing;
    /** True after the client has closed its sending side. */
    private boolean halfClosed;
    /** True after data that the client has sent ahead was dropped. Then the pending answer is the last one. */
    private boolean droppedAhead;

    /** Makes the handler of a connection that was just accepted. */
    public ServerConnection(RequestContext stage, HttpRequests requests) {
        this.stage = stage;
        this.requests = requests;
        this.parser = HttpParser.ofRequests(stage.maxBodyBytes());
        this.action = () -> SoapRequests.action(parser);
        this.memory = stage.memory().share();
    }

    ChannelHandlerContext context() {
        return context;
    }

    HttpParser parser() {
        return parser;
    }

    /** Notes that another replica has forwarded the request that was just read. */
    void forwardedAs(PeerRequestKind wanted) {
        peerRequest = wanted;
    }

    PeerRequestKind peerRequest() {
        return peerRequest;
    }

    /** Returns the action that the client gives for the request that was just read. */
    Supplier<String> action() {
        return action;
    }

    AdmissionQueue admissionQueue() {
        return loop.admissionQueue();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        tls = (TlsLayer) added.pipeline().get(TlsLayer.NAME);
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        loop = stage.clients().loop(context.channel().eventLoop());
        switch (stage.clients().opened(this, loop)) {
            case FREE ->
                deadline.await(tls == null ? ClientDeadline.Wait.IDLE : ClientDeadline.Wait.HANDSHAKE, loop.nowNs());
            case NONE -> {
                stage.refusals()
                        .refused(
                                Refusal.CONNECTION,
                                "there are " + stage.clients().limits().maxConnections() + "; raise --max-clients");
                stage.counters().count(Counter.REQUESTS_REFUSED);
                end("503 Service Unavailable", RETRY, "The engine has as many connections as it takes.");
            }
            case FAR_BEYOND -> abort();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            if (closing) {
                return;
            }
            parser.append(read);
        } finally {
            read.release();
        }
        if (!isBusy() && context.channel().isWritable()) {
            parse();
        } else {
            context.channel().config().setAutoRead(false);
        }
        reportMemory();
        updateDeadline();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded();
        } else if (tls != null) {
            tlsEvent(event);
        }
    }

    private void tlsEvent(Object event) {
        if (event == TlsLayer.Event.PLAIN_HTTP) {
            tls = null;
            plainHttp();
        } else if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (!handshake.isSuccess()) {
                handshakeFailed(handshake.cause());
            } else if (!closing) {
                deadline.restart(ClientDeadline.Wait.IDLE, loop.nowNs());
            }
        } else if (event instanceof SslCloseCompletionEvent ended && ended.isSuccess() && !halfClosed) {
            inputEnded();
        }
    }

    /** Notes that the handshake has failed. The TLS handler sends an alert and closes the connection after this. */
    private void handshakeFailed(Throwable cause) {
        closing = true;
        if (!(cause instanceof ClosedChannelException)) {
            stage.refusals().refused(Refusal.TLS, String.valueOf(cause.getMessage()));
        }
    }

    private void plainHttp() {
        if (closing) {
            abort();
            return;
        }
        stage.counters().count(Counter.REQUESTS_REJECTED);
        stage.refusals().refused(Refusal.TLS, "it sent HTTP without TLS");
        end("400 Bad Request", "", "This port needs TLS; use an https address.");
    }

    private void inputEnded() {
        halfClosed = true;
        context.channel().config().setAutoRead(false);
        if (closing || deadline.awaited() == ClientDeadline.Wait.HANDSHAKE || stage.isOfPeers()) {
            // Another replica that sends no more has ended, or its client is gone; it reads no answer.
            abort();
        } else {
            stage.clients().halfClosed(this, loop);
            if (queued != null) {
                // The client may have ended, so nothing is started for it. A client that still reads gets the refusal.
                refused();
            } else if (!parsing) {
                updateDeadline();
            }
        }
    }

    /** Returns true while the engine handles a request, or while a request waits for admission. */
    private boolean isBusy() {
        return pending != null || queued != null;
    }

    /**
     * Reports the memory that this connection holds. If that is too much for all connections together, the connection
     * releases its memory.
     */
    private void reportMemory() {
        if (memory.holds(heldBytes())) {
            return;
        }
        stage.refusals().refused(Refusal.MEMORY, "raise the heap or --max-held-bytes, or lower --max-body-bytes");
        if (closing || unreadBytes() > 0 || deadline.awaited() == ClientDeadline.Wait.HANDSHAKE) {
            abort();
        } else if (pending != null) {
            // The client gets the pending answer. It can send again the data that it has sent ahead.
            parser.discard();
            droppedAhead = true;
            context.channel().config().setAutoRead(false);
        } else {
            queued = null;
            stage.counters().count(Counter.REQUESTS_REFUSED);
            end("503 Service Unavailable", RETRY, "The engine holds too many unfinished requests.");
        }
        memory.holds(heldBytes());
    }

    private long heldBytes() {
        return parser.heldBytes() + copiedBytes + unreadBytes() + (tls == null ? 0 : tls.heldBytes());
    }

    /** Returns the number of bytes of answers that the client has not taken. */
    private long unreadBytes() {
        ChannelOutboundBuffer unread = context.channel().unsafe().outboundBuffer();
        return unread == null ? 0 : unread.totalPendingWriteBytes();
    }

    /** Sets the deadline to the event that the connection waits for now. */
    private void updateDeadline() {
        if (closing || deadline.awaited() == ClientDeadline.Wait.HANDSHAKE) {
            return;
        }
        if (isBusy()) {
            deadline.awaitEngine();
        } else if (!context.channel().isWritable()) {
            deadline.await(ClientDeadline.Wait.READING, loop.nowNs());
        } else if (halfClosed) {
            // All complete requests are answered.
            linger();
        } else if (parser.isWithinMessage()) {
            deadline.await(ClientDeadline.Wait.REQUEST, loop.nowNs());
        } else {
            deadline.restart(ClientDeadline.Wait.IDLE, loop.nowNs());
        }
    }

    /** Returns true if {@link #sweep} has something to do. */
    boolean isToBeSwept(long nowNs) {
        return memory.isOtherThan(heldBytes()) || isLate(nowNs);
    }

    /** Reports changed memory, and handles a deadline that is over. Called by the sweep of the event loop. */
    void sweep(long nowNs) {
        try {
            reportMemory();
            if (isLate(nowNs)) {
                timedOut();
            }
        } catch (RuntimeException | Error e) {
            abortAfter(e);
        }
    }

    private boolean isLate(long nowNs) {
        return deadline.isOver(nowNs, stage.clients().limits(), parser.isWithinHead());
    }

    private void timedOut() {
        switch (deadline.awaited()) {
            case REQUEST -> {
                stage.counters().count(Counter.REQUESTS_REJECTED);
                ClientLimits limits = stage.clients().limits();
                String what = parser.isWithinHead()
                        ? "a head within " + limits.head().toMillis()
                        : "a request within " + limits.request().toMillis();
                stage.refusals().refused(Refusal.SLOW, "it did not send " + what + " ms");
                end("408 Request Timeout", "", "You did not send " + what + " ms.");
            }
            case READING -> {
                stage.refusals().refused(Refusal.SLOW, "it does not read its answers");
                abort();
            }
            case HANDSHAKE -> {
                stage.refusals()
                        .refused(
                                Refusal.SLOW,
                                "it did not end its TLS handshake within "
                                        + stage.clients().limits().head().toMillis() + " ms");
                abort();
            }
            default -> abort();
        }
    }

    /** Ends the connection with a reason, and gives the client time to read it. */
    private void end(String status, String headers, String sentence) {
        closing = true;
        Responses.text(context, status, headers, sentence, false);
        linger();
    }

    private void linger() {
        closing = true;
        parser.discard();
        deadline.await(ClientDeadline.Wait.LINGER, loop.nowNs());
        // What comes after the end of TLS is not read; without TLS nothing comes after the end.
        context.channel().config().setAutoRead(tls == null || !halfClosed);
        // Runs after the earlier writes.
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (halfClosed) {
                abort();
            } else {
                TlsLayer.endOutput(tls, context.channel(), this::abort);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
    void abort() {
        closing = true;
        parser.discard();
        context.close();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        if (context.channel().isWritable()) {
            if (!closing && !isBusy() && !parsing) {
                resume();
            }
        } else if (tls != null && !closing) {
            // Records of TLS without data may demand answers, too.
            context.channel().config().setAutoRead(false);
            updateDeadline();
        }
    }

    private void parse() {
        if (parsing) {
            return;
        }
        parsing = true;
        try {
            if (admitted != null) {
                Service service = admitted;
                admitted = null;
                requests.soap().take(this, service, true);
            }
            while (!isBusy() && !closing && context.channel().isWritable() && parser.next()) {
                deadline.awaitEngine();
                requests.request(this);
            }
            if (pending != null) {
                // The request has been read, so its memory is free for others until it is answered.
                parser.release();
            }
            if (!isBusy() && !closing && parser.isWaitingForContinue()) {
                parser.continued();
                Responses.continued(context);
            }
        } catch (RefusedHttpException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            stage.refusals().refused(Refusal.HTTP, e.getMessage());
            end(e.status() + " Refused", "", e.getMessage());
        } catch (RuntimeException | Error e) {
            // One bad request must not end the other connections of the event loop.
            failed("A request", e);
        } finally {
            parsing = false;
        }
    }

    /**
     * Lets the request that was just read wait for admission.
     *
     * @return false if it cannot wait
     */
    boolean queueForAdmission(Service service) {
        if (halfClosed || !loop.admissionQueue().enter(this)) {
            return false;
        }
        parser.hold();
        queued = service;
        return true;
    }

    boolean isQueued() {
        return queued != null;
    }

    void queuedSince(long nowNs) {
        queuedSinceNs = nowNs;
    }

    long queuedSinceNs() {
        return queuedSinceNs;
    }

    /** Handles the waiting request, which is admitted now. */
    void admitted() {
        admitted = queued;
        queued = null;
        parse();
        afterWait();
    }

    /** Refuses the waiting request, whose time is over. */
    void refused() {
        queued = null;
        try {
            requests.refuse(this);
        } catch (RuntimeException | Error e) {
            failed("A request", e);
        }
        afterWait();
    }

    private void afterWait() {
        if (closing || isBusy()) {
            updateDeadline();
        } else {
            resume();
        }
    }

    /** Sets the answer that the client waits for from now on; null for none. */
    void awaitReply(HttpReply reply) {
        pending = reply;
        copiedBytes = 0;
        waitEnd = null;
    }

    /**
     * Notes that another replica is to answer the pending request.
     *
     * @param end called if the client leaves before
     */
    void awaitAnswerOf(HttpReply reply, Runnable end) {
        if (isPending(reply)) {
            waitEnd = end;
        }
    }

    /** Notes that the pending request was copied, to be forwarded to another replica. */
    void copied(long bytes) {
        copiedBytes = bytes;
    }

    void answer(HttpReply reply, List<Element> parts) {
        if (!isPending(reply)) {
            return;
        }
        try {
            XmlOutput output = SoapScratch.ofThread().output();
            SoapWriter.message(output, reply.version(), reply.operation().output(), parts, reply.headers(null));
            Responses.ok(context, reply.version(), output, keepsAlive(reply));
        } catch (RuntimeException | Error e) {
            failed("An answer", e);
            return;
        }
        answered(reply);
    }

    void answer(HttpReply reply, Fault fault) {
        if (!isPending(reply)) {
            return;
        }
        try {
            XmlOutput output = SoapScratch.ofThread().output();
            SoapWriter.fault(output, reply.version(), fault, reply.operation().faults(), reply.headers(fault));
            Responses.failed(context, reply.version(), output, keepsAlive(reply));
        } catch (RuntimeException | Error e) {
            failed("An answer", e);
            return;
        }
        answered(reply);
    }

    /** Passes on the answer of another replica. */
    void relay(HttpReply reply, PeerAnswer answer) {
        if (isPending(reply)) {
            Responses.relayed(context, answer, keepsAlive(reply));
            ended(reply, Responses.counter(answer.status()));
        }
    }

    /** Writes the acknowledgement of a message, which an instance has taken. */
    void acknowledge(HttpReply reply) {
        if (isPending(reply)) {
            Responses.accepted(context, keepsAlive(reply));
            answered(reply);
        }
    }

    /** Refuses a message that no instance has taken. */
    void refuse(HttpReply reply, Fault fault) {
        if (isPending(reply)) {
            String sentence = fault.name().name() + ": " + fault.reason();
            stage.refusals().refused(Refusal.NOT_TAKEN, sentence);
            Responses.text(context, "503 Service Unavailable", RETRY, sentence, keepsAlive(reply));
            ended(reply, Counter.REQUESTS_REFUSED);
        }
    }

    /** Refuses a message that may be for an instance of a replica that is being started again. */
    void awaitReplica(HttpReply reply) {
        awaitReplica(reply, "A replica is being started again, and this message may be for one of its instances.");
    }

    /** Refuses a message whose key a replica may remember that cannot be asked now. */
    void awaitReplicaOfKey(HttpReply reply) {
        awaitReplica(
                reply,
                "A replica that may remember the key of this message cannot be asked now; send it again with this key.");
    }

    private void awaitReplica(HttpReply reply, String sentence) {
        if (isPending(reply)) {
            stage.refusals().refused(Refusal.REPLICA, sentence);
            Responses.text(context, "503 Service Unavailable", RETRY, sentence, keepsAlive(reply));
            ended(reply, Counter.REQUESTS_REFUSED);
        }
    }

    /** Refuses a message because the engine is at its limit. */
    void overloaded(HttpReply reply) {
        if (isPending(reply)) {
            stage.refusals().refused(Refusal.OVERLOAD, "the engine is at its limit");
            Responses.overloaded(context, keepsAlive(reply));
            ended(reply, Counter.REQUESTS_REFUSED);
        }
    }

    boolean isPending(HttpReply reply) {
        return pending == reply && context.channel().isActive();
    }

    private boolean keepsAlive(HttpReply reply) {
        return reply.isKeepAlive() && !droppedAhead;
    }

    private void answered(HttpReply reply) {
        ended(reply, Counter.REQUESTS_ANSWERED);
    }

    private void ended(HttpReply reply, Counter how) {
        stage.counters().count(how);
        pending = null;
        copiedBytes = 0;
        waitEnd = null;
        closeUnless(keepsAlive(reply));
        if (!closing && !parsing) {
            resume();
        }
    }

    private void resume() {
        if (parser.isWithinMessage()) {
            parse();
        }
        reportMemory();
        if (!closing
                && !isBusy()
                && !halfClosed
                && context.channel().isWritable()
                && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
        updateDeadline();
    }

    /** Ends the connection after the answers that are already written, unless it is kept. */
    void closeUnless(boolean keepAlive) {
        if (!keepAlive) {
            linger();
        }
    }

    /**
     * Handles an unexpected error that has ended a request. The client gets an answer about it, if that is still
     * possible.
     */
    void failed(String what, Throwable error) {
        stage.failures().caught(what, error);
        pending = null;
        copiedBytes = 0;
        queued = null;
        try {
            end("500 Internal Server Error", "", "The engine failed to handle this request.");
        } catch (RuntimeException | Error e) {
            abortAfter(e);
        }
    }

    private void abortAfter(Throwable error) {
        stage.failures().caught("A connection", error);
        pending = null;
        copiedBytes = 0;
        queued = null;
        abort();
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        pending = null;
        copiedBytes = 0;
        queued = null;
        parser.discard();
        memory.holds(0);
        Runnable end = waitEnd;
        waitEnd = null;
        if (end != null) {
            end.run();
        }
        if (loop != null) {
            stage.clients().closed(this, loop);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        if (cause instanceof IOException) {
            // The client is gone.
            abort();
        } else {
            abortAfter(cause);
        }
    }
}
