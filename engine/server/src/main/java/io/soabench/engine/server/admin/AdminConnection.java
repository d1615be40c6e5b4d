package io.soabench.engine.server.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.http.HttpDate;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import io.soabench.engine.server.tls.TlsLayer;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A connection to the admin interface, with one request at a time. Belongs to the interface's event loop. */
final class AdminConnection extends ChannelInboundHandlerAdapter {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final AdminInterface admin;
    private final HttpParser parser = HttpParser.ofRequests(AdminRoutes.MAX_ARCHIVE_BYTES);
    private final HeldMemory.Share memory;
    private ChannelHandlerContext context;
    private boolean busy;
    /** True if the request is answered like a GET, but without content. */
    private boolean headOnly;

    /** True if more was read than there is room for. */
    private boolean full;

    private boolean parsing;
    private boolean closing;
    private volatile boolean gone;
    /** The TLS of the connection; null without TLS. */
    private TlsLayer tls;

    /** True until the TLS handshake has ended. */
    private boolean handshaking;

    private long sinceNs;

    AdminConnection(AdminInterface admin, HeldMemory memory) {
        this.admin = admin;
        this.memory = memory.share();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        tls = (TlsLayer) added.pipeline().get(TlsLayer.NAME);
        handshaking = tls != null;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        sinceNs = admin.nowNs();
        admin.opened(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        gone = true;
        parser.discard();
        memory.holds(0);
        admin.closed(this);
    }

    /** Returns whether the engine handles a request of this connection. */
    boolean isBusy() {
        return busy;
    }

    /** Returns whether a request, or the wait for one, has exceeded its time. */
    boolean isLate(long nowNs) {
        long allowedNs = parser.isWithinHead() || closing || handshaking
                ? AdminInterface.HEAD_NS
                : parser.isWithinMessage() ? AdminInterface.REQUEST_NS : AdminInterface.IDLE_NS;
        return !busy && nowNs - sinceNs > allowedNs;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
    void close() {
        closing = true;
        context.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (tls == null) {
            return;
        }
        if (event == TlsLayer.Event.PLAIN_HTTP) {
            tls = null;
            answer(AdminAnswer.sentence(400, "This port needs TLS; use an https address."), false);
        } else if (event instanceof SslHandshakeCompletionEvent handshake) {
            // After a failure, the TLS handler closes the connection.
            handshaking = !handshake.isSuccess();
            sinceNs = admin.nowNs();
        } else if (event instanceof SslCloseCompletionEvent ended && ended.isSuccess()) {
            close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            if (closing) {
                return;
            }
            if (!parser.isWithinMessage() && !busy) {
                sinceNs = admin.nowNs();
            }
            parser.append(read);
        } finally {
            read.release();
        }
        if (busy) {
            context.channel().config().setAutoRead(false);
        } else {
            parse();
        }
        if (!memory.holds(parser.heldBytes())) {
            full = true;
            if (!busy && !closing) {
                refuse();
            }
        }
    }

    private void refuse() {
        headOnly = false;
        answer(AdminAnswer.sentence(503, "The engine holds too much memory for requests; try again later."), false);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    private void parse() {
        parsing = true;
        try {
            while (!busy && !closing && parser.next()) {
                busy = true;
                request();
            }
            if (!busy && !closing && parser.isWithinMessage() && !parser.isWithinHead()) {
                refuseUnread();
            }
            if (!busy && !closing && parser.isWaitingForContinue()) {
                parser.continued();
                context.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE), context.voidPromise());
            }
        } catch (RefusedHttpException e) {
            headOnly = false;
            answer(AdminAnswer.sentence(e.status(), e.getMessage()), false);
        } finally {
            parsing = false;
        }
    }

    /** Refuses a request because of its head, and keeps none of its content. */
    private void refuseUnread() {
        String path = path(parser.target());
        AdminAnswer refusal = path == null ? null : admin.gate().refusal(parser, path);
        if (refusal != null) {
            headOnly = false;
            answer(refusal, false);
        }
    }

    private void request() {
        boolean keepAlive = parser.isKeepAlive();
        String path = path(parser.target());
        headOnly = parser.method().equals("HEAD");
        AdminAnswer refusal = refusal(path);
        if (refusal != null) {
            answer(refusal, keepAlive);
            return;
        }
        String method = headOnly ? "GET" : parser.method();
        byte[] body = Arrays.copyOfRange(parser.array(), parser.bodyStart(), parser.bodyStart() + parser.bodyLength());
        AdminRequest request = new AdminRequest(method, path, query(parser.target()), body, () -> gone);
        parser.release();
        if (!admin.isSlow(request)) {
            AdminAnswer answer = admin.answer(request);
            boolean last = path.equals(AdminRoutes.SHUTDOWN) && answer.status() == 202;
            ChannelFuture written = write(answer, keepAlive && !last);
            if (last) {
                written.addListener(done -> admin.shutdown());
            }
            answered(written, keepAlive && !last);
            return;
        }
        AdminAnswer busyElsewhere = admin.runSlow(request, () -> {
            AdminAnswer answer = admin.answer(request);
            try {
                context.executor().execute(() -> answerOrClose(answer, keepAlive));
            } catch (RuntimeException | Error e) {
                admin.failures().caught("An admin connection", e);
                close();
            }
        });
        if (busyElsewhere != null) {
            answer(busyElsewhere, keepAlive);
        }
    }

    private AdminAnswer refusal(String path) {
        if (path == null) {
            return AdminAnswer.sentence(400, "The target is no path.");
        }
        AdminAnswer refusal = admin.gate().refusal(parser, path);
        return refusal == null ? AdminPaths.refusal(parser.method(), path) : refusal;
    }

    private static String path(String target) {
        try {
            return new URI(target).getPath();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static String query(String target) {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** Sends an answer. After a failure, such as a lack of memory, the client gets the end of the connection instead. */
    private void answerOrClose(AdminAnswer answer, boolean keepAlive) {
        try {
            answer(answer, keepAlive);
        } catch (RuntimeException | Error e) {
            admin.failures().caught("An admin connection", e);
            close();
        }
    }

    private void answer(AdminAnswer answer, boolean keepAlive) {
        answered(write(answer, keepAlive), keepAlive);
    }

    private ChannelFuture write(AdminAnswer answer, boolean keepAlive) {
        byte[] body = answer.bytes();
        String head = "HTTP/1.1 " + answer.status() + " " + reason(answer.status()) + "\r\n"
                + (answer.status() == 204
                        ? ""
                        : "Content-Type: " + answer.contentType() + "\r\nContent-Length: " + body.length + "\r\n")
                + "Date: " + HttpDate.of(admin.epochMs()) + "\r\n"
                + (answer.status() == 401 ? "WWW-Authenticate: Bearer\r\n" : "")
                + (answer.allowed().isEmpty() ? "" : "Allow: " + answer.allowed() + "\r\n")
                + (keepAlive ? "" : "Connection: close\r\n")
                + "\r\n";
        byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
        return context.writeAndFlush(headOnly ? Unpooled.wrappedBuffer(bytes) : Unpooled.wrappedBuffer(bytes, body));
    }

    private void answered(ChannelFuture written, boolean keepAlive) {
        busy = false;
        sinceNs = admin.nowNs();
        context.channel().config().setAutoRead(true);
        if (!keepAlive) {
            end(written);
        } else if (full) {
            // The bytes behind the request that was just answered.
            refuse();
        } else if (!parsing && parser.isWithinMessage()) {
            parse();
        }
    }

    /**
     * Ends the connection, but reads for a moment longer. Closing with unread bytes would reset the connection before
     * the client reads the answer.
     */
    private void end(ChannelFuture written) {
        closing = true;
        parser.discard();
        written.addListener(done -> TlsLayer.endOutput(tls, context.channel(), this::close));
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 500 -> "Internal Server Error";
            default -> "Refused";
        };
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        if (!(cause instanceof IOException)) {
            admin.failures().caught("An admin connection", cause);
        }
        close();
    }
}
