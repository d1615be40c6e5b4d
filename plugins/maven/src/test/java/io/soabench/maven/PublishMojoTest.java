package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sentences of the goal that publishes runs, and the runs that it takes. */
final class PublishMojoTest {

    @TempDir
    private Path folder;

    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void writeRun() {
        Path run = folder.resolve("output/sample/runs/first");
        SampleRun.write(
                run,
                1,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(run);
        TestbedFolders.begun(run);
    }

    private PublishMojo publish(String runs) {
        PublishMojo goal = new PublishMojo();
        goal.output = folder.resolve("output").toFile();
        goal.store = folder.resolve("store").toFile();
        goal.runs = runs;
        lines.clear();
        goal.setLog(new SystemStreamLog() {
            @Override
            public void error(CharSequence content) {
                lines.add("error " + content);
            }

            @Override
            public void warn(CharSequence content) {
                lines.add("warn " + content);
            }

            @Override
            public void info(CharSequence content) {
                lines.add("info " + content);
            }
        });
        return goal;
    }

    @Test
    void shouldPublishTheLatestRunOnce() throws Exception {
        publish("latest").execute();

        assertThat(folder.resolve("store/sample/first/run.json")).isRegularFile();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches("info published .*/store/sample/first, \\d+ files");
        assertThat(lines.get(1)).matches("info index .*/store/index.html");

        publish("sample/first").execute();

        assertThat(lines.get(0)).matches("info .*/store/sample/first has the same content already");
    }

    @Test
    void shouldPublishNothingWhenOneRunIsRefused() {
        assertThatThrownBy(publish("first, second")::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("nothing was published: 1 reason");
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).startsWith("error [unknown] there is no run \"second\"");
        assertThat(folder.resolve("store")).doesNotExist();
    }

    @Test
    void shouldMakeTheIndexAloneAgain() throws Exception {
        publish("first").execute();
        Files.delete(folder.resolve("store/index.html"));
        Files.createDirectories(folder.resolve("store/sample/strange"));

        publish("none").execute();

        assertThat(folder.resolve("store/index.html")).isRegularFile();
        assertThat(lines.get(0)).startsWith("warn sample/strange cannot be read: it has no published.json; ");
    }

    @Test
    void shouldAskForAStore() {
        PublishMojo goal = publish("latest");
        goal.store = null;

        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("no store is named; add -Dstore=DIR, the folder that keeps the runs");
    }

    @Test
    void shouldLetOtherGoalsTakeRunsFromAStore() throws Exception {
        publish("first").execute();
        Path kept = folder.resolve("store/sample/first").toRealPath();

        assertThat(new RunFolders(folder.resolve("nowhere"), Optional.empty()).of(kept.toString()))
                .containsExactly(kept);
        HistoryMojo history = new HistoryMojo();
        history.output = folder.resolve("output").toFile();
        history.runs = folder.resolve("store/sample").toString();
        history.setLog(publish("first").getLog());
        assertThatThrownBy(history::execute).isInstanceOf(MojoFailureException.class);
        assertThat(lines.get(0)).contains("a change series takes at least 10 runs, and there is 1; ");
    }
}
