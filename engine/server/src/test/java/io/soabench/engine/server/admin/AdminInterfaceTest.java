package io.soabench.engine.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializable;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.batch.Batches;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.Secrets;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.monitor.Sample;
import io.soabench.engine.server.replica.ReplicaState;
import io.soabench.engine.server.request.ServiceDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the engine during a request: its client gets an answer, and the engine continues. */
@Tag("it")
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class AdminInterfaceTest {
    private final Counters counters = new Counters();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Exhaustion exhaustion =
            new Exhaustion(Exhaustion.Heap.OWN, new SystemEngineClock(), Duration.ofSeconds(1), () -> {});

    @AfterEach
    void close() {
        exhaustion.close();
    }

    /** A state that fails when its gauges are read. */
    private class Failing implements EngineState {
        private final Throwable failure;

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public List<ReplicaState> replicas() {
            return List.of();
        }

        @Override
        public List<Sample> samples() {
            return List.of();
        }

        @Override
        public Counters counters() {
            return counters;
        }

        @Override
        public Map<String, Long> gauges() {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }

        @Override
        public long uptimeMs() {
            return 0;
        }

        @Override
        public CompletableFuture<List<RunningInstance>> instances(int most) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public List<EndedInstances> histories() {
            return List.of();
        }

        @Override
        public EngineClock clock() {
            return new SystemEngineClock();
        }

        @Override
        public CompletableFuture<RunningInstance> instance(long id) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public PoolCounters performance() {
            return new PoolCounters(List::of);
        }

        @Override
        public List<PoolState> pools() {
            return List.of();
        }

        @Override
        public void resize(int threads) {
            throw new IllegalStateException("there is no pool");
        }

        @Override
        public int smallestPool() {
            return 1;
        }

        @Override
        public CompletableFuture<Boolean> endInstance(long id) {
            return CompletableFuture.completedFuture(false);
        }

        @Override
        public CompletableFuture<Integer> endInstances(String deployment) {
            return CompletableFuture.failedFuture(failure);
        }

        @Override
        public void requestShutdown() {
            // What is asked for is seen by the answer.
        }
    }

    private static HttpResponse<String> get(AdminInterface admin, String path)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private Deployer deployer() {
        return new Deployer(
                new ServiceDirectory(),
                () -> "http://127.0.0.1:1",
                false,
                Set.of(),
                inquiry -> (portType, answer) -> answer.accept(List.of()),
                new SystemEngineClock(),
                new Secrets(Map.of()));
    }

    private AdminInterface admin(AdminToken token, EngineState state) throws IOException {
        return admin(token, state, 1 << 20);
    }

    private AdminInterface admin(AdminToken token, EngineState state, long memory) throws IOException {
        Failures failures = new Failures(counters, new SystemEngineClock(), exhaustion);
        Deployer deployer = deployer();
        return new AdminInterface(
                0,
                null,
                token,
                new AdminRoutes(
                        deployer,
                        state,
                        new Batches(deployer, List::of, new PoolCounters(List::of), new SystemEngineClock())),
                new HeldMemory(memory),
                failures,
                () -> ended.complete(null),
                new SystemEngineClock());
    }

    private static Socket connect(AdminInterface admin) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), admin.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String exchange(AdminInterface admin, String text) throws IOException {
        try (Socket socket = connect(admin)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldAnswerWhileOthersSendHalfARequest() throws Exception {
        List<Socket> half = new ArrayList<>();
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")))) {
            for (int i = 0; i < 150; i++) {
                Socket socket = connect(admin);
                half.add(socket);
                socket.getOutputStream()
                        .write((i % 2 == 0
                                        ? "GET /hea"
                                        : "PUT /deployments/x HTTP/1.1\r\nHost: localhost\r\n"
                                                + "Content-Length: 1000\r\n\r\nPK")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
            // Of too many connections the oldest is closed.
            assertThat(half.get(0).getInputStream().read()).isEqualTo(-1);
        } finally {
            for (Socket socket : half) {
                socket.close();
            }
        }
    }

    /** A part of an answer for which there is no memory. */
    private static final class TooLarge implements JsonSerializable {
        @Override
        public void serialize(JsonGenerator generator, SerializerProvider provider) {
            throw new OutOfMemoryError("as if there were none");
        }

        @Override
        public void serializeWithType(JsonGenerator generator, SerializerProvider provider, TypeSerializer type) {
            serialize(generator, provider);
        }
    }

    @Test
    void shouldEndTheConnectionWhenThereIsNoMemoryForAnAnswer() throws Exception {
        AdminService service = new AdminService() {
            @Override
            public AdminAnswer answer(AdminRequest request) {
                AdminAnswer answer = new AdminAnswer(200, AdminAnswer.object());
                ((ObjectNode) answer.body()).putPOJO("large", new TooLarge());
                return answer;
            }

            @Override
            public boolean isSlow(String path) {
                return true;
            }

            @Override
            public void shutdown() {
                // Nobody asks for it.
            }
        };
        Failures failures = new Failures(counters, new SystemEngineClock(), exhaustion);
        try (AdminInterface admin = new AdminInterface(
                0,
                null,
                AdminToken.NONE,
                service,
                new HeldMemory(1 << 20),
                failures,
                () -> ended.complete(null),
                new SystemEngineClock())) {
            assertThat(exchange(admin, "GET /statistics HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .isEmpty();
        }
        assertThat(counters.value(Counter.ERRORS)).isEqualTo(1);
    }

    @Test
    void shouldSendTheDate() throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")))) {
            assertThat(get(admin, "/health").headers().firstValue("Date")).hasValueSatisfying(date -> assertThat(
                            ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                    .isBetween(
                            ZonedDateTime.now(ZoneOffset.UTC).minusSeconds(30),
                            ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(1)));
        }
    }

    @Test
    void shouldReportTheEndOfItsThread() throws Exception {
        CompletableFuture<EventExecutor> loop = new CompletableFuture<>();
        EngineState state = new Failing(new IllegalStateException("never asked")) {
            @Override
            public Map<String, Long> gauges() {
                loop.complete(ThreadExecutorMap.currentExecutor());
                return Map.of();
            }
        };
        try (AdminInterface admin = admin(AdminToken.NONE, state)) {
            assertThat(get(admin, "/statistics").statusCode()).isEqualTo(200);
            assertThat(ended).isNotDone();

            assertThat(loop.get(20, TimeUnit.SECONDS)
                            .shutdownGracefully(0, 0, TimeUnit.SECONDS)
                            .await(20, TimeUnit.SECONDS))
                    .isTrue();

            assertThat(ended).succeedsWithin(Duration.ofSeconds(20));
        }
    }

    @Test
    void shouldReportNothingWhenItIsClosed() throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")))) {
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
        }
        assertThat(ended).isNotDone();
    }

    @Test
    void shouldNotBeHealthyWhileTheEngineStops() throws Exception {
        EngineState state = new Failing(new IllegalStateException("never asked")) {
            @Override
            public boolean isStopping() {
                return true;
            }
        };
        try (AdminInterface admin = admin(AdminToken.NONE, state)) {
            HttpResponse<String> health = get(admin, "/health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(health.body()).contains("The engine stops");
        }
    }

    @Test
    void shouldAnswerInOrderWhenWhatComesBehindIsTooMuch() throws Exception {
        CompletableFuture<List<RunningInstance>> told = new CompletableFuture<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        EngineState state = new Failing(new IllegalStateException("never asked")) {
            @Override
            public CompletableFuture<List<RunningInstance>> instances(int most) {
                asked.complete(null);
                return told;
            }
        };
        try (AdminInterface admin = admin(AdminToken.NONE, state, 1_000);
                Socket socket = connect(admin)) {
            String host = " HTTP/1.1\r\nHost: localhost\r\n";
            socket.getOutputStream()
                    .write(("GET /instances" + host + "\r\nPUT /deployments/x" + host + "Content-Length: 9000\r\n\r\n"
                                    + "x".repeat(2_000))
                            .getBytes(StandardCharsets.US_ASCII));
            asked.get(20, TimeUnit.SECONDS);
            told.complete(List.of());

            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answers).startsWith("HTTP/1.1 200 ").containsSubsequence("\"instances\"", "HTTP/1.1 503 ");
            assertThat(answers.split("HTTP/1.1 ", -1)).hasSize(3);
        }
    }

    @Test
    void shouldCloseWhenARequestDoesNotComeInTime() throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")));
                Socket socket = connect(admin)) {
            socket.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|localhost|",
                "200|LOCALHOST:8081|",
                "200|127.0.0.1|",
                "200|127.0.0.1:8081|",
                "200|[::1]:8081|",
                "200|localhost:8081|http://localhost:8081",
                "403|evil.example|",
                "403|evil.example:8081|",
                "403|127.0.0.1.evil.example|",
                "403|10.0.0.1|",
                "403|''|",
                "403|localhost:8081|http://evil.example",
                "403|localhost:8081|http://localhost:3000",
                "403|localhost:8081|https://localhost:8081",
                "403|localhost:8081|null"
            })
    void shouldServeNobodyWhoComesByAnotherNameOrFromAnotherPage(int status, String host, String origin)
            throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")))) {
            String text = "GET /health HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n"
                    + (origin == null ? "" : "Origin: " + origin + "\r\n") + "\r\n";
            assertThat(exchange(admin, text)).startsWith("HTTP/1.1 " + status + " ");
            assertThat(exchange(
                            admin,
                            text.replace("GET /health", "POST /shutdown")
                                    .replace("\r\n\r\n", "\r\nContent-Length: 0\r\n\r\n")))
                    .startsWith(status == 200 ? "HTTP/1.1 202 " : "HTTP/1.1 403 ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPTIONS|/health|405|GET, HEAD",
                "TRACE|/health|405|GET, HEAD",
                "DELETE|/statistics|405|GET, HEAD",
                "POST|/deployments|405|GET, HEAD",
                "OPTIONS|/deployments/x|405|PUT, GET, HEAD, DELETE",
                "POST|/deployments/x|405|PUT, GET, HEAD, DELETE",
                "PATCH|/deployments/x/batch|405|POST, GET, HEAD, DELETE",
                "PUT|/instances|405|GET, HEAD",
                "PUT|/instances/1|405|GET, HEAD, DELETE",
                "TRACE|/pools|405|GET, HEAD",
                "DELETE|/pools/kernel|405|GET, HEAD, PUT",
                "POST|/counters|405|GET, HEAD, PUT",
                "POST|/monitors|405|GET, HEAD",
                "POST|/replicas|405|GET, HEAD",
                "GET|/shutdown|405|POST",
                "HEAD|/shutdown|405|POST",
                "OPTIONS|/shutdown|405|POST",
                "OPTIONS|/|404|",
                "OPTIONS|*|404|",
                "TRACE|/nothing|404|",
                "HEAD|/nothing|404|",
                "GET|/health/more|404|",
                "HEAD|/deployments/x|404|",
                "HEAD|/instances/1|404|"
            })
    void shouldSayWhatAPathTakes(String method, String path, int status, String allowed) throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("never asked")))) {
            String answer =
                    exchange(admin, method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
            if (allowed == null) {
                assertThat(answer).doesNotContain("Allow:");
            } else {
                assertThat(answer).contains("\r\nAllow: " + allowed + "\r\n");
            }
            // It goes on after all of them, /shutdown too.
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldAnswerHeadLikeGetWithoutItsContent() throws Exception {
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(new IllegalStateException("no gauges")))) {
            String rest = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            for (String path : new String[] {
                "/health", "/deployments", "/instances", "/pools", "/counters", "/monitors", "/replicas", "/statistics"
            }) {
                String looked = get(admin, path).body();
                // Were there content, the next answer would not follow the head at once.
                String answers = exchange(
                        admin,
                        "HEAD " + path + rest + "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                String head = answers.substring(0, answers.indexOf("\r\n\r\n") + 4);
                assertThat(head)
                        .startsWith(path.equals("/statistics") ? "HTTP/1.1 500 " : "HTTP/1.1 200 ")
                        .contains("\r\nContent-Length: " + looked.getBytes(StandardCharsets.UTF_8).length + "\r\n");
                assertThat(answers.substring(head.length()))
                        .startsWith("HTTP/1.1 200 ")
                        .contains("\"ready\"");
            }
        }
    }

    @Test
    void shouldAskForTheTokenWhenThereIsOne(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\nmore\n");
        file.toFile().setReadable(false, false);
        file.toFile().setReadable(true, true);
        try (AdminInterface admin =
                admin(AdminToken.read(file), new Failing(new IllegalStateException("never asked")))) {
            String head = "GET /deployments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
            assertThat(exchange(admin, head + "\r\n"))
                    .startsWith("HTTP/1.1 401 ")
                    .contains("WWW-Authenticate: Bearer");
            assertThat(exchange(admin, head + "Authorization: Bearer 0123456789abcdeX\r\n\r\n"))
                    .startsWith("HTTP/1.1 401 ");
            assertThat(exchange(admin, head + "Authorization: Bearer 0123456789abcdef\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldRefuseTokenWhenItIsNoneOrOthersCanReadIt(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("token");
        assertThatThrownBy(() -> AdminToken.read(file)).hasMessageContaining("cannot be read");
        Files.writeString(file, "0123456789abcdef");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> AdminToken.read(file)).hasMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (String token : new String[] {"", "short", "with a blank in its middle"}) {
            Files.writeString(file, token);
            assertThatThrownBy(() -> AdminToken.read(file)).hasMessageContaining("does not begin with a line");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerAndGoOnWhenARequestFails(boolean deep) throws Exception {
        Throwable failure = deep ? new StackOverflowError("too deep") : new IllegalStateException("no gauges");
        try (AdminInterface admin = admin(AdminToken.NONE, new Failing(failure))) {
            for (int i = 1; i <= 3; i++) {
                HttpResponse<String> answer = get(admin, "/statistics");
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.body())
                        .contains("The engine failed to handle this request")
                        .contains(failure.getMessage());
                assertThat(counters.value(Counter.ERRORS)).isEqualTo(i);
            }
            assertThat(get(admin, "/health").statusCode()).isEqualTo(200);
        }
    }
}
