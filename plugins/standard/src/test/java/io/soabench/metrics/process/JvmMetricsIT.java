package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against virtual machines that create a known number of threads and collect a known number of times. */
@Timeout(300)
class JvmMetricsIT {

    /** The management bean counts each collection in whole milliseconds. */
    private static final double PAUSE_TOLERANCE_MS_PER_COLLECTION = 2;

    /** Time to stop the threads of an idle program, with room for a machine that stands still for a while. */
    private static final double MOST_TO_STOP_S = 15;

    private final MetricSource source = new JvmMetrics();

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void shouldCountEveryThreadHoweverShortItLives() throws IOException {
        try (Observed server = new Observed("-XX:+UseSerialGC")) {
            server.tell("brief 1");
            double before = server.observe(source).get("threads-created");

            server.tell("brief 500");
            assertThat(server.observe(source).get("threads-created") - before).isEqualTo(500);
            server.tell("threads 25");
            assertThat(server.observe(source).get("threads-created") - before).isEqualTo(525);
        }
    }

    @Test
    void shouldCountTheThreadsOfChildrenAndKeepThemWhenTheyEnd() throws IOException {
        try (Observed server = new Observed("-XX:+UseSerialGC")) {
            server.tell("child 0");
            server.tell("brief 1");
            double before = server.observe(source).get("threads-created");

            server.tell("brief 40");
            assertThat(server.observe(source).get("threads-created") - before).isEqualTo(40);
            assertThat(server.tell("end 0")).isZero();

            // The thread that waits for the end of a child is one of the parent's.
            assertThat(server.observe(source).get("threads-created") - before).isBetween(40.0, 42.0);
        }
    }

    @ParameterizedTest
    // Unless told otherwise, the parallel collector empties the young generation first: two collections.
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC -XX:-ScavengeBeforeFullGC", "-XX:+UseG1GC"})
    void shouldCountCollectionsAndTheirTime(String options) throws IOException {
        try (Observed server = new Observed(options.split(" ", -1))) {
            server.tell("hold 16");
            server.tell("gc 1");
            Map<String, Double> before = server.observe(source);

            long ms = server.tell("gc 7");

            Map<String, Double> after = server.observe(source);
            assertThat(after.get("gc") - before.get("gc")).isEqualTo(7);
            assertThat((after.get("gc-pause") - before.get("gc-pause")) * 1000)
                    .isCloseTo((double) ms, within(7 * PAUSE_TOLERANCE_MS_PER_COLLECTION))
                    .isPositive();
            assertThat(after.get("safepoint-time") - before.get("safepoint-time"))
                    .as("the pauses, and the time to stop the threads before each")
                    .isGreaterThanOrEqualTo(after.get("gc-pause") - before.get("gc-pause"))
                    .isLessThan(after.get("gc-pause") - before.get("gc-pause") + MOST_TO_STOP_S);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:-UsePerfData", "-XX:+PerfDisableSharedMem"})
    void shouldSaySoWhenTheMachineKeepsItsCountersToItself(String option) throws IOException {
        try (Observed server = new Observed(option)) {
            Map<String, String> reasons = new HashMap<>();

            assertThat(server.observe(source, reasons)).isEmpty();

            assertThat(reasons).containsOnlyKeys("threads-created", "gc", "gc-pause", "safepoint-time");
            assertThat(reasons.get("gc")).contains("-XX:-UsePerfData");
        }
    }

    @Test
    void shouldSaySoWhenTheServerIsNoVirtualMachine() throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "read line").start();
        try {
            Map<String, String> reasons = new HashMap<>();
            source.observe(List.of(shell.pid()), new MetricSource.Sink() {
                @Override
                public void value(String metric, double value) {
                    throw new AssertionError(metric + " = " + value);
                }

                @Override
                public void unavailable(String metric, String reason) {
                    reasons.put(metric, reason);
                }
            });
            assertThat(reasons).containsOnlyKeys("threads-created", "gc", "gc-pause", "safepoint-time");
        } finally {
            shell.destroyForcibly();
        }
    }
}
