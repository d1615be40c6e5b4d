package io.soabench.metrics.reported;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedMetricsTest {

    private final AtomicInteger questions = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private volatile String authorization;
    private volatile String answer = "{\"waiting\": 3, \"sent\": 4, \"running\": 12, \"text\": \"x\"}";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/statistics", exchange -> {
            questions.incrementAndGet();
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (answer.isEmpty()) {
                await();
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.startsWith("{") ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private List<String> said(Set<String> asked, Map<String, List<String>> numbers) {
        return said(new MetricSource.Asked(asked, new Lifecycle.MetricRequest(action(), numbers)));
    }

    private HttpAction action() {
        return new HttpAction(
                "GET",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/statistics",
                "",
                "",
                List.of(200),
                10_000);
    }

    private static List<String> said(MetricSource.Asked asked) {
        return said(new ReportedMetrics(), asked);
    }

    private static List<String> said(MetricSource source, MetricSource.Asked asked) {
        List<String> said = new ArrayList<>();
        source.ask(asked, new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {
                said.add(metric + " = " + value);
            }

            @Override
            public void unavailable(String metric, String reason) {
                said.add(metric + ": " + reason);
            }
        });
        return said;
    }

    @Test
    void shouldAddUpWhatAMetricIsMadeOf() {
        Map<String, List<String>> numbers = Map.of(
                "queue", List.of("waiting", "sent"), "in-service", List.of("running"), "refused", List.of("sent"));

        assertThat(said(Set.of("queue", "in-service", "cpu"), numbers))
                .containsExactly("in-service = 12.0", "queue = 7.0");
        assertThat(questions).as("one question for all metrics").hasValue(1);
    }

    @Test
    void shouldShowTheTokenThatTheServerDemands(@TempDir Path folder) throws IOException {
        Map<String, List<String>> numbers = Map.of("in-service", List.of("running"));
        Path file = Files.writeString(folder.resolve("token"), "secret\n");

        assertThat(said(new MetricSource.Asked(
                        Set.of("in-service"),
                        new Lifecycle.MetricRequest(action().withToken(file.toString()), numbers))))
                .containsExactly("in-service = 12.0");
        assertThat(authorization).isEqualTo("Bearer secret");
        Files.delete(file);
        assertThat(said(new MetricSource.Asked(
                        Set.of("in-service"),
                        new Lifecycle.MetricRequest(action().withToken(file.toString()), numbers))))
                .singleElement()
                .asString()
                .startsWith("in-service: the server did not answer: ");
    }

    @Test
    void shouldNotAskForWhatTheModelDoesNotName() {
        assertThat(said(Set.of("cpu"), Map.of("queue", List.of("waiting")))).isEmpty();
        assertThat(questions).hasValue(0);
    }

    @Test
    void shouldSayWhatAServerDoesNotTell() {
        assertThat(said(Set.of("queue", "refused"), Map.of("queue", List.of("waiting"))))
                .containsExactlyInAnyOrder("queue = 3.0", "refused: servers of this type do not report it");
        assertThat(said(new MetricSource.Asked(Set.of("queue", "cpu"), null)))
                .containsExactly("queue: servers of this type do not report it");
    }

    @Test
    void shouldSayWhatAnAnswerLacks() {
        assertThat(said(
                        Set.of("queue", "in-service"),
                        Map.of("queue", List.of("waiting", "text"), "in-service", List.of("no"))))
                .containsExactly(
                        "in-service: the server's statistics have no number \"no\"",
                        "queue: the server's statistics have no number \"text\"");
    }

    @Test
    void shouldSayThatAServerRefusesToTell() {
        answer = "busy";

        assertThat(said(Set.of("queue"), Map.of("queue", List.of("waiting"))))
                .singleElement()
                .asString()
                .startsWith("queue: the server did not answer: http://127.0.0.1:")
                .endsWith("/statistics was answered with status 503");
    }

    @Test
    void shouldNotWaitForAServerThatHangs() {
        answer = "";

        assertThat(said(Set.of("queue"), Map.of("queue", List.of("waiting"))))
                .containsExactly("queue: the server did not answer within 500 ms");
    }

    @Test
    void shouldPassOnWhyAnEventIsNotCountedAndNeverSayZero() {
        answer = "{\"counters.cpu-cycles\": \"unsupported: no PMU\", \"counters.page-faults\": 0, \"running\": 1}";
        HttpAction action = new HttpAction(
                "GET",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/statistics",
                "",
                "",
                List.of(200),
                10_000);
        Map<String, List<String>> numbers = Map.of(
                "cycles", List.of("counters.cpu-cycles"),
                "page-faults", List.of("counters.page-faults"),
                "migrations", List.of("counters.cpu-migrations"),
                "in-service", List.of("running"));

        assertThat(said(
                        new CounterMetrics(),
                        new MetricSource.Asked(
                                Set.of("cycles", "page-faults", "migrations", "instructions", "in-service"),
                                new Lifecycle.MetricRequest(action, numbers))))
                .containsExactlyInAnyOrder(
                        "cycles: unsupported: no PMU",
                        "page-faults = 0.0",
                        "migrations: the engine does not count it: name cpu-migrations in its parameter 'counters'",
                        "instructions: servers of this type do not report it");
    }
}
