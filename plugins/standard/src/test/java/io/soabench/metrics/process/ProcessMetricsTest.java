package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.HostClock;
import io.soabench.plugin.MetricSource;
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

    private static final String STATUS = "Name:\tjava\nVmHWM:\t   4096 kB\nVmRSS:\t   2048 kB\nThreads:\t17\n";

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

    private void process(long pid, long utime, long childrenStime, long start) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (my (odd) name) S 1 7 7 0 -1 4194560 100 0 0 0 " + utime + " 0 0 " + childrenStime
                        + " 20 0 17 0 " + start + " 1000 512 0\n");
        Files.writeString(folder.resolve("status"), STATUS);
        Files.writeString(folder.resolve("io"), "wchar: 9\nwrite_bytes: 8192\ncancelled_write_bytes: 3\n");
    }

    private static List<String> observe(ProcessMetrics metrics, Long... pids) {
        List<String> lines = new ArrayList<>();
        metrics.observe(List.of(pids), new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {
                lines.add(metric + " " + value);
            }

            @Override
            public void unavailable(String metric, String reason) {
                lines.add(metric + ": " + reason);
            }
        });
        return lines;
    }

    @Test
    void shouldDivideProcessorTimeByWallTime() throws IOException {
        ProcessMetrics metrics = new ProcessMetrics(proc, clock);
        process(7, 100, 50, 1);
        assertThat(observe(metrics, 7L))
                .containsExactly(
                        "cpu-time 1.5",
                        "memory 2097152.0",
                        "memory-peak 4194304.0",
                        "threads 17.0",
                        "disk-written 8192.0");
        process(7, 150, 100, 1);
        clock.ns = 2_000_000_000L;

        assertThat(observe(metrics, 7L)).startsWith("cpu 0.5", "cpu-time 2.5");
    }

    @Test
    void shouldAddUpAServerAndItsChildren() throws IOException {
        process(7, 100, 0, 1);
        process(8, 25, 0, 2);

        assertThat(observe(new ProcessMetrics(proc, clock), 7L, 8L, 9L))
                .containsExactly(
                        "cpu-time 1.25",
                        "memory 4194304.0",
                        "memory-peak 8388608.0",
                        "threads 34.0",
                        "disk-written 16384.0");
    }

    @Test
    void shouldNeverCountBackwardsWhenAnOrphanIsLost() throws IOException {
        ProcessMetrics metrics = new ProcessMetrics(proc, clock);
        process(7, 100, 0, 1);
        process(8, 25, 0, 2);
        observe(metrics, 7L, 8L);
        clock.ns = 1_000_000_000L;

        assertThat(observe(metrics, 7L)).contains("cpu 0.0", "cpu-time 1.25", "disk-written 16384.0");
    }

    @Test
    void shouldSaySoWhenTheKernelDoesNotCountWhatIsWritten() throws IOException {
        process(7, 100, 0, 1);
        Files.delete(proc.resolve("7/io"));

        assertThat(observe(new ProcessMetrics(proc, clock), 7L))
                .contains("disk-written: /proc/PID/io cannot be read: the server belongs to another user, or the kernel"
                        + " has no I/O accounting");
    }

    @Test
    void shouldBeginAnewWhenAnotherProcessHasTheNumber() throws IOException {
        ProcessMetrics metrics = new ProcessMetrics(proc, clock);
        process(7, 100, 50, 1);
        observe(metrics, 7L);
        process(7, 1, 1, 2);
        clock.ns = 2_000_000_000L;

        assertThat(observe(metrics, 7L)).startsWith("cpu-time 0.02");
    }

    @Test
    void shouldNameTheFileWhenTheProcessIsGone() {
        assertThatThrownBy(() -> observe(new ProcessMetrics(proc, clock), 7L))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(proc.resolve("7").toString());
    }
}
