package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An engine with a small heap, and instances that need more memory than it has. It must refuse messages and continue.
 */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class HeldAnswersIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEAP = "64m";
    private static final int CALLS = 120;
    private static final String FOR_EVER = "<wait><for>'P1D'</for></wait>";
    private static final String TURNS =
            "<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                    + "<finalCounterValue>5000</finalCounterValue><scope>" + FOR_EVER + "</scope></forEach>";
    private static final String LOOP = "<while><condition>true()</condition><scope><compensationHandler><empty/>"
            + "</compensationHandler><empty/></scope></while>";

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Socket> clients = new ArrayList<>();

    @TempDir
    private Path folder;

    private HttpResponse<String> admin(URI admin, String method, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(admin.resolve(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private long statistic(URI admin, String name) throws Exception {
        JsonNode all = JSON.readTree(admin(admin, "GET", "/statistics").body());
        return all.get(name).longValue();
    }

    /** Sends a request on a connection of its own. */
    private Socket send(URI services, String id) throws IOException {
        byte[] body = EngineFixture.request(id).getBytes(StandardCharsets.UTF_8);
        Socket client = new Socket(services.getHost(), services.getPort());
        clients.add(client);
        client.getOutputStream()
                .write(("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nSOAPAction: \"\"\r\n"
                                + "Connection: close\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(body);
        return client;
    }

    private void close() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldRefuseAnswersThatInstancesWouldHoldBeyondTheHeap() throws Exception {
        try (ScriptedPartner partner = new ScriptedPartner();
                EngineProcess engine = EngineProcess.start(
                        folder,
                        HEAP,
                        EngineFixture.ASK + FOR_EVER,
                        partner.url(),
                        List.of("--max-kernel-bytes", "16000000"))) {
            List<URI> at = engine.ready();
            URI admin = at.get(1);
            Socket refused = null;
            for (int i = 1; i <= CALLS && refused == null; i++) {
                Socket client = send(at.get(0), "large");
                int done = i;
                assertThat(await(() -> statistic(admin, "callsAnswered")
                                        + statistic(admin, "callsFailed")
                                        + statistic(admin, "requestsRefused")
                                >= done))
                        .isTrue();
                refused = statistic(admin, "callsFailed") + statistic(admin, "requestsRefused") > 0 ? client : null;
            }

            assertThat(refused).isNotNull();
            assertThat(statistic(admin, "callsAnswered")).isBetween(10L, 24L);
            assertThat(statistic(admin, "kernelBytes")).isLessThanOrEqualTo(24_000_000);
            assertThat(statistic(admin, "errors")).isZero();
            assertEndsWell(admin);
        } finally {
            close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TURNS, LOOP})
    void shouldFaultWhenOneSmallMessageAsksForMoreThanTheHeap(String body) throws Exception {
        try (ScriptedPartner partner = new ScriptedPartner();
                EngineProcess engine = EngineProcess.start(folder, HEAP, body, partner.url(), List.of())) {
            List<URI> at = engine.ready();
            URI admin = at.get(1);
            for (int i = 0; i < CALLS; i++) {
                send(at.get(0), "x");
            }
            // Each gets a fault, is refused, or waits within the budget.
            assertThat(await(() -> statistic(admin, "requestsRefused")
                                            + statistic(admin, "instancesFaulted")
                                            + statistic(admin, "instancesRunning")
                                    == CALLS
                            && statistic(admin, "instancesRunning") < CALLS / 2))
                    .isTrue();

            assertThat(statistic(admin, "errors")).isZero();
            assertEndsWell(admin);
        } finally {
            close();
        }
    }

    private void assertEndsWell(URI admin) throws Exception {
        admin(admin, "DELETE", "/deployments/plain?instances=terminate");
        assertThat(await(() -> statistic(admin, "instancesRunning") == 0)).isTrue();
        assertThat(statistic(admin, "kernelBytes")).isZero();
        assertThat(admin(admin, "GET", "/health").statusCode()).isEqualTo(200);
    }

    /** A condition that queries the engine. */
    @FunctionalInterface
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static boolean await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(5);
        }
        return true;
    }
}
