package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each metric of the model has its numbers in all cases in one table, the same as in the chapters of the cases. */
final class MetricsOverCasesTest {

    private static final Target PROCESSES = Target.all(Target.Kind.PROCESS);
    private static final Target SERVICES = Target.all(Target.Kind.SERVICE);

    @TempDir
    private static Path folder;

    private static Plan plan;

    @BeforeAll
    static void simulate() throws Exception {
        Platform.startup(new EngineConfig());
        SampleRun.write(
                folder.resolve("run"),
                7,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(5).defects(false));
        plan = Json.read(folder.resolve("run").resolve(RunFiles.PLAN), Plan.class);
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    private static MetricPlan metric(String type, Target target, String... functions) {
        return new MetricPlan(
                type, target, Stream.of(functions).map(StatisticFunction::parse).toList());
    }

    private static List<ShownDesign.Item> shown(MetricPlan... metrics) throws Exception {
        return ShownDesign.of(folder.resolve("run"), plan.withMetrics(List.of(metrics)));
    }

    private static List<Map<String, String>> of(String source, List<ShownDesign.Item> items) {
        return items.stream()
                .filter(item -> item.source().equals(source))
                .flatMap(item -> item.rows().stream())
                .toList();
    }

    @Test
    void shouldListEachMetricStatisticByStatisticInAllCases() throws Exception {
        int cases = plan.cases().size();
        List<ShownDesign.Item> items = shown(
                metric("response-time", PROCESSES, "p99", "average", "chart over time"),
                metric("throughput", SERVICES, "average"));

        List<Map<String, String>> rows = of("askedOfMetric", items);

        assertThat(cases).isGreaterThan(2);
        assertThat(items)
                .filteredOn(item -> item.rows().equals(List.of(Map.of("TEXT", "response-time"))))
                .hasSize(1);
        assertThat(items)
                .filteredOn(item -> item.rows().equals(List.of(Map.of("TEXT", "throughput"))))
                .hasSize(1);
        assertThat(rows.stream().limit(2L * cases).map(row -> row.get("STATISTIC")))
                .as("statistic by statistic, as the model lists them")
                .containsExactlyElementsOf(Stream.concat(
                                Collections.nCopies(cases, "p99").stream(),
                                Collections.nCopies(cases, "average").stream())
                        .toList());
        assertThat(rows.stream().skip(2L * cases)).hasSize(cases).allSatisfy(row -> assertThat(row.get("MEASURED"))
                .matches("[0-9.]+ /s"));
        List<String> ofCases = of("asked", items).stream()
                .filter(row -> !row.get("STATISTIC").equals("chart over time"))
                .map(MetricsOverCasesTest::number)
                .toList();
        assertThat(rows.stream().map(MetricsOverCasesTest::number))
                .as("the numbers of the chapters of cases")
                .containsExactlyInAnyOrderElementsOf(ofCases);
    }

    private static String number(Map<String, String> row) {
        return row.get("TARGET") + " " + row.get("STATISTIC") + " " + row.get("MEASURED") + " " + row.get("CI");
    }

    @Test
    void shouldListThroughputAndFailuresOfServicesWithoutBeingAsked() throws Exception {
        List<Map<String, String>> rows = of("servicesByCase", shown());

        assertThat(rows).hasSize(plan.cases().size()).allSatisfy(row -> {
            assertThat(row.get("SERVICE")).isEqualTo("quotes");
            assertThat(Double.parseDouble(row.get("THROUGHPUT_PER_S"))).isBetween(100.0, 200.0);
            assertThat(Double.parseDouble(row.get("FAILED"))).isBetween(0.0, 5.0);
            assertThat(Double.parseDouble(row.get("MEAN"))).isPositive().isLessThan(Double.parseDouble(row.get("P99")));
        });
    }

    @Test
    void shouldStayAwayWhereNothingIsAskedOrAllIsDrawn() throws Exception {
        assertThat(of("askedOfMetric", shown())).isEmpty();
        assertThat(of("askedOfMetric", shown(metric("response-time", PROCESSES, "histogram"))))
                .isEmpty();
    }
}
