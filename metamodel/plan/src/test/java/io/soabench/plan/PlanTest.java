package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    @TempDir
    Path folder;

    private static final Plan PLAN = SamplePlan.plan("a", "b");

    @Test
    void shouldBeTheSameWhenWrittenAndRead() {
        Json.write(folder.resolve("plan.json"), PLAN);

        assertThat(Json.read(folder.resolve("plan.json"), Plan.class)).isEqualTo(PLAN);
    }

    @Test
    void shouldBeRefusedWhenItsFormatIsAnother() throws IOException {
        Path file = folder.resolve("plan.json");
        Files.writeString(file, Json.text(PLAN).replace("\"format\" : 2", "\"format\" : 3"));

        assertThatThrownBy(() -> Json.read(file, Plan.class))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot read " + file + ": it has format 3, but this version of SOABench reads format 2;"
                        + " compile the testbed again with this version");

        Files.writeString(file, "{\"testbed\": \"old\"}");
        assertThatThrownBy(() -> Json.read(file, Plan.class))
                .hasMessageContaining(": it names no format, but this version of SOABench reads format 2; ");
    }

    @Test
    void shouldChangeOnlyWhatIsAskedWhenVaried() {
        HostPlan other = SamplePlan.remote("lab", "10.0.0.1");

        assertThat(PLAN.withHosts(List.of(other)).hosts()).containsExactly(other);
        assertThat(PLAN.withHosts(List.of(other)).withHosts(PLAN.hosts())).isEqualTo(PLAN);
        assertThat(PLAN.withServers(List.of()).withServers(PLAN.servers())).isEqualTo(PLAN);
        assertThat(PLAN.withServices(List.of()).withServices(PLAN.services())).isEqualTo(PLAN);
        assertThat(PLAN.withProcesses(List.of()).withProcesses(PLAN.processes()))
                .isEqualTo(PLAN);
        assertThat(PLAN.withWorkloads(List.of()).withWorkloads(PLAN.workloads()))
                .isEqualTo(PLAN);
        assertThat(PLAN.withCases(List.of()).withCases(PLAN.cases())).isEqualTo(PLAN);
        assertThat(PLAN.withMetrics(List.of()).withReports(List.of()).withPublished(List.of()))
                .isEqualTo(PLAN);
        assertThat(PLAN.withReports(List.of(ReportFormat.PDF)).reports()).containsExactly(ReportFormat.PDF);
        assertThat(PLAN.withOrigin(new ModelOrigin("t", "", 2, "", "")).origin().seed())
                .isEqualTo(2);
    }

    @Test
    void shouldRunEveryRepetitionWhenCasesAreGiven() {
        CasePlan twice = SamplePlan.testCase("a").withSchedule(SamplePlan.SCHEDULE.withRepetitions(2));

        assertThat(SamplePlan.empty()
                        .withCases(List.of(twice, SamplePlan.testCase("b")))
                        .order())
                .containsExactly(new Execution("a", 1), new Execution("a", 2), new Execution("b", 1));
    }

    @Test
    void shouldFindEverythingByName() {
        CasePlan of = PLAN.caseOf("b");

        assertThat(of.servers()).allSatisfy(name -> assertThat(
                        PLAN.hostOf(PLAN.serverOf(name).host()).local())
                .isTrue());
        assertThat(PLAN.processOf(of.subject()).partners())
                .allSatisfy(partner ->
                        assertThat(PLAN.serviceOf(partner.service()).server()).isEqualTo(SamplePlan.MOCKS));
        assertThat(PLAN.workloadOf(of.workload()).clients()).isEqualTo(10);
        assertThat(PLAN.machines(of)).containsExactly("");
        assertThatThrownBy(() -> PLAN.caseOf("c")).hasMessage("the plan has no case \"c\"");
    }

    @Test
    void shouldNameAllProcessesThatAreLoadedTogether() {
        CasePlan alone = SamplePlan.testCase("a");
        CasePlan mixed = alone.withProcesses(List.of("Browse", "Order"));

        assertThat(alone.subject()).isEqualTo(SamplePlan.PROCESS);
        assertThat(alone.mixed()).isFalse();
        assertThat(mixed.subject()).isEqualTo("Browse+Order");
        assertThat(mixed.mixed()).isTrue();
        assertThat(mixed.withProcesses(alone.processes())).isEqualTo(alone);
    }

    @Test
    void shouldHaveAsManyRepetitionsAsThePilotsCallForWithinTheCap() {
        PrecisionGoal open = PrecisionGoal.of(0.05, 5, 20);

        assertThat(open.chosen()).isFalse();
        assertThat(open.repetitions()).isEqualTo(5);
        assertThat(open.calledFor(9).chosen()).isTrue();
        assertThat(open.calledFor(9).repetitions()).isEqualTo(9);
        assertThat(open.calledFor(20).capped()).isFalse();
        assertThat(open.calledFor(21).capped()).isTrue();
        assertThat(open.calledFor(21).repetitions()).isEqualTo(20);
        assertThat(open.calledFor(0).repetitions())
                .as("what the pilots cannot tell is left to them")
                .isEqualTo(5);
        CaseSchedule schedule = SamplePlan.SCHEDULE.withPrecision(open);
        assertThat(schedule.withRepetitions(9)
                        .withMeasureMs(1)
                        .withParallel(true)
                        .withEnough(null)
                        .precision())
                .isEqualTo(open);
    }

    @Test
    void shouldEndAMeasurementAtCertainTimesOnly() {
        CaseSchedule fixed = new CaseSchedule(1, false, CaseSchedule.WarmUp.FIXED, 0, 60_000, 0, 1000);

        assertThat(fixed.endsMs()).containsExactly(60_000L);
        assertThat(fixed.withEnough(new EnoughAnswers(30, 8_000)).endsMs())
                .containsExactly(8_000L, 12_000L, 16_000L, 24_000L, 32_000L, 48_000L, 60_000L);
        assertThat(fixed.withEnough(new EnoughAnswers(30, 50_000)).endsMs()).containsExactly(50_000L, 60_000L);
    }
}
