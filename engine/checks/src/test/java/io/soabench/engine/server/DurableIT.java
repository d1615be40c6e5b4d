package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.ReplicaKind;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine that keeps its processes and instances in a folder, from one start to the next. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DurableIT {
    @TempDir
    Path folder;

    private HttpClient client = HttpClient.newHttpClient();
    CountingPartner partner;
    EngineConfiguration configuration;
    Engine engine;

    @BeforeEach
    void open() throws IOException {
        partner = new CountingPartner();
        configuration = EngineFixture.CONFIGURATION
                .but()
                .port(TestPorts.next())
                .durable(folder.resolve("state"))
                .snapshotAtStop(snapshotAtStop())
                .build();
    }

    /** The time in which instances record their states. */
    Duration snapshotAtStop() {
        return Duration.ZERO;
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
        partner.close();
    }

    void start() throws EngineStartException {
        engine = Engine.start(configuration, new SystemEngineClock());
    }

    private void startAgain() throws EngineStartException {
        engine.close();
        partner.nextLife();
        start();
    }

    int send(String process, String operation, String id, String text) throws Exception {
        return post(process, ScriptedPartner.envelope(TalkProcess.message(operation, id, text)));
    }

    private int post(String process, String body) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + process))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private String admin(String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + engine.adminPort() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the time that was waited").isLessThan(endNs);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Awaits that the only instance waits for a message, so that the answer to its call is recorded. */
    void awaitReceive() {
        await(() -> {
            try {
                Matcher id = Pattern.compile("\"id\"\\s*:\\s*(\\d+)").matcher(admin("/instances"));
                return id.find() && admin("/instances/" + id.group(1)).contains("receive");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldGoOnWhereItHasStopped(SchedulingPolicy policy) throws Exception {
        configuration = configuration.withThreads(policy, 2, 2, 1);
        start();
        engine.deployer().deploy("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
        assertThat(send("OneWay", "hint", "a", "first")).isEqualTo(202);
        awaitReceive();
        partner.hold(true);
        assertThat(send("OneWay", "hint", "b", "second")).isEqualTo(202);
        assertThat(partner.received(2)).isTrue();

        startAgain();
        partner.hold(false);

        assertThat(engine.running()).isEqualTo(2);
        assertThat(admin("/health")).contains("ready");
        assertThat(admin("/statistics"))
                .contains("\"instancesRecovered\" : 2", "\"instancesQuarantined\" : 0")
                .containsPattern("\"setting.durableStorage\" : \"(disk|memory) \\(.+\\)\"");
        assertThat(engine.recoveryWarnings()).isEmpty();
        assertThat(send("OneWay", "note", "a", "A")).isEqualTo(200);
        assertThat(send("OneWay", "note", "b", "B")).isEqualTo(200);
        await(() -> engine.running() == 0);
        List<String> calls = partner.calls().stream()
                .map(call -> call.id() + call.step() + " " + call.text())
                .toList();
        assertThat(calls)
                .containsOnlyOnce("a1 first", "a2 A", "a3 end", "b2 B", "b3 end")
                .contains("b1 second");
        List<CountingPartner.Call> repeated = partner.calls().stream()
                .filter(call -> call.id().equals("b") && call.step() == 1)
                .toList();
        assertThat(repeated).hasSize(2);
        assertThat(repeated.get(1).key())
                .startsWith("\"urn:soabench:")
                .isEqualTo(repeated.get(0).key());
        assertThat(repeated.get(1).body()).isEqualTo(repeated.get(0).body());

        startAgain();
        assertThat(engine.running()).isZero();
    }

    @Test
    void shouldKeepVersionsAndLetTheirInstancesGoOn() throws Exception {
        start();
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        engine.deployer().deploy("One", DurableProcess.oneWay("One", partner.url()));
        assertThat(send("Two", "request", "x", "")).isEqualTo(200);
        // The same files are no new version, other ones are.
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url() + "/other"));
        assertThat(engine.deployer().undeploy("One")).isTrue();

        startAgain();

        assertThat(engine.deployer().deployed("One")).isNull();
        assertThat(engine.deployer().deployed("Two").deployment().version()).isEqualTo(3);
        assertThat(engine.running()).isOne();
        assertThat(send("Two", "hint", "x", "X")).isEqualTo(202);
        await(() -> engine.running() == 0);
        assertThat(partner.calls().stream().map(call -> call.step() + " " + call.text()))
                .containsExactly("1 begin", "2 X", "3 end");

        startAgain();
        try (var versions = Files.list(folder.resolve("state/deployments"))) {
            assertThat(versions.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("3", "journal");
        }
    }

    /** The versions between an instance and the present version have no instances themselves. */
    @Test
    void shouldReachAnInstanceWhoseVersionWasReplacedTwice() throws Exception {
        start();
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        assertThat(send("Two", "request", "x", "")).isEqualTo(200);
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url() + "/second"));
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url() + "/third"));

        startAgain();
        startAgain();

        assertThat(send("Two", "hint", "x", "X")).isEqualTo(202);
        await(() -> engine.running() == 0);
        startAgain();
        try (var versions = Files.list(folder.resolve("state/deployments"))) {
            assertThat(versions.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("3", "journal");
        }
    }

    /** Its answer goes where the request has wanted it, also from the next start on. */
    @Test
    void shouldPostTheAnswerToARequestOfAnEarlierStart() throws Exception {
        try (ScriptedPartner receiver = new ScriptedPartner()) {
            configuration = configuration
                    .but()
                    .replyTo(Set.of(URI.create(receiver.url()).getAuthority()))
                    .build();
            start();
            engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));
            partner.hold(true);
            String body = ScriptedPartner.addressed(
                    ScriptedPartner.envelope(TalkProcess.message("request", "x", "")), "urn:mine:1", receiver.url());
            assertThat(post("Two", body)).isEqualTo(202);
            assertThat(partner.received(1)).isTrue();

            startAgain();
            assertThat(receiver.requests).isEmpty();
            partner.hold(false);

            assertThat(receiver.received(1)).isTrue();
            assertThat(receiver.requests.get(0)).contains("urn:mine:1", ":response", ">x<");
            await(() -> engine.counters().value(Counter.CALLS_ANSWERED) == 2);
            awaitReceive();

            startAgain();
            assertThat(send("Two", "hint", "x", "X")).isEqualTo(202);
            await(() -> engine.running() == 0);
            assertThat(receiver.requests).as("the answer was posted once").hasSize(1);
        }
    }

    @Test
    void shouldFailAnInterruptedCallWhereTheDeploymentWantsThat() throws Exception {
        start();
        Map<String, byte[]> entries = new TreeMap<>(DurableProcess.oneWay("One", partner.url()));
        entries.put(
                "soabench-process.json",
                ("{\"partners\":{\"partner\":\"" + partner.url() + "\"},\"afterCrash\":{\"partner\":\"fail\"}}")
                        .getBytes(StandardCharsets.UTF_8));
        engine.deployer().deploy("One", entries);
        partner.hold(true);
        assertThat(send("One", "hint", "a", "first")).isEqualTo(202);
        assertThat(partner.received(1)).isTrue();

        startAgain();

        await(() -> engine.running() == 0);
        assertThat(engine.counters().value(Counter.INSTANCES_FAULTED)).isOne();
        assertThat(partner.calls()).hasSize(1);
    }

    private EngineConfiguration replicas(int count) {
        return configuration
                .but()
                .replicas(configuration.replicas().with(count, ReplicaKind.THREADS))
                .build();
    }

    /** Starts an instance by a connection of its own, which goes to the next replica. */
    private void startInstance(String id) throws Exception {
        client = HttpClient.newHttpClient();
        assertThat(send("OneWay", "hint", id, "first")).isEqualTo(202);
    }

    @Test
    void shouldGoOnWithAnotherNumberOfReplicas() throws Exception {
        configuration = replicas(2);
        start();
        engine.deployer().deploy("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
        for (String id : List.of("a", "b", "c", "d")) {
            startInstance(id);
        }
        assertThat(partner.received(4)).isTrue();
        assertThat(running()).as("in each replica").containsExactly(2, 2);

        configuration = replicas(1);
        startAgain();
        assertThat(running()).containsExactly(4);
        startInstance("e");
        configuration = replicas(2);
        startAgain();

        assertThat(running()).as("where they were started").containsExactly(3, 2);
        assertThat(engine.recoveryWarnings()).isEmpty();
        for (String id : List.of("a", "b", "c", "d", "e")) {
            assertThat(send("OneWay", "note", id, id.toUpperCase(Locale.ROOT))).isEqualTo(200);
        }
        await(() -> engine.running() == 0);
        assertThat(partner.calls().stream().filter(call -> call.step() > 1).map(call -> call.id() + call.step()))
                .containsExactlyInAnyOrder("a2", "a3", "b2", "b3", "c2", "c3", "d2", "d3", "e2", "e3");
        startAgain();
        assertThat(engine.running()).isZero();
    }

    private List<Integer> running() {
        return engine.replicas().stream()
                .map(replica -> replica.kernel().running())
                .toList();
    }

    @Test
    void shouldDeployAFolderOnce() throws Exception {
        Path processes = Files.createDirectories(folder.resolve("processes/One"));
        for (var file : DurableProcess.oneWay("One", partner.url()).entrySet()) {
            Files.write(processes.resolve(file.getKey()), file.getValue());
        }
        configuration = configuration.but().deploy(processes.getParent()).build();
        start();

        startAgain();

        assertThat(engine.deployer().deployed("One").deployment().version()).isEqualTo(1);
    }

    @Test
    void shouldReplaceTheRecordsOfALongConversation() throws Exception {
        configuration = configuration.but().snapshotRecords(10).build();
        start();
        engine.deployer().deploy("Long", DurableProcess.loop("Long", partner.url()));
        assertThat(send("Long", "hint", "a", "first")).isEqualTo(202);
        for (int i = 0; i < 60; i++) {
            assertThat(send("Long", "note", "a", "x".repeat(300) + i)).isEqualTo(200);
        }
        assertThat(statistic("journalSnapshots")).isBetween(2L, 30L);
        assertThat(statistic("journalRecordsReplaced")).isBetween(40L, 61L);
        assertThat(statistic("journalLiveInstances")).isEqualTo(1);

        startAgain();

        assertThat(statistic("instancesRecovered")).isEqualTo(1);
        assertThat(statistic("journalSnapshots")).isZero();
        assertThat(send("Long", "note", "a", "end")).isEqualTo(200);
        await(() -> engine.running() == 0);
        assertThat(partner.calls()).extracting(CountingPartner.Call::text).containsExactly("end");
    }

    private long statistic(String name) throws Exception {
        Matcher value = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(admin("/statistics"));
        assertThat(value.find()).as(name).isTrue();
        return Long.parseLong(value.group(1));
    }

    @Test
    void shouldEndAnInstanceForGood() throws Exception {
        start();
        engine.deployer().deploy("One", DurableProcess.oneWay("One", partner.url()));
        send("One", "hint", "a", "first");
        assertThat(partner.received(1)).isTrue();
        String id = admin("/instances").replaceAll("(?s).*\"id\" : (\\d+).*", "$1");
        HttpRequest delete = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + engine.adminPort() + "/instances/" + id))
                .DELETE()
                .build();
        assertThat(client.send(delete, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(204);

        startAgain();

        assertThat(engine.running()).isZero();
    }

    @Test
    void shouldRefuseWhatItCannotKeep() throws Exception {
        EngineConfiguration anyPort = configuration.but().port(0).build();
        assertThatThrownBy(() -> Engine.start(anyPort, new SystemEngineClock()))
                .hasMessage("durable=" + configuration.durable()
                        + " takes a port that is the same at each start; give one with --port");
    }

    @Test
    void shouldRefuseAnotherAddressAndASecondEngine() throws Exception {
        start();
        engine.deployer().deploy("One", DurableProcess.oneWay("One", partner.url()));
        EngineConfiguration second = configuration.but().port(TestPorts.next()).build();

        assertThatThrownBy(() -> Engine.start(second, new SystemEngineClock()))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("durable=" + configuration.durable() + " cannot be used: ");

        String url = engine.url();
        engine.close();
        engine = null;
        assertThatThrownBy(() -> Engine.start(second, new SystemEngineClock()))
                .hasMessage("durable=" + configuration.durable() + " cannot be used: The processes in "
                        + configuration.durable() + " were deployed at " + url + ", but not at http://127.0.0.1:"
                        + second.port() + "; start the engine with the same --host, --port and use of TLS.");
    }

    @Test
    void shouldSendNoKeysUnlessItIsDurable() throws Exception {
        configuration = configuration.but().durable(null).build();
        start();
        engine.deployer().deploy("Two", DurableProcess.twoWay("Two", partner.url()));

        assertThat(send("Two", "request", "x", "")).isEqualTo(200);

        assertThat(partner.calls()).hasSize(1);
        assertThat(partner.calls().get(0).key()).isEqualTo("null");
        assertThat(admin("/statistics")).doesNotContain("journal");
    }
}
