package io.soabench.engine.server.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * The handler that encrypts and decrypts the bytes of one connection. It differs from Netty's in these points:
 *
 * <ul>
 * <li>A client that speaks HTTP without TLS is reported as {@link TlsLayer.Event#PLAIN_HTTP}, so that it gets an answer.
 * <li>Closing sends the notice of TLS if the socket takes it at once, and never waits for the other side.
 * <li>Bytes after the notice of the other side are dropped and not kept.
 * <li>Errors of records reach the next handler as {@link SSLException}, which is an error of the other side.
 * </ul>
 *
 * <p>Belongs to its event loop.
 */
public final class TlsHandler extends SslHandler implements TlsLayer {
    /** The memory that a handshake is estimated to hold beside the record that is being read. */
    static final int HANDSHAKE_BYTES = 16 * 1024;

    private boolean begun;
    private boolean closing;

    TlsHandler(SSLEngine engine, long handshakeTimeoutMs) {
        super(engine);
        setHandshakeTimeoutMillis(handshakeTimeoutMs);
        begun = engine.getUseClientMode();
    }

    @Override
    public long heldBytes() {
        return (long) actualReadableBytes() + (handshakeFuture().isDone() ? 0 : HANDSHAKE_BYTES);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws SSLException {
        if (!begun && in.isReadable()) {
            begun = true;
            if (isMethod(in.getByte(in.readerIndex()))) {
                in.skipBytes(in.readableBytes());
                context.pipeline().remove(this);
                context.fireUserEventTriggered(Event.PLAIN_HTTP);
                return;
            }
        }
        int before = in.readableBytes();
        try {
            super.decode(context, in, out);
        } catch (Throwable e) {
            stopReading(context);
            throw e;
        }
        if (in.readableBytes() == before && before > 0 && engine().isInboundDone()) {
            in.skipBytes(before);
        }
    }

    /** Returns true for the first byte of a method of HTTP. No record of TLS begins so. */
    private static boolean isMethod(byte first) {
        return first >= 'A' && first <= 'Z';
    }

    /**
     * Stops reading from a connection that is being closed. While a last record is being written, io_uring delays the
     * close. If it then began to wait for more bytes, that wait would keep the socket open after the close (Netty 4.2.18,
     * Linux 6.18).
     */
    private void stopReading(ChannelHandlerContext context) {
        closing = true;
        context.channel().config().setAutoRead(false);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) throws Exception {
        if (closing) {
            context.fireChannelReadComplete();
        } else {
            super.channelReadComplete(context);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The connection is closed whether or not the notice was written.
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        stopReading(context);
        if (context.channel().isActive() && handshakeFuture().isSuccess()) {
            closeOutbound();
        }
        context.close(promise);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
        boolean wrapped = cause instanceof DecoderException && cause.getCause() instanceof SSLException;
        super.exceptionCaught(context, wrapped ? cause.getCause() : cause);
    }
}
