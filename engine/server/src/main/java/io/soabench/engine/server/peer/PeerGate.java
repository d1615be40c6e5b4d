package io.soabench.engine.server.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The first handler of a connection to the port for other replicas, which every user of the host can reach. A client
 * must send the secret of this replica first. Otherwise, it gets no answer, and its data is dropped. Belongs to the
 * event loop of its connection.
 */
public final class PeerGate extends ChannelInboundHandlerAdapter {
    private static final long SECRET_TIMEOUT_MS = 2_000;

    private final byte[] expected;
    private final UnauthenticatedConnections unauthenticated;
    private final Supplier<? extends ChannelHandler> next;
    private ChannelHandlerContext context;
    private ScheduledFuture<?> late;
    private ByteBuf read;

    /** The connections that have not sent the secret yet, oldest first. Their number is limited. Thread-safe. */
    public static final class UnauthenticatedConnections {
        /**
         * The largest number of such connections. It is more than the connections that replicas open at a time, since
         * replicas send the secret at once.
         */
        static final int MOST_CONNECTIONS = 64;

        private final Set<PeerGate> waiting = new LinkedHashSet<>();

        private void opened(PeerGate gate) {
            PeerGate oldest = null;
            synchronized (waiting) {
                waiting.add(gate);
                if (waiting.size() > MOST_CONNECTIONS) {
                    oldest = waiting.iterator().next();
                    waiting.remove(oldest);
                }
            }
            if (oldest != null) {
                oldest.close();
            }
        }

        private void closed(PeerGate gate) {
            synchronized (waiting) {
                waiting.remove(gate);
            }
        }
    }

    /**
     * Makes the handler of one connection.
     *
     * @param secret the secret of this replica alone, known to the other replicas
     * @param unauthenticated the unauthenticated connections of the port
     * @param next makes the next handler of the connection of a replica
     */
    public PeerGate(
            String secret, UnauthenticatedConnections unauthenticated, Supplier<? extends ChannelHandler> next) {
        this.expected = ("POST " + PeerRequestKind.path(secret)).getBytes(StandardCharsets.ISO_8859_1);
        this.unauthenticated = unauthenticated;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        unauthenticated.opened(this);
        late = context.executor().schedule(this::close, SECRET_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object received) {
        ByteBuf bytes = (ByteBuf) received;
        if (read == null) {
            read = bytes;
        } else {
            ByteBuf before = read;
            read = context.alloc().buffer(before.readableBytes() + bytes.readableBytes());
            read.writeBytes(before).writeBytes(bytes);
            before.release();
            bytes.release();
        }
        if (read.readableBytes() >= expected.length) {
            byte[] start = new byte[expected.length];
            read.getBytes(read.readerIndex(), start);
            if (MessageDigest.isEqual(start, expected)) {
                enter();
            } else {
                close();
            }
        }
    }

    private void enter() {
        ByteBuf first = read;
        read = null;
        context.pipeline().addLast(next.get());
        context.fireChannelActive();
        context.fireChannelRead(first);
        context.pipeline().remove(this);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The rest is in channelInactive.
    private void close() {
        context.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext informed, Object event) {
        // A client that sends no more will not send the secret.
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        context.pipeline().remove(this);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        unauthenticated.closed(this);
        if (late != null) {
            late.cancel(false);
        }
        if (read != null) {
            read.release();
            read = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        close();
    }
}
