package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.replica.InstanceNumbers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages and processes that take all they can, over HTTP. The engine must refuse or end them, and serve the others.
 */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LimitIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOOP = "<while><condition>true()</condition><empty/></while>";
    private static final String COUNT = "$request.body/c:count";

    private static EngineFixture fixture(SchedulingPolicy policy) throws Exception {
        EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 1));
        fixture.deploy("Plain", ASK + RESPOND);
        return fixture;
    }

    private static String counting(String count) {
        return request("x").replace("<c:count>5<", "<c:count>" + count + "<");
    }

    private static void assertServes(EngineFixture fixture) throws Exception {
        HttpResponse<String> answer = fixture.post("Plain", request("fine"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("a-fine");
    }

    /** Waits for a number of running instances. An answer is sent before its instance has ended. */
    private static void awaitRunning(EngineFixture fixture, int instances) throws Exception {
        await(instances + " running instances", () -> fixture.engine.running() == instances);
    }

    /**
     * Waits for listed instances. An instance runs from the moment its message is taken, and is listed from its first
     * turn.
     */
    private static JsonNode awaitListed(EngineFixture fixture, int instances) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            JsonNode listed =
                    JSON.readTree(admin(fixture, "GET", "/instances", 200)).get("instances");
            if (listed.size() == instances || System.nanoTime() > end) {
                assertThat(listed).hasSize(instances);
                return listed;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldRefuseMessagesThatCostMoreThanTheyAreWorth(SchedulingPolicy policy) throws Exception {
        try (EngineFixture fixture = fixture(policy)) {
            StringBuilder names = new StringBuilder();
            StringBuilder attributes = new StringBuilder("<a");
            for (int i = 0; i < 100_000; i++) {
                names.append("<n").append(i).append("/>");
                attributes.append(" n").append(i).append("=''");
            }
            for (String content : List.of(names.toString(), attributes + "/>")) {
                HttpResponse<String> answer = fixture.post("Plain", request(content));
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(answer.body()).contains("soapenv:Client").containsPattern("more than (1000|128) ");
            }
            assertThat(fixture.engine.counters().value(Counter.INSTANCES_STARTED))
                    .isZero();
            assertServes(fixture);
        }
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldAnswerWithAFaultWhenAMessageAsksForTooMuch(SchedulingPolicy policy) throws Exception {
        try (EngineFixture fixture = fixture(policy)) {
            String turns = "<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                    + "<finalCounterValue>" + COUNT
                    + "</finalCounterValue><scope><wait><for>'P1D'</for></wait></scope></forEach>";
            String doubling =
                    "<scope><variables><variable name=\"s\" type=\"xsd:string\"><from>'0123456789abcdef'</from>"
                            + "</variable></variables><while><condition>$i &lt; " + COUNT + "</condition><assign>"
                            + "<copy><from>concat($s, $s)</from><to>$s</to></copy><copy><from>$i + 1</from><to>$i</to></copy>"
                            + "</assign></while></scope>";
            fixture.deploy("Turns", turns);
            fixture.deploy("Doubling", doubling);

            for (String name : List.of("Turns", "Doubling")) {
                HttpResponse<String> answer = fixture.post(name, counting("1000000000"));
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.body()).contains("limitExceeded");
                assertThat(fixture.post("Doubling", counting("3")).statusCode()).isEqualTo(200);
            }
            assertServes(fixture);
            awaitRunning(fixture, 0);
            assertThat(fixture.engine.counters().value(Counter.ERRORS)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldServeOthersWhileInstancesLoopOnEveryThread(SchedulingPolicy policy) throws Exception {
        long earlierId = InstanceNumbers.lastBefore(System.currentTimeMillis(), 1);
        try (EngineFixture fixture = fixture(policy)) {
            fixture.deploy("Loop", LOOP);
            List<CompletableFuture<HttpResponse<String>>> loops = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                loops.add(fixture.postLater("Loop", request("x")));
            }
            awaitRunning(fixture, loops.size());

            assertServes(fixture);
            JsonNode listed = awaitListed(fixture, loops.size());
            for (JsonNode instance : listed) {
                assertThat(instance.get("deployment").asText()).isEqualTo("Loop");
                assertThat(instance.get("openRequests").asInt()).isEqualTo(1);
                assertThat(instance.get("id").asLong())
                        .as("no number of an earlier engine")
                        .isGreaterThan(earlierId);
                assertThat(instance.get("steps").asLong()).isPositive();
            }

            admin(fixture, "DELETE", "/instances/" + listed.get(0).get("id").asLong(), 204);
            awaitRunning(fixture, loops.size() - 1);
            admin(fixture, "DELETE", "/instances/" + listed.get(0).get("id").asLong(), 404);
            admin(fixture, "DELETE", "/deployments/Loop?instances=all", 400);
            String ended = admin(fixture, "DELETE", "/deployments/Loop?instances=terminate", 200);

            assertThat(JSON.readTree(ended).get("ended").asInt()).isEqualTo(loops.size() - 1);
            awaitRunning(fixture, 0);
            for (CompletableFuture<HttpResponse<String>> loop : loops) {
                HttpResponse<String> answer = loop.get(120, TimeUnit.SECONDS);
                assertThat(answer.statusCode()).isEqualTo(500);
                assertThat(answer.body()).contains("terminated");
            }
            admin(fixture, "DELETE", "/deployments/Loop?instances=terminate", 404);
            assertServes(fixture);
        }
    }

    private static String admin(EngineFixture fixture, String method, String path, int status) throws Exception {
        HttpResponse<String> answer = fixture.admin(method, path, new byte[0]);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }
}
