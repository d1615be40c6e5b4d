package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StagePlan;
import io.soabench.plan.WorkloadPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report shows of open workloads: the sample run has a closed and an open one, here with two stages. */
final class ChangingLoadTest {

    @TempDir
    private static Path folder;

    private static Plan plan;

    @BeforeAll
    static void simulate() throws Exception {
        Platform.startup(new EngineConfig());
        SampleRun.write(
                folder.resolve("run"),
                7,
                new SampleRun.Shape().engines(1).repetitions(2).measureS(5).defects(false));
        plan = Json.read(folder.resolve("run").resolve(RunFiles.PLAN), Plan.class);
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    private static List<ShownDesign.Item> shown(List<StagePlan> stages) throws Exception {
        return shown(WorkloadPlan.Load.OPEN, stages);
    }

    private static List<ShownDesign.Item> shown(WorkloadPlan.Load changing, List<StagePlan> stages) throws Exception {
        List<WorkloadPlan> workloads = plan.workloads().stream()
                .map(each -> each.kind() != changing ? each : each.withStages(stages))
                .toList();
        return ShownDesign.of(folder.resolve("run"), plan.withWorkloads(workloads));
    }

    private static List<List<Map<String, String>>> of(String source, List<ShownDesign.Item> items) {
        return items.stream()
                .filter(item -> item.source().startsWith(source))
                .map(ShownDesign.Item::rows)
                .toList();
    }

    /** Two processes under one open workload, with 50 arrivals a second on average. */
    @Test
    void shouldDrawWhatWasOfferedAndServedOfOpenWorkloadsOnly() throws Exception {
        List<List<Map<String, String>>> charts = of("load", shown(List.of()));

        assertThat(charts).hasSize(2).allSatisfy(rows -> {
            assertThat(mean(rows, "OFFERED")).isBetween(40.0, 60.0);
            assertThat(mean(rows, "SERVED")).isBetween(40.0, 60.0);
        });
    }

    private static double mean(List<Map<String, String>> rows, String column) {
        return rows.stream()
                .map(row -> row.get(column))
                .filter(value -> value != null && !value.isEmpty())
                .mapToDouble(Double::parseDouble)
                .average()
                .orElseThrow();
    }

    @Test
    void shouldListTheStagesOfALoadThatChanges() throws Exception {
        List<ShownDesign.Item> items = shown(List.of(
                new StagePlan("1: at 50 /s", 0, 3_000, 50, 50), new StagePlan("2: at 9 /s", 3_000, 5_000, 9, 9)));

        List<Map<String, String>> rows =
                of("stages", items).stream().flatMap(List::stream).toList();
        assertThat(rows.stream().map(row -> row.get("STAGE")))
                .containsExactly("1: at 50 /s", "2: at 9 /s", "1: at 50 /s", "2: at 9 /s");
        assertThat(Double.parseDouble(rows.get(0).get("REQUESTS"))).isBetween(200.0, 400.0);
        assertThat(Double.parseDouble(rows.get(0).get("OFFERED_PER_S"))).isBetween(35.0, 65.0);
        assertThat(of("stages", shown(List.of()))).isEmpty();
    }

    @Test
    void shouldShowWhatIsPendingWhenStagesEnd() throws Exception {
        List<ShownDesign.Item> items =
                shown(List.of(new StagePlan("burst", 0, 3_000, 50, 50), new StagePlan("pause", 3_000, 5_000, 0, 0)));

        List<Map<String, String>> ends =
                of("pendingEnds", items).stream().flatMap(List::stream).toList();
        assertThat(ends)
                .as("of the burst alone, in which requests arrive, of two cases")
                .hasSize(2)
                .allSatisfy(row -> {
                    assertThat(row).containsEntry("STAGE", "burst").containsEntry("STRETCHES", "2");
                    assertThat(Double.parseDouble(row.get("PENDING"))).isBetween(0.0, 50.0);
                });
        assertThat(of("workDone", items).stream().flatMap(List::stream))
                .hasSize(4)
                .allSatisfy(row ->
                        assertThat(Integer.parseInt(row.get("COMPLETED"))).isPositive());
        assertThat(of("pending", items).stream().filter(rows -> rows.get(0).containsKey("AT_S")))
                .as("charts over time")
                .hasSize(2);
        assertThat(of("workDone", shown(List.of()))).isEmpty();
    }

    @Test
    void shouldDrawClientsThatComeAndGo() throws Exception {
        List<ShownDesign.Item> items =
                shown(WorkloadPlan.Load.CLOSED, List.of(new StagePlan("1: at 3 clients", 0, 5_000, 3, 3)));

        assertThat(of("clients", items))
                .as("clients and answers, of two cases")
                .hasSize(4)
                .allSatisfy(rows -> {
                    assertThat(mean(rows, "CLIENTS")).isEqualTo(3);
                    assertThat(mean(rows, "SERVED")).isGreaterThan(5);
                });
        assertThat(of("stages", items).stream().flatMap(List::stream))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.get("PLANNED")).isEqualTo("3.0"));
        assertThat(of("clients", shown(List.of()))).isEmpty();
    }

    /** Kept connections for which nobody waited are what everybody expects. */
    @Test
    void shouldTellOfConnectionsWhereTheModelChoosesThem() throws Exception {
        assertThat(of("connections", shown(List.of()))).isEmpty();

        String of = plan.cases().get(0).id();
        Path file = folder.resolve("run/cases").resolve(of).resolve("1").resolve(RunFiles.Each.LOAD.of("here"));
        LoadRecord kept = Json.read(file, LoadRecord.class);
        LoadRecord.Effort effort = kept.effort();
        LoadRecord.Phase measure = kept.requests().measure();
        Json.write(
                file,
                new LoadRecord(
                        kept.caseId(),
                        kept.client(),
                        kept.ended(),
                        kept.warmUp(),
                        kept.times(),
                        new LoadRecord.Requests(
                                kept.requests().warmUp(),
                                new LoadRecord.Phase(
                                        measure.planned(),
                                        measure.sent(),
                                        measure.missed(),
                                        5,
                                        new LoadRecord.Waits(4, 2_500, 3_000),
                                        measure.slip()),
                                kept.requests().recorded(),
                                kept.requests().laps()),
                        new LoadRecord.Effort(
                                effort.engine(),
                                effort.threads(),
                                new LoadRecord.Connections(ConnectionPlan.Use.LIMITED, 3, 3),
                                effort.cpuMs(),
                                effort.gcPauseMs())));

        List<List<Map<String, String>>> rows = of("connections", shown(List.of()));
        Json.write(file, kept);

        assertThat(rows).as("both repetitions of that case, and of no other").hasSize(2);
        assertThat(rows.get(0).get(0))
                .containsEntry("CONNECTIONS", "limited")
                .containsEntry("OPENED", "5")
                .containsEntry("MOST", "3")
                .containsEntry("WAITS", "4")
                .containsEntry("WAIT_P99_MS", "2.5")
                .containsEntry("WAIT_MAX_MS", "3.0");
    }
}
