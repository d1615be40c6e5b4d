package io.soabench.engine.server.invoker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import io.soabench.engine.server.soap.AddressingHeaders;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapVersion;
import io.soabench.engine.server.soap.SoapWriter;
import io.soabench.engine.server.transport.SocketProbe;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A connection to a partner, with at most one call at a time. Belongs to its event loop. */
final class PartnerConnection extends ChannelInboundHandlerAdapter {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEY = "\r\nIdempotency-Key: \"".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 10;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int STATUS_LINE_BYTES = 12;

    private final PartnerPool pool;
    private final HttpParser parser;
    private final HeldMemory.Share memory;
    private final Failures failures;
    private final boolean secure;
    private final boolean readsWhenDue;
    private final boolean sendsKeys;
    private ChannelHandlerContext context;
    private PendingCall current;
    private boolean used;
    private boolean closing;
    /** True after the connection and its TLS are open. */
    private boolean opened;

    /** True after the failure to open the connection was reported. */
    private boolean openFailed;

    /** True after the partner has sent the notice that ends its side of TLS. */
    private boolean tlsEnded;

    long idleSinceNs;

    PartnerConnection(PartnerPool pool, Invoker invoker, boolean secure) {
        this.pool = pool;
        this.secure = secure;
        this.parser = HttpParser.ofResponses(invoker.maxBodyBytes());
        this.memory = invoker.memory().share();
        this.failures = invoker.failures();
        this.readsWhenDue = invoker.readsWhenDue();
        this.sendsKeys = invoker.sendsKeys();
    }

    /** Returns true if the connection has carried a call. */
    boolean isUsed() {
        return used;
    }

    /** Returns true after this side has begun to close the connection. */
    boolean isClosing() {
        return closing;
    }

    /** Returns true while bytes of the partner are due: those of the TLS handshake, or those of an answer. */
    boolean isReading() {
        return !closing && (!opened || current != null);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        if (!secure) {
            opened = true;
            pool.opened(this);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (!secure) {
            return;
        }
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess() && !opened) {
                opened = true;
                pool.opened(this);
            } else if (!handshake.isSuccess() && !opened) {
                notOpened(handshake.cause());
            }
        } else if (event instanceof SslCloseCompletionEvent notice && notice.isSuccess()) {
            tlsEnded = true;
            close();
        }
    }

    /** Reports that the connection or its TLS could not be opened. Does nothing if that was reported before. */
    void notOpened(Throwable cause) {
        if (!openFailed) {
            openFailed = true;
            closing = true;
            pool.refused(cause);
        }
    }

    /**
     * Sends a call. An error of the engine ends this call here, and only once; the caller may have another call to end.
     */
    void send(PendingCall pending) {
        current = pending;
        used = true;
        pending.connection = this;
        try {
            write(pending);
        } catch (RuntimeException | Error e) {
            failures.caught("A call", e);
            fail("cannot be called: " + e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    private void write(PendingCall pending) {
        SoapScratch scratch = SoapScratch.ofThread();
        XmlOutput output = scratch.output();
        CallTemplate template = pending.template;
        write(output, template.version, pending.call);
        StringBuilder key = scratch.text();
        int keyLength = 0;
        if (sendsKeys) {
            keyLength = KEY.length + pending.call.messageId(key).length() + 1;
        }
        ByteBuf request =
                context.alloc().ioBuffer(template.head.length + DIGITS + keyLength + HEAD_END.length + output.size());
        request.writeBytes(template.head);
        Digits.write(request, output.size());
        if (sendsKeys) {
            request.writeBytes(KEY);
            request.writeCharSequence(key, StandardCharsets.US_ASCII);
            request.writeByte('"');
        }
        request.writeBytes(HEAD_END);
        request.writeBytes(output.array(), 0, output.size());
        context.writeAndFlush(request, context.voidPromise());
        if (readsWhenDue) {
            context.read();
        }
    }

    private static void write(XmlOutput output, SoapVersion version, PartnerCall call) {
        PartnerOperation operation = call.operation();
        List<Element> headers = AddressingHeaders.to(call);
        if (call.fault() == null) {
            SoapWriter.message(output, version, operation.input(), call.input(), headers);
        } else {
            SoapWriter.fault(output, version, call.fault(), operation.faults(), headers);
        }
    }

    /** Reads further if an answer is due, since an answer may arrive in several pieces. */
    @Override
    public void channelReadComplete(ChannelHandlerContext reading) {
        if (readsWhenDue && current != null && !closing) {
            reading.read();
        }
        reading.fireChannelReadComplete();
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            if (closing) {
                return;
            }
            if (current == null) {
                unsolicited(read);
                return;
            }
            parser.append(read);
        } finally {
            read.release();
        }
        try {
            while (parser.next()) {
                // The engine asks for no other protocol, so 101 is the last response, and no interim one.
                if (parser.status() / 100 != 1 || parser.status() == SWITCHING_PROTOCOLS) {
                    answered();
                    break;
                }
            }
            parser.release();
        } catch (RefusedHttpException e) {
            fail("answered something that is no HTTP: " + e.getMessage());
        }
        if (!memory.holds(parser.heldBytes())) {
            fail("answers more than there is memory for; raise the heap or --max-held-bytes");
        }
    }

    /**
     * Handles bytes that arrive while no call waits for an answer. Later bytes on this connection cannot be assigned to
     * a call, so the connection is closed. The partner is no longer trusted, unless the bytes are a response with
     * status 408.
     */
    private void unsolicited(ByteBuf read) {
        byte[] first = new byte[Math.min(read.readableBytes(), STATUS_LINE_BYTES)];
        read.getBytes(read.readerIndex(), first);
        if (!SocketProbe.isTimeoutResponse(first, first.length)) {
            pool.distrust();
        }
        close();
    }

    private void fail(String what) {
        PendingCall ended = take();
        close();
        if (ended != null) {
            pool.ended(ended, failure(ended, what));
        }
    }

    private void answered() {
        PendingCall ended = current;
        current = null;
        boolean more = parser.isWithinMessage();
        AnswerReading.Answer answer = read(ended);
        if (parser.status() == SWITCHING_PROTOCOLS || !parser.isKeepAlive()) {
            close();
        } else if (more) {
            // The bytes after the answer must not become the answer of another call.
            pool.distrust();
            close();
        } else {
            parser.release();
            pool.free(this);
        }
        pool.ended(ended, answer);
    }

    /** Reads an answer. An error of the engine ends the call now, and not by its time limit. */
    private AnswerReading.Answer read(PendingCall ended) {
        try {
            return AnswerReading.read(ended.call.operation(), parser);
        } catch (RuntimeException | Error e) {
            failures.caught("An answer of a partner", e);
            return failure(ended, "gave an answer that the engine failed to read: " + e);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        if (opened) {
            pool.closed(this);
        } else {
            notOpened(new ClosedChannelException());
        }
        if (current != null) {
            endedByPartner();
        }
        parser.discard();
        memory.holds(0);
    }

    private void endedByPartner() {
        // An answer without a length ends with the connection. Without the notice of TLS, it may be cut off.
        if (parser.isUntilClose() && (!secure || tlsEnded)) {
            parser.finish();
            PendingCall ended = current;
            current = null;
            pool.ended(ended, read(ended));
        } else {
            connectionLost("closed the connection before it answered");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        if (!(cause instanceof IOException)) {
            failures.caught("A call", cause);
        }
        close();
        connectionLost("broke the connection: " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()));
    }

    private void connectionLost(String what) {
        PendingCall ended = take();
        if (ended != null) {
            pool.lost(ended, failure(ended, what));
        }
    }

    private PendingCall take() {
        PendingCall taken = current;
        current = null;
        return taken;
    }

    private static AnswerReading.Answer failure(PendingCall ended, String what) {
        return AnswerReading.failure(ended.call.operation(), what);
    }

    /** Returns true if the partner has closed the connection, or has sent bytes without a call. Costs a system call. */
    boolean isStale() {
        if (!context.channel().isActive()) {
            return true;
        }
        if (secure) {
            return !pool.deliver(context.channel()) || closing;
        }
        SocketProbe.IdleState state = pool.idleState(context.channel());
        if (state == SocketProbe.IdleState.BYTES) {
            pool.distrust();
        }
        return state != SocketProbe.IdleState.NOTHING;
    }

    /** Drops the current call and closes the connection. */
    void abort() {
        current = null;
        close();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
    void close() {
        closing = true;
        context.close();
    }
}
