package io.soabench.engine.server.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** A connection to another replica, with at most one message at a time. Belongs to its event loop. */
final class PeerConnection extends ChannelInboundHandlerAdapter {
    private final PeerConnections connections;
    private final int port;
    private final HttpParser parser;
    private ChannelHandlerContext context;
    private Consumer<PeerAnswer> asked;

    PeerConnection(PeerConnections connections, int port, int maxBodyBytes) {
        this.connections = connections;
        this.port = port;
        this.parser = HttpParser.ofResponses(maxBodyBytes);
    }

    int port() {
        return port;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    void send(String path, PeerMessage message, Consumer<PeerAnswer> answered) {
        asked = answered;
        if (!context.channel().isActive()) {
            take(PeerAnswer.ABSENT);
            return;
        }
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n"
                        + (message.contentType().isEmpty() ? "" : "Content-Type: " + message.contentType() + "\r\n")
                        + (message.soapAction().isEmpty() ? "" : "SOAPAction: " + message.soapAction() + "\r\n")
                        + (message.key() == null ? "" : "Idempotency-Key: " + message.key() + "\r\n")
                        + "Content-Length: " + message.body().length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        ByteBuf request = context.alloc().ioBuffer(head.length + message.body().length);
        request.writeBytes(head).writeBytes(message.body());
        context.writeAndFlush(request, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object received) {
        ByteBuf read = (ByteBuf) received;
        try {
            parser.append(read);
        } finally {
            read.release();
        }
        try {
            if (asked != null && parser.next()) {
                answered();
            }
        } catch (RefusedHttpException e) {
            close();
        }
    }

    private void answered() {
        PeerAnswer answer =
                switch (parser.status()) {
                    case PeerAnswer.NOBODY -> PeerAnswer.NOT_HERE;
                    case PeerAnswer.NO_SERVICE -> PeerAnswer.NOT_DEPLOYED;
                    default ->
                        PeerAnswer.of(
                                parser.status(),
                                parser.contentType(),
                                Arrays.copyOfRange(
                                        parser.array(), parser.bodyStart(), parser.bodyStart() + parser.bodyLength()));
                };
        if (parser.isKeepAlive()) {
            parser.release();
            Consumer<PeerAnswer> answered = asked;
            asked = null;
            connections.free(this);
            answered.accept(answer);
        } else {
            take(answer);
            close();
        }
    }

    /** Closes the connection if a receiver still waits for its answer. */
    void giveUp(Consumer<PeerAnswer> receiver) {
        if (asked == receiver) {
            close();
        }
    }

    private void take(PeerAnswer answer) {
        Consumer<PeerAnswer> answered = asked;
        asked = null;
        if (answered != null) {
            answered.accept(answer);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        connections.closed(this);
        parser.discard();
        take(PeerAnswer.LOST);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        close();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The rest is in channelInactive.
    private void close() {
        context.close();
    }
}
