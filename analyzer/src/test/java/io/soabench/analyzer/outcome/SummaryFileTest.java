package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
