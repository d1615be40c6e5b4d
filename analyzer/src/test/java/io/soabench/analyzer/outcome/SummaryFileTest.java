package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.CallTree;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The summary has the same answers, cases and outcomes as the report, and names cannot break its layout. */
final class SummaryFileTest {

    @TempDir
    Path folder;

    @Test
    void shouldHaveAnswersCasesAndObjectives() throws IOException {
        SampleRun.write(
                folder, 1, new SampleRun.Shape().engines(2).repetitions(6).measureS(5));

        Analyzer.analyze(folder);

        String summary = Files.readString(RunFiles.summary(folder));
        assertThat(summary)
                .startsWith("## SOABench: ")
                .contains("| process | workload | engine | mean response time |", " CI ", " of 6 |", ", seed ");
        assertThat(summary.lines().filter(line -> line.startsWith("| Sequential | ")))
                .as("a 99th percentile of too few requests is a dash")
                .isNotEmpty()
                .allMatch(line -> line.contains(" ms | – |"));
        assertThat(summary.lines().filter(line -> line.startsWith("- ")))
                .as("answers")
                .isNotEmpty();
        Pattern.compile("(?m)^\\\\\\[(\\d+)\\\\]").matcher(summary).results().forEach(footnote -> assertThat(
                        summary.lines().filter(line -> line.startsWith("- ")))
                .as("an answer with the mark " + footnote.group(1))
                .anyMatch(line -> line.matches(".*\\[.*\\b" + footnote.group(1) + "\\b.*]")));
    }

    @Test
    void shouldNameRepetitionsThatAreNotValid() throws IOException {
        Plan plan = RunFixture.plan(1, 1, 2);
        RunFixture run = new RunFixture(folder, plan);
        run.repetition(plan.cases().get(0).id(), 1).fill(30).write();

        run.analyze();

        assertThat(RunFiles.summary(folder))
                .content()
                .contains(
                        "| – | 0 of 2 |",
                        "Repetitions that do not count:",
                        "#1: invalid. The partners received 0 calls",
                        "#2: missing");
    }

    /** The few answers of an engine that does not keep up came soon; a reader of a pull request must not take their mean for its own. */
    @Test
    void shouldHaveALowerBoundOfAnEngineThatDidNotKeepUp() throws IOException {
        Plan plan = RunFixture.plan(1, CallTree.sequence(List.of()), 2);
        RunFixture run = new RunFixture(folder, plan.withWorkloads(List.of(SamplePlan.open("office", 50))));
        for (int number = 1; number <= 2; number++) {
            RunFixture.Repetition repetition =
                    run.repetition(plan.cases().get(0).id(), number).open();
            for (int i = 0; i < 500; i++) {
                // The engine answers one request in 26 ms, one after the other.
                repetition.request("office.1." + (i + 1), i * 20, (i + 1) * 26.0 - i * 20, "OK");
            }
            repetition.write();
        }

        run.analyze();

        assertThat(Files.readString(RunFiles.summary(folder)))
                .containsPattern(
                        "\\| Process \\| office \\| engine1 \\| ≥ [\\d,.]+ m?s \\(did not keep up\\) \\| – \\| – \\|");
    }

    @Test
    void shouldEscapeNames() throws IOException {
        Plan plan = RunFixture.plan(1, 1, 1)
                .withOrigin(new ModelOrigin("a|b<script>*c*", "t", 7, "p`q", "0123456789abcdef"));
        RunFixture run = new RunFixture(folder, plan);
        run.repetition(plan.cases().get(0).id(), 1).fill(30).write();

        run.analyze();

        assertThat(RunFiles.summary(folder))
                .content()
                .contains("## SOABench: a\\|b&lt;script&gt;\\*c\\*\n", "model `0123456789ab`, seed 7, profile `p'q`.");
    }
}
