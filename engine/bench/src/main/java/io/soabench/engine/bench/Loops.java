package io.soabench.engine.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Event loops, listeners and connections on loopback. */
final class Loops {
    private static final int BACKLOG = 4096;

    private Loops() {}

    static EventLoopGroup group(String name) {
        return group(name, 1);
    }

    static EventLoopGroup group(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    static void stop(EventLoopGroup group) {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    /** Listens on a free port and returns it. */
    static int listen(EventLoopGroup group, Supplier<ChannelHandler> handlers) {
        Channel channel = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        accepted.pipeline().addLast(handlers.get());
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    static ChannelFuture connect(EventLoopGroup group, int port, ChannelHandler handler) {
        return new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(handler)
                .connect("127.0.0.1", port);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    static void write(ChannelHandlerContext context, byte[] bytes) {
        context.writeAndFlush(context.alloc().ioBuffer(bytes.length).writeBytes(bytes), context.voidPromise());
    }

    /** A connection that closes when something goes wrong. */
    abstract static class Connection extends ChannelInboundHandlerAdapter {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
