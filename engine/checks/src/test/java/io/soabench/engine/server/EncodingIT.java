package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages in other encodings than UTF-8, of clients and of partners. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EncodingIT {
    private static String declared(String encoding, String document) {
        return "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?>" + document;
    }

    private static byte[] http(String first, String contentType, byte[] body) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes((first + "\r\nHost: x\r\nConnection: close\r\nContent-Type: " + contentType
                        + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        message.writeBytes(body);
        return message.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16, text/xml",
        "UTF-16LE, text/xml",
        "UTF-16BE, application/xml; charset=utf-16be",
        "windows-1252, text/xml",
        "IBM037, text/xml",
        "ISO-8859-1, text/xml; charset=iso-8859-1"
    })
    void shouldTakeMessagesInTheirEncodings(String encoding, String contentType) throws Exception {
        Charset charset = Charset.forName(encoding);
        byte[] answer = declared(
                        encoding,
                        ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:fixture:partner\">s\u00ed</p:answer>"))
                .getBytes(charset);
        try (RawPartner partner = new RawPartner(
                        socket -> socket.getOutputStream().write(http("HTTP/1.1 200 OK", contentType, answer)));
                EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive("Plain", ASK + RESPOND);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + partner.port() + "/\"}}")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Plain", archive);
            byte[] body = declared(encoding, request("\u00bfqu\u00e9?")).getBytes(charset);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(http("POST /processes/Plain HTTP/1.1", contentType, body));
                String told = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(told).startsWith("HTTP/1.1 200 ").contains(">s\u00ed<");
            }
            // The partner is written to in UTF-8, which its letters are read from here as single bytes.
            String sent = new String(partner.received().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            assertThat(sent).contains(">\u00bfqu\u00e9?<");
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"text/xml; charset=no-such, is not known here", "text/xml; charset=utf-16, not well-formed"})
    void shouldTellClientWhenItsEncodingCannotBe(String contentType, String reason) throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", ASK + RESPOND);
            byte[] body = (request("x") + " ").getBytes(StandardCharsets.UTF_8);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port())) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(http("POST /processes/Plain HTTP/1.1", contentType, body));
                String told = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(told)
                        .startsWith("HTTP/1.1 400 ")
                        .contains("soapenv:Client")
                        .contains(reason);
            }
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }
}
