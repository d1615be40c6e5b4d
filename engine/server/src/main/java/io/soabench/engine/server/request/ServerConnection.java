package io.soabench.engine.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
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
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A client connection: bytes in, bytes out, and its end. What its requests mean is read by {@link HttpRequests} and
 * {@link SoapRequests}. Requests are taken one at a time: what a client sends ahead waits in the buffer, and beyond one
 * request's worth in the socket. A client that does not read its answers is not read from either. One that says it will
 * send no more (a half-closed connection, RFC 9112, section 9.6) gets the answers that it is owed.
 *
 * <p>After a refusal that ends the connection the engine stops to write, but reads on for a moment: closing with unread bytes
 * would reset the connection, and the client might never see why.
 *
 * <p>Whatever goes wrong here ends this connection and nothing else of its event loop.
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
    private HttpReply owed;
    /** What another replica wants done with the request that was just read; null when it is of a client. */
    private PeerRequestKind hop;

    private Service waiting;
    private long waitsSinceNs;
    private Service admitted;
    private boolean parsing;
    private boolean closing;
    /** The client sends no more. */
    private boolean halfClosed;
    /** What the client sent ahead was dropped, so that the answer it is owed is the last. */
    private boolean cut;

    /** A connection that was just accepted. */
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

    /** The request that was just read is of another replica. */
    void arrivesBy(PeerRequestKind wanted) {
        hop = wanted;
    }

    PeerRequestKind hop() {
        return hop;
    }

    /** What the client says it wants, for the request that was just read. */
    Supplier<String> action() {
        return action;
    }

    WaitingRoom room() {
        return loop.room();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        loop = stage.clients().loop(context.channel().eventLoop());
        switch (stage.clients().opened(this, loop)) {
            case FREE -> deadline.await(ClientDeadline.Wait.IDLE, loop.nowNs());
            case NONE -> {
                stage.refusals()
                        .refused(
                                Refusal.CONNECTION,
                                "there are " + stage.clients().limits().maxConnections() + "; raise --max-clients");
                end("503 Service Unavailable", RETRY, "The engine has as many connections as it takes.");
            }
            case NOT_EVEN_TO_TALK -> abort();
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
        recount();
        settle();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext told, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE) {
            return;
        }
        halfClosed = true;
        context.channel().config().setAutoRead(false);
        if (closing) {
            abort();
        } else {
            stage.clients().halfClosed(this, loop);
            if (waiting != null) {
                // Perhaps nobody is there any more: nothing is started for such a client, and one that is there hears
                // of it.
                refused();
            } else if (!parsing) {
                settle();
            }
        }
    }

    /** Whether a request is in the engine, or waits for a place in it. */
    private boolean isBusy() {
        return owed != null || waiting != null;
    }

    /** Says how much memory this connection holds, and gives it up when that is too much for all connections together. */
    private void recount() {
        if (memory.holds(heldBytes())) {
            return;
        }
        stage.refusals().refused(Refusal.MEMORY, "raise the heap or --max-held-bytes, or lower --max-body-bytes");
        if (closing || unreadBytes() > 0) {
            abort();
        } else if (owed != null) {
            // What it is owed it gets; what it has sent ahead it can send again.
            parser.discard();
            cut = true;
            context.channel().config().setAutoRead(false);
        } else {
            waiting = null;
            stage.counters().count(Counter.REQUESTS_REJECTED);
            end("503 Service Unavailable", RETRY, "The engine holds too many unfinished requests.");
        }
        memory.holds(heldBytes());
    }

    private long heldBytes() {
        return parser.heldBytes() + unreadBytes();
    }

    /** Bytes of answers that the client has not taken. */
    private long unreadBytes() {
        ChannelOutboundBuffer unread = context.channel().unsafe().outboundBuffer();
        return unread == null ? 0 : unread.totalPendingWriteBytes();
    }

    /** Finds what the connection waits for now. */
    private void settle() {
        if (closing) {
            return;
        }
        if (isBusy()) {
            deadline.awaitEngine();
        } else if (!context.channel().isWritable()) {
            deadline.await(ClientDeadline.Wait.READING, loop.nowNs());
        } else if (halfClosed) {
            // All that was whole is answered.
            linger();
        } else if (parser.isWithinMessage()) {
            deadline.await(ClientDeadline.Wait.REQUEST, loop.nowNs());
        } else {
            deadline.awaitAnew(ClientDeadline.Wait.IDLE, loop.nowNs());
        }
    }

    /** Whether something is to be done between this connection's events. */
    boolean isToBeSwept(long nowNs) {
        return memory.isOtherThan(heldBytes()) || isLate(nowNs);
    }

    /** Does what is to be done between this connection's events. */
    void sweep(long nowNs) {
        try {
            recount();
            if (isLate(nowNs)) {
                timedOut();
            }
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    private boolean isLate(long nowNs) {
        return deadline.isOver(nowNs, stage.clients().limits(), parser.isWithinHead());
    }

    private void timedOut() {
        switch (deadline.what()) {
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
            default -> abort();
        }
    }

    /** Says why and ends the connection, giving the client the time to read it. */
    private void end(String status, String headers, String sentence) {
        closing = true;
        Responses.text(context, status, headers, sentence, false);
        linger();
    }

    private void linger() {
        closing = true;
        parser.discard();
        deadline.await(ClientDeadline.Wait.LINGER, loop.nowNs());
        context.channel().config().setAutoRead(true);
        // Behind what was written before.
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (halfClosed) {
                abort();
            } else if (context.channel() instanceof DuplexChannel duplex && duplex.isActive()) {
                duplex.shutdownOutput().addListener(shut -> {
                    if (!shut.isSuccess()) {
                        abort();
                    }
                });
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
        if (context.channel().isWritable() && !closing && !isBusy() && !parsing) {
            goOn();
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
            if (owed != null) {
                // What was asked is known: others can use its bytes until it is answered.
                parser.release();
            }
            if (!isBusy() && !closing && parser.isWaitingForContinue()) {
                parser.continued();
                Responses.goOn(context);
            }
        } catch (RefusedHttpException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            stage.refusals().refused(Refusal.HTTP, e.getMessage());
            end(e.status() + " Refused", "", e.getMessage());
        } catch (RuntimeException | Error e) {
            // One bad request must not take the event loop's other connections with it.
            failed("A request", e);
        } finally {
            parsing = false;
        }
    }

    /** Lets the request that was just read wait for a place; false when it cannot. */
    boolean waitFor(Service service) {
        if (halfClosed || !loop.room().enter(this)) {
            return false;
        }
        parser.hold();
        waiting = service;
        return true;
    }

    boolean isWaiting() {
        return waiting != null;
    }

    void waitsSince(long nowNs) {
        waitsSinceNs = nowNs;
    }

    long waitsSinceNs() {
        return waitsSinceNs;
    }

    /** The request that waits has a place. */
    void admitted() {
        admitted = waiting;
        waiting = null;
        parse();
        afterWait();
    }

    /** The request has waited for too long. */
    void refused() {
        waiting = null;
        try {
            requests.refuse(this);
        } catch (RuntimeException | Error e) {
            failed("A request", e);
        }
        afterWait();
    }

    private void afterWait() {
        if (closing || isBusy()) {
            settle();
        } else {
            goOn();
        }
    }

    /** An answer is owed from now on; null for none. */
    void owe(HttpReply reply) {
        owed = reply;
    }

    void answer(HttpReply reply, List<Element> parts) {
        if (!isOwed(reply)) {
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
        if (!isOwed(reply)) {
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

    /** Passes on what another replica has answered. */
    void relay(HttpReply reply, PeerAnswer answer) {
        if (isOwed(reply)) {
            Responses.relayed(context, answer, keepsAlive(reply));
            ended(reply, Responses.counter(answer.status()));
        }
    }

    /** An instance has the message that the owed acknowledgement stands for. */
    void acknowledge(HttpReply reply) {
        if (isOwed(reply)) {
            Responses.accepted(context, keepsAlive(reply));
            answered(reply);
        }
    }

    /** No instance has the message that the owed acknowledgement stands for. */
    void refuse(HttpReply reply, Fault fault) {
        if (isOwed(reply)) {
            String sentence = fault.name().name() + ": " + fault.reason();
            stage.refusals().refused(Refusal.NOT_TAKEN, sentence);
            Responses.text(context, "503 Service Unavailable", RETRY, sentence, keepsAlive(reply));
            ended(reply, Counter.REQUESTS_REFUSED);
        }
    }

    /** There is no place for what the owed answer stands for. */
    void overloaded(HttpReply reply) {
        if (isOwed(reply)) {
            stage.refusals().refused(Refusal.OVERLOAD, "the engine is at its limit");
            Responses.overloaded(context, keepsAlive(reply));
            ended(reply, Counter.REQUESTS_REFUSED);
        }
    }

    boolean isOwed(HttpReply reply) {
        return owed == reply && context.channel().isActive();
    }

    private boolean keepsAlive(HttpReply reply) {
        return reply.isKeepAlive() && !cut;
    }

    private void answered(HttpReply reply) {
        ended(reply, Counter.REQUESTS_ANSWERED);
    }

    private void ended(HttpReply reply, Counter how) {
        stage.counters().count(how);
        owed = null;
        closeUnless(keepsAlive(reply));
        if (!closing && !parsing) {
            goOn();
        }
    }

    private void goOn() {
        if (parser.isWithinMessage()) {
            parse();
        }
        recount();
        if (!closing
                && !isBusy()
                && !halfClosed
                && context.channel().isWritable()
                && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
        settle();
    }

    /** Ends the connection behind what was written, unless it is to be kept. */
    void closeUnless(boolean keepAlive) {
        if (!keepAlive) {
            linger();
        }
    }

    /** Something unexpected has ended what a client waits for: it is told, if that is still possible. */
    void failed(String what, Throwable error) {
        stage.failures().caught(what, error);
        owed = null;
        waiting = null;
        try {
            end("500 Internal Server Error", "", "The engine failed to handle this request.");
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    private void broken(Throwable error) {
        stage.failures().caught("A connection", error);
        owed = null;
        waiting = null;
        abort();
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        owed = null;
        waiting = null;
        parser.discard();
        memory.holds(0);
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
            broken(cause);
        }
    }
}
