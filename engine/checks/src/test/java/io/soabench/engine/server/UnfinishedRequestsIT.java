package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One limit for the unfinished requests of all connections together, also for many small ones. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class UnfinishedRequestsIT {
    private static final long BUDGET = 1 << 20;
    private static final EngineConfiguration NARROW =
            EngineFixture.CONFIGURATION.but().maxHeldBytes(BUDGET).build();
    private static final String HEAD =
            "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 4000000\r\n\r\n";

    private static long held(EngineFixture fixture) throws Exception {
        String statistics = fixture.admin("GET", "/statistics", new byte[0]).body();
        return Long.parseLong(statistics.replaceAll("(?s).*\"connectionBytes\"\\s*:\\s*(\\d+).*", "$1"));
    }

    private static void awaitNothingHeld(EngineFixture fixture) throws Exception {
        await("no held bytes", () -> held(fixture) == 0);
    }

    private static Socket connect(EngineFixture fixture) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static boolean isOneRefused(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.setSoTimeout(20);
            try {
                String beginning = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                if (beginning.equals("HTTP/1.1 503")) {
                    return true;
                }
            } catch (SocketTimeoutException e) {
                // Within the budget.
            } catch (IOException e) {
                // Refused and reset.
            }
        }
        return false;
    }

    @Test
    void shouldRefuseWhatIsTooMuchWhenManyClientsSendHalfARequest() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(NARROW)) {
            fixture.deploy("Plain", ASK + RESPOND);
            byte[] half = (HEAD + "x".repeat(32 * 1024)).getBytes(StandardCharsets.US_ASCII);
            // Six times what may be held, in pieces that are small each.
            for (int i = 0; i < 200; i++) {
                Socket socket = connect(fixture);
                sockets.add(socket);
                try {
                    socket.getOutputStream().write(half);
                } catch (IOException e) {
                    // It is refused already.
                }
                assertThat(held(fixture)).isLessThan(2 * BUDGET);
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!isOneRefused(sockets)) {
                assertThat(System.nanoTime() - end).as("no client is refused").isNegative();
            }
            assertThat(fixture.engine.counters().value(Counter.REQUESTS_REFUSED))
                    .isPositive();
            assertThat(fixture.engine.counters().value(Counter.REQUESTS_REJECTED))
                    .as("each gets 503")
                    .isZero();
            for (Socket socket : sockets) {
                socket.close();
            }
            awaitNothingHeld(fixture);
            assertThat(fixture.post("Plain", request("fine")).body()).contains("a-fine");
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @Test
    void shouldAnswerWhatIsOwedAndDropWhatWasSentAheadWhenThatIsTooMuch() throws Exception {
        EngineConfiguration tiny =
                EngineFixture.CONFIGURATION.but().maxHeldBytes(5_000).build();
        try (LogCapture log = new LogCapture();
                EngineFixture fixture = new EngineFixture(tiny)) {
            fixture.deploy("Plain", ASK + RESPOND);
            try (Socket socket = connect(fixture);
                    Socket other = connect(fixture)) {
                String body = request("hold");
                String first = HEAD.replace("4000000", Integer.toString(body.length())) + body;
                socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
                assertThat(fixture.partner.received(1)).isTrue();
                // Somebody else holds nearly all that may be held.
                other.getOutputStream().write("POST".getBytes(StandardCharsets.US_ASCII));
                await("held bytes", () -> held(fixture) > 0);
                socket.getOutputStream().write((HEAD + "x".repeat(20_000)).getBytes(StandardCharsets.US_ASCII));
                await("a refusal", () -> log.records.stream()
                        .anyMatch(line -> line.getMessage().contains("there is no memory")));
                other.shutdownOutput();
                awaitNothingHeld(fixture);
                fixture.partner.held.release();
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).startsWith("HTTP/1.1 200 ").contains("Connection: close", "a-hold");
            }
            awaitNothingHeld(fixture);
        }
    }

    @Test
    void shouldFailTheCallWhenPartnersAnswerMoreThanMayBeHeld() throws Exception {
        String endless =
                "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4000000\r\n\r\n" + "x".repeat(100_000);
        EngineConfiguration tiny =
                EngineFixture.CONFIGURATION.but().maxHeldBytes(50_000).build();
        try (RawPartner partner = new RawPartner(endless, false);
                EngineFixture fixture = new EngineFixture(tiny)) {
            Map<String, byte[]> archive = fixture.archive("Plain", ASK + RESPOND);
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + partner.port() + "/\"}}")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Plain", archive);
            // Long before the call would end by its time.
            assertThat(fixture.post("Plain", request("x")).statusCode()).isEqualTo(500);
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isEqualTo(1);
            awaitNothingHeld(fixture);
        }
    }
}
