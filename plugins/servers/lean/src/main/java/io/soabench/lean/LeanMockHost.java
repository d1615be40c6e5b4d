package io.soabench.lean;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.mock.CallLog;
import io.soabench.mock.HostProgram;
import io.soabench.mock.HostRefused;
import io.soabench.mock.MockHost;
import io.soabench.mock.MockServices;
import io.soabench.plan.HostClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Mocked services on Netty: HTTP/1.1 with keep-alive and pipelining, at {@code /services/<path>}. */
public final class LeanMockHost implements MockHost {

    /** Event loops: enough for what one host can ask, few enough to leave processors to the system under test. */
    private static final int MOST_THREADS = 4;

    /** Connections that wait to be accepted: engines open many at once. */
    private static final int BACKLOG = 1_024;

    /** How long closing may take after the last answer. */
    private static final long CLOSE_MS = 500;

    private final MultiThreadIoEventLoopGroup loops;
    private final Channel listener;
    private final OpenExchanges open;

    private LeanMockHost(MultiThreadIoEventLoopGroup loops, Channel listener, OpenExchanges open) {
        this.loops = loops;
        this.listener = listener;
        this.open = open;
    }

    /** Runs the host until SIGTERM; see {@link HostProgram}. */
    public static void main(String[] arguments) {
        HostProgram.run(arguments, LeanMockHost::start);
    }

    /** Starts a host; see {@link MockHost.Starter}. */
    public static LeanMockHost start(String host, int port, MockServices services, CallLog calls) throws HostRefused {
        HostClock clock = HostClock.system();
        int threads = Math.max(1, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors() / 2));
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("lean-mock", true), NioIoHandler.newFactory());
        OpenExchanges open = new OpenExchanges(loops);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new Conversation(services, calls, clock, open));
                    }
                });
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            shutDown(loops);
            throw new HostRefused("--host " + host + " is not a known address; use one of this machine");
        }
        var bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            shutDown(loops);
            throw new HostRefused("cannot listen on " + host + ':' + port + ": "
                    + bound.cause().getMessage() + "; choose another --port or --host");
        }
        return new LeanMockHost(loops, bound.channel(), open);
    }

    @Override
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Number of requests that have been received and not answered. */
    int openRequests() {
        return open.unanswered();
    }

    @Override
    public void stop(Duration grace) {
        listener.close().awaitUninterruptibly();
        open.drain(grace);
        shutDown(loops);
    }

    private static void shutDown(MultiThreadIoEventLoopGroup loops) {
        loops.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MS);
    }
}
