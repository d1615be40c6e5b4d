package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks on one of several replicas that are processes: by clients, by its own instances, by other users of the host
 * and by the system. The other replicas must not be harmed, and each attack must come to an end. The whole engine is a
 * process of its own here, as its end is tested.
 */
@Tag("it")
// A write to a socket cannot be interrupted; a thread of its own can be left, and its stack is reported.
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplicaAttackIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** How long a client waits for an engine that takes nothing. */
    private static final Duration STUBBORN = Duration.ofSeconds(2);

    private static final int TALKS = 20;
    private static final int LOOPS = 12;
    private static final int OUT_OF_MEMORY = 3;
    private static final int LEAST_KILLED = 3;
    private static final String LOOP = "<while><condition>true()</condition><empty/></while>";
    private static final String HALF =
            "POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 4000000\r\n\r\n";

    @TempDir
    private Path folder;

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final Set<ProcessHandle> seen = new HashSet<>();
    private ServerSocket silent;
    private EngineProcess engine;
    private URI services;
    private URI admin;

    @BeforeEach
    void listen() throws IOException {
        silent = new ServerSocket(0, 10_000, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        if (engine != null) {
            children();
            engine.close();
        }
        seen.forEach(ProcessHandle::destroyForcibly);
        silent.close();
    }

    /** Starts two replicas with the processes Plain, which has the body, and Talk, which has conversations. */
    private void start(String body, String heap, String... options) throws Exception {
        Path talk = Files.createDirectories(folder.resolve("talk"));
        for (Map.Entry<String, byte[]> file :
                TalkProcess.archive("Talk", TalkProcess.conversation()).entrySet()) {
            Files.write(talk.resolve(file.getKey()), file.getValue());
        }
        List<String> all = new ArrayList<>(
                List.of("--replicas", "2", "--replica-kind", "processes", "--http-threads", "2", "--drain", "500"));
        all.addAll(List.of(options));
        engine = EngineProcess.start(folder, heap, body, "http://127.0.0.1:" + silent.getLocalPort() + "/", all);
        List<URI> addresses = engine.ready();
        services = addresses.get(0);
        admin = addresses.get(1);
        Thread reading = new Thread(() -> engine.output.lines().forEach(log::add), "log");
        reading.setDaemon(true);
        reading.start();
        children();
    }

    private List<ProcessHandle> children() {
        List<ProcessHandle> now = engine.process.toHandle().children().toList();
        seen.addAll(now);
        return now;
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(SOON)
                .build();
    }

    private HttpResponse<String> ask(String method, String path, Duration within) throws Exception {
        return client().send(
                        HttpRequest.newBuilder(admin.resolve(path))
                                .timeout(within)
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = ask("GET", path, PATIENCE);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private Map<Integer, ProcessHandle> replicas() throws Exception {
        Map<Integer, ProcessHandle> replicas = new TreeMap<>();
        for (JsonNode one : get("/replicas")) {
            if (!one.get("pid").isNull()) {
                ProcessHandle.of(one.get("pid").longValue())
                        .ifPresent(found -> replicas.put(one.get("id").intValue(), found));
            }
        }
        seen.addAll(replicas.values());
        return replicas;
    }

    private boolean isReady(int id, ProcessHandle but) throws Exception {
        for (JsonNode one : get("/replicas")) {
            if (one.get("id").intValue() == id) {
                return one.get("state").textValue().equals("ready")
                        && !one.get("pid").isNull()
                        && one.get("pid").longValue() != but.pid();
            }
        }
        return false;
    }

    /** Sends a message on a connection of its own; returns status and body, or the failure. */
    private CompletableFuture<String> send(String process, String envelope) {
        return client().sendAsync(
                        HttpRequest.newBuilder(services.resolve("/processes/" + process))
                                .timeout(PATIENCE)
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .handle((answer, error) -> error == null ? answer.statusCode() + " " + answer.body() : "gone " + error);
    }

    private CompletableFuture<String> said(String operation, String id, String text) {
        return send("Talk", ScriptedPartner.envelope(TalkProcess.message(operation, id, text)));
    }

    private String talk(String operation, String id, String text) throws Exception {
        return said(operation, id, text).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void signal(String name, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    /**
     * Opens a connection, which stays open until the test ends, and writes as much as the other end takes within
     * {@link #STUBBORN}: a blocked write would not end with the time of its test.
     */
    private void offer(InetSocketAddress address, byte[] bytes) throws IOException {
        SocketChannel channel = SocketChannel.open();
        sockets.add(channel.socket());
        channel.socket().connect(address, (int) STUBBORN.toMillis());
        channel.configureBlocking(false);
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        long end = System.nanoTime() + STUBBORN.toNanos();
        while (rest.hasRemaining() && System.nanoTime() - end < 0) {
            if (channel.write(rest) == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
        channel.configureBlocking(true);
    }

    /** Checks that no process of the engine is left, and that its port is free. */
    private void nothingIsLeft() throws Exception {
        await(
                "the end of all processes",
                SOON,
                () -> seen.stream().noneMatch(ProcessHandle::isAlive) && !engine.process.isAlive());
    }

    // ---- clients

    @Test
    void shouldAnswerWhileSilentAndUnfinishedRequestsTakeAllThatReplicasHoldForThem() throws Exception {
        start(LOOP, "256m", "--max-held-bytes", "2000000");
        byte[] half = (HALF + "x".repeat(32 * 1024)).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 300; i++) {
            try {
                offer(new InetSocketAddress(services.getHost(), services.getPort()), i % 3 > 0 ? half : new byte[0]);
            } catch (IOException e) {
                // It is refused.
            }
        }

        for (int i = 0; i < TALKS; i++) {
            // What a small request needs is there again when a large one is refused.
            String id = "s" + i;
            await("an answer for " + id, SOON, () -> talk("request", id, "").startsWith("200"));
        }
        JsonNode statistics = get("/statistics");
        assertThat(statistics.get("requestsRefused").intValue()).isPositive();
        assertThat(statistics.get("connectionBytes").longValue()).isLessThan(4_000_000);
        assertThat(statistics.get("errors").intValue()).isZero();
        assertThat(statistics.get("replicasLost").intValue()).isZero();
    }

    // ---- instances

    private void loop() {
        List<CompletableFuture<String>> nobodyWaits = new ArrayList<>();
        for (int i = 0; i < LOOPS; i++) {
            nobodyWaits.add(send("Plain", EngineFixture.request("x" + i)));
        }
        assertThat(nobodyWaits).hasSize(LOOPS);
    }

    private void awaitLoops() throws Exception {
        await("loops in all replicas", PATIENCE, () -> {
            Set<Long> replicas = new HashSet<>();
            JsonNode instances = get("/instances").get("instances");
            instances.forEach(one -> replicas.add(one.get("id").longValue() % 2));
            return instances.size() >= LOOPS && replicas.size() == 2;
        });
    }

    @Test
    void shouldObeyWhileAllReplicasLoopAndEndWithTheirParent() throws Exception {
        start(LOOP, "256m");
        loop();
        awaitLoops();

        assertThat(ask("GET", "/health", SOON).statusCode()).isEqualTo(200);
        assertThat(talk("request", "amid", "")).startsWith("200");
        JsonNode ended = JSON.readTree(ask("DELETE", "/deployments/plain?instances=terminate", PATIENCE)
                .body());
        assertThat(ended.get("ended").intValue()).isEqualTo(LOOPS);
        Map<String, byte[]> again =
                EngineFixture.archive("Plain", LOOP, "http://127.0.0.1:" + silent.getLocalPort() + "/");
        HttpResponse<String> deployed = client().send(
                        HttpRequest.newBuilder(admin.resolve("/deployments/plain"))
                                .PUT(HttpRequest.BodyPublishers.ofByteArray(EngineFixture.zip(again)))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(deployed.statusCode()).isEqualTo(201);
        loop();
        awaitLoops();
        children();

        engine.process.destroyForcibly();

        nothingIsLeft();
    }

    @Test
    void shouldStartAReplicaAgainThatHasNoMemoryLeft() throws Exception {
        String unbounded = Long.toString(1L << 40);
        start(
                EngineFixture.ASK + EngineFixture.RESPOND,
                "80m",
                "--max-kernel-bytes",
                unbounded,
                "--max-held-bytes",
                unbounded,
                "--max-waiting-bytes",
                unbounded,
                "--partner-timeout",
                "600000",
                "--max-connections",
                "100000");
        String body =
                EngineFixture.request("x").replace("</c:count>", "</c:count>" + "<c:item>y</c:item>".repeat(20_000));
        byte[] request = ("POST /processes/Plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] half = HALF.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 68 && isNoneLost(); i++) {
            try {
                // A replica whose heap is nearly full starts no instances, but has connections and unfinished requests.
                for (int more = 0; more < 50; more++) {
                    offer(
                            new InetSocketAddress(services.getHost(), services.getPort()),
                            i < 8 ? request : Arrays.copyOf(half, half.length + more * more * 4));
                }
            } catch (IOException e) {
                // It has ended, or refuses what it has no memory for.
            }
        }

        await("the end of a replica", PATIENCE, () -> !isNoneLost());
        assertThat(log).anyMatch(line -> line.contains("status " + OUT_OF_MEMORY) && line.contains(" is lost: "));
        for (Socket socket : sockets) {
            socket.close();
        }
        // None may run for a moment, as what one replica has no memory for comes to the other then.
        await("all replicas", PATIENCE, () -> {
            HttpResponse<String> health = ask("GET", "/health", PATIENCE);
            return health.statusCode() == 200
                    && JSON.readTree(health.body()).path("missing").isMissingNode();
        });
        for (int i = 0; i < TALKS; i++) {
            String id = "m" + i;
            await("an answer for " + id, PATIENCE, () -> talk("request", id, "").startsWith("200"));
        }
    }

    private boolean isNoneLost() {
        return log.stream().noneMatch(line -> line.contains(" is lost: "));
    }

    // ---- the system

    @Test
    void shouldEndAReplicaThatStandsStillAndTellItsClients() throws Exception {
        start(LOOP, "256m", "--replica-patience", "5000");
        for (int i = 0; i < TALKS; i++) {
            assertThat(talk("request", "t" + i, "")).startsWith("200");
        }
        ProcessHandle still = replicas().get(2);

        signal("STOP", still);
        // Some come to the replica that stands still, others look there for their instance.
        List<CompletableFuture<String>> notes = new ArrayList<>();
        for (int i = 0; i < TALKS; i++) {
            notes.add(said("note", "t" + i, "n"));
        }

        assertThat(ask("GET", "/health", SOON).statusCode()).isEqualTo(200);
        await("another process", PATIENCE, () -> isReady(2, still));
        assertThat(still.isAlive()).isFalse();
        assertThat(log).anyMatch(line -> line.contains("it answered nothing any more and was killed"));
        for (CompletableFuture<String> note : notes) {
            assertThat(note.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .matches("(?s)(200|502|500 .*correlationViolation|gone ).*");
        }
        assertThat(notes.stream().map(CompletableFuture::join).filter(note -> note.startsWith("200")))
                .isNotEmpty();
        for (int i = 0; i < TALKS; i++) {
            assertThat(talk("request", "again" + i, "")).startsWith("200");
            assertThat(talk("note", "again" + i, "n")).startsWith("200");
        }
        assertThat(get("/statistics").get("replicasLost").intValue()).isEqualTo(1);
    }

    @Test
    void shouldSayWithinTheBoundWhatIsKnownWhileAReplicaStandsStill() throws Exception {
        start(LOOP, "256m");
        loop();
        awaitLoops();
        JsonNode instances = get("/instances").get("instances");
        signal("STOP", replicas().get(2));

        JsonNode deployments = soon("/deployments", 200);
        assertThat(deployments.get("deployments").findValuesAsText("name")).containsExactly("plain", "talk");
        assertThat(deployments.get("missing").toString()).isEqualTo("[2]");
        JsonNode left = soon("/instances", 200);
        assertThat(left.get("missing").toString()).isEqualTo("[2]");
        assertThat(left.get("instances"))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.get("id").longValue() % 2).isEqualTo(1));
        assertThat(soon("/deployments/plain", 200).get("missing").toString()).isEqualTo("[2]");
        long there = 0;
        long elsewhere = 0;
        for (JsonNode one : instances) {
            long id = one.get("id").longValue();
            there = id % 2 == 0 ? id : there;
            elsewhere = id % 2 == 1 ? id : elsewhere;
        }
        assertThat(soon("/instances/" + elsewhere, 200).get("deployment").textValue())
                .isEqualTo("plain");
        assertThat(soon("/instances/" + there, 503).get("message").textValue())
                .contains("Replica 2 has not answered within 2 s");
        assertThat(soon("/instances/999999999", 404).get("message").textValue()).contains("no instance");

        signal("STOP", replicas().get(1));

        assertThat(soon("/deployments", 503).get("message").textValue()).contains("No replica has answered within 2 s");
        assertThat(soon("/instances", 503).get("message").textValue()).contains("No replica has answered within 2 s");
    }

    /** Returns an answer, which names the limit of the README where a replica does not keep it. */
    private JsonNode soon(String path, int status) throws Exception {
        HttpResponse<String> answer = ask("GET", path, SOON);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    @Test
    void shouldRestAfterProcessesThatEndAtOnceAndStillAnswer() throws Exception {
        start(LOOP, "256m");
        ProcessHandle first = replicas().get(2);
        ProcessHandle other = replicas().get(1);
        signal("KILL", first);
        long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
        int killed = 1;
        while (System.nanoTime() < end || killed < LEAST_KILLED) {
            for (ProcessHandle child : children()) {
                if (!child.equals(other) && child.isAlive()) {
                    child.destroyForcibly();
                    killed++;
                    await("its end", SOON, () -> !child.isAlive());
                }
            }
            assertThat(talk("request", "k" + System.nanoTime(), "")).startsWith("200");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }

        // The first, one at once, and those after 1, 2 and 4 s; each would take some tenths of a second.
        assertThat(killed).isBetween(LEAST_KILLED, 10);
        assertThat(get("/health").get("missing").toString()).isEqualTo("[2]");
        await("the replica again", PATIENCE, () -> isReady(2, first));
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void shouldLeaveNothingWhenItIsStoppedWhileAReplicaStarts() throws Exception {
        start(LOOP, "256m");
        ProcessHandle first = replicas().get(2);
        ProcessHandle other = replicas().get(1);
        signal("KILL", first);
        await("a new process", PATIENCE, () -> children().stream()
                .anyMatch(child -> !child.equals(first) && !child.equals(other) && child.isAlive()));
        ProcessHandle starting = children().stream()
                .filter(child -> !child.equals(first) && !child.equals(other))
                .findFirst()
                .orElseThrow();
        signal("STOP", starting);

        engine.process.destroy();

        assertThat(engine.process.waitFor(SOON.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        nothingIsLeft();
        try (ServerSocket free = new ServerSocket()) {
            free.setReuseAddress(true);
            free.bind(new InetSocketAddress(services.getHost(), services.getPort()));
        }
    }

    @Test
    void shouldLeaveNothingWhenItIsStoppedWhileAReplicaStandsStillWithADeployment() throws Exception {
        start(LOOP, "256m");
        signal("STOP", replicas().get(2));
        CompletableFuture<HttpResponse<String>> deploying = client().sendAsync(
                        HttpRequest.newBuilder(admin.resolve("/deployments/more"))
                                .PUT(HttpRequest.BodyPublishers.ofByteArray(
                                        EngineFixture.zip(TalkProcess.archive("More", TalkProcess.conversation()))))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        await("a deployment that waits for the replica", PATIENCE, () -> get("/deployments")
                .toString()
                .contains("\"more\""));
        assertThat(deploying).as("told before all replicas have it").isNotDone();

        engine.process.destroy();

        assertThat(engine.process.waitFor(SOON.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        nothingIsLeft();
        assertThat(deploying.handle((answer, error) -> error != null || answer.statusCode() >= 400))
                .as("nobody is told that it is deployed")
                .succeedsWithin(SOON)
                .isEqualTo(true);
    }

    // ---- other users of the host

    @Test
    void shouldHearNobodyElseAtTheInnerPorts() throws Exception {
        start(LOOP, "256m");
        Set<Integer> ports = new HashSet<>();
        for (ProcessHandle replica : replicas().values()) {
            ports.addAll(listening(replica.pid()));
        }
        ports.remove(services.getPort());
        assertThat(ports).as("an inner admin and a port for the others each").hasSize(4);
        String message = ScriptedPartner.envelope(TalkProcess.message("request", "stranger", ""));
        int told = 0;
        for (int port : ports) {
            // Whoever has to show something shows it at once, or goes.
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(5_000);
                socket.getOutputStream()
                        .write(
                                ("POST /0123456789abcdef0123456789abcdef0123456789abcdef/start/processes/Talk HTTP/1.1\r\nHost: "
                                                + "127.0.0.1:" + port + "\r\nContent-Type: text/xml\r\nContent-Length: "
                                                + message.length() + "\r\n\r\n" + message)
                                        .getBytes(StandardCharsets.US_ASCII));
                String answer = answered(socket);
                assertThat(answer).matches("(?s)|HTTP/1.1 401.*");
                told += answer.isEmpty() ? 0 : 1;
            }
        }
        assertThat(told).as("admin interfaces").isEqualTo(2);
        // A flood of connections that say nothing, and of requests that have no end.
        byte[] more = (HALF + "x".repeat(64 * 1024)).getBytes(StandardCharsets.US_ASCII);
        for (int port : ports) {
            for (int i = 0; i < 300; i++) {
                try {
                    offer(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                            i % 2 == 0 ? more : new byte[0]);
                } catch (IOException e) {
                    // It is turned away.
                }
            }
        }

        for (int i = 0; i < TALKS; i++) {
            assertThat(talk("request", "f" + i, "")).startsWith("200");
        }
        for (int i = 0; i < TALKS; i++) {
            assertThat(talk("note", "f" + i, "n")).startsWith("200").contains(">f" + i + " n<");
        }
        JsonNode statistics = get("/statistics");
        assertThat(statistics.get("requestsForwarded").intValue()).isPositive();
        assertThat(statistics.get("instancesStarted").intValue()).isEqualTo(TALKS);
        assertThat(statistics.get("connectionBytes").longValue()).isLessThan(1_000_000);
        // An admin interface has patience with those that say nothing.
        await("the end of three quarters of the connections", PATIENCE, () -> open(sockets) <= sockets.size() / 4);
    }

    private static int open(List<Socket> sockets) throws IOException {
        int open = 0;
        for (Socket socket : sockets) {
            open += isOpen(socket) ? 1 : 0;
        }
        return open;
    }

    private static String answered(Socket socket) throws IOException {
        try {
            byte[] start = socket.getInputStream().readNBytes(12);
            return new String(start, StandardCharsets.US_ASCII);
        } catch (SocketTimeoutException e) {
            return "nothing";
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean isOpen(Socket socket) throws IOException {
        socket.setSoTimeout(1);
        try {
            while (socket.getInputStream().read() >= 0) {
                // What was said at the end.
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the ports at which a process listens: proc(5). */
    private static Set<Integer> listening(long pid) throws IOException {
        Set<String> own;
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            own = files.map(ReplicaAttackIT::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring("socket:[".length(), target.length() - 1))
                    .collect(Collectors.toSet());
        }
        Set<Integer> ports = new HashSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length > 9 && fields[3].equals("0A") && own.contains(fields[9])) {
                    ports.add(Integer.parseInt(fields[1].substring(fields[1].lastIndexOf(':') + 1), 16));
                }
            }
        }
        return ports;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // It was closed meanwhile.
            return "";
        }
    }
}
