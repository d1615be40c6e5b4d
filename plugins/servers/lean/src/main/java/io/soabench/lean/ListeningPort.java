package io.soabench.lean;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Promise;
import io.soabench.mock.HostRefused;
import io.soabench.mock.InstancePorts;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** A listening port with its accepted connections. Opened and closed by threads that are not event loops. */
final class ListeningPort implements InstancePorts.InstancePort {

    /** The number of connections that wait to be accepted: engines open many at once. */
    private static final int BACKLOG = 1_024;

    private final InetSocketAddress address;
    private final ChannelGroup connections;
    private final ServerBootstrap bootstrap;
    private Channel listener;
    private volatile boolean closed;

    /**
     * Creates a port that is not open yet.
     *
     * @param tls context in which it shows its certificate; empty for HTTP without TLS
     */
    ListeningPort(
            EventLoopGroup loops,
            InetSocketAddress address,
            Optional<SSLContext> tls,
            Supplier<LeanConnection> handlers) {
        this.address = address;
        connections = new DefaultChannelGroup("connections at " + address.getPort(), loops.next());
        bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connections.add(channel);
                        tls.ifPresent(context -> channel.pipeline().addLast(secure(context)));
                        channel.pipeline().addLast(new HttpServerCodec()).addLast(handlers.get());
                        if (closed) {
                            // Accepted just before, and perhaps not yet in the group when the group was closed.
                            var unused = channel.close();
                        }
                    }
                });
    }

    private static SslHandler secure(SSLContext context) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        return new SslHandler(engine);
    }

    @Override
    public void open() throws HostRefused {
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new HostRefused("cannot listen on " + address.getHostString() + ':' + address.getPort() + ": "
                    + bound.cause().getMessage() + "; choose another --port or --host");
        }
        listener = bound.channel();
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Refuses new connections from its return on; existing ones stay. */
    void shut() {
        listener.close().awaitUninterruptibly();
        // The port is given up when the selector selects next, and what a loop schedules itself runs only after that.
        EventLoop loop = listener.eventLoop();
        Promise<Void> selected = loop.newPromise();
        loop.execute(() -> {
            var unused = loop.schedule(() -> selected.trySuccess(null), 0, TimeUnit.NANOSECONDS);
        });
        selected.awaitUninterruptibly();
    }

    @Override
    public void close() {
        closed = true;
        shut();
        connections.forEach(channel -> channel.pipeline().fireUserEventTriggered(LeanConnection.LAST_ANSWER));
    }
}
