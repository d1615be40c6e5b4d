package io.soabench.engine.server.request;

import io.netty.channel.ChannelHandlerContext;
import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.durable.KeyedRequest;
import io.soabench.engine.runtime.durable.RequestKeys;
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
 * A reader of the SOAP messages in requests. It delivers them to the kernel, or answers with the reason of a refusal.
 * Thread-safe, as it has no state.
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

    /** Handles the request that a connection has just read, or that has waited there for admission. */
    void take(ServerConnection connection, Service service, boolean hasWaited) {
        HttpParser parser = connection.parser();
        SoapVersion version = isSoap12(parser.contentType()) ? SoapVersion.V12 : SoapVersion.V11;
        try {
            SoapReader.Envelope envelope = SoapScratch.ofThread()
                    .reader()
                    .read(parser.array(), parser.bodyStart(), parser.bodyLength(), parser.contentType());
            version = envelope.version();
            ServiceOperation operation = operation(connection, service, envelope);
            List<Element> parts = SoapParts.read(operation.input(), envelope);
            Addressing addressing = AddressingHeaders.read(envelope);
            if (addressing != null) {
                ServiceOperation meant = RequestActions.operation(
                        service,
                        operation,
                        envelope,
                        addressing,
                        connection.action().get());
                if (meant.index() != operation.index()) {
                    operation = meant;
                    parts = SoapParts.read(meant.input(), envelope);
                }
            }
            stage.replyTargets().check(service.deployment(), addressing);
            String key = stage.keys() == null
                    ? null
                    : ClientKeys.key(connection.parser().idempotencyKey(), addressing);
            InboundMessage message = message(connection, operation, parts, version, addressing);
            boolean isDelivered = key == null
                    ? deliver(connection, service, message)
                    : deliverKeyed(connection, service, message, key);
            if (!isDelivered) {
                connection.awaitReply(null);
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

    /** Returns the operation for the body of a message. */
    private static ServiceOperation operation(
            ServerConnection connection, Service service, SoapReader.Envelope envelope) throws RefusedSoapException {
        ServiceOperation operation = service.operation(envelope.payload(), connection.action());
        if (operation == null) {
            // A header that must be understood is the first reason for a refusal (SOAP 1.1, section 4.2.3).
            SoapHeaders.check(envelope, null);
            throw new RefusedSoapException("No operation at " + service.path() + " takes a body with "
                    + (envelope.payload() == null
                            ? "nothing"
                            : "'" + envelope.payload().qualifiedName() + "'")
                    + ".");
        }
        return operation;
    }

    private static boolean isSoap12(String contentType) {
        String type = "application/soap+xml";
        return contentType.regionMatches(true, 0, type, 0, type.length());
    }

    /** Returns the action that the client gives: in SOAP 1.2 a parameter of the content type, in SOAP 1.1 a header. */
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
        connection.awaitReply(reply);
        if (operation.isOneWay()) {
            return new InboundMessage(operation, parts, ReplyTo.NOBODY, reply, addressing);
        }
        if (addressing != null && addressing.replyTo() != null) {
            ReplyTo posted = new PostedReply(
                    stage.kernel().invoker(),
                    operation,
                    version,
                    addressing,
                    stage.messageIds().next());
            return new InboundMessage(operation, parts, posted, reply, addressing);
        }
        return new InboundMessage(operation, parts, reply, Receipt.NONE, addressing);
    }

    /**
     * Delivers a message to the kernel.
     *
     * @return false if the kernel has no room for it; the message is unchanged then
     */
    private boolean deliver(ServerConnection connection, Service service, InboundMessage message) {
        Worker worker = stage.workers().worker(connection.context().channel().eventLoop());
        if (Forwarding.isUseful(stage, connection, service, message)) {
            Kernel.Delivery delivery = stage.kernel().offer(service.deployment(), message);
            if (delivery == Kernel.Delivery.NOBODY) {
                relay(connection, service, message, worker);
                return true;
            }
            return delivery == Kernel.Delivery.TAKEN;
        }
        return stage.kernel().accept(service.deployment(), message, worker);
    }

    /**
     * Delivers a message with a key, unless it was delivered before. Then its client gets the same acknowledgement or
     * answer as the first client, now or later.
     *
     * @return false if the kernel has no room for it; then its key is not remembered
     */
    private boolean deliverKeyed(ServerConnection connection, Service service, InboundMessage message, String key) {
        HttpReply pending = pending(message);
        boolean isPosted = !message.operation().isOneWay() && message.replyTo() != pending;
        KeyedClient client = isPosted ? new PostedClient(pending, message.replyTo()) : pending;
        String operation = RequestKeys.operation(service.deployment().name(), message.operation());
        PeerRequestKind kind = connection.peerRequest();
        if (stage.peers() == null || kind == PeerRequestKind.FIND || kind == PeerRequestKind.START) {
            return deliverOnce(connection, service, message, operation, key, client);
        }
        RequestKeys.Result result = kind == PeerRequestKind.REPEAT
                ? stage.keys()
                        .repetition(
                                operation,
                                key,
                                message.parts(),
                                message.operation().isOneWay(),
                                client)
                : new KeyedDelivery(stage, connection, service, pending, client).deliver(message, operation, key);
        if (result == null) {
            KeyQuestion.nobody(connection, "This replica does not remember the key of this message any more.");
        } else if (result == RequestKeys.Result.OTHER_REQUEST) {
            otherRequest(connection, key);
        }
        return true;
    }

    /** Returns the response for which the client waits on its connection: the acknowledgement, or the answer. */
    private static HttpReply pending(InboundMessage message) {
        return message.receipt() instanceof HttpReply receipt ? receipt : (HttpReply) message.replyTo();
    }

    /**
     * Delivers a message with a key to this replica, unless it was delivered here before.
     *
     * @param operation the name of its operation, see {@link RequestKeys#operation}
     * @param client the receiver of acknowledgement and answer
     * @return false if the kernel has no room for it; then its key is not remembered
     */
    private boolean deliverOnce(
            ServerConnection connection,
            Service service,
            InboundMessage message,
            String operation,
            String key,
            KeyedClient client) {
        RequestKeys.Claim claim = stage.keys()
                .claim(operation, key, message.parts(), message.operation().isOneWay(), client);
        switch (claim.result()) {
            case FIRST -> {
                KeyedRequest request = claim.request();
                boolean isDelivered = false;
                try {
                    isDelivered = deliver(connection, service, request.keyed(message));
                } finally {
                    if (!isDelivered) {
                        request.withdraw();
                    }
                }
                return isDelivered;
            }
            case OTHER_REQUEST -> otherRequest(connection, key);
            default -> {
                // The first request answers the client.
            }
        }
        return true;
    }

    private void otherRequest(ServerConnection connection, String key) {
        connection.awaitReply(null);
        String text = key.substring(key.indexOf(' ') + 1);
        // A MessageID may be as long as a request.
        String shown = text.length() <= ClientKeys.MOST_CHARACTERS
                ? text
                : text.substring(0, ClientKeys.MOST_CHARACTERS) + "…";
        String sentence =
                "Another request to this operation has the key '" + shown + "'; send this one with a key of its own.";
        stage.counters().count(Counter.REQUESTS_REJECTED);
        stage.refusals().refused(Refusal.CONTENT, sentence);
        boolean keepAlive = connection.parser().isKeptForRequests();
        Responses.text(connection.context(), "422 Unprocessable Content", "", sentence, keepAlive);
        connection.closeUnless(keepAlive);
    }

    /**
     * Relays a message that no instance of this process waits for. If another replica has sent it to find an instance,
     * that replica gets a negative answer, and the key of the message is not remembered.
     */
    private void relay(ServerConnection connection, Service service, InboundMessage message, Worker worker) {
        if (connection.peerRequest() == PeerRequestKind.FIND) {
            if (message.replyTo() instanceof KeyedRequest request) {
                request.withdraw();
            }
            KeyQuestion.nobody(connection, "No instance of this replica waits for this message.");
            return;
        }
        new Forwarding(stage, connection, service, message, pending(message), worker).start();
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
