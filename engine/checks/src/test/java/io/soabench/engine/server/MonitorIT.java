package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.server.monitor.MonitorFile;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of an engine that works. */
@Tag("it")
class MonitorIT {
    private static final int REQUESTS = 5;

    @TempDir
    private Path folder;

    private static OptionalLong value(JsonNode answer, int replica, String subject, String measure) {
        long sum = 0;
        boolean found = false;
        for (JsonNode sample : answer.get("samples")) {
            if (sample.get("replica").intValue() == replica
                    && sample.get("subject").textValue().matches(subject)
                    && sample.get("measure").textValue().equals(measure)) {
                found = true;
                sum += sample.get("value").longValue();
            }
        }
        return found ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    @Test
    void shouldTellWhatThreadsQueuesAndMemoryDo() throws Exception {
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .policy(SchedulingPolicy.PIPELINE)
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.THREADS))
                .build();
        try (EngineFixture fixture = new EngineFixture(configuration)) {
            fixture.deploy("Plain", EngineFixture.ASK + EngineFixture.RESPOND);
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(fixture.post("Plain", EngineFixture.request("x")).statusCode())
                        .isEqualTo(200);
            }
            byte[] wanted = "{\"events\": \"task-clock,cpu-cycles\"}".getBytes(StandardCharsets.UTF_8);
            assertThat(fixture.admin("PUT", "/counters", wanted).statusCode()).isEqualTo(200);

            JsonNode answer = new ObjectMapper()
                    .readTree(fixture.admin("GET", "/monitors", new byte[0]).body());

            assertThat(value(answer, 0, "memory", "heap-used").getAsLong()).isPositive();
            assertThat(value(answer, 0, "memory", "non-heap-used").getAsLong()).isPositive();
            assertThat(value(answer, 0, "gc:.*", "collections")).isPresent();
            assertThat(value(answer, 0, "process", "cpu-time").getAsLong()).isPositive();
            for (String stage : List.of("request", "kernel", "invoker")) {
                long first = value(answer, 1, "stage:" + stage, "done").getAsLong();
                long second = value(answer, 2, "stage:" + stage, "done").getAsLong();
                assertThat(first + second).as(stage).isEqualTo(REQUESTS);
                assertThat(value(answer, 1, "stage:" + stage, "queued")).hasValue(0);
            }
            for (int replica = 1; replica <= 2; replica++) {
                String threads = "thread:replica-" + replica + "-(http|kernel|invoker)-.*";
                assertThat(value(answer, replica, threads, "user-time")).isPresent();
                assertThat(value(answer, replica, threads, "system-time")).isPresent();
            }
            assertThat(value(answer, 1, "thread:.*", "system-time").getAsLong()
                            + value(answer, 1, "thread:.*", "user-time").getAsLong()
                            + value(answer, 2, "thread:.*", "system-time").getAsLong()
                            + value(answer, 2, "thread:.*", "user-time").getAsLong())
                    .isPositive();
            for (JsonNode sample : answer.get("samples")) {
                boolean known = sample.has("value");
                assertThat(known || !sample.get("note").textValue().isEmpty())
                        .as(sample.toString())
                        .isTrue();
            }
            assertThat(answer.get("samples").findValuesAsText("measure")).contains("task-clock", "cpu-cycles");
        }
    }

    @Test
    void shouldWriteWholeObservationsToTheFileAndGoOnWhereItEnded() throws Exception {
        Path file = folder.resolve("monitor.csv");
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .monitor(file)
                .monitorInterval(Duration.ofMillis(20))
                .build();
        for (int starts = 0; starts < 2; starts++) {
            new EngineFixture(configuration).close();
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).first().isEqualTo(MonitorFile.HEADER);
        assertThat(lines).filteredOn(MonitorFile.HEADER::equals).hasSize(1);
        assertThat(lines.subList(1, lines.size()))
                .allMatch(line -> line.matches("[0-9]{13},[0-9]+,[^,]+,[^,]+,(bytes|ns|ms|count),[0-9]*,.*"));
        // The first and the last one of each engine.
        assertThat(lines)
                .filteredOn(line -> line.contains(",memory,heap-used,"))
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(lines)
                .filteredOn(line -> line.contains(",stage:kernel,done,"))
                .isNotEmpty();
    }

    @Test
    void shouldCountFromTheStartAndTellItWithTheStatistics() throws Exception {
        try (EngineFixture fixture = new EngineFixture(
                EngineFixture.CONFIGURATION.but().counters("page-faults,cycles").build())) {
            JsonNode statistics = new ObjectMapper()
                    .readTree(fixture.admin("GET", "/statistics", new byte[0]).body());

            for (String event : List.of("counters.page-faults", "counters.cpu-cycles")) {
                JsonNode value = statistics.get(event);
                assertThat(value).as(event).isNotNull();
                assertThat(value.isIntegralNumber() || value.textValue().contains(":"))
                        .as(value.toString())
                        .isTrue();
            }
        }
        assertThatThrownBy(() -> new EngineFixture(EngineFixture.CONFIGURATION
                                .but()
                                .counters("no-such-event")
                                .build())
                        .close())
                .isInstanceOf(EngineStartException.class)
                .hasMessageStartingWith("counters=no-such-event: ");
    }

    @Test
    void shouldRefuseAFileThatCannotBeWrittenAndAnIntervalThatIsTooShort() {
        EngineConfiguration nowhere = EngineFixture.CONFIGURATION
                .but()
                .monitor(folder.resolve("missing").resolve("m.csv"))
                .build();
        assertThatThrownBy(() -> new EngineFixture(nowhere).close())
                .isInstanceOf(EngineStartException.class)
                .hasMessageStartingWith("monitor=")
                .hasMessageContaining("cannot be written");
        assertThatThrownBy(() -> EngineFixture.CONFIGURATION
                        .but()
                        .monitorInterval(Duration.ofMillis(9))
                        .build())
                .hasMessageContaining("monitor-interval=PT0.009S is below 10 ms");
    }

    @Test
    void shouldGiveEachReplicaThatIsAProcessAFileOfItsOwn() throws Exception {
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .monitor(folder.resolve("some.data.csv"))
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.PROCESSES))
                .build();
        assertThat(Engine.plan(configuration).replicas())
                .extracting(replica -> configuration
                        .shareOfProcess(replica, configuration.replicas().totals())
                        .monitor())
                .containsExactly(folder.resolve("some.data-1.csv"), folder.resolve("some.data-2.csv"));
    }
}
