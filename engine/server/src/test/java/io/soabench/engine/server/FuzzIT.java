package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.server.request.ClientLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mutated requests at the HTTP and SOAP door. Every case comes from its seed alone: a failure names it, and
 * {@code -Dsoabench.fuzz.seed=N} runs that one again.
 */
@Tag("it")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FuzzIT {
    private static final long BUDGET_NS = TimeUnit.SECONDS.toNanos(6);
    private static final int DEADLINE_MS = 5_000;
    private static final int CASES = 3_000;
    private static final ClientLimits LIMITS = new ClientLimits(
            200,
            Duration.ofMillis(300),
            Duration.ofMillis(150),
            Duration.ofMillis(300),
            ClientLimits.DEFAULT.admission());
    private static final String[] TOKENS = {
        "\r\n",
        "\r\n\r\n",
        "\n",
        ":",
        " ",
        "0",
        "-1",
        "ffffffff",
        "chunked",
        "Content-Length: 7\r\n",
        "Expect: 100-continue\r\n",
        "Transfer-Encoding: chunked\r\n",
        "<",
        ">",
        "&",
        "&amp;",
        "&#0;",
        "&#x110000;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?x ?>",
        "<!DOCTYPE a [<!ENTITY e 'e'>]>",
        "&e;",
        "xmlns=\"\"",
        "xmlns:s=\"\"",
        "xml:space=\"x\"",
        "</s:Body>",
        "<s:Header/>",
        "<s:Body/>",
        "\u0000",
        "\u00ff\u00fe",
        "\u00ef\u00bb\u00bf",
        "\u00c0\u0080",
        "\"",
        "'",
        "GET",
        "?wsdl",
        "%00",
        "../",
        "HTTP/1.0",
        "Connection: close\r\n",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
        "<?xml version=\"1.0\" encoding=\"IBM037\"?>",
        "Content-Type: text/xml; charset=utf-16\r\n",
        "Content-Type: text/xml; charset=windows-1252\r\n",
        "Host: y\r\n",
        "HTTP/1.X",
        "POKE",
        "\u00fe\u00ff"
    };

    @Test
    void shouldAnswerOrCloseWhenRequestsAreMutated() throws Exception {
        Long only = Long.getLong("soabench.fuzz.seed");
        try (LogCapture log = new LogCapture();
                EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION
                        .withClients(LIMITS)
                        .withLimits(1_000, 1_000, 50, 50_000, Duration.ofSeconds(2)))) {
            fixture.deploy("Plain", ASK + RESPOND);
            Integer asked = Integer.getInteger("soabench.fuzz.cases");
            int cases = only != null ? 1 : asked != null ? asked : CASES;
            long end = asked != null ? Long.MAX_VALUE : System.nanoTime() + BUDGET_NS;
            int run = 0;
            for (long seed = only == null ? 1 : only; run < cases; seed++) {
                knock(fixture.engine.port(), seed);
                run++;
                if (run % 100 == 0) {
                    assertThat(fixture.post("Plain", request("fine")).statusCode())
                            .as("after seed " + seed)
                            .isEqualTo(200);
                }
                assertThat(log.records).as("seed " + seed).allSatisfy(line -> assertThat(line.getThrown())
                        .isNull());
                assertThat(fixture.engine.counters().value(Counter.ERRORS))
                        .as("seed " + seed)
                        .isZero();
                if (System.nanoTime() - end > 0) {
                    break;
                }
            }
            assertThat(run).isGreaterThan(only == null ? 50 : 0);
            assertThat(fixture.post("Plain", request("fine")).body()).contains("a-fine");
            assertBalanced(fixture);
        }
    }

    /** Sends one mutated request in pieces; the engine has to answer or to close in time. */
    private static void knock(int port, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = mutate(random);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(DEADLINE_MS);
            socket.setTcpNoDelay(true);
            try {
                int pieces = 1 + random.nextInt(4);
                int size = bytes.length / pieces + 1;
                for (int at = 0; at < bytes.length; at += size) {
                    socket.getOutputStream().write(bytes, at, Math.min(size, bytes.length - at));
                }
                // An answer's first byte, or the end.
                int first = socket.getInputStream().read();
                assertThat(first).as("seed " + seed).isIn(-1, (int) 'H');
            } catch (SocketTimeoutException e) {
                throw new AssertionError("no answer and no end within " + DEADLINE_MS + " ms, seed " + seed, e);
            } catch (IOException e) {
                assertThat(e).as("seed " + seed).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
            }
        }
    }

    private static byte[] mutate(Random random) {
        String body = request("f" + random.nextInt(100));
        if (random.nextInt(3) > 0) {
            body = new String(mutate(body.getBytes(StandardCharsets.ISO_8859_1), random), StandardCharsets.ISO_8859_1);
        }
        boolean chunked = random.nextInt(4) == 0;
        int cut = random.nextInt(body.length() + 1);
        String text = "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nSOAPAction: \"\"\r\n"
                + (chunked
                        ? "Transfer-Encoding: chunked\r\n\r\n" + chunk(body.substring(0, cut))
                                + chunk(body.substring(cut)) + "0\r\n\r\n"
                        : "Content-Length: " + body.length() + "\r\n\r\n" + body);
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return random.nextInt(3) == 0 ? mutate(bytes, random) : bytes;
    }

    private static String chunk(String text) {
        return text.isEmpty() ? "" : Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static byte[] mutate(byte[] original, Random random) {
        byte[] bytes = original;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length + 1);
            int to = Math.min(bytes.length, at + random.nextInt(20));
            bytes = switch (random.nextInt(5)) {
                case 0 -> spliced(bytes, at, at, new byte[] {(byte) random.nextInt(256)});
                case 1 -> spliced(bytes, at, to, new byte[0]);
                case 2 -> spliced(bytes, to, to, Arrays.copyOfRange(bytes, at, to));
                case 3 -> at == 0 ? bytes : Arrays.copyOf(bytes, at);
                default ->
                    spliced(bytes, at, at, TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.ISO_8859_1));
            };
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] inserted) {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        result.write(bytes, 0, from);
        result.writeBytes(inserted);
        result.write(bytes, to, bytes.length - to);
        return result.toByteArray();
    }

    private static void assertBalanced(EngineFixture fixture) {
        Counters counters = fixture.engine.counters();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (fixture.engine.running() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(fixture.engine.running()).isZero();
        long started = counters.value(Counter.INSTANCES_STARTED);
        assertThat(started).isPositive();
        assertThat(counters.value(Counter.INSTANCES_COMPLETED) + counters.value(Counter.INSTANCES_FAULTED))
                .isEqualTo(started);
        assertThat(counters.value(Counter.CALLS_ANSWERED) + counters.value(Counter.CALLS_FAILED))
                .isEqualTo(counters.value(Counter.CALLS_SENT))
                .isEqualTo(started);
        assertThat(counters.value(Counter.REQUESTS_ANSWERED)).isLessThanOrEqualTo(started);
    }
}
