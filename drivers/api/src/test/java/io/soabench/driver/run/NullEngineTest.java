package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Relay;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NullEngineTest {

    @TempDir
    Path folder;

    private FakeTestbed testbed;

    /** A relay whose program is there. */
    private record FakeRelay() implements Relay {

        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("fake", FakeTestbed.PROGRAM));
        }

        @Override
        public Lifecycle lifecycle() {
            return Lifecycle.of(
                            List.of("relay", "${address}:${port:tcp}", "${param:" + TO + "}"),
                            new Lifecycle.Probe("line:ready", 0, 1000))
                    .build();
        }
    }

    @BeforeEach
    void compile() {
        testbed = new FakeTestbed(folder.resolve("compiled")).add("a", "ok", "ok");
        mock(false);
    }

    /** The only mocked service has one operation. */
    private void mock(boolean oneWay) {
        Json.write(
                folder.resolve("compiled/mocks/quotes-1/mock.json"),
                new MockPlan(
                                "quotes",
                                1,
                                "quotes-1",
                                "wsdl/quote.wsdl",
                                "urn:quotes",
                                "Quotes",
                                "QuotesPort",
                                new MockPlan.UiidSource(
                                        MockPlan.UiidSource.Kind.MESSAGE,
                                        List.of("{urn:quotes}request", "{urn:quotes}id"),
                                        List.of(),
                                        ""),
                                List.of(new MockPlan.MockOperation(
                                        "ask", "urn:ask", "{urn:quotes}request", oneWay, oneWay ? "" : "ask.xml")))
                        .listening("own-1", false));
    }

    private Driver.Request request(Map<String, ServerType> more) {
        Driver.Request plain = testbed.request(folder.resolve("run"));
        Map<String, ServerType> types = new HashMap<>(plain.types());
        types.putAll(more);
        return new Driver.Request(
                plain.plan(), plain.compiled(), plain.runFolder(), types, plain.classPaths(), plain.versions());
    }

    private Optional<Driver.Request> nullEngine() throws IOException {
        return NullEngine.of(
                request(Map.of(ServerPlan.RELAY, new FakeRelay())),
                Files.createDirectories(folder.resolve("run/calibration")));
    }

    @Test
    void shouldPutARelayBetweenTheLoadClientAndTheMockHost() throws IOException {
        Plan plan = nullEngine().orElseThrow().plan();

        CasePlan only = plan.caseOf("calibration");
        assertThat(plan.order()).containsExactly(new Execution("calibration", 1));
        assertThat(only.servers()).containsExactly("mocks", "relay.calibration");
        assertThat(only.server()).as("it yields as an engine does").isEqualTo("relay.calibration");
        assertThat(only.clients()).extracting(ClientPlan::host).containsExactly("here");
        assertThat(plan.serverOf("relay.calibration").parameters())
                .containsEntry(Relay.TO, "${server.mocks.address}:${server.mocks.port.http}")
                .containsEntry(Relay.REQUEST_LATENCY, "constant:0");
        assertThat(plan.processOf("calibration").endpoint())
                .isEqualTo("http://${server.relay.calibration.address}:${server.relay.calibration.port.tcp}/quotes-1");
        assertThat(plan.processOf("calibration").soapAction()).isEqualTo("urn:ask");
    }

    @Test
    void shouldCallAMockHostThatSpeaksTlsByHttps() throws IOException {
        Driver.Request plain = request(Map.of(ServerPlan.RELAY, new FakeRelay()));
        List<ServerPlan> servers = plain.plan().servers().stream()
                .map(server -> new ServerPlan(
                        server.name(),
                        server.type(),
                        server.host(),
                        Map.of(ServerPlan.TLS, "true"),
                        server.ports(),
                        server.serves()))
                .toList();
        Driver.Request request = new Driver.Request(
                plain.plan().withServers(servers),
                plain.compiled(),
                plain.runFolder(),
                plain.types(),
                plain.classPaths(),
                plain.versions());

        Plan plan = NullEngine.of(request, Files.createDirectories(folder.resolve("run/calibration")))
                .orElseThrow()
                .plan();

        assertThat(plan.processOf("calibration").endpoint())
                .isEqualTo("https://${server.relay.calibration.address}:${server.relay.calibration.port.tcp}/quotes-1");
        assertThat(plan.serverOf("mocks").speaksTls()).isTrue();
    }

    @Test
    void shouldHaveAllThatARunNeeds() throws IOException {
        Driver.Request request = nullEngine().orElseThrow();

        assertThat(new Preparation(request, DriverSettings.STANDARD, new AnyHosts()).check())
                .isEmpty();
        assertThat(request.runFolder()).isEqualTo(folder.resolve("run/calibration"));
        Path compiled = request.compiled();
        List<String> arrivals = Files.readAllLines(compiled.resolve("repetitions/1/workloads/calibration.trace"));
        List<String> behaviours = Files.readAllLines(compiled.resolve("repetitions/1/mocks/quotes-1/behaviour.trace"));
        assertThat(arrivals).filteredOn(line -> !line.startsWith("#")).hasSize(1799);
        assertThat(arrivals).contains("1\t1\t5000\t0", "1\t1799\t8995000\t0");
        assertThat(behaviours).contains("calibration.1.1\t0", "calibration.1.1799\t0");
        assertThat(Json.read(compiled.resolve("mocks/quotes-1/mock.json"), MockPlan.class)
                        .ownPort())
                .as("where the mock host listens")
                .isEmpty();
        assertThat(compiled.resolve("mocks/quotes-1/wsdl/quote.wsdl")).exists();
        assertThat(Files.readString(compiled.resolve("requests/calibration/default.xml")))
                .contains("urn:quotes")
                .contains("${uiid}");
    }

    @Test
    void shouldNotBeWhereItCannotBeMade() throws IOException {
        assertThat(NullEngine.of(request(Map.of()), folder)).as("no relay").isEmpty();
        mock(true);
        assertThat(nullEngine()).as("nobody answers").isEmpty();
    }
}
