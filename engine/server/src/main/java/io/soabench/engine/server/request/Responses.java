package io.soabench.engine.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.invoker.Digits;
import io.soabench.engine.server.peer.PeerAnswer;
import io.soabench.engine.server.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * A writer of HTTP responses to the connection of a client. No state. Each method is called on the event loop of the
 * connection.
 */
final class Responses {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "\r\nConnection: close".getBytes(StandardCharsets.US_ASCII);
    private static final Map<SoapVersion, byte[]> OK = soapHeads("200 OK");
    private static final Map<SoapVersion, byte[]> BAD = soapHeads("400 Bad Request");
    private static final Map<SoapVersion, byte[]> FAILED = soapHeads("500 Internal Server Error");
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
    private static final byte[] ACCEPTED = ascii("HTTP/1.1 202 Accepted\r\nContent-Length: ");
    private static final byte[] NOTHING = {};
    private static final int DIGITS = 10;
    private static final int LOST = 502;
    private static final int OVERLOAD = 503;
    private static final String FULL = "The engine is at its limit; try again later.\n";
    private static final ByteBuf OVERLOADED = ready("");
    private static final ByteBuf OVERLOADED_CLOSE = ready("Connection: close\r\n");

    private Responses() {}

    private static Map<SoapVersion, byte[]> soapHeads(String status) {
        Map<SoapVersion, byte[]> heads = new EnumMap<>(SoapVersion.class);
        for (SoapVersion version : SoapVersion.values()) {
            heads.put(
                    version,
                    ascii("HTTP/1.1 " + status + "\r\nContent-Type: " + version.contentType()
                            + "\r\nContent-Length: "));
        }
        return heads;
    }

    private static ByteBuf ready(String header) {
        byte[] bytes = ascii("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n" + header
                + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: " + FULL.length() + "\r\n\r\n" + FULL);
        return Unpooled.unreleasableBuffer(
                Unpooled.directBuffer(bytes.length).writeBytes(bytes).asReadOnly());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static void ok(ChannelHandlerContext context, SoapVersion version, XmlOutput body, boolean keepAlive) {
        write(context, OK.get(version), body.array(), body.size(), keepAlive);
    }

    static void bad(ChannelHandlerContext context, SoapVersion version, XmlOutput body, boolean keepAlive) {
        write(context, BAD.get(version), body.array(), body.size(), keepAlive);
    }

    static void failed(ChannelHandlerContext context, SoapVersion version, XmlOutput body, boolean keepAlive) {
        write(context, FAILED.get(version), body.array(), body.size(), keepAlive);
    }

    /** Writes the acknowledgement of a one-way message, without content (WS-I Basic Profile 1.1, R1112 and R2714). */
    static void accepted(ChannelHandlerContext context, boolean keepAlive) {
        write(context, ACCEPTED, NOTHING, 0, keepAlive);
    }

    /**
     * Writes the refusal for overload. Its bytes are ready, since refusals take processor time from admitted requests.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    static void overloaded(ChannelHandlerContext context, boolean keepAlive) {
        context.writeAndFlush((keepAlive ? OVERLOADED : OVERLOADED_CLOSE).duplicate(), context.voidPromise());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    static void continued(ChannelHandlerContext context) {
        ByteBuf line = context.alloc().ioBuffer(CONTINUE.length);
        line.writeBytes(CONTINUE);
        context.writeAndFlush(line, context.voidPromise());
    }

    /**
     * Writes a response with text.
     *
     * @param status the code and the reason phrase
     * @param headers further header lines, each ended by CR LF
     */
    static void plain(
            ChannelHandlerContext context,
            String status,
            String headers,
            String contentType,
            byte[] body,
            boolean keepAlive) {
        byte[] head = ascii(
                "HTTP/1.1 " + status + "\r\n" + headers + "Content-Type: " + contentType + "\r\nContent-Length: ");
        write(context, head, body, body.length, keepAlive);
    }

    /** Writes the response to HEAD: a status without content and without its length. */
    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    static void head(ChannelHandlerContext context, String status, boolean keepAlive) {
        byte[] line = ascii("HTTP/1.1 " + status);
        byte[] date = ResponseDate.bytes();
        ByteBuf response = context.alloc().ioBuffer(line.length + date.length + CLOSE.length + HEAD_END.length);
        response.writeBytes(line).writeBytes(date);
        if (!keepAlive) {
            response.writeBytes(CLOSE);
        }
        response.writeBytes(HEAD_END);
        context.writeAndFlush(response, context.voidPromise());
    }

    /**
     * Writes the answer of another replica. If that replica has ended while it had the message, the client gets 502,
     * since only the client can decide whether to send again.
     */
    static void relayed(ChannelHandlerContext context, PeerAnswer answer, boolean keepAlive) {
        if (answer.end() == PeerAnswer.End.LOST) {
            text(
                    context,
                    LOST + " Bad Gateway",
                    "",
                    "The replica that has the instance has ended while it had this message; whether the instance has got it is"
                            + " not known.",
                    keepAlive);
            return;
        }
        String headers = answer.status() == OVERLOAD ? "Retry-After: 1\r\n" : "";
        if (!answer.contentType().isEmpty()) {
            headers += "Content-Type: " + answer.contentType() + "\r\n";
        }
        byte[] head = ascii(
                "HTTP/1.1 " + answer.status() + " " + reason(answer.status()) + "\r\n" + headers + "Content-Length: ");
        write(context, head, answer.body(), answer.body().length, keepAlive);
    }

    private static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 202 -> "Accepted";
            case 400 -> "Bad Request";
            case 422 -> "Unprocessable Content";
            case 500 -> "Internal Server Error";
            case OVERLOAD -> "Service Unavailable";
            default -> "Answered";
        };
    }

    /** Returns the counter of a relayed answer. */
    static Counter counter(int status) {
        return switch (status) {
            case OVERLOAD -> Counter.REQUESTS_REFUSED;
            case 200, 202, 500 -> Counter.REQUESTS_ANSWERED;
            default -> Counter.REQUESTS_REJECTED;
        };
    }

    static void text(ChannelHandlerContext context, String status, String headers, String sentence, boolean keepAlive) {
        plain(
                context,
                status,
                headers,
                "text/plain; charset=utf-8",
                (sentence + "\n").getBytes(StandardCharsets.UTF_8),
                keepAlive);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A void promise reports a failure to exceptionCaught.
    private static void write(ChannelHandlerContext context, byte[] head, byte[] body, int length, boolean keepAlive) {
        byte[] date = ResponseDate.bytes();
        ByteBuf response =
                context.alloc().ioBuffer(head.length + DIGITS + date.length + CLOSE.length + HEAD_END.length + length);
        response.writeBytes(head);
        Digits.write(response, length);
        response.writeBytes(date);
        if (!keepAlive) {
            response.writeBytes(CLOSE);
        }
        response.writeBytes(HEAD_END);
        response.writeBytes(body, 0, length);
        context.writeAndFlush(response, context.voidPromise());
    }
}
