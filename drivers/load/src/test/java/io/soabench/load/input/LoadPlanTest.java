package io.soabench.load.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadPlanTest {

    private static final String ENDPOINT = "http://127.0.0.1:8080/Sequential";

    @TempDir
    Path compiled;

    private Plan plan = SamplePlan.plan()
            .withWorkloads(List.of(SamplePlan.open("office", 3)))
            .withProcesses(List.of(new ProcessPlan(
                    "Sequential",
                    ProcessPlan.Visibility.BLACK_BOX,
                    "",
                    true,
                    "urn:order",
                    "{urn:q}answer",
                    Map.of(),
                    List.of(),
                    null)));

    @BeforeEach
    void writeTrace() throws IOException {
        Files.writeString(compiled.resolve("office.trace"), "");
        plan = withClient(new ClientPlan("here", "office.trace", 20, Map.of()));
    }

    private Plan withClient(ClientPlan client) {
        return plan.withCases(List.of(SamplePlan.testCase("c1")
                .withClients(List.of(client))
                .withSchedule(SamplePlan.SCHEDULE.withWarmUp(CaseSchedule.WarmUp.UNTIL_STEADY, 1000))));
    }

    private List<String> problems(Plan of, String caseId, String client, String endpoint) {
        BadInput bad = catchThrowableOfType(
                BadInput.class,
                () -> LoadPlan.of(of, compiled, new Execution(caseId, 1), client, List.of(endpoint), Optional.empty()));
        assertThat(bad).isNotNull();
        return bad.problems();
    }

    @Test
    void shouldFindItsPartOfThePlan() {
        assertThat(LoadPlan.of(plan, compiled, new Execution("c1", 1), "here", List.of(ENDPOINT), Optional.empty()))
                .isEqualTo(new LoadPlan(
                        "c1",
                        "here",
                        "office",
                        WorkloadPlan.Load.OPEN,
                        20,
                        ConnectionPlan.KEPT,
                        List.of(new LoadPlan.Target(
                                "Sequential",
                                URI.create(ENDPOINT),
                                "urn:order",
                                true,
                                "{urn:q}answer",
                                Optional.empty())),
                        false,
                        1000,
                        true,
                        2000,
                        0,
                        4000,
                        3000,
                        compiled.resolve("office.trace"),
                        compiled.resolve("requests"),
                        0,
                        Optional.empty(),
                        Set.of(),
                        LoadPlan.Compared.NOTHING));
    }

    @Test
    void shouldReplayTheTraceOfItsRepetition() throws IOException {
        Files.createDirectories(compiled.resolve("repetitions/3"));
        Path trace = Files.writeString(compiled.resolve("repetitions/3/office.trace"), "");
        Plan each = withClient(new ClientPlan("here", "repetitions/${repetition}/office.trace", 20, Map.of()));

        assertThat(LoadPlan.of(each, compiled, new Execution("c1", 3), "here", List.of(ENDPOINT), Optional.empty())
                        .trace())
                .isEqualTo(trace);
        assertThat(problems(each, "c1", "here", ENDPOINT))
                .containsExactly(compiled.resolve("repetitions/1/office.trace")
                        + ", which the plan names, cannot be read; compile the testbed again");
    }

    private Plan mixed() {
        ProcessPlan order = plan.processOf("Sequential");
        return plan.withProcesses(List.of(
                        order, new ProcessPlan("Notice", order.kind(), "", false, "n", "", Map.of(), List.of(), null)))
                .withWorkloads(List.of(new WorkloadPlan(
                        "office",
                        WorkloadPlan.Load.OPEN,
                        0,
                        3,
                        "",
                        List.of(),
                        List.of("Sequential", "Notice"),
                        List.of(),
                        null)))
                .withCases(List.of(plan.caseOf("c1").withProcesses(List.of("Sequential", "Notice"))));
    }

    @Test
    void shouldKnowWhatGetsEachChunkOfAMix() {
        LoadPlan load = LoadPlan.of(
                mixed(),
                compiled,
                new Execution("c1", 1),
                "here",
                List.of("Notice=http://h:1/b", "Sequential=http://h:1/a"),
                Optional.empty());

        assertThat(load.target("Notice/small"))
                .isEqualTo(new LoadPlan.Target("Notice", URI.create("http://h:1/b"), "n", false, "", Optional.empty()));
        assertThat(load.target("Sequential/small").endpoint()).isEqualTo(URI.create("http://h:1/a"));
        assertThat(load.request("Notice/small")).isEqualTo(compiled.resolve("requests/Notice/small.xml"));
        assertThat(catchThrowableOfType(BadInput.class, () -> load.target("Other/small"))
                        .problems())
                .containsExactly("the trace " + compiled.resolve("office.trace")
                        + " sends the chunk Other/small, but the case calls only [Sequential, Notice]; compile the"
                        + " testbed again");
    }

    @Test
    void shouldRefuseAddressesThatDoNotFitTheMix() {
        BadInput two = catchThrowableOfType(
                BadInput.class,
                () -> LoadPlan.of(
                        mixed(),
                        compiled,
                        new Execution("c1", 1),
                        "here",
                        List.of("Notice=http://h:1/b", "Sequential=http://h:2/a"),
                        Optional.empty()));
        BadInput one = catchThrowableOfType(
                BadInput.class,
                () -> LoadPlan.of(
                        mixed(), compiled, new Execution("c1", 1), "here", List.of("http://h:1/a"), Optional.empty()));

        assertThat(two.problems())
                .containsExactly(
                        "the endpoints are at h:2 and h:1, but all processes of a case are at one host and port;"
                                + " correct --endpoint");
        assertThat(one.problems())
                .containsExactly(
                        "there are 0 endpoints of process \"Sequential\"; give one: --endpoint"
                                + " Sequential=http://host:port/path",
                        "there are 0 endpoints of process \"Notice\"; give one: --endpoint Notice=http://host:port/path");
    }

    @Test
    void shouldRefuseWhenThePlanHasNoSuchCaseOrHost() {
        assertThat(problems(plan, "c9", "here", ENDPOINT)).containsExactly("the plan has no case \"c9\"; it has [c1]");
        assertThat(problems(plan, "c1", "there", ENDPOINT))
                .containsExactly("case c1 has no client host \"there\"; it has [here]");
    }

    @Test
    void shouldNameAllThatIsWrongAtOnce() {
        Plan wrong = withClient(new ClientPlan("here", "missing.trace", 0, Map.of()))
                .withWorkloads(List.of())
                .withProcesses(List.of());

        assertThat(problems(wrong, "c1", "here", "ftp://h/"))
                .containsExactly(
                        "the plan has no workload \"office\", which its case wants; compile the testbed again",
                        "the plan gives client host \"here\" of case c1 0 threads; from 1 to 20000 are possible",
                        compiled.resolve("missing.trace")
                                + ", which the plan names, cannot be read; compile the testbed again",
                        "the plan has no process \"Sequential\", which its case wants; compile the testbed again",
                        "the endpoint \"ftp://h/\" is not an address like http://host:port/path; correct --endpoint");
    }

    @Test
    void shouldNotLeaveTheCompiledTestbed() {
        assertThat(problems(
                        withClient(new ClientPlan("here", "../elsewhere", 20_001, Map.of())), "c1", "here", ENDPOINT))
                .containsExactly(
                        "the plan gives client host \"here\" of case c1 20001 threads; from 1 to 20000 are possible",
                        "the plan names the trace ../elsewhere, which is outside " + compiled);
    }

    @Test
    void shouldWantAnAddressOfItsOwnWhereAProcessCallsBack() {
        Plan async = plan.withProcesses(List.of(plan.processOf("Sequential")
                .callingBack(new CallbackPlan("done", List.of("{urn:q}done", "{urn:q}id")))));

        LoadPlan load = LoadPlan.of(
                async,
                compiled,
                new Execution("c1", 1),
                "here",
                List.of(ENDPOINT),
                Optional.of("http://127.0.0.1:20007"));

        assertThat(load.callbackAddress().orElseThrow().getPort()).isEqualTo(20007);
        assertThat(load.target("any").callback()).map(CallbackPlan::addressed).contains(false);
        assertThat(problems(async, "c1", "here", ENDPOINT))
                .containsExactly("process \"Sequential\" answers by a callback, but no address is given; give"
                        + " --callback http://host:port");
        assertThat(catchThrowableOfType(
                                BadInput.class,
                                () -> LoadPlan.of(
                                        async,
                                        compiled,
                                        new Execution("c1", 1),
                                        "here",
                                        List.of(ENDPOINT),
                                        Optional.of("http://here")))
                        .problems())
                .containsExactly("process \"Sequential\" answers by a callback, but \"http://here\" is no address with"
                        + " a port; give --callback http://host:port");
        assertThat(LoadPlan.of(
                                plan,
                                compiled,
                                new Execution("c1", 1),
                                "here",
                                List.of(ENDPOINT),
                                Optional.of("http://127.0.0.1:1"))
                        .callbackAddress())
                .as("nobody listens where nobody calls")
                .isEmpty();
    }
}
