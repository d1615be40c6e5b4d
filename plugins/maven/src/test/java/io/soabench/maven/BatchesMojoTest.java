package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatchesMojoTest {

    private static final String BATCHES =
            """
            process,instances,configuration,round,run,completed,wall_ms,cpu_ms
            DAG,100,--binding default,1,1,100,20,30
            DAG,100,--binding per-core,1,1,100,10,24
            """;

    private static final String FASTER = "| 100 | DAG | `--binding per-core` | 1 | 10.0 | 2.000 | – |";

    @TempDir
    private Path folder;

    private final List<String> infos = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final BatchesMojo goal = new BatchesMojo();

    @BeforeEach
    void listen() {
        goal.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence content) {
                infos.add(content.toString());
            }

            @Override
            public void error(CharSequence content) {
                errors.add(content.toString());
            }
        });
    }

    private void given(String text) throws IOException {
        goal.batches = Files.writeString(folder.resolve("batches.csv"), text).toFile();
    }

    private void fails(String message) {
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(message);
    }

    @Test
    void shouldPrintTablesAndWriteThemWhereTheyAreWanted() throws Exception {
        given(BATCHES);
        goal.page = folder.resolve("some/tables.md").toFile();
        goal.picture = folder.resolve("some/picture.svg").toFile();

        goal.execute();

        assertThat(infos).contains(FASTER);
        String written = Files.readString(folder.resolve("some/tables.md"));
        assertThat(written).contains("\n" + FASTER + "\n").endsWith("\n");
        assertThat(String.join("\n", infos)).startsWith(written.stripTrailing());
        assertThat(infos).contains("tables " + goal.page, "picture " + goal.picture);
        assertThat(Files.readString(goal.picture.toPath()))
                .startsWith("<svg ")
                .contains(">speed-up over --binding default<", ">DAG<");
    }

    @Test
    void shouldHoldTheOthersAgainstTheBaselineThatIsNamed() throws Exception {
        given(BATCHES);
        goal.baseline = "--binding per-core";

        goal.execute();

        assertThat(infos).contains("| 100 | DAG | `--binding default` | 1 | 20.0 | 0.500 | – |");
        assertThat(folder).isDirectoryNotContaining("glob:**.{md,svg}");
    }

    @Test
    void shouldSayWhatIsMissing() {
        fails("no file of batches is named; add -Dbatches=FILE.csv");
        goal.batches = folder.resolve("none.csv").toFile();
        fails("there is no file " + goal.batches + "; -Dbatches names what batch.sh has written");
    }

    @Test
    void shouldListAllReasonsForWhichBatchesAreRefused() throws Exception {
        given(BATCHES + "DAG,100,a,1,1,99,20,30\nDAG,100,a,1,2,100,x,30\n");

        fails("the batches cannot be compared: 2 reasons");

        assertThat(errors)
                .containsExactly(
                        goal.batches
                                + ":4: only 99 of 100 instances completed; what took less work cannot be compared, leave the line out",
                        goal.batches + ":5: wall_ms is \"x\", which is no number above 0");
        assertThat(infos).isEmpty();
    }
}
