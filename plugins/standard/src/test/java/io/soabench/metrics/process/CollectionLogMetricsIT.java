package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.plan.CollectionLog;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against virtual machines that allocate a known number of bytes. */
@Timeout(300)
class CollectionLogMetricsIT {

    /** A mebibyte each for the collections and the regions in use, and what other threads of the machine allocate. */
    private static final double TOLERANCE_BYTES = 16 << 20;

    private final MetricSource source = new CollectionLogMetrics();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        source.close();
    }

    private Observed server(String... options) throws IOException {
        String[] all = new String[options.length + 1];
        System.arraycopy(options, 0, all, 0, options.length);
        all[options.length] = CollectionLog.option(folder.toString());
        return new Observed(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"})
    void shouldCountWhatIsAllocatedBetweenCollectionsAndOverThem(String collector) throws IOException {
        try (Observed server = server(collector)) {
            server.tell("gc 1");
            double before = server.observe(source).get("allocated");

            long little = server.tell("allocate 20000");
            sample(server);
            double between = server.observe(source).get("allocated");
            long much = server.tell("allocate 1000000");
            sample(server);
            Map<String, Double> after = server.observe(source);

            assertThat(between - before).as("without a collection").isCloseTo((double) little, within(TOLERANCE_BYTES));
            assertThat(after.get("allocated") - before)
                    .as("over several collections")
                    .isCloseTo((double) (little + much), within(TOLERANCE_BYTES));
            assertThat(after.get("gc-longest")).isPositive();
            assertThat(server.observe(source).get("gc-longest")).isZero();
        }
    }

    /** Lets the virtual machine publish the use of its heap, which it does each 50 ms. */
    private static void sample(Observed server) throws IOException {
        server.tell("burn 300");
    }

    @Test
    void shouldSaySoWhenTheMachineKeepsNoLog() throws IOException {
        try (Observed server = new Observed("-XX:+UseSerialGC")) {
            Map<String, String> reasons = new HashMap<>();

            assertThat(server.observe(source, reasons)).isEmpty();

            assertThat(reasons).containsOnlyKeys("allocated", "gc-longest");
            assertThat(reasons.get("allocated")).endsWith("keeps no log of its collections");
        }
    }

    @Test
    void shouldNotCountAPartOfItsMachines() throws IOException {
        try (Observed server = server("-XX:+UseSerialGC")) {
            server.observe(source);
            server.tell("child 0");
            server.tell("brief 1");
            Map<String, String> reasons = new HashMap<>();

            assertThat(server.observe(source, reasons)).isEmpty();

            assertThat(reasons.get("allocated")).endsWith("keeps no log of its collections");
            server.tell("end 0");
            assertThat(server.observe(source)).containsKey("allocated");
        }
    }

    @Test
    void shouldKnowThePausesOnlyOfACollectorThatRunsBesideTheProgram() throws IOException {
        try (Observed server = server("-XX:+UseShenandoahGC")) {
            server.tell("gc 1");
            Map<String, String> reasons = new HashMap<>();

            assertThat(server.observe(source, reasons)).containsOnlyKeys("gc-longest");

            assertThat(reasons.get("allocated")).contains("Shenandoah");
        }
    }
}
