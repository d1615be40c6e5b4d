package io.soabench.generators;

import static io.soabench.generators.ModelFixture.MAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.model.testbed.ProcessReplaced;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of events that deploy, replace and undeploy processes. */
class ProcessEventsTest {

    @TempDir
    Path temp;

    private ModelFixture model;
    private WhiteBoxProcess version;

    /** A second version of the sequential process that calls its partner once more. */
    @BeforeEach
    void makeModel() throws IOException {
        model = new ModelFixture(temp.resolve("model"));
        model.matrix.setAllProcesses(false);
        model.matrix.getProcesses().add(model.sequential);
        model.matrix.getProcesses().add(model.flow);
        Path bpel = model.folder.resolve("bpel/sequential.bpel");
        String text = Files.readString(bpel);
        int from = text.lastIndexOf("<invoke");
        int to = text.indexOf('>', from) + 1;
        Files.writeString(
                model.folder.resolve("bpel/second.bpel"),
                text.substring(0, to)
                        + text.substring(from, to).replaceFirst(" name=\"[^\"]*\"", "")
                        + text.substring(to));
        version = EcoreUtil.copy(model.sequential);
        version.setName("Second");
        version.setBpel("bpel/second.bpel");
        model.testbed.getElements().add(version);
    }

    private Plan compile(Map<String, ServerType> types) {
        return new TestbedCompiler()
                .compile(model.testbed, Set.of(), types, temp.resolve("compiled"), OptionalLong.empty());
    }

    private Plan compile() {
        return compile(ModelFixture.types());
    }

    private void add(ProcessEvent event, String atS, Process process) {
        event.setSuite(model.suite);
        event.setTime(ModelFixture.quantity(atS, Unit.SECOND));
        event.setProcess(process);
        model.testbed.getElements().add(event);
    }

    private void replace(String atS, Process by) {
        ProcessReplaced event = MAKE.createProcessReplaced();
        event.setVersion(by);
        add(event, atS, model.sequential);
    }

    private List<String> issues(Map<String, ServerType> types) {
        return catchThrowableOfType(CompilationRefused.class, () -> compile(types)).issues().stream()
                .map(issue -> issue.text(model.folder).replaceFirst("^[^ ]+ ", ""))
                .toList();
    }

    @Test
    void shouldPackageTheVersionUnderTheNameOfTheProcess() throws IOException {
        replace("1", version);

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-web-engine").events())
                .containsExactly(new EventPlan(
                        "Quick.replace.1",
                        EventPlan.Kind.PROCESS_REPLACED,
                        "replace",
                        1000,
                        -1,
                        Map.of(
                                "process",
                                "Sequential",
                                "version",
                                "Second",
                                "package",
                                "processes/engine/Sequential.Second"),
                        "at 1 s",
                        "Sequential is replaced by Second"));
        assertThat(plan.processOf("Sequential").packages()).isEqualTo(Map.of("engine", "processes/engine/Sequential"));
        assertThat(plan.processOf("Second").packages())
                .as("nobody loads it by itself")
                .isEmpty();
        assertThat(temp.resolve("compiled/processes/engine/Sequential.Second/addresses.txt"))
                .content()
                .startsWith("bpel/second.bpel\n");
        assertThat(plan.processOf("Second").calls().calls().getAsInt())
                .isEqualTo(plan.processOf("Sequential").calls().calls().getAsInt() + 1);
    }

    @Test
    void shouldLetAnEventHappenOnlyInCasesThatLoadItsProcess() {
        replace("1", version);

        assertThat(compile().caseOf("FlowNoDep-web-engine").events()).isEmpty();
    }

    @Test
    void shouldDrawAsManyCallsAsTheVersionWithTheMost() throws IOException {
        model.matrix.getProcesses().remove(model.flow);
        compile();
        int before = steps();
        replace("1", version);

        compile();

        assertThat(steps()).isEqualTo(before + 1);
    }

    /** Planned calls of the first request of a trace. */
    private int steps() throws IOException {
        String line = Files.readAllLines(temp.resolve("compiled/repetitions/1/mocks/quotes-1/behaviour.trace")).stream()
                .filter(each -> each.startsWith("web.1.1\t"))
                .findFirst()
                .orElseThrow();
        return line.split("\t", -1)[1].split(" ").length;
    }

    @Test
    void shouldCheckWhatAnEventLeavesOnTheEngine() {
        replace("1", version);
        add(MAKE.createProcessUndeployed(), "2", model.sequential);
        add(MAKE.createProcessDeployed(), "3", model.sequential);

        Plan plan = compile();

        assertThat(plan.caseOf("Sequential-web-engine").checks())
                .extracting(check -> check.process() + " " + check.event())
                .containsExactly("Sequential ", "Sequential Quick.replace.1", "Sequential Quick.deploy.1");
        assertThat(plan.caseOf("Sequential-web-engine").brings("Sequential")).isFalse();
    }

    @Test
    void shouldNotCheckBeforeTheMeasurementWhatAnEventBrings() {
        add(MAKE.createProcessDeployed(), "1", model.sequential);

        CasePlan of = compile().caseOf("Sequential-web-engine");

        assertThat(of.brings("Sequential")).isTrue();
        assertThat(of.checks()).extracting(CheckPlan::event).containsExactly("Quick.deploy.1");
    }

    @Test
    void shouldRefuseEnginesThatCannotChangeProcessesWhileTheyRun() {
        replace("1", version);

        assertThat(issues(ModelFixture.rigid()))
                .containsExactly(
                        "[redeploy-impossible] an event changes process \"Sequential\" while it is measured, which"
                                + " engines of type \"reference\" cannot do; leave them out of suite \"Quick\"");
    }

    @Test
    void shouldRefuseAVersionThatIsAnotherProcess() {
        replace("1", model.flow);

        assertThat(issues(ModelFixture.types()))
                .singleElement()
                .asString()
                .startsWith(
                        "[version-mismatch] process \"FlowNoDep\" is no version of \"Sequential\": its BPEL process is"
                                + " named ")
                .endsWith("; clients must be able to call both in the same way");
    }

    @Test
    void shouldRefuseAnEventOfAProcessThatNobodyLoads() {
        add(MAKE.createProcessUndeployed(), "1", version);

        assertThat(issues(ModelFixture.types()))
                .containsExactly(
                        "[event-without-case] no case of suite \"Quick\" loads process \"Second\"; name one that is"
                                + " loaded");
    }
}
