package io.soabench.engine.bench;

import java.nio.charset.StandardCharsets;

/** The messages of the benches, as bytes on the wire. */
final class BenchExchange {
    static final byte[] REQUEST_BODY = envelope("<c:request xmlns:c=\"urn:bench:client\"><c:id>n12345</c:id><c:count>"
            + Shape.CALLS + "</c:count></c:request>");
    static final byte[] START_BODY = envelope("<c:start xmlns:c=\"urn:bench:client\">n12345</c:start>");
    static final byte[] ANSWER_BODY = envelope("<p:answer xmlns:p=\"urn:bench:partner\">a-n12345</p:answer>");
    static final byte[] QUESTION = post(
            "/partner",
            "\"urn:bench:partner/ask\"",
            envelope("<p:question xmlns:p=\"urn:bench:partner\">n12345</p:question>"));
    static final byte[] ANSWER = response(ANSWER_BODY);
    static final byte[] RESPONSE = response(envelope("<c:response xmlns:c=\"urn:bench:client\">a-n12345</c:response>"));

    static final byte[] REFUSAL =
            Shape.bytes("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n");

    private BenchExchange() {}

    private static byte[] envelope(String body) {
        return Shape.bytes("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                + "</s:Body></s:Envelope>");
    }

    static byte[] post(String path, String action, byte[] body) {
        return Shape.bytes("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\n"
                + "SOAPAction: " + action + "\r\nContent-Length: " + body.length + "\r\n\r\n"
                + new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] response(byte[] body) {
        return Shape.bytes("HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: " + body.length
                + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8));
    }
}
