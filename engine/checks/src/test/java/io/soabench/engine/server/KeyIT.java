package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.testing.TestPorts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that clients of a durable engine repeat with the same key. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class KeyIT {
    private static final String KEY = "Idempotency-Key";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private CountingPartner partner;
    private EngineConfiguration configuration;
    private Engine engine;

    @BeforeEach
    void open() throws Exception {
        partner = new CountingPartner();
        configuration = EngineFixture.CONFIGURATION
                .but()
                .port(TestPorts.next())
                .durable(folder.resolve("state"))
                .build();
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
        partner.close();
    }

    private void start() throws Exception {
        engine = Engine.start(configuration, new SystemEngineClock());
        if (engine.deployer().deployed().isEmpty()) {
            engine.deployer().deploy("One", DurableProcess.oneWay("One", partner.url()));
            engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        }
    }

    private CompletableFuture<HttpResponse<String>> sendLater(String process, String envelope, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + process))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(envelope));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String process, String envelope, String... headers) {
        return sendLater(process, envelope, headers).join();
    }

    private static String message(String operation, String id, String text) {
        return ScriptedPartner.envelope(TalkProcess.message(operation, id, text));
    }

    private long started() {
        return engine.counters().value(Counter.INSTANCES_STARTED);
    }

    @Test
    void shouldDoARepeatedRequestOnce() throws Exception {
        start();

        HttpResponse<String> first = send("Two", message("request", "a", ""), KEY, "\"k1\"");
        HttpResponse<String> second = send("Two", message("request", "a", ""), KEY, "\"k1\"");
        HttpResponse<String> other = send("Two", message("request", "b", ""), KEY, "\"k2\"");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body()).contains(">a<");
        assertThat(other.body()).contains(">b<");
        assertThat(started()).isEqualTo(2);
    }

    @Test
    void shouldRememberKeysAtTheNextStart() throws Exception {
        start();
        HttpResponse<String> first = send("Two", message("request", "a", ""), KEY, "k");
        assertThat(send("One", message("hint", "a", "go"), KEY, "k").statusCode())
                .as("the key of another operation")
                .isEqualTo(202);

        engine.close();
        start();

        assertThat(send("Two", message("request", "a", ""), KEY, "k").body()).isEqualTo(first.body());
        assertThat(send("One", message("hint", "a", "go"), KEY, "k").statusCode())
                .isEqualTo(202);
        assertThat(send("One", message("hint", "a", "stop"), KEY, "k").statusCode())
                .isEqualTo(422);
        assertThat(started()).as("those of the earlier start").isEqualTo(2);
        assertThat(engine.running()).isEqualTo(2);
    }

    @Test
    void shouldLetARepeatedRequestWaitForTheAnswerOfTheFirst() throws Exception {
        start();
        partner.hold(true);
        CompletableFuture<HttpResponse<String>> first = sendLater("Two", message("request", "a", ""), KEY, "\"k\"");
        assertThat(partner.received(1)).isTrue();
        CompletableFuture<HttpResponse<String>> second = sendLater("Two", message("request", "a", ""), KEY, "\"k\"");
        await("the second request", () -> engine.counters().value(Counter.REQUESTS_RECEIVED) == 2);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();

        partner.hold(false);

        assertThat(second.join().body()).isEqualTo(first.join().body()).contains(">a<");
        assertThat(started()).isOne();
    }

    @Test
    void shouldTakeTheMessageIdOfARequestWithoutAKey() throws Exception {
        start();
        String request = ScriptedPartner.addressed(message("request", "a", ""), "urn:mine:1", null);

        HttpResponse<String> first = send("Two", request);
        HttpResponse<String> second = send("Two", request);

        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).contains("urn:mine:1", ">a<");
        assertThat(first.body()).contains("urn:mine:1", ">a<");
        assertThat(send("Two", request.replace("urn:mine:1", "urn:mine:2").replace(">a<", ">b<"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send("Two", message("request", "c", ""), KEY, "urn:mine:1").statusCode())
                .as("a key that is equal to a MessageID")
                .isEqualTo(200);
        assertThat(started()).isEqualTo(3);
    }

    @Test
    void shouldPostTheAnswerAgainThatARepeatedRequestWantsElsewhere() throws Exception {
        try (ScriptedPartner receiver = new ScriptedPartner()) {
            configuration = configuration
                    .but()
                    .replyTo(Set.of(URI.create(receiver.url()).getAuthority()))
                    .build();
            start();
            String request = ScriptedPartner.addressed(message("request", "a", ""), "urn:mine:1", receiver.url());
            assertThat(send("Two", request).statusCode()).isEqualTo(202);
            assertThat(receiver.received(1)).isTrue();

            assertThat(send("Two", request).statusCode()).isEqualTo(202);

            assertThat(receiver.received(2)).isTrue();
            assertThat(receiver.requests)
                    .allSatisfy(posted -> assertThat(posted).contains("urn:mine:1", ">a<"));
            assertThat(started()).isOne();
        }
    }

    @Test
    void shouldRefuseAnotherRequestWithTheSameKey() throws Exception {
        start();
        assertThat(send("Two", message("request", "a", ""), KEY, "\"k\"").statusCode())
                .isEqualTo(200);

        HttpResponse<String> refused = send("Two", message("request", "b", ""), KEY, "\"k\"");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body())
                .isEqualTo("Another request to this operation has the key 'k'; send this one with a key of its own.\n");
        assertThat(engine.counters().value(Counter.REQUESTS_REJECTED)).isOne();
        assertThat(started()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"half", " "})
    void shouldRefuseEmptyAndMalformedKeys(String key) throws Exception {
        start();

        HttpResponse<String> refused = send("Two", message("request", "a", ""), KEY, key);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("The Idempotency-Key ");
        assertThat(started()).isZero();
    }

    @Test
    void shouldRefuseTwoKeysAndOneThatIsTooLong() throws Exception {
        start();

        assertThat(send("Two", message("request", "a", ""), KEY, "a", KEY, "b").statusCode())
                .isEqualTo(400);
        assertThat(send("Two", message("request", "a", ""), KEY, "a".repeat(257))
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("Two", message("request", "a", ""), KEY, "a".repeat(256))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldLeaveNoKeyWhenNoInstanceTakesTheMessage() throws Exception {
        start();
        String note = message("note", "a", "go");

        assertThat(send("One", note, KEY, "k").statusCode()).isEqualTo(500);
        assertThat(send("One", message("hint", "a", "x")).statusCode()).isEqualTo(202);

        assertThat(send("One", note, KEY, "k").statusCode()).isEqualTo(200);
        assertThat(send("One", note, KEY, "k").statusCode()).isEqualTo(200);
    }

    @Test
    void shouldIgnoreKeysUnlessItIsDurable() throws Exception {
        configuration = configuration.but().durable(null).build();
        start();

        send("Two", message("request", "a", ""), KEY, "\"k\"");
        send("Two", message("request", "b", ""), KEY, "\"k\"");

        assertThat(started()).isEqualTo(2);
    }

    @Test
    void shouldIgnoreKeysWhenNoneAreRemembered() throws Exception {
        configuration = configuration
                .but()
                .keys(new RequestKeys.Bounds(Duration.ZERO, 10, 1_000))
                .build();
        start();

        send("Two", message("request", "a", ""), KEY, "\"k\"");
        send("Two", message("request", "b", ""), KEY, "\"k\"");

        assertThat(started()).isEqualTo(2);
    }

    @Test
    void shouldCountRepeatedRequests() throws Exception {
        start();
        send("Two", message("request", "a", ""), KEY, "\"k\"");
        send("Two", message("request", "a", ""), KEY, "\"k\"");

        String statistics = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + engine.adminPort() + "/statistics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();

        assertThat(statistics).contains("\"keysRemembered\" : 1", "\"requestsRepeated\" : 1", "\"keysForgotten\" : 0");
    }
}
