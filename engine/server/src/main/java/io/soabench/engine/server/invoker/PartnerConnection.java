package io.soabench.engine.server.invoker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
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
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A connection to a partner, with at most one call on it. */
final class PartnerConnection extends ChannelInboundHandlerAdapter {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String KEY = "\r\nIdempotency-Key: \"";
    private static final int DIGITS = 10;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int FAREWELL_BYTES = 12;

    private final PartnerPool pool;
    private final HttpParser parser;
    private ChannelHandlerContext context;
    private final HeldMemory.Share memory;
    private final Failures failures;
    private final boolean readsWhenDue;
    private final boolean sendsKeys;
    private PendingCall current;
    private boolean used;
    private boolean closing;
    long idleSinceNs;

    PartnerConnection(PartnerPool pool, Invoker invoker) {
        this.pool = pool;
        this.parser = HttpParser.ofResponses(invoker.maxBodyBytes());
        this.memory = invoker.memory().share();
        this.failures = invoker.failures();
        this.readsWhenDue = invoker.readsWhenDue();
        this.sendsKeys = invoker.sendsKeys();
    }

    /** Whether it has carried a call. */
    boolean isUsed() {
        return used;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        pool.opened(this);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    void send(PendingCall pending) {
        current = pending;
        used = true;
        pending.connection = this;
        XmlOutput output = SoapScratch.ofThread().output();
        CallTemplate template = pending.template;
        write(output, template.version, pending.call);
        String key = sendsKeys ? KEY + pending.call.messageId() + '"' : "";
        ByteBuf request = context.alloc()
                .ioBuffer(template.head.length + DIGITS + key.length() + HEAD_END.length + output.size());
        request.writeBytes(template.head);
        Digits.write(request, output.size());
        request.writeCharSequence(key, StandardCharsets.US_ASCII);
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

    /** An answer may come in pieces. */
    @Override
    public void channelReadComplete(ChannelHandlerContext reading) {
        if (readsWhenDue && current != null) {
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
                // Nobody asked for another protocol, so 101 is no interim response but the last that can be understood.
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

    /** Nobody asked: whatever follows on this connection cannot be trusted, and neither can the partner. */
    private void unsolicited(ByteBuf read) {
        byte[] first = new byte[Math.min(read.readableBytes(), FAREWELL_BYTES)];
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
            // More bytes than one answer: whatever they are, they must not become the answer of another call.
            pool.distrust();
            close();
        } else {
            parser.release();
            pool.free(this);
        }
        pool.ended(ended, answer);
    }

    /** An error of the engine ends the call now, not by its time. */
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
        pool.closed(this);
        if (current != null) {
            cutOff();
        }
        parser.discard();
        memory.holds(0);
    }

    private void cutOff() {
        if (parser.isUntilClose()) {
            parser.finish();
            PendingCall ended = current;
            current = null;
            pool.ended(ended, read(ended));
        } else {
            lose("closed the connection before it answered");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        if (!(cause instanceof IOException)) {
            failures.caught("A call", cause);
        }
        close();
        lose("broke the connection: " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()));
    }

    private void lose(String what) {
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

    /** Whether the partner has closed, or sent what nobody asked for; costs a system call. */
    boolean isStale() {
        if (!context.channel().isActive()) {
            return true;
        }
        SocketProbe.IdleState rest = pool.rest(context.channel());
        if (rest == SocketProbe.IdleState.BYTES) {
            pool.distrust();
        }
        return rest != SocketProbe.IdleState.NOTHING;
    }

    /** Gives the current call up and closes. */
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
