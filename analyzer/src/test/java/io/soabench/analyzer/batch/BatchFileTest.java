package io.soabench.analyzer.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatchFileTest {

    @TempDir
    private Path folder;

    private List<String> refused(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("b.csv"), text);
        return catchThrowableOfType(BatchesRefused.class, () -> BatchFile.read(file)).reasons().stream()
                .map(reason -> reason.replace(file.toString(), "b.csv"))
                .toList();
    }

    @Test
    void shouldReadBatchesAndWhatElseWasMeasured() throws IOException {
        Path file = Files.writeString(
                folder.resolve("b.csv"),
                """
                instances,process,configuration,round,run,completed,wall_ms,cpu_ms,cpu-cycles
                5000,DAG,"--binding ""per-core"", so",2,3,5000,713.5,280,"unsupported: no PMU, none"

                5000,DAG,--binding default,1,1,5000,772,,77
                """);

        BatchFile read = BatchFile.read(file);

        assertThat(read.measures()).containsExactly("cpu_ms", "cpu-cycles");
        assertThat(read.batches())
                .containsExactly(
                        new Batch("DAG", 5000, "--binding \"per-core\", so", 2, 3, 713.5, Map.of("cpu_ms", 280.0)),
                        new Batch("DAG", 5000, "--binding default", 1, 1, 772, Map.of("cpu-cycles", 77.0)));
        assertThat(read.absent())
                .containsExactly(
                        Map.entry("cpu-cycles", "unsupported: no PMU, none"),
                        Map.entry("cpu_ms", "nothing stands there"));
    }

    /** As a spreadsheet saves it. */
    @Test
    void shouldReadAFileThatBeginsWithAByteOrderMark() throws IOException {
        Path file = Files.writeString(
                folder.resolve("b.csv"), "\uFEFF" + BatchFixture.COLUMNS + "\n" + "DAG,5000,a,1,1,5000,772\n");

        assertThat(BatchFile.read(file).batches()).hasSize(1);
    }

    @Test
    void shouldNameAFewWrongLinesAndCountTheOthers() throws IOException {
        List<String> reasons = refused(BatchFixture.COLUMNS + "\n" + "DAG,5000,a,1,1,5000,5d\n".repeat(50));

        assertThat(reasons).hasSize(21);
        assertThat(reasons.get(0)).isEqualTo("b.csv:2: wall_ms is \"5d\", which is no number above 0");
        assertThat(reasons.get(20)).isEqualTo("b.csv: and 30 more like these");
    }

    @Test
    void shouldRefuseWhatIsNoFileOfBatches() throws IOException {
        assertThat(refused(""))
                .containsExactly(
                        "b.csv has no column process, instances, configuration, round, run, completed, wall_ms in"
                                + " its first line; name a file that batch.sh has written");
        assertThat(refused("process,instances,configuration,round,run,wall_ms\n"))
                .containsExactly(
                        "b.csv has no column completed in its first line; name a file that batch.sh has written");
        assertThat(refused(BatchFixture.COLUMNS + "\n"))
                .containsExactly("b.csv has no batches; let batch.sh come to its end");
        Path binary = Files.write(folder.resolve("b.csv"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(catchThrowableOfType(BatchesRefused.class, () -> BatchFile.read(binary)))
                .hasMessage(binary + " is no text in UTF-8; name a file that batch.sh has written");
    }

    @Test
    void shouldTellEveryLineThatIsWrong() throws IOException {
        assertThat(
                        refused(
                                BatchFixture.COLUMNS
                                        + """

                        DAG,100,a,1,1,100,20
                        DAG,100,a,1,1,100,21
                        DAG,100,a,1,2,99,20
                        DAG,100,a,1,3,0,20
                        DAG,100,a,1,4,100
                        DAG,100,a,1.5,5,100,20
                        DAG,100,a,1,6,100,-1
                        DAG,many,a,1,7,100,NaN
                        """))
                .containsExactly(
                        "b.csv:3: the same batch as in line 2 (DAG, 100 instances, \"a\", round 1, run 1); give the rounds of"
                                + " files that are put together other numbers",
                        "b.csv:4: only 99 of 100 instances completed; what took less work cannot be compared, leave the line out",
                        "b.csv:5: only 0 of 100 instances completed; what took less work cannot be compared, leave the line out",
                        "b.csv:6: 6 fields where the first line has 7; leave out what was cut off",
                        "b.csv:7: round is \"1.5\", which is no whole number above 0",
                        "b.csv:8: wall_ms is \"-1\", which is no number above 0",
                        "b.csv:9: instances is \"many\", which is no whole number above 0",
                        "b.csv:9: wall_ms is \"NaN\", which is no number above 0");
    }
}
