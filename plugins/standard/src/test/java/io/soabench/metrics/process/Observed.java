package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.MetricSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A {@link KnownQuantity} in a process of its own, and what sources say of it. */
final class Observed implements AutoCloseable {

    private final Process child;
    private final PrintStream commands;
    private final BufferedReader answers;

    Observed(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256m",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                "io.soabench.metrics.process.KnownQuantity"));
        child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        commands = new PrintStream(child.getOutputStream(), true, StandardCharsets.US_ASCII);
        answers = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(answers.readLine()).isEqualTo("ready");
    }

    Process process() {
        return child;
    }

    long tell(String command) throws IOException {
        commands.println(command);
        return Long.parseLong(answers.readLine());
    }

    /** The values by metric; what is unavailable has its reason under the metric's name in {@code reasons}. */
    Map<String, Double> observe(MetricSource source, Map<String, String> reasons) {
        Map<String, Double> values = new HashMap<>();
        List<Long> pids = new ArrayList<>(List.of(child.pid()));
        child.descendants().forEach(each -> pids.add(each.pid()));
        source.observe(pids, new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {
                values.put(metric, value);
            }

            @Override
            public void unavailable(String metric, String reason) {
                reasons.put(metric, reason);
            }
        });
        return values;
    }

    Map<String, Double> observe(MetricSource source) {
        Map<String, String> reasons = new HashMap<>();
        Map<String, Double> values = observe(source, reasons);
        assertThat(reasons).isEmpty();
        return values;
    }

    @Override
    public void close() {
        child.descendants().forEach(ProcessHandle::destroyForcibly);
        child.destroyForcibly();
    }
}
