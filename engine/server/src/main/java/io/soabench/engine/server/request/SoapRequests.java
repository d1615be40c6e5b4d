package io.soabench.engine.server.request;

import io.netty.channel.ChannelHandlerContext;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.peer.PeerRequestKind;
import io.soabench.engine.server.soap.AddressingHeaders;
import io.soabench.engine.server.soap.RefusedSoapException;
import io.soabench.engine.server.soap.SoapHeaders;
import io.soabench.engine.server.soap.SoapParts;
import io.soabench.engine.server.soap.SoapReader;
import io.soabench.engine.server.soap.SoapScratch;
import io.soabench.engine.server.soap.SoapVersion;
import io.soabench.engine.server.soap.SoapWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the SOAP messages of requests that hands them to the kernel, or answers their senders with the reason of
 * a refusal. Stateless.
 */
final class SoapRequests {
    private static final Pattern ACTION =
            Pattern.compile(";\\s*action\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;\"]+))", Pattern.CASE_INSENSITIVE);

    private final RequestContext stage;
    private final HttpRequests http;

    SoapRequests(RequestContext stage, HttpRequests http) {
        this.stage = stage;
        this.http = http;
    }

    /** Takes the request that a connection has just read, or that has waited there for a place. */
    void take(ServerConnection connection, Service service, boolean hasWaited) {
        HttpParser parser = connection.parser();
        SoapVersion version = isSoap12(parser.contentType()) ? SoapVersion.V12 : SoapVersion.V11;
        try {
            SoapReader.Envelope envelope = SoapScratch.ofThread()
                    .reader()
                    .read(parser.array(), parser.bodyStart(), parser.bodyLength(), parser.contentType());
            version = envelope.version();
            ServiceOperation operation = service.operation(envelope.payload(), connection.action());
            if (operation == null) {
                SoapHeaders.check(envelope, null);
                throw new RefusedSoapException("No operation at " + service.path() + " takes a body with "
                        + (envelope.payload() == null
                                ? "nothing"
                                : "'" + envelope.payload().qualifiedName() + "'")
                        + ".");
            }
            List<Element> parts = SoapParts.read(operation.input(), envelope);
            Addressing addressing = AddressingHeaders.read(envelope);
            stage.replyTargets().check(service.deployment(), addressing);
            if (!deliver(connection, service, message(connection, operation, parts, version, addressing))) {
                connection.owe(null);
                if (hasWaited) {
                    http.refuse(connection);
                } else {
                    http.waitOrRefuse(connection, service);
                }
            }
        } catch (RefusedSoapException e) {
            refuse(connection, version, e);
        }
    }

    private static boolean isSoap12(String contentType) {
        String type = "application/soap+xml";
        return contentType.regionMatches(true, 0, type, 0, type.length());
    }

    /** What the client says it wants: in SOAP 1.2 a parameter of the content type, in SOAP 1.1 a header of its own. */
    static String action(HttpParser parser) {
        Matcher parameter = ACTION.matcher(parser.contentType());
        if (parameter.find()) {
            return parameter.group(1) == null ? parameter.group(2) : parameter.group(1);
        }
        return parser.soapAction();
    }

    private InboundMessage message(
            ServerConnection connection,
            ServiceOperation operation,
            List<Element> parts,
            SoapVersion version,
            Addressing addressing) {
        ChannelHandlerContext context = connection.context();
        boolean keepAlive = connection.parser().isKeptForRequests();
        HttpReply reply = new HttpReply(
                connection,
                context.channel().eventLoop(),
                operation,
                version,
                addressing,
                stage.messageIds(),
                keepAlive);
        connection.owe(reply);
        if (operation.isOneWay()) {
            return new InboundMessage(operation, parts, ReplyTo.NOBODY, reply, addressing);
        }
        if (addressing != null && addressing.replyTo() != null) {
            ReplyTo elsewhere = new PostedReply(
                    stage.kernel().invoker(),
                    operation,
                    version,
                    addressing,
                    stage.messageIds().next());
            return new InboundMessage(operation, parts, elsewhere, reply, addressing);
        }
        return new InboundMessage(operation, parts, reply, Receipt.NONE, addressing);
    }

    /** Hands a message to the kernel; false when that has no room for it, and the message is untouched. */
    private boolean deliver(ServerConnection connection, Service service, InboundMessage message) {
        Worker worker = stage.workers().worker(connection.context().channel().eventLoop());
        if (Forwarding.mayHelp(stage, connection, service, message)) {
            Kernel.Delivery delivery = stage.kernel().offer(service.deployment(), message);
            if (delivery == Kernel.Delivery.NOBODY) {
                elsewhere(connection, service, message, worker);
                return true;
            }
            return delivery == Kernel.Delivery.TAKEN;
        }
        return stage.kernel().accept(service.deployment(), message, worker);
    }

    /** No instance here waits for a message: the replica that has sent it is told, or others are asked. */
    private void elsewhere(ServerConnection connection, Service service, InboundMessage message, Worker worker) {
        boolean keepAlive = connection.parser().isKeptForRequests();
        if (connection.hop() == PeerRequestKind.FIND) {
            connection.owe(null);
            Responses.text(
                    connection.context(),
                    PeerAnswer.NOBODY + " Misdirected Request",
                    "",
                    "No instance of this replica waits for this message.",
                    keepAlive);
            connection.closeUnless(keepAlive);
            return;
        }
        HttpReply owed = message.receipt() instanceof HttpReply receipt ? receipt : (HttpReply) message.replyTo();
        new Forwarding(stage, connection, service, message, owed, worker).start();
    }

    private void refuse(ServerConnection connection, SoapVersion version, RefusedSoapException refusal) {
        stage.counters().count(Counter.REQUESTS_REJECTED);
        stage.refusals().refused(Refusal.CONTENT, refusal.getMessage());
        boolean keepAlive = connection.parser().isKeptForRequests();
        XmlOutput output = SoapScratch.ofThread().output();
        SoapWriter.refusal(output, version, refusal);
        if (refusal.isSendersMistake()) {
            Responses.bad(connection.context(), version, output, keepAlive);
        } else {
            Responses.failed(connection.context(), version, output, keepAlive);
        }
        connection.closeUnless(keepAlive);
    }
}
