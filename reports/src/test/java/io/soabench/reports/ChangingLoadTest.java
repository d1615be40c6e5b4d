package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.Plan.StagePlan;
import io.soabench.plan.Plan.WorkloadPlan;
import io.soabench.plan.RunFiles;
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
        List<WorkloadPlan> workloads = plan.workloads().stream()
                .map(each -> each.kind() == WorkloadPlan.Load.CLOSED
                        ? each
                        : new WorkloadPlan(
                                each.name(),
                                each.kind(),
                                each.clients(),
                                each.ratePerSecond(),
                                each.description(),
                                stages,
                                each.processes()))
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
}
