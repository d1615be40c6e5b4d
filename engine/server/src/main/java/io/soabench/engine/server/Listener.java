package io.soabench.engine.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A listener that accepts connections, and hands them to the replicas of this process round robin, in each of which
 * they go round the event loops. Where replicas are processes, each has a listener of its own at the same port
 * (SO_REUSEPORT), and the kernel spreads connections by their addresses. Source: S11 §2.2, which has a front end that
 * spreads requests.
 */
final class Listener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final long STOP_MS = 1_500;
    private static final long PAUSE_MS = 1_000;

    private final EventLoopGroup acceptor;
    private final ServerSocketChannel channel;

    /**
     * Listens.
     *
     * @param transport that the event loops of the doors have, too
     * @param shared whether other processes listen at the same port
     * @param doors where connections go, at least one
     * @throws EngineStartException when the port cannot be used; nothing is left open then
     */
    Listener(Transport transport, String host, int port, boolean shared, List<Door> doors) throws EngineStartException {
        try {
            acceptor = transport.loops(1, new DefaultThreadFactory("accept", true));
        } catch (TransportException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
        channel = transport.listener();
        try {
            channel.config().setOption(ChannelOption.SO_BACKLOG, BACKLOG);
            channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
            if (shared) {
                transport.sharePort(channel);
            }
            channel.pipeline().addLast(new Handing(List.copyOf(doors)));
            acceptor.register(channel).sync();
            channel.bind(new InetSocketAddress(host, port)).sync();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new EngineStartException("The start was interrupted.", e);
        } catch (Exception e) {
            close();
            // Netty throws what the socket threw, unchecked.
            throw new EngineStartException(
                    "host=" + host + " port=" + port + " cannot be used: " + e.getMessage()
                            + "; choose another --port or --host",
                    e);
        }
    }

    /**
     * Where connections go.
     *
     * @param loops go round
     * @param connection makes what handles a connection
     */
    record Door(EventLoopGroup loops, Supplier<? extends ChannelHandler> connection) {}

    /** Where it listens. */
    int port() {
        return channel.localAddress().getPort();
    }

    @Override
    public void close() {
        if (channel.isRegistered()) {
            channel.close().awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS);
        }
        acceptor.shutdownGracefully(0, STOP_MS / 2, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS);
    }

    /** Belongs to the acceptor's thread. */
    private static final class Handing extends ChannelInboundHandlerAdapter {
        private final List<Door> doors;
        private int next;

        Handing(List<Door> doors) {
            this.doors = doors;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // The listener closes what has no event loop.
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            Channel connection = (Channel) accepted;
            Door door = doors.get(next);
            next = (next + 1) % doors.size();
            connection.config().setOption(ChannelOption.TCP_NODELAY, true);
            connection.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            connection.pipeline().addLast(door.connection().get());
            door.loops().register(connection).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }

        /** Without a descriptor for the next connection, trying again at once would take the processor. */
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // It ends with the event loop.
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            ChannelConfig config = context.channel().config();
            if (config.isAutoRead()) {
                config.setAutoRead(false);
                context.executor().schedule(() -> config.setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
            }
        }
    }
}
