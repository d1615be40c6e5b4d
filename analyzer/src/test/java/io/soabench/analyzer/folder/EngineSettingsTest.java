package io.soabench.analyzer.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.folder.EnvironmentEntries.Entry;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that engines report of themselves are entries of the environment; other counters are not. */
final class EngineSettingsTest {

    @TempDir
    Path run;

    private final Plan plan = RunFixture.plan(3, 1, 2);

    private void statistics(int engine, int repetition, String json) throws IOException {
        CasePlan one = plan.cases().get(engine - 1);
        Path folder = Files.createDirectories(run.resolve("cases/" + one.id() + "/" + repetition));
        Files.writeString(folder.resolve("statistics-" + one.server() + ".json"), json);
    }

    @Test
    void shouldShowTheSettingsOfTheFirstRepetitionThatHasSome() throws IOException {
        statistics(1, 1, "{\"instancesStarted\": 5, \"setting.history\": \"none\", \"setting.jobMax\": 32}");
        statistics(1, 2, "{\"setting.history\": \"full\"}");
        statistics(2, 1, "no JSON");
        statistics(2, 2, "{\"setting.database\": \"PostgreSQL 15\"}");
        statistics(3, 1, "[1]");

        assertThat(EngineSettings.entries(run, plan))
                .containsExactly(
                        new Entry("settings in force", "engine1.history", "none"),
                        new Entry("settings in force", "engine1.jobMax", "32"),
                        new Entry("settings in force", "engine2.database", "PostgreSQL 15"));
    }
}
