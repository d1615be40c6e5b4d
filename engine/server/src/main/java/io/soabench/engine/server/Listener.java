package io.soabench.engine.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.tls.ServerTls;
import io.soabench.engine.server.tls.TlsLayer;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A listener that accepts connections and distributes them over the replicas of this process, round robin. Within a
 * replica, they are distributed over its event loops. Replicas that are processes have one listener each at the same
 * port (SO_REUSEPORT), and the operating system distributes connections by their addresses. Source: S11, section 2.2,
 * where a front end distributes requests.
 */
final class Listener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final long STOP_MS = 1_500;
    private static final long PAUSE_MS = 1_000;

    private final EventLoopGroup acceptor;
    private final ServerSocketChannel channel;
    private volatile boolean closing;

    /**
     * Starts to listen.
     *
     * @param transport the transport of the event loops of all targets
     * @param tls the TLS of its connections; null for none
     * @param shared true if other processes listen at the same port
     * @param targets the receivers of connections, at least one
     * @param watch the receiver of failures
     * @throws EngineStartException if the port cannot be used; nothing is left open then
     */
    Listener(
            Transport transport,
            ServerTls tls,
            String host,
            int port,
            boolean shared,
            List<Target> targets,
            Watch watch)
            throws EngineStartException {
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
            channel.pipeline().addLast(new AcceptHandler(tls, List.copyOf(targets), watch.failures()));
            acceptor.register(channel).sync();
            channel.bind(new InetSocketAddress(host, port)).sync();
            // A lack of memory while a connection is accepted may end the thread, or have Netty close the socket.
            // Clients would be refused, or would wait in the queue of the port for ever.
            channel.closeFuture().addListener(closed -> ended(watch));
            acceptor.terminationFuture().addListener(closed -> ended(watch));
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new EngineStartException("The start was interrupted.", e);
        } catch (Exception e) {
            close();
            // Netty throws the exception of the socket without declaring it.
            throw new EngineStartException(
                    "host=" + host + " port=" + port + " cannot be used: " + e.getMessage()
                            + "; choose another --port or --host",
                    e);
        }
    }

    private void ended(Watch watch) {
        if (!closing) {
            watch.ended().run();
        }
    }

    /**
     * The receivers of failures of a listener.
     *
     * @param failures the counter and log of errors
     * @param ended called when the listener has ended that nobody has closed, once or twice; no client reaches the
     *     engine any more
     */
    record Watch(Failures failures, Runnable ended) {}

    /**
     * A receiver of connections: one replica.
     *
     * @param loops the event loops that connections are distributed over
     * @param connection makes the handler of a connection
     */
    record Target(EventLoopGroup loops, Supplier<? extends ChannelHandler> connection) {}

    /** Returns the port it listens on. */
    int port() {
        return channel.localAddress().getPort();
    }

    @Override
    public void close() {
        closing = true;
        if (channel.isRegistered()) {
            channel.close().awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS);
        }
        Transport.close(acceptor, STOP_MS);
    }

    /** The handler of accepted connections. Belongs to the acceptor's thread. */
    private static final class AcceptHandler extends ChannelInboundHandlerAdapter {
        private final ServerTls tls;
        private final List<Target> targets;
        private final Failures failures;
        private int next;

        AcceptHandler(ServerTls tls, List<Target> targets, Failures failures) {
            this.tls = tls;
            this.targets = targets;
            this.failures = failures;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            Channel connection = (Channel) accepted;
            try {
                handOver(connection);
            } catch (RuntimeException | Error e) {
                // Otherwise nobody would read it, and its client would wait for ever.
                connection.unsafe().closeForcibly();
                if (!(e instanceof ChannelException)) {
                    failures.caught("A new connection", e);
                }
            }
        }

        @SuppressWarnings("FutureReturnValueIgnored") // The listener closes a connection without an event loop.
        private void handOver(Channel connection) {
            Target target = targets.get(next);
            next = (next + 1) % targets.size();
            connection.config().setOption(ChannelOption.TCP_NODELAY, true);
            connection.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            if (tls != null) {
                connection.pipeline().addLast(TlsLayer.NAME, tls.handler(connection.alloc()));
            }
            connection.pipeline().addLast(target.connection().get());
            target.loops().register(connection).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }

        /**
         * Stops accepting for a second. Without a free descriptor, the next attempt would fail at once, and repeated
         * attempts would use all processor time.
         */
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // It ends with the event loop.
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (!(cause instanceof IOException)) {
                failures.caught("The listener", cause);
            }
            ChannelConfig config = context.channel().config();
            if (config.isAutoRead()) {
                config.setAutoRead(false);
                try {
                    context.executor().schedule(() -> config.setAutoRead(true), PAUSE_MS, TimeUnit.MILLISECONDS);
                } catch (RuntimeException | Error e) {
                    // Without that task, no connection would ever be accepted again.
                    config.setAutoRead(true);
                    failures.caught("The listener", e);
                }
            }
        }
    }
}
