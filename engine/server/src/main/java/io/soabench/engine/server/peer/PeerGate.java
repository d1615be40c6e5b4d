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
 * The first handler of a connection to the port for other replicas. A client that does not begin with the secret of
 * this replica gets no answer, and no data is kept for it. A port of the loopback address can be reached by every user
 * of the host. Belongs to the event loop of its connection.
 */
public final class PeerGate extends ChannelInboundHandlerAdapter {
    private static final long PATIENCE_MS = 2_000;

    private final byte[] expected;
    private final Strangers strangers;
    private final Supplier<? extends ChannelHandler> behind;
    private ChannelHandlerContext context;
    private ScheduledFuture<?> late;
    private ByteBuf read;

    /** The connections that have not shown the secret yet, oldest first: there is a place for some of them only. Thread-safe. */
    public static final class Strangers {
        /**
         * The largest number of unproved connections at once. It is more than the connections that replicas open at a
         * time, since replicas send the secret at once.
         */
        static final int MOST = 64;

        private final Set<PeerGate> waiting = new LinkedHashSet<>();

        private void came(PeerGate gate) {
            PeerGate oldest = null;
            synchronized (waiting) {
                waiting.add(gate);
                if (waiting.size() > MOST) {
                    oldest = waiting.iterator().next();
                    waiting.remove(oldest);
                }
            }
            if (oldest != null) {
                oldest.close();
            }
        }

        private void went(PeerGate gate) {
            synchronized (waiting) {
                waiting.remove(gate);
            }
        }
    }

    /**
     * For one connection.
     *
     * @param secret the secret of this replica alone, known to the other replicas
     * @param strangers of all connections to the port
     * @param behind makes the next handler for the connection of a replica
     */
    public PeerGate(String secret, Strangers strangers, Supplier<? extends ChannelHandler> behind) {
        this.expected = ("POST " + PeerRequestKind.path(secret)).getBytes(StandardCharsets.ISO_8859_1);
        this.strangers = strangers;
        this.behind = behind;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        strangers.came(this);
        late = context.executor().schedule(this::close, PATIENCE_MS, TimeUnit.MILLISECONDS);
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
            byte[] shown = new byte[expected.length];
            read.getBytes(read.readerIndex(), shown);
            if (MessageDigest.isEqual(shown, expected)) {
                enter();
            } else {
                close();
            }
        }
    }

    private void enter() {
        ByteBuf first = read;
        read = null;
        context.pipeline().addLast(behind.get());
        context.fireChannelActive();
        context.fireChannelRead(first);
        context.pipeline().remove(this);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What follows is in channelInactive.
    private void close() {
        context.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext told, Object event) {
        // One that sends no more will not show anything.
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        context.pipeline().remove(this);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        strangers.went(this);
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
