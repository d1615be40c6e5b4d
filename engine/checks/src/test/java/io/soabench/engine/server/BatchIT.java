package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batch start by the admin interface, on real sockets. */
class BatchIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path WORKFLOW = Path.of("../../examples/replicas");
    private static final String INPUT =
            "<c:request xmlns:c=\"urn:fixture:client\"><c:id>7</c:id><c:count>5</c:count></c:request>";
    private static final String ORDER =
            "<b:order xmlns:b=\"urn:soabench:benchmark\"><b:id>${instance}</b:id><b:text>some</b:text></b:order>";

    private EngineFixture fixture;

    @AfterEach
    void close() {
        if (fixture != null) {
            fixture.close();
        }
    }

    private void start() throws Exception {
        fixture = new EngineFixture();
    }

    private static Map<String, byte[]> workflow() throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        for (String name : new String[] {"bpel/benchmark.bpel", "wsdl/benchmark.wsdl", "wsdl/services.wsdl"}) {
            entries.put(name, Files.readAllBytes(WORKFLOW.resolve(name)));
        }
        return entries;
    }

    private static ObjectNode order(long instances, String input) {
        return JSON.createObjectNode()
                .put("instances", instances)
                .put("input", input)
                .put("partners", "loopback");
    }

    private HttpResponse<String> batch(String name, ObjectNode order) throws Exception {
        return fixture.admin("POST", "/deployments/" + name + "/batch", JSON.writeValueAsBytes(order));
    }

    private JsonNode done(String name, ObjectNode order) throws Exception {
        HttpResponse<String> response = batch(name, order);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private String refused(String name, ObjectNode order) throws Exception {
        HttpResponse<String> response = batch(name, order);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        return JSON.readTree(response.body()).get("message").textValue();
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldRunTheBenchmarkWorkflowUnderEveryPolicy(SchedulingPolicy policy) throws Exception {
        fixture = new EngineFixture(
                EngineFixture.CONFIGURATION.but().policy(policy).build());
        fixture.engine.deployer().deploy("Benchmark", workflow());

        JsonNode answer = done("Benchmark", order(2_000, ORDER).put("window", 50));

        assertThat(answer.get("instances").longValue()).isEqualTo(2_000);
        assertThat(answer.get("completed").longValue()).as(answer.toString()).isEqualTo(2_000);
        assertThat(answer.get("faulted").longValue()).isZero();
        assertThat(answer.get("calls").longValue()).isEqualTo(6_000);
        assertThat(answer.get("wallMs").doubleValue()).isPositive();
        assertThat(answer.get("gcCount").isIntegralNumber()).isTrue();
        assertThat(answer.get("gcMs").isIntegralNumber()).isTrue();
        assertThat(answer.get("counters").isObject()).isTrue();
        assertThat(answer.get("cpuMs").isNumber()).isTrue();
        assertThat(answer.get("firstReply").textValue()).contains("result");
        assertThat(fixture.engine.running()).isZero();
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED)).isEqualTo(2_000);
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_COMPLETED)).isEqualTo(2_000);
        assertThat(fixture.engine.counters().value(Counter.CALLS_SENT)).isZero();
        assertThat(fixture.partner.requests).isEmpty();
    }

    @Test
    void shouldGiveEachInstanceItsNumberAndTheAnswersThatAreGiven() throws Exception {
        start();
        fixture.deploy("One", EngineFixture.ASK + EngineFixture.RESPOND);

        String numbered = INPUT.replace("7", "a${instance}z");
        JsonNode one = done(
                "One",
                order(1, numbered)
                        .set(
                                "answers",
                                JSON.createObjectNode()
                                        .put("ask", "<p:answer xmlns:p=\"urn:fixture:partner\">forty</p:answer>")));
        assertThat(one.get("firstReply").textValue()).contains(">forty<");

        fixture.deploy("Echo", "<assign><copy><from>$request.body/c:id</from><to>$response.body</to></copy></assign>");
        assertThat(done("Echo", order(1, numbered)).get("firstReply").textValue())
                .contains(">a1z<");
        assertThat(done("Echo", order(1, numbered).put("first", 41))
                        .get("firstReply")
                        .textValue())
                .contains(">a41z<");
        assertThat(done("Echo", order(1, INPUT.replace(">5<", ">${instance}<")))
                        .get("completed")
                        .longValue())
                .isEqualTo(1);
    }

    @Test
    void shouldCallTheRealPartnersWhenAsked() throws Exception {
        start();
        fixture.deploy("Real", EngineFixture.ASK + EngineFixture.RESPOND);

        JsonNode answer = done("Real", order(20, INPUT).put("partners", "real").put("window", 3));

        assertThat(answer.get("completed").longValue()).isEqualTo(20);
        assertThat(answer.get("calls").longValue()).isZero();
        assertThat(fixture.partner.requests).hasSize(20);
    }

    @Test
    void shouldCountInstancesThatFaultOrAnswerByAFault() throws Exception {
        start();
        fixture.deploy("Bad", "<throw faultName=\"c:bad\"/>");

        JsonNode answer = done("Bad", order(30, INPUT));

        assertThat(answer.get("completed").longValue()).isZero();
        assertThat(answer.get("faulted").longValue()).isEqualTo(30);
        assertThat(answer.get("firstFault").textValue()).contains("bad");
        assertThat(answer.has("firstReply")).isFalse();
    }

    @Test
    void shouldSayInOneSentenceWhatIsWrongWithAnOrder() throws Exception {
        start();
        fixture.deploy("Wrong", EngineFixture.ASK + EngineFixture.RESPOND);

        HttpResponse<String> noJson =
                fixture.admin("POST", "/deployments/Wrong/batch", "{\"instances\":".getBytes(StandardCharsets.UTF_8));
        assertThat(noJson.statusCode()).isEqualTo(400);
        assertThat(noJson.body()).contains("is no JSON");
        assertThat(refused("Wrong", order(0, INPUT)))
                .isEqualTo("'instances' is 0; use a whole number from 1 to 1000000000.");
        assertThat(refused("Wrong", JSON.createObjectNode().put("input", INPUT)))
                .contains("'instances' is missing");
        assertThat(refused("Wrong", JSON.createObjectNode().put("instances", 1)))
                .contains("'input' is missing");
        assertThat(refused("Wrong", order(1, INPUT).put("instances", "many"))).contains("use a whole number");
        assertThat(refused("Wrong", order(1, INPUT).put("partners", "none"))).contains("use loopback or real");
        assertThat(refused("Wrong", order(1, INPUT).put("colour", "red"))).contains("'colour' is nothing");
        assertThat(refused("Wrong", order(1, INPUT).put("operation", "more"))).contains("those that do are [run]");
        assertThat(refused("Wrong", order(1, "<other/>"))).contains("'input'").contains("other");
        assertThat(refused("Wrong", order(1, "<other"))).contains("'input'");
        assertThat(refused(
                        "Wrong",
                        order(1, INPUT).set("answers", JSON.createObjectNode().put("x", "<x/>"))))
                .contains("'x'")
                .contains("ask");
        assertThat(refused(
                        "Wrong",
                        order(1, INPUT).set("answers", JSON.createObjectNode().put("ask", "<x/>"))))
                .contains("'answers': 'ask'");
        assertThat(batch("Nowhere", order(1, INPUT)).statusCode()).isEqualTo(404);
        assertThat(fixture.admin("PUT", "/deployments/Wrong/batch", new byte[0]).statusCode())
                .isEqualTo(405);
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED)).isZero();
    }

    @Test
    void shouldRefuseASecondBatchAndCancelTheFirst() throws Exception {
        start();
        fixture.deploy("Slow", "<wait><for>'PT1H'</for></wait>");
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> {
            try {
                return batch("Slow", order(100, INPUT).put("window", 10));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(() -> fixture.engine.running() == 10);

        assertThat(batch("Slow", order(1, INPUT)).statusCode()).isEqualTo(409);
        JsonNode progress = JSON.readTree(
                fixture.admin("GET", "/deployments/Slow/batch", new byte[0]).body());
        assertThat(progress.get("instances").longValue()).isEqualTo(100);
        assertThat(progress.get("completed").longValue()).isZero();
        assertThat(fixture.admin("GET", "/health", new byte[0]).statusCode()).isEqualTo(200);
        assertThat(fixture.admin("DELETE", "/deployments/Slow/batch", new byte[0])
                        .statusCode())
                .isEqualTo(204);

        HttpResponse<String> cancelled = first.join();
        assertThat(cancelled.statusCode()).isEqualTo(409);
        assertThat(cancelled.body()).contains("was cancelled when 10 of 100 instances had ended");
        assertThat(fixture.engine.running()).isZero();
        assertThat(fixture.admin("DELETE", "/deployments/Slow/batch", new byte[0])
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldEndWhatRunsWhenTheTimeIsOver() throws Exception {
        start();
        fixture.deploy("Late", "<wait><for>'PT1H'</for></wait>");

        HttpResponse<String> late = batch("Late", order(3, INPUT).put("timeoutMs", 50));

        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(JSON.readTree(late.body()).get("faulted").longValue()).isEqualTo(3);
        assertThat(fixture.engine.running()).isZero();
    }

    @Test
    void shouldNotWaitForInstancesThatCannotBeEnded() throws Exception {
        fixture = new EngineFixture(
                EngineFixture.CONFIGURATION.but().httpThreads(1).build());
        fixture.deploy("Stuck", "<wait><for>'PT1H'</for></wait>");
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> {
            try {
                return batch("Stuck", order(5, INPUT));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(() -> fixture.engine.running() == 5);
        CountDownLatch over = new CountDownLatch(1);
        try {
            fixture.engine.replicas().get(0).http().next().execute(() -> hold(over));
            assertThat(fixture.admin("DELETE", "/deployments/Stuck/batch", new byte[0])
                            .statusCode())
                    .isEqualTo(204);

            HttpResponse<String> stuck = first.get(60, TimeUnit.SECONDS);
            assertThat(stuck.statusCode()).isEqualTo(409);
            JsonNode answer = JSON.readTree(stuck.body());
            assertThat(answer.get("stillRunning").intValue()).isEqualTo(5);
            assertThat(answer.get("faulted").intValue()).isZero();
            assertThat(answer.get("message").textValue())
                    .contains("0 of 5 instances had ended")
                    .contains("5 have not ended");
        } finally {
            over.countDown();
        }
        await(() -> fixture.engine.running() == 0);
        assertThat(batch("Stuck", order(1, INPUT).put("timeoutMs", 50)).statusCode())
                .as("a later batch")
                .isEqualTo(504);
    }

    /** Keeps the calling thread, for a limited time. */
    private static void hold(CountDownLatch until) {
        try {
            assertThat(until.await(90, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldCancelABatchWhoseClientHasGone() throws Exception {
        start();
        fixture.deploy("Left", "<wait><for>'PT1H'</for></wait>");
        byte[] order = JSON.writeValueAsBytes(order(5, INPUT));
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), fixture.engine.adminPort())) {
            client.getOutputStream()
                    .write(("POST /deployments/Left/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
                                    + order.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            client.getOutputStream().write(order);
            await(() -> fixture.engine.running() == 5);
        }
        await(() -> fixture.engine.running() == 0);
        assertThat(fixture.engine.counters().value(Counter.INSTANCES_FAULTED)).isEqualTo(5);
    }

    @Test
    void shouldTellWhereAnInstanceWaits() throws Exception {
        start();
        fixture.deploy("Waits", "<wait name=\"long\"><for>'PT1H'</for></wait>");
        CompletableFuture<HttpResponse<String>> open = fixture.postLater("Waits", EngineFixture.request("7"));
        await(() -> fixture.engine.running() == 1);
        long id = JSON.readTree(fixture.admin("GET", "/instances", new byte[0]).body())
                .at("/instances/0/id")
                .longValue();

        JsonNode instance = JSON.readTree(
                fixture.admin("GET", "/instances/" + id, new byte[0]).body());

        assertThat(instance.get("waiting")).hasSize(1);
        assertThat(instance.at("/waiting/0/activity").textValue()).startsWith("wait 'long' at Waits.bpel:");
        assertThat(instance.at("/waiting/0/path").textValue())
                .startsWith("process")
                .contains(" > sequence")
                .endsWith(instance.at("/waiting/0/activity").textValue());
        assertThat(instance.at("/waiting/0/sinceMs").longValue())
                .isBetween(0L, instance.get("ageMs").longValue());
        assertThat(fixture.admin("GET", "/instances/4711", new byte[0]).statusCode())
                .isEqualTo(404);
        assertThat(fixture.admin("DELETE", "/instances/" + id, new byte[0]).statusCode())
                .isEqualTo(204);
        assertThat(open.join().statusCode()).isEqualTo(500);
    }

    @Test
    void shouldResizeTheKernelsPoolOfAPipelineAndSayWhyOthersAreFixed() throws Exception {
        fixture = new EngineFixture(EngineFixture.CONFIGURATION
                .but()
                .policy(SchedulingPolicy.PIPELINE)
                .kernelWorkers(2)
                .build());
        fixture.engine.deployer().deploy("Benchmark", workflow());

        assertThat(pool("PUT", "kernel", "{\"threads\": 5}", 200).get("threads").intValue())
                .isEqualTo(5);
        assertThat(done("Benchmark", order(200, ORDER)).get("completed").longValue())
                .isEqualTo(200);
        assertThat(pool("PUT", "kernel", "{\"threads\": 1}", 200).get("threads").intValue())
                .isEqualTo(1);
        assertThat(done("Benchmark", order(200, ORDER)).get("completed").longValue())
                .isEqualTo(200);
        assertThat(pool("GET", "kernel", "", 200).get("threads").intValue()).isEqualTo(1);
        assertThat(pool("PUT", "kernel", "{\"threads\": 0}", 400).get("message").textValue())
                .isEqualTo("'threads' is 0; use a whole number from 1 to 10000.");
        assertThat(pool("PUT", "kernel", "four", 400).get("message").textValue())
                .contains("no JSON");
        assertThat(pool("PUT", "http", "{\"threads\": 3}", 409).get("message").textValue())
                .contains("--http-threads");
        assertThat(pool("PUT", "invoker", "{\"threads\": 3}", 409)
                        .get("message")
                        .textValue())
                .contains("--invoker-threads");
        assertThat(pool("PUT", "swimming", "{\"threads\": 3}", 404)
                        .get("message")
                        .textValue())
                .contains("[http, kernel, invoker]");
        assertThat(JSON.readTree(fixture.admin("GET", "/pools", new byte[0]).body()))
                .hasSize(3);
    }

    private JsonNode pool(String method, String name, String body, int status) throws Exception {
        HttpResponse<String> response = fixture.admin(method, "/pools/" + name, body.getBytes(StandardCharsets.UTF_8));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    @Test
    void shouldCountTheChosenEventsAndSayWhichCannotBeCounted() throws Exception {
        start();
        fixture.engine.deployer().deploy("Benchmark", workflow());
        assertThat(done("Benchmark", order(10, ORDER)).get("counters")).isEmpty();

        assertThat(counters("{\"events\": \"task-clock,alignment-faults\"}", 200)
                        .get("events"))
                .hasSize(2);
        JsonNode counters = done("Benchmark", order(2_000, ORDER)).get("counters");

        // Each is a count above zero, or a sentence that says why there is none; both depend on the machine.
        JsonNode clock = counters.get("task-clock");
        assertThat(clock.isTextual() ? clock.textValue().contains(": ") : clock.longValue() > 0)
                .as(counters.toString())
                .isTrue();
        assertThat(counters.has("alignment-faults")).isTrue();
        assertThat(counters("{\"events\": \"wishes\"}", 400).get("message").textValue())
                .contains("there is no event 'wishes'");
        assertThat(counters("{}", 400).get("message").textValue()).contains("Name events");
        assertThat(counters("{\"events\": \"\"}", 200).get("events")).isEmpty();
        assertThat(done("Benchmark", order(10, ORDER)).get("counters")).isEmpty();
    }

    private JsonNode counters(String body, int status) throws Exception {
        HttpResponse<String> response = fixture.admin("PUT", "/counters", body.getBytes(StandardCharsets.UTF_8));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        SystemEngineClock clock = new SystemEngineClock();
        long untilNs = clock.nanoTime() + 30_000_000_000L;
        while (!condition.holds()) {
            assertThat(clock.nanoTime() - untilNs).as("waited for 30 s").isNegative();
            Thread.sleep(5);
        }
    }
}
