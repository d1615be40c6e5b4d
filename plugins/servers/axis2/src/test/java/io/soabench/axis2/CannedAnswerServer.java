package io.soabench.axis2;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The floor of the bench: Netty that answers every request with the same bytes without looking at it. */
final class CannedAnswerServer {

    private CannedAnswerServer() {}

    /** Arguments: port, file with the answer. */
    @SuppressWarnings("SystemOut") // standard output is the interface of the program
    public static void main(String[] arguments) throws Exception {
        byte[] answer = Files.readAllBytes(Path.of(arguments[1]));
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec()).addLast(new Answer(answer));
                    }
                })
                .bind("127.0.0.1", Integer.parseInt(arguments[0]))
                .sync();
        System.out.println("ready");
        new CountDownLatch(1).await();
    }

    private static final class Answer extends SimpleChannelInboundHandler<HttpObject> {
        private final byte[] answer;

        Answer(byte[] answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof LastHttpContent) {
                ByteBuf body = Unpooled.wrappedBuffer(answer);
                FullHttpResponse response =
                        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
                response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=UTF-8");
                response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, answer.length);
                var unused = context.writeAndFlush(response, context.voidPromise());
            }
        }
    }
}
