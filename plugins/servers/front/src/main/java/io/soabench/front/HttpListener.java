package io.soabench.front;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A listener on one port: HTTP/1.1 with keep-alive. The requests of one connection are answered one after the other. */
final class HttpListener implements AutoCloseable {

    /** Connections that wait to be accepted: load clients open many at once. */
    private static final int BACKLOG = 1_024;

    /** A connection on which nothing moves for so long, and which waits for no answer, is closed. */
    private static final int IDLE_S = 120;

    private static final long CLOSE_MS = 1_000;

    private final Channel listener;
    private final ChannelGroup connections;

    private HttpListener(Channel listener, ChannelGroup connections) {
        this.listener = listener;
        this.connections = connections;
    }

    /**
     * Opens a port.
     *
     * @param port 0 for a free one
     * @param maxBody bytes of the largest request; larger ones get 413
     * @throws FrontRefused when it cannot listen there
     */
    static HttpListener open(EventLoopGroup loops, String host, int port, int maxBody, HttpHandler handler)
            throws FrontRefused {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new FrontRefused("--host " + host + " is not a known address; use one of this machine");
        }
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(new IdleStateHandler(0, 0, IDLE_S))
                                .addLast(new HttpServerCodec())
                                .addLast(new RequestAggregator(maxBody))
                                .addLast(new FlowControlHandler())
                                .addLast(new HttpConnection(handler));
                    }
                });
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new FrontRefused("cannot listen on " + host + ':' + port + ": "
                    + bound.cause().getMessage() + "; choose another port or host");
        }
        return new HttpListener(bound.channel(), connections);
    }

    /** Returns the port on which it listens. */
    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Takes no more connections. */
    void stopListening() {
        listener.close().awaitUninterruptibly(CLOSE_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        stopListening();
        connections.close().awaitUninterruptibly(CLOSE_MS, TimeUnit.MILLISECONDS);
    }
}
