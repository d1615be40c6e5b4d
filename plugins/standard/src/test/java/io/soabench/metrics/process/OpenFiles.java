package io.soabench.metrics.process;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The smallest whole metric source: a template for a plug-in of one's own, see "How to add a metric". Its type would be declared
 * as {@code metric type files-open "Files that a server holds open" of servers unit count}.
 */
final class OpenFiles implements MetricSource {

    @Override
    public List<MetricRecord> metrics() {
        return List.of(new MetricRecord(
                "files-open",
                Kind.GAUGE,
                "count",
                "/proc/PID/fd",
                "At the instant of the observation; sockets and pipes are included."));
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        long files = 0;
        for (long pid : pids) {
            try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                files += descriptors.count();
            } catch (IOException e) {
                sink.unavailable("files-open", "/proc/" + pid + "/fd may not be read by this user");
                return;
            }
        }
        sink.value("files-open", (double) files);
    }
}
