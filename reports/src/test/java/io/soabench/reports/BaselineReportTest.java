package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.reports.interactive.InteractivePage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a suite that names a baseline: three engines under a closed and an open workload. */
final class BaselineReportTest {

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

    private static List<Map<String, String>> rows(List<ShownDesign.Item> items, String source) {
        return items.stream()
                .filter(item -> item.source().equals(source))
                .flatMap(item -> item.rows().stream())
                .toList();
    }

    @Test
    void shouldLeadWithTheRatiosToTheBaseline() throws Exception {
        Path run = folder.resolve("run");
        SampleRun.write(
                run,
                7,
                new SampleRun.Shape().engines(3).repetitions(3).measureS(5).defects(false));
        Plan plan = Json.read(run.resolve(RunFiles.PLAN), Plan.class);
        String baseline = plan.cases().get(0).server();

        List<ShownDesign.Item> items = ShownDesign.of(
                run,
                plan.withCases(plan.cases().stream()
                        .map(one -> one.withBaseline(baseline))
                        .toList()));

        List<Map<String, String>> ratios = rows(items, "ratioRows");
        assertThat(ratios.get(0))
                .containsEntry("LABEL", baseline + ", the baseline")
                .containsEntry("TIMES", "1")
                .containsEntry("CI", "");
        assertThat(ratios.stream().skip(1).map(row -> row.get("LABEL")).filter(label -> !label.isEmpty()))
                .isNotEmpty()
                .allSatisfy(label -> assertThat(label).contains(" / " + baseline + ", under "));
        List<String> sentences =
                rows(items, "").stream().map(row -> row.get("TEXT")).toList();
        assertThat(sentences.get(sentences.indexOf("The answer") + 1))
                .startsWith("Under ")
                .contains(" times as long as " + baseline + " (simultaneous 95 % CI ");
        assertThat(sentences)
                .noneMatch(sentence -> sentence.contains("Not decided") || sentence.contains("has the lowest"))
                .anyMatch(sentence -> sentence.startsWith(
                        "Ratios are of mean response times to those of " + baseline + ", the baseline"));
        assertThat(rows(items, "againstBaseline")).isNotEmpty().allSatisfy(row -> assertThat(row)
                .containsEntry("ENGINE", baseline));
        assertThat(rows(items, "fastestByWorkload")).isEmpty();
        assertThat(rows(items, "matrix").toString()).contains("(baseline)").doesNotContain("lowest");
        Path page = folder.resolve("results.html");
        try (Connection connection =
                DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "")) {
            InteractivePage.write(connection, page);
        }
        assertThat(Files.readString(page)).contains(" " + baseline + " is the baseline: the other engines");
    }
}
