package io.soabench.engine.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapVersion;
import io.soabench.engine.server.soap.SoapWriter;
import java.util.List;

/**
 * One client connection. Requests are taken one at a time: what a client sends ahead waits in the buffer, and beyond one
 * request's worth in the socket.
 */
public final class ServerConnection extends ChannelInboundHandlerAdapter {
    private static final String RETRY = "Retry-After: 1\r\n";

    private final RequestStage stage;
    private final HttpParser parser;
    private ChannelHandlerContext context;
    private HttpReply owed;
    private boolean parsing;
    private boolean closing;

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
        if (owed == null) {
            parse();
        } else {
            context.channel().config().setAutoRead(false);
        }
    }

    private void parse() {
        if (parsing) {
            return;
        }
        parsing = true;
        try {
            while (owed == null && !closing && parser.next()) {
                request();
            }
            if (owed == null && !closing && parser.isWaitingForContinue()) {
                parser.continued();
                Responses.goOn(context);
            }
        } catch (RefusedHttpException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            closing = true;
            Responses.text(context, e.status() + " Refused", "", e.getMessage(), false);
            close();
        } finally {
            parsing = false;
        }
    }

    private void request() {
        String target = parser.target();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        Service service = stage.directory().service(path);
        if (service == null) {
            reject("404 Not Found", "", "There is no service at " + path + ".");
        } else if (parser.method().equals("POST")) {
            stage.counters().count(Counter.REQUESTS_RECEIVED);
            post(service);
        } else if (parser.method().equals("GET")) {
            get(service, query < 0 ? "" : target.substring(query + 1));
        } else {
            reject("405 Method Not Allowed", "Allow: GET, POST\r\n", "A service takes POST, and GET with ?wsdl.");
        }
    }

    private void reject(String status, String headers, String sentence) {
        stage.counters().count(Counter.REQUESTS_REJECTED);
        Responses.text(context, status, headers, sentence, parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    private void get(Service service, String query) {
        byte[] document =
                service.documents().get(query.toLowerCase(java.util.Locale.ROOT).equals("wsdl") ? "wsdl" : query);
        if (document == null) {
            reject("404 Not Found", "", "Ask for " + service.path() + "?wsdl or send a SOAP request by POST.");
            return;
        }
        Responses.plain(context, "200 OK", "", "text/xml; charset=utf-8", document, parser.isKeepAlive());
        closeUnless(parser.isKeepAlive());
    }

    private void post(Service service) {
        if (!stage.admission().admits()) {
            refuse();
            return;
        }
        SoapVersion version =
                parser.contentType().startsWith("application/soap+xml") ? SoapVersion.V12 : SoapVersion.V11;
        try {
            SoapReader.Envelope envelope =
                    SoapScratch.ofThread().reader().read(parser.array(), parser.bodyStart(), parser.bodyLength());
            version = envelope.version();
            ServiceOperation operation = service.operation(envelope.payload(), parser.soapAction());
            if (operation == null) {
                throw new RefusedSoapException("No operation at " + service.path() + " takes a body with "
                        + (envelope.payload() == null
                                ? "nothing"
                                : "'" + envelope.payload().qualifiedName() + "'")
                        + ".");
            }
            deliver(service, operation, SoapParts.read(operation.input(), envelope.payload()), version);
        } catch (RefusedSoapException e) {
            stage.counters().count(Counter.REQUESTS_REJECTED);
            XmlOutput output = SoapScratch.ofThread().output();
            SoapWriter.refusal(output, version, e.code(), e.getMessage());
            Responses.bad(context, version, output, parser.isKeepAlive());
            closeUnless(parser.isKeepAlive());
        }
    }

    private void deliver(Service service, ServiceOperation operation, List<Element> parts, SoapVersion version) {
        boolean keepAlive = parser.isKeepAlive();
        ReplyTo replyTo = ReplyTo.NOBODY;
        if (!operation.isOneWay()) {
            owed = new HttpReply(this, context.channel().eventLoop(), operation, version, keepAlive);
            replyTo = owed;
        }
        InboundMessage message = new InboundMessage(operation, parts, replyTo);
        boolean taken = stage.kernel()
                .accept(
                        service.deployment(),
                        message,
                        stage.workers().worker(context.channel().eventLoop()));
        if (!taken) {
            owed = null;
            refuse();
        } else if (operation.isOneWay()) {
            stage.counters().count(Counter.REQUESTS_ANSWERED);
            Responses.text(context, "202 Accepted", "", "", keepAlive);
            closeUnless(keepAlive);
        }
    }

    private void refuse() {
        stage.counters().count(Counter.REQUESTS_REFUSED);
        boolean keepAlive = parser.isKeepAlive();
        Responses.text(
                context, "503 Service Unavailable", RETRY, "The engine is at its limit; try again later.", keepAlive);
        closeUnless(keepAlive);
    }

    void answer(HttpReply reply, List<Element> parts) {
        if (!isOwed(reply)) {
            return;
        }
        XmlOutput output = SoapScratch.ofThread().output();
        SoapWriter.message(output, reply.version(), reply.operation().output(), parts);
        Responses.ok(context, reply.version(), output, reply.isKeepAlive());
        answered(reply);
    }

    void answer(HttpReply reply, Fault fault) {
        if (!isOwed(reply)) {
            return;
        }
        XmlOutput output = SoapScratch.ofThread().output();
        SoapWriter.fault(output, reply.version(), fault, reply.operation().faults());
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
        if (!closing && !parsing && parser.isWithinMessage()) {
            parse();
        }
        if (!closing && owed == null && !context.channel().config().isAutoRead()) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void closeUnless(boolean keepAlive) {
        if (!keepAlive) {
            closing = true;
            close();
        }
    }

    private void close() {
        // After what was written before.
        context.writeAndFlush(io.netty.buffer.Unpooled.EMPTY_BUFFER)
                .addListener(io.netty.channel.ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        owed = null;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do when closing fails.
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        closing = true;
        context.close();
    }
}
