package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicas that are processes and keep their processes and instances in a folder: what they go on with after a stop in order, which depends on what
 * instances have recorded until then.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class DurableReplicaContract {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Duration PATIENCE = Duration.ofSeconds(90);
    static final int INSTANCES = 12;
    static final int NO_ANSWER = 0;
    private static final int KEYS = 8;
    private static final int REPETITIONS = 4;

    @TempDir
    private Path folder;

    CountingPartner partner;
    private final Set<String> refusals = new TreeSet<>();
    EngineConfiguration configuration;
    RunningEngine engine;

    @BeforeEach
    void open() throws IOException {
        partner = new CountingPartner();
        configuration = EngineFixture.CONFIGURATION
                .but()
                .port(TestPorts.next())
                .durable(folder.resolve("state"))
                .drain(Duration.ofMillis(100))
                .snapshotAtStop(snapshotAtStop())
                .build();
    }

    /** Returns the time in which instances record their states when the engine stops. */
    abstract Duration snapshotAtStop();

    /** Returns the number of replicas, at most two, that are killed one after the other before the engine stops for the first time. */
    abstract int killedReplicas();

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
        partner.close();
    }

    EngineConfiguration processes(int count) {
        return configuration
                .but()
                .replicas(ReplicaSettings.DEFAULT.with(count, ReplicaKind.PROCESSES))
                .build();
    }

    static ReplicatedEngine started(EngineConfiguration configuration) throws EngineStartException {
        return ReplicatedEngine.start(configuration, Engine.plan(configuration), new SystemEngineClock());
    }

    void start(int replicas) throws EngineStartException {
        engine = started(processes(replicas));
    }

    /** Ends the engine in order, so that its last records are written. */
    void stop() {
        if (engine instanceof ReplicatedEngine) {
            assertThat(engine.drain(PATIENCE)).as("the replicas have ended").isTrue();
        }
        engine.close();
        engine = null;
        partner.nextLife();
    }

    void startAgain(int replicas) throws EngineStartException {
        stop();
        start(replicas);
    }

    /** Returns a client with a new connection, so that the operating system chooses a replica. */
    static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Returns the status of the answer to a message; {@link #NO_ANSWER} if there is none. */
    int send(String process, String operation, String id, String text) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + process))
                .timeout(PATIENCE)
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(
                        ScriptedPartner.envelope(TalkProcess.message(operation, id, text))))
                .build();
        try {
            return client().send(request, HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return NO_ANSWER;
        }
    }

    private HttpResponse<String> admin(String method, String path, byte[] body) throws Exception {
        return client().send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + engine.adminPort() + path))
                                .timeout(PATIENCE)
                                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = admin("GET", path, new byte[0]);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    void deploy(String name, Map<String, byte[]> entries) throws Exception {
        HttpResponse<String> answer = admin("PUT", "/deployments/" + name, EngineFixture.zip(entries));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - end).as("has to come: " + what).isNegative();
            LockSupport.parkNanos(20_000_000);
        }
    }

    void awaitRunning(int count) throws Exception {
        await(
                count + " instances",
                () -> get("/statistics").get("instancesRunning").intValue() == count);
    }

    static List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            ids.add("i" + i);
        }
        return ids;
    }

    void startInstances() throws Exception {
        deploy("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
        for (String id : ids()) {
            assertThat(send("OneWay", "hint", id, "first")).isEqualTo(202);
        }
        assertThat(partner.received(INSTANCES)).isTrue();
    }

    /** Ends the instances with some ids by the message for which they wait. */
    private void endInstances(List<String> ids) throws Exception {
        for (String id : ids) {
            assertThat(send("OneWay", "note", id, id.toUpperCase(Locale.ROOT)))
                    .as("the answer to the message for " + id)
                    .isEqualTo(200);
        }
    }

    /** Checks that each instance has made its calls in their order, and repeated ones with the same key. */
    void checkCalls() {
        for (String id : ids()) {
            List<CountingPartner.Call> calls = partner.calls().stream()
                    .filter(call -> call.id().equals(id))
                    .toList();
            assertThat(calls.stream()
                            .map(call -> call.step() + " " + call.text())
                            .distinct())
                    .as("the calls of " + id)
                    .containsExactly("1 first", "2 " + id.toUpperCase(Locale.ROOT), "3 end");
            assertThat(calls.stream().map(CountingPartner.Call::key).distinct())
                    .as("the keys of the calls of " + id)
                    .hasSize(3);
        }
    }

    Set<Long> replicasWithInstances(int of) throws Exception {
        Set<Long> replicas = new HashSet<>();
        get("/instances")
                .get("instances")
                .forEach(one -> replicas.add((one.get("id").longValue() - 1) % of + 1));
        return replicas;
    }

    /** Kills a replica and waits for the end of its process; returns the number of that. */
    long kill(int replica) throws Exception {
        long pid = get("/replicas").get(replica - 1).get("pid").longValue();
        ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return pid;
    }

    void awaitOtherThan(int replica, long pid) throws Exception {
        await("a new process", () -> {
            JsonNode one = get("/replicas").get(replica - 1);
            return one.get("state").textValue().equals("ready")
                    && one.get("pid").longValue() != pid;
        });
    }

    @Test
    void shouldGoOnWithAnotherNumberAndKindOfReplicas() throws Exception {
        start(3);
        startInstances();
        assertThat(replicasWithInstances(3)).hasSizeGreaterThan(1);
        List<String> ids = ids();

        startAgain(2);
        assertThat(get("/instances").get("instances")).hasSize(INSTANCES);
        for (JsonNode instance : get("/instances").get("instances")) {
            assertThat(get("/instances/" + instance.get("id").longValue())
                            .get("process")
                            .textValue())
                    .contains("OneWay");
        }
        endInstances(ids.subList(0, 4));
        awaitRunning(INSTANCES - 4);

        stop();
        engine = Engine.start(configuration, new SystemEngineClock());
        awaitRunning(INSTANCES - 4);
        endInstances(ids.subList(4, 8));
        awaitRunning(INSTANCES - 8);

        startAgain(4);
        awaitRunning(INSTANCES - 8);
        endInstances(ids.subList(8, INSTANCES));
        awaitRunning(0);
        checkCalls();
        startAgain(1);
        awaitRunning(0);
    }

    private Set<String> storedVersions() throws IOException {
        try (var versions = Files.list(folder.resolve("state/deployments"))) {
            Set<String> names = new TreeSet<>();
            versions.forEach(path -> names.add(path.getFileName().toString()));
            names.remove("journal");
            return names;
        }
    }

    private List<String> deployed() throws Exception {
        List<String> names = new ArrayList<>();
        JsonNode answer = get("/deployments");
        assertThat(answer.has("missing")).isFalse();
        answer.get("deployments").forEach(one -> names.add(one.get("name").textValue()));
        return names;
    }

    @Test
    void shouldKeepDeploymentsInAllReplicas() throws Exception {
        start(2);
        deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        deploy("One", DurableProcess.oneWay("One", partner.url()));
        assertThat(send("Two", "request", "x", "")).isEqualTo(200);
        deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        assertThat(storedVersions()).as("the same files are no new version").containsExactly("1", "2");
        deploy("Two", DurableProcess.twoWay("Two", partner.url() + "/other"));
        HttpResponse<String> refused =
                admin("PUT", "/deployments/Two", EngineFixture.zip(Map.of("bad.bpel", new byte[] {1})));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(JSON.readTree(refused.body()).get("problems")).isNotEmpty();
        assertThat(admin("PUT", "/deployments/Two", "no zip".getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(422);
        assertThat(admin("DELETE", "/deployments/One", new byte[0]).statusCode())
                .isEqualTo(204);
        assertThat(admin("DELETE", "/deployments/One", new byte[0]).statusCode())
                .isEqualTo(404);
        assertThat(storedVersions()).containsExactly("1", "2", "3");

        if (killedReplicas() > 0) {
            awaitOtherThan(1, kill(1));
            assertThat(deployed()).containsExactly("Two");
            awaitRunning(1);
        }

        startAgain(2);
        assertThat(deployed()).containsExactly("Two");
        assertThat(storedVersions())
                .as("the version of the instance, and the present one")
                .containsExactly("1", "3");
        assertThat(send("Two", "hint", "x", "X")).isEqualTo(202);
        awaitRunning(0);
        assertThat(send("Two", "request", "y", "")).isEqualTo(200);
        HttpResponse<String> ended = admin("DELETE", "/deployments/Two?instances=terminate", new byte[0]);
        assertThat(ended.statusCode()).as(ended.body()).isEqualTo(200);
        assertThat(JSON.readTree(ended.body()).get("ended").intValue()).isOne();

        startAgain(2);
        assertThat(deployed()).isEmpty();
        awaitRunning(0);
        assertThat(storedVersions()).isEmpty();
    }

    @Test
    void shouldEndAnInstanceForGood() throws Exception {
        start(2);
        startInstances();
        long id = get("/instances").get("instances").get(0).get("id").longValue();
        assertThat(admin("DELETE", "/instances/" + id, new byte[0]).statusCode())
                .isEqualTo(204);
        assertThat(admin("DELETE", "/instances/" + id, new byte[0]).statusCode())
                .isEqualTo(404);

        startAgain(2);

        awaitRunning(INSTANCES - 1);
        assertThat(admin("GET", "/instances/" + id, new byte[0]).statusCode()).isEqualTo(404);
    }

    /** Sends a message with a key, on a connection of the client. */
    private CompletableFuture<HttpResponse<String>> keyed(
            HttpClient sender, String process, String operation, String id, String text, String key) {
        return sender.sendAsync(
                HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + process))
                        .timeout(PATIENCE)
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .header("Idempotency-Key", key)
                        .POST(HttpRequest.BodyPublishers.ofString(
                                ScriptedPartner.envelope(TalkProcess.message(operation, id, text))))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a message with a key several times at once, so that it comes to several replicas. */
    private List<CompletableFuture<HttpResponse<String>>> repetitions(
            String process, String operation, String id, String text) {
        HttpClient sender = client();
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i < REPETITIONS; i++) {
            sent.add(keyed(sender, process, operation, id, text, "key-" + id));
        }
        return sent;
    }

    /**
     * Returns the answer to a message with a key, which is sent again until a replica has an answer.
     *
     * @param sent the message as it was sent first
     */
    private String answer(
            CompletableFuture<HttpResponse<String>> sent,
            String process,
            String operation,
            String id,
            String text,
            int expected)
            throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        CompletableFuture<HttpResponse<String>> last = sent;
        while (true) {
            int status = NO_ANSWER;
            String body = "";
            try {
                // This limit holds also when a replica does not end its answer.
                HttpResponse<String> answer = last.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                status = answer.statusCode();
                body = answer.body();
            } catch (ExecutionException e) {
                body = e.toString();
            }
            if (status == expected) {
                return body;
            }
            assertThat(status).as(operation + " of " + id + ": " + body).isIn(NO_ANSWER, 502, 503);
            if (status == 503) {
                refusals.add(body.strip());
            }
            assertThat(System.nanoTime() - end)
                    .as(operation + " of " + id + ": " + body)
                    .isNegative();
            LockSupport.parkNanos(20_000_000);
            last = keyed(client(), process, operation, id, text, "key-" + id);
        }
    }

    /** Sends a message with a key several times at once; returns the one answer. */
    String answer(String process, String operation, String id, String text, int expected) throws Exception {
        return same(repetitions(process, operation, id, text), process, operation, id, text, expected);
    }

    private String same(
            List<CompletableFuture<HttpResponse<String>>> sent,
            String process,
            String operation,
            String id,
            String text,
            int expected)
            throws Exception {
        Set<String> answers = new TreeSet<>();
        for (CompletableFuture<HttpResponse<String>> one : sent) {
            answers.add(answer(one, process, operation, id, text, expected));
        }
        assertThat(answers).as("the answers to " + operation + " of " + id).hasSize(1);
        return answers.iterator().next();
    }

    /** Checks that requests which were done get their answers again, and that other requests with their keys are refused. */
    private void checkRemembered(Map<String, String> answers) throws Exception {
        HttpClient sender = client();
        for (Map.Entry<String, String> one : answers.entrySet()) {
            assertThat(answer("Two", "request", one.getKey(), "", 200)).isEqualTo(one.getValue());
            HttpResponse<String> other = keyed(sender, "Two", "request", "other", "", "key-" + one.getKey())
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(other.statusCode()).as(other.body()).isEqualTo(422);
        }
    }

    @Test
    void shouldDoARequestOnceThatComesToAllReplicasAtTheSameTime() throws Exception {
        start(2);
        deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        Map<String, String> answers = new TreeMap<>();
        for (int round = 0; round <= killedReplicas(); round++) {
            Map<String, List<CompletableFuture<HttpResponse<String>>>> sent = new LinkedHashMap<>();
            for (int i = 0; i < KEYS; i++) {
                String id = "r" + round + "-" + i;
                sent.put(id, repetitions("Two", "request", id, ""));
            }
            // Round 1 loses replica 1, and round 2 loses replica 2.
            long killed = round == 0 ? 0 : kill(round);
            for (int i = 0; i < KEYS; i++) {
                String id = "late" + round + "-" + i;
                sent.put(id, repetitions("Two", "request", id, ""));
            }
            for (Map.Entry<String, List<CompletableFuture<HttpResponse<String>>>> one : sent.entrySet()) {
                String id = one.getKey();
                answers.put(id, same(one.getValue(), "Two", "request", id, "", 200));
                assertThat(answers.get(id)).contains(">" + id + "<");
            }
            if (round > 0) {
                awaitOtherThan(round, killed);
            }
            awaitRunning(answers.size());
        }
        assertThat(get("/statistics").get("requestsForwarded").intValue())
                .as("messages that came to another replica than the one that answered")
                .isPositive();
        assertThat(get("/statistics").get("requestsRepeated").intValue()).isPositive();
        if (killedReplicas() > 0) {
            assertThat(refusals).as("the answers while a replica was away").anySatisfy(sentence -> assertThat(sentence)
                    .startsWith("A replica that may remember the key of this message cannot be"));
        }
        assertThat(replicasWithInstances(2)).containsExactlyInAnyOrder(1L, 2L);
        checkRemembered(answers);
        checkFirstCalls(answers.keySet());

        startAgain(3);
        checkRemembered(answers);
        awaitRunning(answers.size());

        // All replicas are killed.
        engine.close();
        start(1);
        checkRemembered(answers);
        awaitRunning(answers.size());
        assertThat(get("/statistics").get("instancesStarted"))
                .as("no other instances than those that were recovered")
                .isEqualTo(get("/statistics").get("instancesRecovered"));

        startAgain(2);
        for (String id : answers.keySet()) {
            answer("Two", "hint", id, id.toUpperCase(Locale.ROOT), 202);
        }
        awaitRunning(0);
        checkRemembered(answers);
        checkFirstCalls(answers.keySet());
        for (String id : answers.keySet()) {
            assertThat(partner.calls().stream()
                            .filter(call -> call.id().equals(id))
                            .map(call -> call.step() + " " + call.text()))
                    .as("the calls of " + id)
                    .endsWith("2 " + id.toUpperCase(Locale.ROOT), "3 end")
                    .hasSizeLessThanOrEqualTo(4);
        }
    }

    /** Checks that each request has made one call, which only those may have sent again whose replica was killed. */
    private void checkFirstCalls(Set<String> ids) {
        Map<String, Set<String>> keys = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (CountingPartner.Call call : partner.calls()) {
            if (call.step() == 1) {
                keys.computeIfAbsent(call.id(), any -> new TreeSet<>()).add(call.key());
                counts.merge(call.id(), 1, Integer::sum);
            }
        }
        assertThat(keys.keySet()).isEqualTo(ids);
        assertThat(keys.values()).as("the keys of the first calls").allSatisfy(all -> assertThat(all)
                .hasSize(1));
        counts.forEach((id, count) ->
                assertThat(count).as("the first calls of " + id).isBetween(1, id.contains("0-") ? 1 : 2));
    }
}
