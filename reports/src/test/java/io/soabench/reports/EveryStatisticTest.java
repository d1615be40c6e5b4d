package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.StatisticFunction.Kind;
import io.soabench.plan.Target;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every statistic that the language knows, asked for by {@code metric}, makes the report show something that it does not show
 * otherwise. Which there are is not told here: one more fails until the report shows it.
 */
final class EveryStatisticTest {

    /** Not the default of intervals, which are shown without being asked for. */
    private static final BigDecimal PERCENT = BigDecimal.valueOf(90);

    private static final Target ENGINES = Target.all(Target.Kind.ENGINE);
    private static final Target PROCESSES = Target.all(Target.Kind.PROCESS);

    /** What the table of asked statistics says of one that it has no number of. */
    private static final Set<String> NOTHING = Set.of("–", "see the chart", "");

    @TempDir
    private static Path folder;

    private static Plan plan;
    private static Set<ShownDesign.Item> unasked;

    @BeforeAll
    static void simulate() throws Exception {
        Platform.startup(new EngineConfig());
        SampleRun.write(
                folder.resolve("run"),
                7,
                new SampleRun.Shape().engines(1).repetitions(2).measureS(5).defects(false));
        plan = Json.read(folder.resolve("run").resolve(RunFiles.PLAN), Plan.class);
        unasked = shown(List.of());
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    private static Set<ShownDesign.Item> shown(List<MetricPlan> metrics) throws Exception {
        return new HashSet<>(ShownDesign.of(folder.resolve("run"), plan.withMetrics(metrics)));
    }

    private static Stream<StatisticFunction> functions() {
        return Stream.of(Kind.values())
                .map(kind -> kind.hasPercent()
                        ? new StatisticFunction(kind, PERCENT)
                        : StatisticFunction.parse(kind.text()));
    }

    /**
     * What is shown because it is asked for, without the question: of the tables of asked statistics values and intervals, the name of the
     * metric nowhere, and of everything else all of it.
     */
    private static Set<Object> effect(String metric, Target target, StatisticFunction function) throws Exception {
        Set<Object> more = new HashSet<>();
        for (ShownDesign.Item item : shown(List.of(new MetricPlan(metric, target, List.of(function))))) {
            if (item.source().equals("asked") || item.source().equals("askedOfMetric")) {
                Map<String, String> row = item.rows().get(0);
                Stream.of("MEASURED", "CI")
                        .map(row::get)
                        .filter(text -> !NOTHING.contains(text))
                        .forEach(more::add);
            } else if (!unasked.contains(item) && !item.rows().equals(List.of(Map.of("TEXT", metric)))) {
                more.add(item);
            }
        }
        return more;
    }

    /** Of a metric that counts, so that it has all of them. */
    @Test
    void shouldShowSomethingElseForEachStatistic() throws Exception {
        Map<StatisticFunction, Set<Object>> effects = new LinkedHashMap<>();
        for (StatisticFunction function : functions().toList()) {
            effects.put(function, effect("traffic", ENGINES, function));
        }

        assertThat(effects).allSatisfy((function, effect) -> assertThat(effect)
                .as("what the report shows for " + function.text())
                .isNotEmpty());
        assertThat(effects.values()).doesNotHaveDuplicates();
    }

    @Test
    void shouldDrawWhatClientsSeeWhenItIsAskedFor() throws Exception {
        for (String metric : List.of("throughput", "failures")) {
            assertThat(effect(metric, PROCESSES, StatisticFunction.CHART_OVER_TIME))
                    .as(metric + " over time")
                    .isNotEmpty();
            assertThat(effect(metric, PROCESSES, StatisticFunction.HISTOGRAM))
                    .as("distribution of " + metric)
                    .isNotEmpty();
        }
    }

    /** The response time is drawn in every report. */
    @Test
    void shouldDrawTheResponseTimeInAnyCase() {
        assertThat(unasked.stream().map(ShownDesign.Item::source)).contains("courseMarked", "shares");
    }
}
