package io.soabench.analyzer.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.analyzer.RunFixture;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The baseline in the files for other programs: three engines, of which the second takes twice as long as the first. */
final class BaselineOutcomeTest {

    private static final int REPETITIONS = 6;

    @TempDir
    private Path run;

    private void analyze(String baseline) throws IOException {
        Plan plan = RunFixture.plan(3, 0, REPETITIONS);
        RunFixture fixture = new RunFixture(
                run,
                plan.withCases(plan.cases().stream()
                        .map(one -> one.withBaseline(baseline))
                        .toList()));
        for (int engine = 1; engine <= 3; engine++) {
            for (int i = 1; i <= REPETITIONS; i++) {
                RunFixture.Repetition repetition = fixture.repetition("case" + engine, i);
                for (int k = 1; k <= 100; k++) {
                    repetition.request("office.1." + k, k * 95, engine * 10 + 0.01 * i, "OK");
                }
                repetition.write();
            }
        }
        fixture.analyze();
    }

    private JsonNode json(String file) throws IOException {
        return new ObjectMapper().readTree(run.resolve("report").resolve(file).toFile());
    }

    private String summary() throws IOException {
        return Files.readString(run.resolve("report/summary.md"));
    }

    @Test
    void shouldNameTheBaselineInEachFile() throws IOException {
        analyze("engine2");

        assertThat(json("verdicts.json").path("verdicts"))
                .hasSize(3)
                .allSatisfy(pair -> assertThat(pair.path("baseline").asText()).isEqualTo("engine2"));
        JsonNode bencher = json("bencher.json");
        String first = bencher.fieldNames().next();
        assertThat(bencher.path(first).path("ratio-to-engine2").path("value").asDouble())
                .isCloseTo(0.5, within(0.01));
        assertThat(bencher.path(first.replace("engine1", "engine3"))
                        .path("ratio-to-engine2")
                        .path("value")
                        .asDouble())
                .isCloseTo(1.5, within(0.01));
        assertThat(bencher.path(first.replace("engine1", "engine2")).has("ratio-to-engine2"))
                .as("the baseline itself")
                .isFalse();
        assertThat(summary())
                .contains("| engine2, the baseline |", "engine1 takes 0.50")
                .doesNotContain("as long as engine1", "as long as engine3");
    }

    @Test
    void shouldSayNothingOfABaselineWhereThereIsNone() throws IOException {
        analyze("");

        assertThat(json("verdicts.json").toString()).doesNotContain("baseline");
        assertThat(json("bencher.json").toString()).doesNotContain("ratio-to");
        assertThat(summary()).doesNotContain("baseline");
    }
}
