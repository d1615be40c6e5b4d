package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.driver.MetricSource;
import io.soabench.plan.HostClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a process whose use of the machine is known. */
@Timeout(60)
class ProcessMetricsIT {

    /** Two readings of up to one tick each, and what the JVM does beside: compiling, collecting. */
    private static final double CPU_TOLERANCE_MS = 80;

    /** What a JVM needs for itself while it gets more heap: card tables, code. */
    private static final double MEMORY_TOLERANCE_MIB = 12;

    private final HostClock clock = HostClock.system();
    private final MetricSource source = new ProcessMetrics();
    private Process child;
    private PrintStream commands;
    private BufferedReader answers;

    @BeforeEach
    void start() throws IOException {
        child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        "io.soabench.metrics.process.KnownQuantity")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        commands = new PrintStream(child.getOutputStream(), true, StandardCharsets.US_ASCII);
        answers = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(answers.readLine()).isEqualTo("ready");
    }

    @AfterEach
    void stop() {
        child.destroyForcibly();
    }

    private long tell(String command) throws IOException {
        commands.println(command);
        return Long.parseLong(answers.readLine());
    }

    private Map<String, Double> observe() {
        Map<String, Double> values = new HashMap<>();
        source.observe(child.pid(), (metric, value, unit, from) -> values.put(metric, value));
        return values;
    }

    @Test
    void shouldMeasureTheProcessorTimeThatWasBurnt() throws IOException {
        tell("burn 100");
        assertThat(observe()).doesNotContainKey("cpu");
        long begin = clock.epochNanos();

        long burntMs = tell("burn 600");

        double cores = observe().get("cpu");
        double wallMs = (clock.epochNanos() - begin) / 1e6;
        assertThat(burntMs).isGreaterThanOrEqualTo(600);
        assertThat(cores * wallMs).isCloseTo((double) burntMs, within(CPU_TOLERANCE_MS));
    }

    @Test
    void shouldMeasureNearlyNothingWhenTheProcessRests() throws IOException, InterruptedException {
        tell("burn 1");
        observe();
        assertThat(child.waitFor(300, java.util.concurrent.TimeUnit.MILLISECONDS))
                .isFalse();

        assertThat(observe().get("cpu")).isBetween(0.0, 0.3);
    }

    @Test
    void shouldMeasureTheMemoryThatIsHeld() throws IOException {
        tell("hold 1");
        double before = observe().get("memory");

        tell("hold 64");

        assertThat((observe().get("memory") - before) / (1 << 20)).isCloseTo(64, within(MEMORY_TOLERANCE_MIB));
    }

    @Test
    void shouldCountTheThreadsThatAreAlive() throws IOException {
        tell("threads 1");
        double before = observe().get("threads");

        tell("threads 25");

        // A compiler thread of the JVM may have come or gone.
        assertThat(observe().get("threads") - before).isCloseTo(25, within(2.0));
    }

    @Test
    void shouldBeFoundByTheServiceLoader() {
        List<MetricSource> found = ServiceLoader.load(MetricSource.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();

        assertThat(found).hasSize(1);
        assertThat(found.get(0).metrics()).containsExactly("cpu", "memory", "threads");
    }
}
