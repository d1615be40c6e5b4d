package io.soabench.engine.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import io.soabench.engine.server.soap.AddressingHeaders;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapHeaders;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapVersion;
import io.soabench.engine.server.soap.SoapWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client connection. Requests are taken one at a time: what a client sends ahead waits in the buffer, and beyond one
 * request's worth in the socket. A client that does not read its answers is not read from either.
 *
 * <p>After a refusal that ends the connection the engine stops to write, but reads on for a moment: closing with unread bytes
 * would reset the connection, and the client might never see why.
 */
public final class ServerConnection extends ChannelInboundHandlerAdapter {
    private static final String HTTP = "http://";
    private static final String RETRY = "Retry-After: 1\r\n";
    private static final long LINGER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final Pattern ACTION =
            Pattern.compile(";\\s*action\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;\"]+))", Pattern.CASE_INSENSITIVE);
    private static final int SMALL_BYTES = 64 * 1024;

    /** What the time of a connection is limited for. */
    private enum Wait {
        /** For the engine: unlimited here. */
        ENGINE,
        /** For a first byte. */
        IDLE,
        /** For the rest of a request. */
        REQUEST,
        /** For the client to read. */
        READING,
        /** For the client to close. */
        LINGER
    }

    private final RequestStage stage;
    private final HttpParser parser;
    private final Supplier<String> action = this::action;
    private ChannelHandlerContext context;
    private HttpReply owed;
    private Service waiting;
    private long waitsSinceNs;
    private Service admitted;
    private boolean parsing;
    private boolean closing;
    private ClientConnections.Loop loop;
    private Wait wait = Wait.ENGINE;
    private long sinceNs;
    private int heldBytes;

    /** A connection that was just accepted. */
    public ServerConnection(RequestStage stage) {
        this.stage = stage;
        this.parser = HttpParser.ofRequests(stage.maxBodyBytes());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        loop = stage.clients().loop(context.channel().eventLoop());
        switch (stage.clients().opened(this, loop)) {
            case FREE -> await(Wait.IDLE);
            case NONE -> {
                stage.refusals()
                        .refused(
                                Refusal.CONNECTION,
                                "there are " + stage.clients().limits().maxConnections() + "; raise --max-clients");
                end("503 Service Unavailable", RETRY, "The engine has as many connections as it takes.");
            }
            case NOT_EVEN_TO_TALK -> abort();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            if (closing) {
                return;
            }
            parser.append(read);
        } finally {
            read.release();
        }
        if (!isBusy() && context.channel().isWritable()) {
            parse();
        } else {
            context.channel().config().setAutoRead(false);
        }
        held();
        settle();
    }

    /** Whether a request is in the engine, or waits for a place in it. */
    private boolean isBusy() {
        return owed != null || waiting != null;
    }

    /** Large unfinished requests are accounted for. */
    private void held() {
        int held = closing || parser.heldBytes() <= SMALL_BYTES ? 0 : parser.heldBytes();
        if (held == heldBytes) {
            return;
        }
        boolean fits = stage.clients().holds((long) held - heldBytes);
        heldBytes = held;
        if (!fits && !isBusy()) {
            stage.refusals().refused(Refusal.MEMORY, "raise the heap or lower --max-body-bytes");
            stage.counters().count(Counter.REQUESTS_REJECTED);
            end("503 Service Unavailable", RETRY, "The engine holds too many unfinished requests.");
        }
    }

    /** Finds what the connection waits for now. */
    private void settle() {
        if (closing) {
            return;
        }
        if (isBusy()) {
            wait = Wait.ENGINE;
        } else if (!context.channel().isWritable()) {
            await(Wait.READING);
        } else if (parser.isWithinMessage()) {
            await(Wait.REQUEST);
        } else {
            wait = Wait.IDLE;
            sinceNs = loop.nowNs();
        }
    }

    private void await(Wait what) {
        if (wait != what) {
            wait = what;
            sinceNs = loop.nowNs();
        }
    }

    boolean isLate(long nowNs) {
        if (wait == Wait.ENGINE) {
            return false;
        }
        ClientLimits limits = stage.clients().limits();
        long allowedNs =
                switch (wait) {
                    case IDLE -> limits.idle().toNanos();
                    case REQUEST -> (parser.isWithinHead() ? limits.head() : limits.request()).toNanos();
                    case READING -> limits.request().toNanos();
                    default -> LINGER_NS;
                };
        return nowNs - sinceNs > allowedNs;
    }

    void timedOut() {
        switch (wait) {
            case REQUEST -> {
                stage.counters().count(Counter.REQUESTS_REJECTED);
                String what = parser.isWithinHead()
                        ? "a head within " + stage.clients().limits().head().toMillis()
                        : "a request within "
                                + stage.clients().limits().request().toMillis();
                stage.refusals().refused(Refusal.SLOW, "it did not send " + what + " ms");
                end("408 Request Timeout", "", "You did not send " + what + " ms.");
            }
            case READING -> {
                stage.refusals().refused(Refusal.SLOW, "it does not read its answers");
                abort();
            }
            default -> abort();
        }
    }

    /** Says why and ends the connection, giving the client the time to read it. */
    private void end(String status, String headers, String sentence) {
        closing = true;
        Responses.text(context, status, headers, sentence, false);
        linger();
    }

    private void linger() {
        closing = true;
        await(Wait.LINGER);
        context.channel().config().setAutoRead(true);
        // Behind what was written before.
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (context.channel() instanceof DuplexChannel duplex && duplex.isActive()) {
                duplex.shutdownOutput().addListener(shut -> {
                    if (!shut.isSuccess()) {
                        abort();
                    }
                });
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
    private void abort() {
        closing = true;
        context.close();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        if (context.channel().isWritable() && !closing && !isBusy() && !parsing) {
            goOn();
        }
    }

    private void parse() {
        if (parsing) {
            return;
        }
        parsing = true;
        try {
            if (admitted != null) {
                Service service = admitted;
                admitted = null;
                take(service, true);
            }
            while (!isBusy() && !closing && context.channel().isWritable() && parser.next()) {
                wait = Wait.ENGINE;
                request();
            }
            if (owed != null) {
                // What was asked is known: others can use its bytes until it is answered.
                parser.release();
            }
            if (!isBusy() && !closing && parser.isWaitingForContinue()) {
                parser.continued();
                Responses.goOn(context);
            }
        } catch (RefusedHttpException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            stage.refusals().refused(Refusal.HTTP, e.getMessage());
            end(e.status() + " Refused", "", e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            // One bad request must not take the event loop's other connections with it.
            stage.counters().count(Counter.ERRORS);
            stage.refusals().refused(Refusal.ERROR, String.valueOf(e), e);
            owed = null;
            waiting = null;
            end("500 Internal Server Error", "", "The engine failed to handle this request.");
        } finally {
            parsing = false;
        }
    }

    private void request() {
        String target = parser.target();
        if (target.startsWith(HTTP)) {
            int slash = target.indexOf('/', HTTP.length());
            target = slash < 0 ? "/" : target.substring(slash);
        }
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        Service service = stage.directory().service(path);
        if (parser.method().equals("HEAD")) {
            head(service, query < 0 ? "" : target.substring(query + 1));
        } else if (service == null) {
            reject("404 Not Found", "", "There is no service at " + path + ".");
        } else if (parser.method().equals("POST")) {
            stage.counters().count(Counter.REQUESTS_RECEIVED);
            if (isSoap(parser.contentType())) {
                post(service);
            } else {
                reject(
                        "415 Unsupported Media Type",
                        "",
                        "Send text/xml (SOAP 1.1) or application/soap+xml (SOAP 1.2).");
            }
        } else if (parser.method().equals("GET")) {
            get(service, query < 0 ? "" : target.substring(query + 1));
        } else {
            reject("405 Method Not Allowed", "Allow: GET, POST\r\n", "A service takes POST, and GET with ?wsdl.");
        }
    }

    /** A missing type is taken for text/xml. */
    private static boolean isSoap(String contentType) {
        if (contentType.isEmpty() || contentType.startsWith("text/xml; charset=utf-8")) {
            return true;
        }
        int end = contentType.indexOf(';');
        String type = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        return type.equalsIgnoreCase("text/xml")
                || type.equalsIgnoreCase("application/soap+xml")
                || type.equalsIgnoreCase("application/xml");
    }

    private static boolean isSoap12(String contentType) {
        String type = "application/soap+xml";
        return contentType.regionMatches(true, 0, type, 0, type.length());
    }

    private void reject(String status, String headers, String sentence) {
        stage.counters().count(Counter.REQUESTS_REJECTED);
        stage.refusals().refused(Refusal.TARGET, sentence);
        Responses.text(context, status, headers, sentence, parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    /** Says what GET would, without content (RFC 9110, 9.3.2). Asks nothing of a service, so it is no request to be counted. */
    private void head(Service service, String query) {
        boolean there = service != null && document(service, query) != null;
        Responses.head(context, there ? "200 OK" : "404 Not Found", parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    private static byte[] document(Service service, String query) {
        return service.documents().get(query.toLowerCase(Locale.ROOT).equals("wsdl") ? "wsdl" : query);
    }

    private void get(Service service, String query) {
        byte[] document = document(service, query);
        if (document == null) {
            reject("404 Not Found", "", "Ask for " + service.path() + "?wsdl or send a SOAP request by POST.");
            return;
        }
        byte[] addressed = service.addressed(document, host());
        Responses.plain(context, "200 OK", "", "text/xml; charset=utf-8", addressed, parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    /** The authority that the client has reached the engine by; empty when it does not say. */
    private String host() {
        String target = parser.target();
        if (!target.startsWith(HTTP)) {
            return parser.host();
        }
        int slash = target.indexOf('/', HTTP.length());
        return target.substring(HTTP.length(), slash < 0 ? target.length() : slash);
    }

    private void post(Service service) {
        // A message for a running instance is worth its reading at any time.
        if (loop.room().isFree() || (!service.onlyStarts() && stage.admission().admits())) {
            take(service, false);
        } else {
            waitOrRefuse(service);
        }
    }

    private void waitOrRefuse(Service service) {
        if (loop.room().enter(this)) {
            parser.hold();
            waiting = service;
        } else {
            refuse();
        }
    }

    boolean isWaiting() {
        return waiting != null;
    }

    void waitsSince(long nowNs) {
        waitsSinceNs = nowNs;
    }

    long waitsSinceNs() {
        return waitsSinceNs;
    }

    /** The request that waits has a place. */
    void admitted() {
        admitted = waiting;
        waiting = null;
        parse();
        afterWait();
    }

    /** The request has waited for too long. */
    void refused() {
        waiting = null;
        refuse();
        afterWait();
    }

    private void afterWait() {
        if (closing || isBusy()) {
            settle();
        } else {
            goOn();
        }
    }

    private void take(Service service, boolean hasWaited) {
        SoapVersion version = isSoap12(parser.contentType()) ? SoapVersion.V12 : SoapVersion.V11;
        try {
            SoapReader.Envelope envelope =
                    SoapScratch.ofThread().reader().read(parser.array(), parser.bodyStart(), parser.bodyLength());
            version = envelope.version();
            ServiceOperation operation = service.operation(envelope.payload(), action);
            if (operation == null) {
                SoapHeaders.check(envelope, null);
                throw new RefusedSoapException("No operation at " + service.path() + " takes a body with "
                        + (envelope.payload() == null
                                ? "nothing"
                                : "'" + envelope.payload().qualifiedName() + "'")
                        + ".");
            }
            List<Element> parts = SoapParts.read(operation.input(), envelope);
            InboundMessage message = message(operation, parts, version, AddressingHeaders.read(envelope));
            if (!deliver(service, message)) {
                owed = null;
                if (hasWaited) {
                    refuse();
                } else {
                    waitOrRefuse(service);
                }
            }
        } catch (RefusedSoapException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            stage.refusals().refused(Refusal.CONTENT, e.getMessage());
            XmlOutput output = SoapScratch.ofThread().output();
            SoapWriter.refusal(output, version, e);
            if (e.isSendersMistake()) {
                Responses.bad(context, version, output, parser.isKeepAlive());
            } else {
                Responses.failed(context, version, output, parser.isKeepAlive());
            }
            closeUnless(parser.isKeepAlive());
        }
    }

    /** What the client says it wants: in SOAP 1.2 a parameter of the content type, in SOAP 1.1 a header of its own. */
    private String action() {
        Matcher parameter = ACTION.matcher(parser.contentType());
        if (parameter.find()) {
            return parameter.group(1) == null ? parameter.group(2) : parameter.group(1);
        }
        return parser.soapAction();
    }

    private InboundMessage message(
            ServiceOperation operation, List<Element> parts, SoapVersion version, Addressing addressing) {
        if (operation.isOneWay()) {
            return new InboundMessage(operation, parts, ReplyTo.NOBODY, addressing);
        }
        if (addressing != null && addressing.replyTo() != null) {
            ReplyTo elsewhere = new PostedReply(stage.kernel().invoker(), operation, version, addressing);
            return new InboundMessage(operation, parts, elsewhere, addressing);
        }
        owed = new HttpReply(this, context.channel().eventLoop(), operation, version, addressing, parser.isKeepAlive());
        return new InboundMessage(operation, parts, owed, addressing);
    }

    private boolean deliver(Service service, InboundMessage message) {
        boolean waitsForNothing = owed == null;
        boolean taken = stage.kernel()
                .accept(
                        service.deployment(),
                        message,
                        stage.workers().worker(context.channel().eventLoop()));
        if (taken && waitsForNothing) {
            boolean keepAlive = parser.isKeepAlive();
            stage.counters().count(Counter.REQUESTS_ANSWERED);
            Responses.accepted(context, keepAlive);
            closeUnless(keepAlive);
        }
        return taken;
    }

    private void refuse() {
        stage.counters().count(Counter.REQUESTS_REFUSED);
        stage.refusals().refused(Refusal.OVERLOAD, "the engine is at its limit");
        Responses.overloaded(context, parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    void answer(HttpReply reply, List<Element> parts) {
        if (!isOwed(reply)) {
            return;
        }
        XmlOutput output = SoapScratch.ofThread().output();
        SoapWriter.message(output, reply.version(), reply.operation().output(), parts, reply.headers(null));
        Responses.ok(context, reply.version(), output, reply.isKeepAlive());
        answered(reply);
    }

    void answer(HttpReply reply, Fault fault) {
        if (!isOwed(reply)) {
            return;
        }
        XmlOutput output = SoapScratch.ofThread().output();
        SoapWriter.fault(output, reply.version(), fault, reply.operation().faults(), reply.headers(fault));
        Responses.failed(context, reply.version(), output, reply.isKeepAlive());
        answered(reply);
    }

    private boolean isOwed(HttpReply reply) {
        return owed == reply && context.channel().isActive();
    }

    private void answered(HttpReply reply) {
        stage.counters().count(Counter.REQUESTS_ANSWERED);
        owed = null;
        closeUnless(reply.isKeepAlive());
        if (!closing && !parsing) {
            goOn();
        }
    }

    private void goOn() {
        if (parser.isWithinMessage()) {
            parse();
            held();
        }
        if (!closing
                && !isBusy()
                && context.channel().isWritable()
                && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
        settle();
    }

    private void closeUnless(boolean keepAlive) {
        if (!keepAlive) {
            linger();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        owed = null;
        waiting = null;
        held();
        if (loop != null) {
            stage.clients().closed(this, loop);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        abort();
    }
}
