package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMetricsTest {

    private static final String STATUS = "Name:\tjava\nVmRSS:\t   2048 kB\nThreads:\t17\n";

    @TempDir
    Path proc;

    private final StepClock clock = new StepClock();

    private static final class StepClock implements HostClock {
        private long ns;

        @Override
        public long epochNanos() {
            return ns;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }
    }

    private void process(long utime, long stime, long start) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("7"));
        Files.writeString(
                folder.resolve("stat"),
                "7 (my (odd) name) S 1 7 7 0 -1 4194560 100 0 0 0 " + utime + " " + stime + " 0 0 20 0 17 0 " + start
                        + " 1000 512 0\n");
        Files.writeString(folder.resolve("status"), STATUS);
    }

    private static List<String> observe(ProcessMetrics metrics) {
        List<String> lines = new ArrayList<>();
        metrics.observe(
                7, (metric, value, unit, source) -> lines.add(metric + " " + value + " " + unit + " " + source));
        return lines;
    }

    @Test
    void shouldDivideProcessorTimeByWallTime() throws IOException {
        ProcessMetrics metrics = new ProcessMetrics(proc, clock);
        process(100, 50, 1);
        assertThat(observe(metrics))
                .containsExactly("memory 2097152.0 bytes /proc/PID/status", "threads 17.0 count /proc/PID/status");
        process(150, 100, 1);
        clock.ns = 2_000_000_000L;

        assertThat(observe(metrics))
                .containsExactly(
                        "cpu 0.5 cores /proc/PID/stat",
                        "memory 2097152.0 bytes /proc/PID/status",
                        "threads 17.0 count /proc/PID/status");
    }

    @Test
    void shouldBeginAnewWhenAnotherProcessHasTheNumber() throws IOException {
        ProcessMetrics metrics = new ProcessMetrics(proc, clock);
        process(100, 50, 1);
        observe(metrics);
        process(1, 1, 2);
        clock.ns = 2_000_000_000L;

        assertThat(observe(metrics)).noneMatch(l -> l.startsWith("cpu"));
    }

    @Test
    void shouldNameTheFileWhenTheProcessIsGone() {
        assertThatThrownBy(() -> observe(new ProcessMetrics(proc, clock)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(proc.resolve("7/stat").toString());
    }
}
