package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.soabench.generators.reading.ModelDistributions;
import io.soabench.generators.reading.ModelFiles;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Unit;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relays stand where the network of the model has a latency, and nowhere else. */
class NetworkTest {

    private static final String CASE = "Sequential-office-engine";

    @TempDir
    Path temp;

    private ModelFixture model;

    @BeforeEach
    void begin() {
        model = new ModelFixture(temp.resolve("model"));
    }

    private Plan compile() {
        return new TestbedCompiler()
                .compile(model.testbed, Set.of(), types(), temp.resolve("out/compiled"), OptionalLong.empty());
    }

    private static Map<String, io.soabench.plugin.ServerType> types() {
        Map<String, io.soabench.plugin.ServerType> types = new HashMap<>(ModelFixture.types());
        types.put(ServerPlan.RELAY, new ModelFixture.RelayType());
        return types;
    }

    private String addresses() throws IOException {
        return Files.readString(temp.resolve("out/compiled/processes/engine/Sequential/addresses.txt"));
    }

    private static Distribution lognormal() {
        var lognormal = ModelFixture.MAKE.createLogNormalDistribution();
        lognormal.setMedian(ModelFixture.quantity("1", Unit.MILLISECOND));
        lognormal.setSigma(ModelFixture.quantity("0.4", Unit.NONE));
        return lognormal;
    }

    @Test
    void shouldLetClientsCallTheirRelayWhenTheyAreFarFromTheEngine() throws IOException {
        Host far = model.host("far");
        model.client(far);
        model.latency(far, model.host, "2");

        Plan plan = compile();

        CasePlan planned = plan.caseOf(CASE);
        assertThat(planned.servers()).containsExactly("mocks", "relay.far.engine", "engine");
        assertThat(planned.clients())
                .extracting(ClientPlan::host, ClientPlan::endpoints)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("here", Map.of()),
                        org.assertj.core.groups.Tuple.tuple(
                                "far",
                                Map.of(
                                        "Sequential",
                                        "http://${server.relay.far.engine.address}:${server.relay.far.engine.port.tcp}/processes/Sequential")));
        ServerPlan relay = plan.serverOf("relay.far.engine");
        assertThat(relay.emulatesNetwork()).isTrue();
        assertThat(relay.host()).isEqualTo("here");
        assertThat(relay.parameters())
                .containsEntry("to", "${server.engine.address}:${server.engine.port.http}")
                .containsEntry("request-latency", "constant:2.0")
                .containsEntry("response-latency", "constant:2.0");
        assertThat(planned.paths())
                .containsExactly(
                        path("here", "engine", "engine", "http", "", 0),
                        path("far", "engine", "relay.far.engine", "tcp", "2 ms", 4),
                        path("here", "mocks", "mocks", "http", "", 0));
        assertThat(addresses()).contains("http://${server.mocks.address}");
    }

    private static PathPlan path(
            String from, String to, String reached, String port, String words, double roundTripMs) {
        return new PathPlan(
                from,
                to,
                "http://${server." + reached + ".address}:${server." + reached + ".port." + port + "}",
                words,
                words,
                roundTripMs);
    }

    @Test
    void shouldLetTheEngineCallItsPartnersThroughARelay() throws IOException {
        Host lab = model.host("lab");
        model.mocks.setHost(lab);
        model.latency(model.host, lab, false, lognormal());

        Plan plan = compile();

        assertThat(plan.caseOf(CASE).servers()).containsExactly("mocks", "relay.here.mocks", "engine");
        assertThat(plan.caseOf(CASE).clients())
                .allSatisfy(client -> assertThat(client.endpoints()).isEmpty());
        assertThat(addresses())
                .contains(
                        "http://${server.relay.here.mocks.address}:${server.relay.here.mocks.port.tcp}/services/quotes-1");
        ServerPlan relay = plan.serverOf("relay.here.mocks");
        assertThat(relay.host()).isEqualTo("lab");
        assertThat(relay.parameters())
                .containsEntry("request-latency", "lognormal:1.0:0.4")
                .containsEntry("response-latency", "constant:0");
        PathPlan path = plan.caseOf(CASE).paths().get(1);
        assertThat(path.request()).isEqualTo("lognormal(median 1 ms, sigma 0.4)");
        assertThat(path.response()).isEmpty();
        assertThat(path.roundTripMs()).isCloseTo(1, within(0.02));
    }

    @Test
    void shouldWriteTheSameSeedWhenCompiledAgainAndAnotherOneForAnotherRelay() {
        Host far = model.host("far");
        model.client(far);
        model.mocks.setHost(model.host("lab"));
        model.latency(far, model.host, "2");
        model.latency(model.host, model.mocks.getHost(), "0");

        List<String> seeds = compile().servers().stream()
                .filter(ServerPlan::emulatesNetwork)
                .map(relay -> relay.parameters().get("seed"))
                .toList();

        assertThat(seeds).hasSize(2).doesNotHaveDuplicates();
        assertThat(compile().servers().stream()
                        .filter(ServerPlan::emulatesNetwork)
                        .map(relay -> relay.parameters().get("seed")))
                .isEqualTo(seeds);
    }

    @Test
    void shouldDrawTheSameLatenciesForAllEngines() {
        Host far = model.host("far");
        model.client(far);
        model.latency(far, model.host, "2");
        model.engine("other");

        Plan plan = compile();

        assertThat(plan.serverOf("relay.far.engine").parameters().get("seed"))
                .isEqualTo(plan.serverOf("relay.far.other").parameters().get("seed"));
    }

    @Test
    void shouldAddNothingWhenNoMessageTakesTheDelayedWay() {
        model.latency(model.host, model.host("elsewhere"), "2");

        Plan plan = compile();

        assertThat(plan.servers()).noneMatch(ServerPlan::emulatesNetwork);
        assertThat(plan.cases()).allSatisfy(each -> assertThat(each.servers()).containsExactly("mocks", "engine"));
    }

    @Test
    void shouldRefuseALatencyThatARegistryWouldLeaveOut() {
        Host lab = model.host("lab");
        model.mocks.setHost(lab);
        model.latency(model.host, lab, "2");
        model.registry("yellow");
        model.ask("yellow");

        assertThat(catchThrowableOfType(CompilationRefused.class, this::compile).getMessage())
                .contains(
                        "quickstart.testbed:1:1: [latency-left-out] engine \"engine\" asks a registry for its partners, which"
                                + " answers with the address of \"mocks\" itself");
    }

    @Test
    void shouldRefuseALatencyWhoseRelayWouldHideThatAnInstanceIsGone() {
        Host lab = model.host("lab");
        model.mocks.setHost(lab);
        model.latency(model.host, lab, "2");
        var event = ModelFixture.MAKE.createServiceUnavailable();
        event.setSuite(model.suite);
        event.setTime(ModelFixture.quantity("1", Unit.SECOND));
        event.setService(model.quotes);
        model.testbed.getElements().add(event);

        assertThat(catchThrowableOfType(CompilationRefused.class, this::compile).getMessage())
                .contains(
                        "quickstart.testbed:1:1: [latency-hides-event] an event opens or closes an instance of a service of \"mocks\" at run"
                                + " time, which the relay of the latency between \"here\" and \"lab\" would hide");
    }

    @Test
    void shouldRefuseWhenTheRelayIsNotInstalled() {
        Host far = model.host("far");
        model.client(far);
        model.latency(far, model.host, "2");

        CompilationRefused refused = catchThrowableOfType(CompilationRefused.class, () -> new TestbedCompiler()
                .compile(
                        model.testbed,
                        Set.of(),
                        ModelFixture.types(),
                        temp.resolve("out/compiled"),
                        OptionalLong.empty()));

        assertThat(refused.getMessage())
                .contains(
                        "[server-type-not-installed] a latency needs servers of type \"relay\", which is not installed");
    }

    @Test
    void shouldTellRelaysEveryDistribution() throws IOException {
        ModelDistributions distributions =
                new ModelDistributions(new ModelFiles(new ProblemCollector()), new ProblemCollector());
        var make = ModelFixture.MAKE;
        var uniform = make.createUniformDistribution();
        uniform.setMin(ModelFixture.quantity("1", Unit.MILLISECOND));
        uniform.setMax(ModelFixture.quantity("3", Unit.MILLISECOND));
        var normal = make.createNormalDistribution();
        normal.setMean(ModelFixture.quantity("1", Unit.MILLISECOND));
        normal.setVariance(ModelFixture.quantity("4", Unit.SQUARE_MILLISECOND));
        var exponential = make.createExponentialDistribution();
        exponential.setRate(ModelFixture.quantity("500", Unit.PER_SECOND));
        var gamma = make.createGammaDistribution();
        gamma.setShape(ModelFixture.quantity("2", Unit.NONE));
        gamma.setMean(ModelFixture.quantity("6", Unit.MILLISECOND));
        var weibull = make.createWeibullDistribution();
        weibull.setShape(ModelFixture.quantity("1.5", Unit.NONE));
        weibull.setScale(ModelFixture.quantity("500", Unit.MICROSECOND));
        var pareto = make.createParetoDistribution();
        pareto.setMin(ModelFixture.quantity("1", Unit.MILLISECOND));
        pareto.setShape(ModelFixture.quantity("3", Unit.NONE));

        assertThat(List.of(uniform, normal, exponential, gamma, weibull, pareto, lognormal()).stream()
                        .map(model -> distributions
                                .of(model, Optional.empty(), "a latency")
                                .orElseThrow()
                                .compact(1000)))
                .containsExactly(
                        "uniform:1.0:3.0",
                        "normal:1.0:2.0",
                        "exponential:2.0",
                        "gamma:2.0:3.0",
                        "weibull:1.5:0.5",
                        "pareto:1.0:3.0",
                        "lognormal:1.0:0.4");
    }
}
