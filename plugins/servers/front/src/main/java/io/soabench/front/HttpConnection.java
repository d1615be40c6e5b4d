package io.soabench.front;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;

/**
 * A connection that reads the next request when the last one has its answer, so that answers keep the order of their
 * requests (RFC 9112, section 9.3.2). Used by its event loop only.
 */
final class HttpConnection extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final String SOAP_ACTION = "SOAPAction";

    private final HttpHandler handler;
    private boolean waiting;

    HttpConnection(HttpHandler handler) {
        this.handler = handler;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.read();
    }

    /** Reads on when no whole request has arrived yet. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!waiting) {
            context.read();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        waiting = true;
        if (request.decoderResult().isFailure()) {
            answer(context, HttpReply.text(400, "this is not an HTTP request that can be understood"), false);
            return;
        }
        String target = request.uri();
        int query = target.indexOf('?');
        String action = request.headers().get(SOAP_ACTION, "");
        handler.handle(
                new HttpRequest(
                        request.method().name(),
                        query < 0 ? target : target.substring(0, query),
                        action.replace("\"", "").strip(),
                        ByteBufUtil.getBytes(request.content())),
                reply -> context.executor().execute(() -> answer(context, reply, keepAlive)));
    }

    private void answer(ChannelHandlerContext context, HttpReply reply, boolean keepAlive) {
        waiting = false;
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        if (!reply.contentType().isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
        }
        if (reply.status() != HttpResponseStatus.NO_CONTENT.code()) {
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        }
        if (keepAlive) {
            var unused = context.writeAndFlush(response, context.voidPromise());
            context.read();
        } else {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            var unused = context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && !waiting) {
            var unused = context.close();
        }
    }

    /** Closes a connection that broke: its client has gone. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }
}
