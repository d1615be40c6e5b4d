package io.soabench.maven.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.metrics.process.ProcessMetrics;
import io.soabench.plan.CsvTable;
import io.soabench.plan.MetricRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorTimesTest {

    private static final long NOW_NS = TimeUnit.DAYS.toNanos(20_000);

    @TempDir
    Path folder;

    private void write(String name, String... lines) throws IOException {
        Files.writeString(
                folder.resolve("metrics-" + name + ".csv"),
                CsvTable.METRICS.header() + "\n" + String.join("\n", lines) + "\n");
    }

    private static String line(long agoMs, String metric, String value) {
        return NOW_NS - TimeUnit.MILLISECONDS.toNanos(agoMs) + "," + metric + "," + value + ",cores,/proc/PID/stat";
    }

    @Test
    void shouldAskForAMetricThatEachDriverObserves() {
        try (ProcessMetrics metrics = new ProcessMetrics()) {
            assertThat(metrics.metrics()).extracting(MetricRecord::name).contains(ProcessorTimes.METRIC);
        }
    }

    @Test
    void shouldFindTheLastValueOfEachServerAndLoadClient() throws IOException {
        write("engine", line(2_000, "cpu", "0.25"), line(1_000, "cpu", "1.75"), line(1_000, "cpu-time", "12.5"));
        write("load-here", line(900, "cpu", "0.5"));
        Files.writeString(folder.resolve("samples-here.csv"), line(900, "cpu", "9"));

        assertThat(ProcessorTimes.of(folder, NOW_NS))
                .containsOnlyKeys("engine", "load-here")
                .containsEntry("engine", 1.75)
                .containsEntry("load-here", 0.5);
    }

    @Test
    void shouldFindItInALongFileWhoseLastLineIsNotWholeYet() throws IOException {
        String[] lines = new String[2_000];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = line(2_000, i == 1_990 ? "cpu" : "memory", "0.75");
        }
        write("engine", lines);
        Files.writeString(
                folder.resolve("metrics-engine.csv"), line(0, "cpu", "7"), java.nio.file.StandardOpenOption.APPEND);

        assertThat(ProcessorTimes.of(folder, NOW_NS)).containsEntry("engine", 0.75);
    }

    @Test
    void shouldKnowNothingThatIsOldOrNotAvailable() throws IOException {
        write("old", line(6_000, "cpu", "0.5"));
        write("none", line(1_000, "cpu", ""));
        write("other", line(1_000, "memory", "5"));
        write("empty");

        assertThat(ProcessorTimes.of(folder, NOW_NS)).isEmpty();
    }

    @Test
    void shouldKnowNothingOfARepetitionWithoutAFolder() {
        assertThat(ProcessorTimes.of(folder.resolve("none"), NOW_NS)).isEmpty();
    }
}
