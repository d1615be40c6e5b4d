package io.soabench.metrics.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a process whose use of the machine is known. */
@Timeout(300)
class ProcessMetricsIT {

    /** Two readings of up to one tick each, and what the JVM does beside: compiling, collecting. */
    private static final double CPU_TOLERANCE_MS = 80;

    /** What a JVM needs for itself while it gets more heap: card tables, code. */
    private static final double MEMORY_TOLERANCE_MIB = 12;

    /** What a JVM needs to start and to end. */
    private static final double JVM_LIFE_S = 3;

    /** Directories and the journal of the file system. */
    private static final double DISK_TOLERANCE_KIB = 64;

    private final HostClock clock = HostClock.system();
    private final MetricSource source = new ProcessMetrics();
    private Observed server;

    @BeforeEach
    void start() throws IOException {
        server = new Observed("-XX:+UseSerialGC");
    }

    @AfterEach
    void stop() {
        server.close();
        source.close();
    }

    private double mebibytes(String metric) {
        return server.observe(source).get(metric) / (1 << 20);
    }

    @Test
    void shouldMeasureTheProcessorTimeThatWasBurnt() throws IOException {
        server.tell("burn 100");
        Map<String, Double> first = server.observe(source);
        assertThat(first).doesNotContainKey("cpu");
        long begin = clock.epochNanos();

        long burntMs = server.tell("burn 600");

        Map<String, Double> second = server.observe(source);
        double wallMs = (clock.epochNanos() - begin) / 1e6;
        assertThat(burntMs).isGreaterThanOrEqualTo(600);
        assertThat(second.get("cpu") * wallMs).isCloseTo((double) burntMs, within(CPU_TOLERANCE_MS));
        assertThat((second.get("cpu-time") - first.get("cpu-time")) * 1000)
                .isCloseTo((double) burntMs, within(CPU_TOLERANCE_MS));
    }

    @Test
    void shouldMeasureNearlyNothingWhenTheProcessRests() throws IOException, InterruptedException {
        server.tell("burn 1");
        server.observe(source);
        assertThat(server.process().waitFor(1_500, TimeUnit.MILLISECONDS)).isFalse();

        assertThat(server.observe(source).get("cpu")).isBetween(0.0, 0.3);
    }

    @Test
    void shouldCountWhatAChildUsesWhileItLivesAndAfterItsEnd() throws IOException {
        Map<String, Double> before = server.observe(source);
        server.tell("child 0");
        server.tell("burn 400");
        server.tell("hold 32");

        Map<String, Double> living = server.observe(source);
        assertThat(living.get("cpu-time") - before.get("cpu-time")).isBetween(0.4, 0.4 + JVM_LIFE_S);
        assertThat((living.get("memory") - before.get("memory")) / (1 << 20)).isGreaterThan(32);
        assertThat(living.get("threads") - before.get("threads")).isGreaterThan(5);

        assertThat(server.tell("end 0")).isZero();
        Map<String, Double> ended = server.observe(source);
        assertThat(ended.get("cpu-time")).isBetween(living.get("cpu-time"), living.get("cpu-time") + JVM_LIFE_S);
        assertThat(ended.get("memory")).isLessThan(living.get("memory"));
    }

    @Test
    void shouldMeasureTheMemoryThatIsHeld() throws IOException {
        server.tell("hold 1");
        double before = mebibytes("memory");

        server.tell("hold 64");

        assertThat(mebibytes("memory") - before).isCloseTo(64, within(MEMORY_TOLERANCE_MIB));
    }

    @Test
    void shouldSeeAPeakBetweenTwoObservations() throws IOException {
        server.tell("briefly 1");
        double before = mebibytes("memory");

        server.tell("briefly 64");

        assertThat(mebibytes("memory")).isLessThan(before + MEMORY_TOLERANCE_MIB);
        assertThat(mebibytes("memory-peak")).isCloseTo(before + 64, within(MEMORY_TOLERANCE_MIB));
    }

    @Test
    void shouldCountTheThreadsThatAreAlive() throws IOException {
        server.tell("threads 1");
        double before = server.observe(source).get("threads");

        server.tell("threads 25");

        // A compiler thread of the JVM may have come or gone.
        assertThat(server.observe(source).get("threads") - before).isCloseTo(25, within(2.0));
    }

    @Test
    void shouldCountTheBytesThatGoToStorage() throws IOException {
        Path file = Path.of("target", "written-" + server.process().pid() + ".bin");
        try {
            double before = server.observe(source).get("disk-written");

            assertThat(server.tell("write 3000 " + file.toAbsolutePath())).isEqualTo(3000 * 1024);

            double written = server.observe(source).get("disk-written") - before;
            assertThat(written / 1024).isCloseTo(3000, within(DISK_TOLERANCE_KIB));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void shouldBeFoundByTheServiceLoader() {
        List<MetricSource> found = ServiceLoader.load(MetricSource.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();

        assertThat(found)
                .flatExtracting(MetricSource::metrics)
                .extracting(MetricRecord::name)
                .containsExactly(
                        "cpu",
                        "cpu-time",
                        "memory",
                        "memory-peak",
                        "threads",
                        "disk-written",
                        "threads-created",
                        "gc",
                        "gc-pause",
                        "safepoint-time",
                        "allocated",
                        "gc-longest",
                        "disk-size",
                        "traffic",
                        "traffic-sent",
                        "traffic-received",
                        "in-service",
                        "queue",
                        "client-connections",
                        "refused",
                        "calls-failed",
                        "instances-faulted",
                        "cycles",
                        "instructions",
                        "cache-references",
                        "cache-misses",
                        "branch-misses",
                        "context-switches",
                        "migrations",
                        "page-faults",
                        "instance-duration",
                        "instances-per-second");
    }
}
