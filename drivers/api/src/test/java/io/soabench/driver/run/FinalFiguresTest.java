package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.soabench.driver.Progress;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FinalFiguresTest {

    private static final String HEADER =
            "phase,client,uiid,chunk,row,intended_ns,start_ns,end_ns,outcome,status,bytes_out,bytes_in,detail\n";
    private static final long MS = 1_000_000;

    /** The measurement lasts from 1 s to 3 s. */
    private static final RepetitionRecord RECORD = new RepetitionRecord(
            "a",
            1,
            State.COMPLETED,
            "",
            "",
            0,
            List.of(
                    new RepetitionRecord.PhaseRecord("warm up", 0, 1000 * MS),
                    new RepetitionRecord.PhaseRecord("measure", 1000 * MS, 3000 * MS)),
            List.of(),
            List.of());

    @TempDir
    Path folder;

    private static String sample(String phase, long intendedMs, long endMs, String outcome) {
        return phase + ",1,1.1.office,0,0," + intendedMs * MS + "," + (intendedMs + 3) * MS + "," + endMs * MS + ","
                + outcome + ",200,10,10,\"a, b\"\n";
    }

    private void write(String file, String... samples) throws IOException {
        Files.writeString(folder.resolve(file), HEADER + String.join("", samples));
    }

    @Test
    void shouldAddUpTheMeasurementOfAllLoadClients() throws IOException {
        write(
                "samples-one.csv",
                sample("warmup", 500, 990, "OK"),
                sample("warmup", 950, 1050, "OK"),
                sample("measure", 1000, 1100, "OK"),
                sample("measure", 1200, 1400, "OK"),
                sample("measure", 2900, 3200, "OK"));
        write("samples-two.csv", sample("measure", 1000, 1400, "TIMEOUT"), sample("measure", 1000, 2900, "FAULT"));

        Progress.Measured measured = FinalFigures.of(folder, RECORD).orElseThrow();

        assertThat(measured.requests()).isEqualTo(5);
        assertThat(measured.failures()).isEqualTo(2);
        // Three right answers within two seconds, one to a request of the warm-up; the fourth came after the
        // measurement.
        assertThat(measured.answersPerSecond()).isEqualTo(1.5);
        // 100, 200, 300 and 400 ms; the fault has no response time.
        assertThat(measured.p99Ms()).isEqualTo(397.0, within(1e-9));
    }

    @Test
    void shouldHaveNoPercentileWhenNothingHasAResponseTime() throws IOException {
        write("samples-one.csv", sample("measure", 1000, 1100, "CONNECT"));

        Progress.Measured measured = FinalFigures.of(folder, RECORD).orElseThrow();

        assertThat(measured.failures()).isEqualTo(1);
        assertThat(measured.p99Ms()).isNaN();
    }

    @Test
    void shouldBeEmptyWhenNothingWasMeasured() throws IOException {
        write("samples-one.csv", sample("warmup", 500, 990, "OK"));

        assertThat(FinalFigures.of(folder, RECORD)).isEmpty();
    }

    @Test
    void shouldNameTheFileThatHoldsNoSamples() throws IOException {
        write("samples-one.csv", "measure,1,1.1.office,0,0,soon,1,2,OK,200,1,1,\n");

        assertThatThrownBy(() -> FinalFigures.of(folder, RECORD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("samples-one.csv has a line that is no sample");

        write("samples-one.csv", sample("measure", 1000, 1100, "NEVER"));

        assertThatThrownBy(() -> FinalFigures.of(folder, RECORD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("samples-one.csv has a line that is no sample");
    }
}
