package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chapter "Results of each engine" has every engine with a valid repetition. */
final class EngineResultsTest {

    @TempDir
    private Path folder;

    @BeforeAll
    static void begin() throws Exception {
        Platform.startup(new EngineConfig());
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    /** One engine has all cases, the other one has a single case. */
    @Test
    void shouldShowAnEngineThatHasASingleCase() throws Exception {
        Path run = folder.resolve("run");
        SampleRun.write(
                run,
                7,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(5).defects(false));
        Plan plan = Json.read(run.resolve(RunFiles.PLAN), Plan.class);
        String other = plan.cases().get(1).server();
        List<CasePlan> cases = plan.cases().stream()
                .filter(one ->
                        !one.server().equals(other) || one.equals(plan.cases().get(1)))
                .toList();
        Set<String> left = cases.stream().map(CasePlan::id).collect(Collectors.toSet());

        List<ShownDesign.Item> shown = ShownDesign.of(
                run,
                plan.withCases(
                        cases,
                        plan.order().stream()
                                .filter(each -> left.contains(each.caseId()))
                                .toList()));

        assertThat(shown.stream()
                        .filter(item -> item.source().isEmpty())
                        .flatMap(item -> item.rows().stream())
                        .map(row -> row.get("TEXT"))
                        .filter(text -> text != null && text.startsWith("Suite ")))
                .anySatisfy(text -> assertThat(text).endsWith(": " + other))
                .hasSize(2);
        assertThat(shown.stream()
                        .filter(item -> item.source().equals("measuredResults"))
                        .flatMap(item -> item.rows().stream()))
                .hasSize(cases.size());
    }
}
