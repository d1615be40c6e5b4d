package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.MetricSource;
import io.soabench.plugin.MetricSource.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskMetricsTest {

    @TempDir
    Path temp;

    private static final class Heard implements MetricSource.Sink {

        private final List<String> lines = new ArrayList<>();

        @Override
        public void value(String metric, double value) {
            lines.add(metric + " " + value);
        }

        @Override
        public void unavailable(String metric, String reason) {
            lines.add(metric + ": " + reason);
        }
    }

    private void process(long pid, Path folder) throws IOException {
        Path own = Files.createDirectories(temp.resolve("proc/" + pid));
        Files.createSymbolicLink(own.resolve("cwd"), folder);
    }

    private Path file(String name, int bytes) throws IOException {
        Path file = temp.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[bytes]);
    }

    private List<String> heard(Set<String> metrics, Long... pids) {
        DiskMetrics source = new DiskMetrics(temp.resolve("proc"));
        Heard heard = new Heard();
        source.observe(List.of(pids), heard);
        source.ask(new Asked(metrics, null), heard);
        return heard.lines;
    }

    @Test
    void shouldAddUpTheFilesBelowTheFoldersOfAllProcesses() throws Exception {
        file("work/log", 10);
        Files.createSymbolicLink(file("work/data/base/1", 700).resolveSibling("link"), file("elsewhere/large", 90_000));
        file("cluster/wal", 3000);
        process(1, temp.resolve("work"));
        process(2, temp.resolve("work/data"));
        process(3, temp.resolve("cluster"));
        process(4, temp.resolve("cluster"));
        process(5, temp.getRoot());

        assertThat(heard(Set.of("disk-size", "cpu"), 1L, 2L, 3L, 4L, 5L, 6L)).containsExactly("disk-size 3710.0");
    }

    @Test
    void shouldLookAtNoFilesWhereTheModelDoesNotNameTheMetric() throws Exception {
        file("work/log", 10);
        process(1, temp.resolve("work"));

        assertThat(heard(Set.of("cpu"), 1L)).isEmpty();
    }

    @Test
    void shouldHaveAReasonWhereTheFolderIsNotKnown() throws Exception {
        process(7, temp.getRoot());
        process(8, temp.resolve("removed"));
        assertThat(heard(Set.of("disk-size"), 7L, 8L, 9L))
                .singleElement()
                .asString()
                .startsWith("disk-size: /proc/PID/cwd cannot be read: the server belongs to another user");
    }
}
