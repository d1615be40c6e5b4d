package io.soabench.lean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.soabench.mock.AnswerBytes;
import io.soabench.mock.CallLog;
import io.soabench.mock.Callbacks;
import io.soabench.mock.InstancePorts;
import io.soabench.mock.MockService;
import io.soabench.mock.MockServices;
import io.soabench.mock.MockServices.Page;
import io.soabench.mock.PlannedReply;
import io.soabench.mock.RequestScan;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.HostClock;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A connection, which accepts requests and answers each when it is due, in the order of the requests (RFC 9112,
 * section 9.3.2). Used by the event loop of its connection only.
 */
final class LeanConnection extends ChannelInboundHandlerAdapter {

    /** The event for connections of a closed service instance: the connection ends with its last answer. */
    static final Object LAST_ANSWER = new Object();

    private static final String SERVICES = "/services";
    private static final String SOAP_ACTION = "SOAPAction";
    private static final String TEXT = "text/plain; charset=UTF-8";

    /** The number of unanswered pipelined requests at which reading pauses. */
    private static final int MOST_PIPELINED = 256;

    /** The largest body buffer that is kept for the next request. */
    private static final int KEPT_BUFFER = 1 << 16;

    private static final Page NOT_FOUND = text(404, "services are at /services/<path>\n");
    private static final Page NOT_ALLOWED = text(405, "use POST for SOAP requests, GET for ?wsdl and /services\n");
    private static final Page NOT_HTTP = text(400, "this is not an HTTP request that can be understood\n");
    private static final Page STOPPING = text(503, "this service is being stopped\n");

    private final MockServices services;
    private final InstancePorts instancePorts;
    private final CallLog calls;
    private final Callbacks callbacks;
    private final HostClock clock;
    private final HostConnections open;
    private final Deque<Exchange> exchanges = new ArrayDeque<>();

    /** The request that is being received, or {@code null}. */
    private HttpRequest request;

    private byte[] body = new byte[4096];
    private int length;
    private boolean leaving;

    /**
     * Creates the connection.
     *
     * @param instancePorts ports that orders may open and close; {@code null} where no orders are accepted
     */
    LeanConnection(
            MockServices services,
            InstancePorts instancePorts,
            CallLog calls,
            Callbacks callbacks,
            HostClock clock,
            HostConnections open) {
        this.services = services;
        this.instancePorts = instancePorts;
        this.calls = calls;
        this.callbacks = callbacks;
        this.clock = clock;
        this.open = open;
    }

    private static Page text(int status, String sentence) {
        return new Page(status, TEXT, new AnswerBytes(sentence.getBytes(StandardCharsets.UTF_8)));
    }

    /** A request that was received completely. */
    private static final class Exchange {
        final HttpResponseStatus status;
        final String contentType;
        final AnswerBytes body;
        final boolean keepAlive;
        /** The reply for the call log; {@code null} when the request was not for a service. */
        final PlannedReply reply;

        boolean due;
        /** The mark of an exchange without an answer: later requests are then unanswered, too. */
        boolean silent;

        Exchange(int status, String contentType, AnswerBytes body, boolean keepAlive, PlannedReply reply) {
            this.status = HttpResponseStatus.valueOf(status);
            this.contentType = contentType;
            this.body = body;
            this.keepAlive = keepAlive;
            this.reply = reply;
        }

        boolean is(CallOutcome outcome) {
            return reply != null && reply.outcome() == outcome;
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        open.connected(context.channel());
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest begun) {
                begin(context, begun);
            }
            if (message instanceof HttpContent content && request != null) {
                append(content.content());
                if (message instanceof LastHttpContent) {
                    complete(context);
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest begun) {
        length = 0;
        if (begun.decoderResult().isFailure()) {
            request = null;
            answer(context, page(NOT_HTTP, false));
            return;
        }
        request = begun;
        if (HttpUtil.is100ContinueExpected(begun)) {
            var unused = context.writeAndFlush(
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER),
                    context.voidPromise());
        }
    }

    /** Keeps at most one byte more than a mock reads. */
    private void append(ByteBuf content) {
        int more = Math.min(content.readableBytes(), MockService.LARGEST_REQUEST + 1 - length);
        if (length + more > body.length) {
            body = Arrays.copyOf(body, Math.max(length + more, 2 * body.length));
        }
        content.getBytes(content.readerIndex(), body, length, more);
        length += more;
    }

    private void complete(ChannelHandlerContext context) {
        HttpRequest complete = request;
        request = null;
        boolean keepAlive = HttpUtil.isKeepAlive(complete);
        if (open.stopping() || leaving) {
            answer(context, page(STOPPING, false));
            return;
        }
        String uri = complete.uri();
        int query = uri.indexOf('?');
        String path = path(query < 0 ? uri : uri.substring(0, query));
        if (!path.equals(SERVICES) && !path.startsWith(SERVICES + '/')) {
            answer(context, page(NOT_FOUND, keepAlive));
        } else if (HttpMethod.GET.equals(complete.method()) || HttpMethod.HEAD.equals(complete.method())) {
            String scheme = context.pipeline().get(SslHandler.class) == null ? "http://" : "https://";
            String base = scheme + authority(context, complete) + SERVICES;
            String asked = query < 0 ? "" : uri.substring(query + 1);
            answer(context, page(services.page(path.substring(SERVICES.length()), asked, base), keepAlive));
        } else if (HttpMethod.POST.equals(complete.method())) {
            invocation(context, complete, path, keepAlive);
        } else if (instancePorts != null && path.length() > SERVICES.length()) {
            order(context, complete.method().name(), path.substring(SERVICES.length() + 1));
        } else {
            answer(context, page(NOT_ALLOWED, keepAlive));
        }
        if (body.length > KEPT_BUFFER) {
            body = new byte[4096];
        }
    }

    private void invocation(ChannelHandlerContext context, HttpRequest complete, String path, boolean keepAlive) {
        long arrivalNs = clock.epochNanos();
        String name = path.length() == SERVICES.length() ? "" : path.substring(SERVICES.length() + 1);
        Optional<MockService> found = services.at(name);
        if (found.isEmpty()) {
            answer(context, page(services.unknown(name), keepAlive));
            return;
        }
        MockService service = found.get();
        String contentType = complete.headers().get(HttpHeaderNames.CONTENT_TYPE);
        String charset = MockService.charset(contentType);
        RequestScan scan = service.scan(body, length, charset);
        String header = service.uiidHeader();
        PlannedReply reply = service.reply(
                arrivalNs,
                service.action(complete.headers().get(SOAP_ACTION), contentType),
                header.isEmpty() ? null : complete.headers().get(header),
                scan);
        callbacks.begin(reply, body, length, charset);
        Exchange exchange = new Exchange(reply.status(), service.contentType(), reply.body(), keepAlive, reply);
        long waitNs = reply.dueNs() - clock.epochNanos();
        if (waitNs <= 0) {
            answer(context, exchange);
            return;
        }
        receive(context, exchange);
        var unused = context.executor().schedule(() -> due(context, exchange), waitNs, TimeUnit.NANOSECONDS);
    }

    /** Opens or closes an instance on a thread of its own, because that takes a while. */
    private void order(ChannelHandlerContext context, String method, String path) {
        Thread thread = new Thread(
                () -> {
                    Page page = instancePorts.order(method, path);
                    context.executor().execute(() -> answer(context, page(page, false)));
                },
                "instance-ports");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event != LAST_ANSWER) {
            context.fireUserEventTriggered(event);
            return;
        }
        leaving = true;
        leaveWhenAnswered(context);
    }

    private void leaveWhenAnswered(ChannelHandlerContext context) {
        if (leaving && (exchanges.isEmpty() || exchanges.peek().silent)) {
            var unused = context.close();
        }
    }

    /** Returns the path of a request target in origin form or absolute form (RFC 9112, section 3.2). */
    private static String path(String target) {
        int authority = target.indexOf("://");
        if (target.startsWith("/") || authority < 0) {
            return target;
        }
        int slash = target.indexOf('/', authority + 3);
        return slash < 0 ? "/" : target.substring(slash);
    }

    private static String authority(ChannelHandlerContext context, HttpRequest request) {
        String host = request.headers().get(HttpHeaderNames.HOST);
        if (host != null && !host.isBlank()) {
            return host;
        }
        InetSocketAddress local = (InetSocketAddress) context.channel().localAddress();
        return local.getAddress().getHostAddress() + ':' + local.getPort();
    }

    private static Exchange page(Page page, boolean keepAlive) {
        return new Exchange(page.status(), page.contentType(), page.body(), keepAlive, null);
    }

    private void answer(ChannelHandlerContext context, Exchange exchange) {
        receive(context, exchange);
        due(context, exchange);
    }

    private void receive(ChannelHandlerContext context, Exchange exchange) {
        exchanges.add(exchange);
        open.begin();
        if (exchanges.peek().silent) {
            unanswered(exchange);
        }
        if (exchanges.size() == MOST_PIPELINED) {
            context.channel().config().setAutoRead(false);
        }
    }

    /** Sends the answer of this exchange and of those that waited for it, unless an earlier one is still to come. */
    private void due(ChannelHandlerContext context, Exchange exchange) {
        exchange.due = true;
        if (exchanges.peek() != exchange) {
            return;
        }
        int before = exchanges.size();
        Exchange head = exchange;
        while (head != null && head.due && !head.silent) {
            if (head.is(CallOutcome.SILENT)) {
                exchanges.forEach(this::unanswered);
                break;
            }
            exchanges.remove();
            if (head.is(CallOutcome.CLOSED)) {
                ended(head, clock.epochNanos());
                // Earlier answers are sent before the close. Later requests are logged as unanswered.
                var unused = context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
                return;
            }
            write(context, head);
            head = exchanges.peek();
        }
        context.flush();
        leaveWhenAnswered(context);
        if (before >= MOST_PIPELINED && exchanges.size() < MOST_PIPELINED) {
            context.channel().config().setAutoRead(true);
        }
    }

    /** Ends an exchange that gets no answer, as it or an earlier one is silent. Nobody waits for it at the end. */
    private void unanswered(Exchange exchange) {
        exchange.silent = true;
        ended(exchange, 0);
    }

    private void write(ChannelHandlerContext context, Exchange exchange) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, exchange.status, Unpooled.wrappedBuffer(exchange.body.bytes()));
        if (exchange.body.length() > 0) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, exchange.contentType);
        }
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, exchange.body.length());
        if (exchange.keepAlive) {
            var unused = context.write(response, context.voidPromise());
        } else {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            var unused = context.write(response).addListener(ChannelFutureListener.CLOSE);
        }
        ended(exchange, clock.epochNanos());
    }

    /**
     * Logs the end of an exchange.
     *
     * @param endNs 0 without an answer
     */
    private void ended(Exchange exchange, long endNs) {
        if (exchange.reply != null) {
            calls.add(exchange.reply, endNs);
        }
        open.end();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        for (Exchange exchange : exchanges) {
            if (!exchange.silent) {
                ended(exchange, 0);
            }
        }
        exchanges.clear();
        context.fireChannelInactive();
    }

    /** Closes a broken connection; the close logs its requests. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }
}
