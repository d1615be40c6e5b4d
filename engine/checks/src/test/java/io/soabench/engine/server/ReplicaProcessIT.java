package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replicas that are processes: real ones, on free ports. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ReplicaProcessIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int CONVERSATIONS = 30;
    private static final int SIGKILL = 9;

    private ReplicatedEngine engine;
    private final EngineClient client = new EngineClient(() -> engine);

    @AfterEach
    void stop() {
        if (engine != null) {
            engine.close();
        }
    }

    private static EngineConfiguration configuration() {
        return EngineFixture.CONFIGURATION
                .but()
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.PROCESSES))
                .drain(Duration.ofSeconds(20))
                .build();
    }

    private void start(EngineConfiguration configuration) throws Exception {
        engine = ReplicatedEngine.start(configuration, Engine.plan(configuration), new SystemEngineClock());
    }

    private CompletableFuture<String> send(String process, String body) {
        return EngineClient.newHttpClient()
                .sendAsync(
                        client.request(process, ScriptedPartner.envelope(body)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .thenApply(answer -> answer.statusCode() + " " + answer.body());
    }

    private String told(String process, String operation, String id, String text) throws Exception {
        return send(process, TalkProcess.message(operation, id, text)).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void deployTalk(String name, String body) throws Exception {
        client.deploy(name, TalkProcess.archive(name, body));
    }

    private void deployConversation() throws Exception {
        deployTalk("Talk", TalkProcess.conversation());
    }

    private Map<Integer, Long> pids() throws Exception {
        Map<Integer, Long> pids = new TreeMap<>();
        client.get("/replicas")
                .forEach(
                        one -> pids.put(one.get("id").intValue(), one.get("pid").longValue()));
        return pids;
    }

    @Test
    void shouldFindTheInstanceInWhateverReplicaItRuns() throws Exception {
        start(configuration());
        deployConversation();
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(told("Talk", "request", "c" + i, "")).contains(">c" + i + "<");
        }

        assertThat(client.replicasWithInstances(2)).containsExactlyInAnyOrder(1L, 2L);
        assertThat(client.get("/deployments/Talk").get("running").intValue()).isEqualTo(CONVERSATIONS);
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(told("Talk", "note", "c" + i, "a" + i)).startsWith("200").contains(">c" + i + " a" + i + "<");
            assertThat(told("Talk", "hint", "c" + i, "b" + i)).startsWith("202");
            assertThat(told("Talk", "poke", "c" + i, "")).startsWith("200").contains(">a" + i + " b" + i + "<");
        }
        assertThat(told("Talk", "note", "nobody", "x")).startsWith("500").contains("correlationViolation");

        JsonNode statistics = client.get("/statistics");
        assertThat(statistics.get("instancesStarted").intValue()).isEqualTo(CONVERSATIONS);
        assertThat(statistics.get("requestsReceived").intValue()).isEqualTo(4 * CONVERSATIONS + 1);
        assertThat(statistics.get("requestsAnswered").intValue()).isEqualTo(4 * CONVERSATIONS + 1);
        assertThat(statistics.get("requestsForwarded").intValue()).isBetween(1, 3 * CONVERSATIONS - 1);
        assertThat(statistics.get("replicasLost").intValue()).isZero();
    }

    @Test
    void shouldStartOneInstanceWhenMessagesThatStartItComeToDifferentReplicas() throws Exception {
        start(configuration());
        String join =
                "createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"join\"/></correlations>";
        deployTalk(
                "Join",
                "<flow>" + TalkProcess.receive("hint", join) + TalkProcess.receive("poke", join) + "</flow>"
                        + TalkProcess.reply("poke", "poked", "concat($hint.body/c:text,'-',$poke.body/c:text)"));

        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(told("Join", "hint", "j" + i, "h" + i)).startsWith("202");
            assertThat(told("Join", "poke", "j" + i, "p" + i)).startsWith("200").contains(">h" + i + "-p" + i + "<");
        }

        JsonNode statistics = client.get("/statistics");
        assertThat(statistics.get("instancesStarted").intValue()).isEqualTo(CONVERSATIONS);
        assertThat(statistics.get("requestsForwarded").intValue()).isPositive();
    }

    @Test
    void shouldAdministerAllReplicasAsOne() throws Exception {
        start(configuration());
        assertThat(client.get("/health").get("status").textValue()).isEqualTo("ready");
        HttpResponse<String> refused =
                client.admin("PUT", "/deployments/Bad", EngineFixture.zip(Map.of("bad.bpel", new byte[] {1})));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(JSON.readTree(refused.body()).get("problems")).isNotEmpty();
        assertThat(client.get("/deployments").get("deployments")).isEmpty();

        deployConversation();
        for (int i = 0; i < CONVERSATIONS; i++) {
            told("Talk", "request", "a" + i, "");
        }
        JsonNode instances = client.get("/instances").get("instances");
        assertThat(instances).hasSize(CONVERSATIONS);
        for (JsonNode instance : instances) {
            assertThat(client.get("/instances/" + instance.get("id").longValue())
                            .get("waiting")
                            .findValuesAsText("activity"))
                    .first()
                    .asString()
                    .startsWith("receive");
        }
        String first = "/instances/" + instances.get(0).get("id").longValue();
        assertThat(client.admin("DELETE", first).statusCode()).isEqualTo(204);
        assertThat(client.admin("DELETE", first).statusCode()).isEqualTo(404);

        HttpResponse<String> ended = client.admin("DELETE", "/deployments/Talk?instances=terminate");
        assertThat(JSON.readTree(ended.body()).get("ended").intValue()).isEqualTo(CONVERSATIONS - 1);
        assertThat(client.admin("DELETE", "/deployments/Talk").statusCode()).isEqualTo(404);
        assertThat(told("Talk", "request", "gone", "")).startsWith("404");
        assertThat(client.admin("GET", "/nothing").statusCode()).isEqualTo(404);
        assertThat(client.admin("HEAD", "/statistics").statusCode()).isEqualTo(200);
        HttpResponse<String> options = client.admin("OPTIONS", "/pools/http");
        assertThat(options.statusCode()).isEqualTo(405);
        assertThat(options.headers().firstValue("Allow")).hasValue("GET, HEAD, PUT");

        Set<Integer> monitored = new HashSet<>();
        client.get("/monitors")
                .get("samples")
                .forEach(sample -> monitored.add(sample.get("replica").intValue()));
        assertThat(monitored).containsExactlyInAnyOrder(1, 2);
        assertThat(client.get("/pools").get(0).get("name").textValue()).isEqualTo("http");
        HttpResponse<String> unknown =
                client.admin("PUT", "/counters", "{\"events\": \"no-such-event\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(400);
        HttpResponse<String> chosen =
                client.admin("PUT", "/counters", "{\"events\": \"task-clock\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(chosen.statusCode()).as(chosen.body()).isEqualTo(200);
        assertThat(client.get("/statistics").has("counters.task-clock")).isTrue();
        JsonNode clock = client.get("/counters").get("pools").get("http").get("task-clock");
        assertThat(clock.isNumber() || !clock.textValue().isEmpty()).isTrue();
    }

    @Test
    void shouldDivideABatchAndAddWhatReplicasTell() throws Exception {
        start(configuration());
        Map<String, byte[]> workflow = new TreeMap<>();
        for (String name : new String[] {"bpel/benchmark.bpel", "wsdl/benchmark.wsdl", "wsdl/services.wsdl"}) {
            workflow.put(
                    name, Files.readAllBytes(Path.of("../../examples/replicas").resolve(name)));
        }
        client.deploy("Benchmark", workflow);
        ObjectNode order = JSON.createObjectNode()
                .put("instances", 2_001)
                .put(
                        "input",
                        "<b:order xmlns:b=\"urn:soabench:benchmark\"><b:id>${instance}</b:id><b:text>some</b:text></b:order>");

        HttpResponse<String> response =
                client.admin("POST", "/deployments/Benchmark/batch", JSON.writeValueAsBytes(order));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode answer = JSON.readTree(response.body());
        assertThat(answer.get("instances").intValue()).isEqualTo(2_001);
        assertThat(answer.get("completed").intValue()).isEqualTo(2_001);
        assertThat(answer.get("faulted").intValue()).isZero();
        assertThat(answer.get("calls").intValue()).isEqualTo(3 * 2_001);
        assertThat(answer.get("wallMs").doubleValue()).isPositive();
        assertThat(answer.get("cpuMs").doubleValue()).isPositive();
        assertThat(answer.get("firstReply").textValue()).contains("result");
        assertThat(client.get("/statistics").get("instancesCompleted").intValue())
                .isEqualTo(2_001);
        assertThat(client.admin("GET", "/deployments/Benchmark/batch").statusCode())
                .isEqualTo(404);
        for (int i = 0; i < 20; i++) {
            // Nobody is told that one runs which has ended.
            assertThat(client.admin(
                                    "POST",
                                    "/deployments/Benchmark/batch",
                                    JSON.writeValueAsBytes(order.deepCopy().put("instances", 2)))
                            .statusCode())
                    .isEqualTo(200);
        }
        HttpResponse<String> wrong = client.admin(
                "POST",
                "/deployments/Benchmark/batch",
                JSON.writeValueAsBytes(order.deepCopy().put("instances", 0)));
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("'instances' is 0");
        order.put("input", "<b:other xmlns:b=\"urn:soabench:benchmark\"/>");
        assertThat(client.admin("POST", "/deployments/Benchmark/batch", JSON.writeValueAsBytes(order))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void shouldStartAReplicaAgainThatWasKilledAndSayWhatWasLost() throws Exception {
        start(configuration());
        deployConversation();
        for (int i = 0; i < CONVERSATIONS; i++) {
            told("Talk", "request", "k" + i, "");
        }
        assertThat(client.replicasWithInstances(2)).contains(2L);
        // The parent looks every second.
        await("a look at the statistics", this::hasSeenAll);
        long killed = pids().get(2);

        ProcessHandle.of(killed).orElseThrow().destroyForcibly();

        await("a new process", () -> {
            JsonNode replica = client.get("/replicas").get(1);
            boolean ready = replica.get("state").textValue().equals("ready");
            // Also of one that was killed a moment ago, and answers no more.
            assertThat(ready && replica.get("pid").isNull())
                    .as(replica.toString())
                    .isFalse();
            return ready && replica.get("pid").longValue() != killed;
        });
        JsonNode replica = client.get("/replicas").get(1);
        assertThat(replica.get("starts").intValue()).isEqualTo(2);
        assertThat(replica.get("lastEnd").textValue()).contains("signal " + SIGKILL);
        JsonNode statistics = client.get("/statistics");
        assertThat(statistics.get("replicasLost").intValue()).isEqualTo(1);
        assertThat(statistics.get("instancesStarted").intValue()).isEqualTo(CONVERSATIONS);
        assertThat(statistics.get("instancesRunning").intValue()).isLessThan(CONVERSATIONS);
        assertThat(client.replicasWithInstances(2)).containsExactly(1L);
        // The new one has what was deployed.
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(told("Talk", "request", "again" + i, "")).startsWith("200");
        }
        assertThat(client.replicasWithInstances(2)).containsExactlyInAnyOrder(1L, 2L);
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(told("Talk", "note", "again" + i, "n")).startsWith("200").contains(">again" + i + " n<");
        }
    }

    private boolean hasSeenAll() {
        return engine.group().seen(Counter.INSTANCES_STARTED) == CONVERSATIONS;
    }

    @Test
    void shouldLetInstancesEndBeforeItsReplicasEnd() throws Exception {
        start(configuration());
        try (ScriptedPartner partner = new ScriptedPartner()) {
            client.deploy(
                    "Plain", EngineFixture.archive("Plain", EngineFixture.ASK + EngineFixture.RESPOND, partner.url()));
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(send(
                        "Plain",
                        "<c:request xmlns:c=\"urn:fixture:client\"><c:id>hold" + i
                                + "</c:id><c:count>5</c:count></c:request>"));
            }
            assertThat(partner.received(4)).isTrue();

            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> engine.drain(Duration.ofSeconds(20)));
            await("nobody listens", () -> {
                try {
                    told("Plain", "request", "late", "");
                    return false;
                } catch (Exception e) {
                    return true;
                }
            });
            partner.held.release(4);

            for (int i = 0; i < 4; i++) {
                assertThat(answers.get(i).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                        .contains(">a-hold" + i + "<");
            }
            assertThat(drained.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    @Test
    void shouldBindTheThreadsOfEachReplica() throws Exception {
        EngineConfiguration bound = configuration()
                .but()
                .replicas(ReplicaSettings.DEFAULT
                        .with(2, ReplicaKind.PROCESSES)
                        .with(BindingPolicy.PER_CORE, ReplicaPolicy.LOCAL))
                .build();
        start(bound);
        // The parent looks every second.
        await("the threads of each replica", () -> {
            for (JsonNode replica : client.get("/replicas")) {
                if (replica.get("threads").isEmpty()) {
                    return false;
                }
            }
            return true;
        });

        for (JsonNode replica : client.get("/replicas")) {
            for (JsonNode thread : replica.get("threads")) {
                String name = thread.get("name").textValue();
                String wished = name.substring(name.indexOf("@cpu") + "@cpu".length());
                assertThat(thread.get("processors").toString()).as(name).isEqualTo("[" + wished + "]");
                assertThat(thread.has("problem")).isFalse();
            }
        }
    }
}
