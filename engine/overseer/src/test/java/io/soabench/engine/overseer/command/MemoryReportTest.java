package io.soabench.engine.overseer.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterReading;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.memory.AccessPattern;
import io.soabench.engine.overseer.memory.MemoryResult;
import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.Survey;
import io.soabench.engine.overseer.topology.SysTree;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class MemoryReportTest {

    private static final int BYTES = 1 << 20;
    private static final MemoryPlaces TWO_NODES =
            new MemoryPlaces(IdSet.of(4), OptionalInt.of(0), OptionalInt.of(1), OptionalLong.of(BYTES - 1));
    private static final MemoryPlaces ONE_NODE =
            new MemoryPlaces(IdSet.of(0), OptionalInt.empty(), OptionalInt.empty(), OptionalLong.of(BYTES));

    private final List<CounterEvent> events =
            new PerformanceCounters().catalogue().parseList("instructions,cache-misses");

    private MemoryResult result(AccessPattern pattern, long instructions, Double... seconds) {
        return new MemoryResult(
                pattern,
                List.of(seconds),
                List.of(
                        new CounterReading(events.get(0), Availability.available(), instructions, 5, 5, true),
                        new CounterReading(events.get(1), Availability.unsupported("no PMU"), 0, 0, 0, false)));
    }

    /** Returns the seconds of Opteron-12 in P13's table II. */
    private MemoryReport twoNodes() {
        Map<String, List<MemoryResult>> results = new LinkedHashMap<>();
        results.put(
                MemoryReport.LOCAL,
                List.of(
                        result(AccessPattern.LINEAR, 3_000, 3.30, 3.35, 3.40),
                        result(AccessPattern.RANDOM, 3_001, 61.0, 61.1, 61.2)));
        results.put(
                MemoryReport.REMOTE,
                List.of(
                        result(AccessPattern.LINEAR, 3_000, 4.25, 4.2, 4.3),
                        result(AccessPattern.RANDOM, 3_000, 70.99, 70.9, 71.0)));
        return new MemoryReport(BYTES, 3, TWO_NODES, results);
    }

    private MemoryReport oneNode() {
        return new MemoryReport(
                BYTES,
                1,
                ONE_NODE,
                Map.of(
                        MemoryReport.LOCAL,
                        List.of(result(AccessPattern.LINEAR, 7, 2.0), result(AccessPattern.RANDOM, 7, 5.0))));
    }

    @Test
    void shouldTellWhatNearMemorySaves() {
        assertThat(twoNodes().text())
                .isEqualTo(
                        """
                        1 MiB on processor 4, median of 3 runs, least to greatest

                        local   linear      3.350 s  3.300 to 3.400
                        local   random     61.100 s  61.000 to 61.200
                        remote  linear      4.250 s  4.200 to 4.300
                        remote  random     70.990 s  70.900 to 71.000

                        linear: local memory takes 21.2 % less time than remote
                        random: local memory takes 13.9 % less time than remote
                        local: at random it takes 18.2 times as long as in order
                        remote: at random it takes 16.7 times as long as in order

                        local   linear                 1,000 instructions:u
                        local   linear                     - cache-misses: unsupported: no PMU
                        local   random                 1,000 instructions:u
                        local   random                     - cache-misses: unsupported: no PMU
                        remote  linear                 1,000 instructions:u
                        remote  linear                     - cache-misses: unsupported: no PMU
                        remote  random                 1,000 instructions:u
                        remote  random                     - cache-misses: unsupported: no PMU
                        """);
    }

    @Test
    void shouldSayThatNothingIsFarAndThatTheCacheIsLarge() {
        assertThat(oneNode().text())
                .contains("remote: unsupported: this machine has one NUMA node with memory that may be used\n")
                .contains("note: the last cache holds 1 MiB, so that the array may stay in it; take a greater --size\n")
                .doesNotContain("less time than remote");
    }

    @Test
    void shouldHaveAllInJson() {
        JsonNode json = twoNodes().json();

        assertThat(json.get("bytes").asInt()).isEqualTo(BYTES);
        assertThat(json.get("processors")).hasToString("[4]");
        assertThat(json.get("results")).hasSize(4);
        JsonNode last = json.get("results").get(3);
        assertThat(last.get("memory").asText()
                        + last.get("node")
                        + last.get("pattern").asText())
                .isEqualTo("remote1random");
        assertThat(last.get("seconds")).hasToString("[70.99,70.9,71.0]");
        assertThat(last.get("medianSeconds").asDouble()).isEqualTo(70.99);
        assertThat(last.get("events").get(0).get("value").asLong()).isEqualTo(3_000);
        assertThat(last.get("events").get(1).get("unavailable").asText()).isEqualTo("unsupported: no PMU");
        assertThat(last.get("events").get(1).has("value")).isFalse();
        assertThat(json.get("savedByLocal").get("linear").asDouble()).isEqualTo(1 - 3.35 / 4.25);
        assertThat(json.get("randomOverLinear").get("local").asDouble()).isEqualTo(61.1 / 3.35);
        assertThat(json.has("remoteUnavailable")).isFalse();
        assertThat(oneNode().json().get("remoteUnavailable").asText()).startsWith("unsupported: ");
        assertThat(oneNode().json().get("results").get(0).has("node")).isFalse();
    }

    @Test
    void shouldMeasureTheOwnNodeAndTheFarthest() throws IOException {
        // The last one is farther, and has no memory.
        SysTree tree = SysTree.regular(SysTree.memory(), 4, 2, 1)
                .node(3, 0)
                .file("sys/devices/system/node/node0/distance", "10 16 32 40");
        MemoryPlaces four = MemoryPlaces.of(Survey.of(tree.write()));

        assertThat(four.processor()).isEqualTo(IdSet.of(0));
        assertThat(four.local()).hasValue(0);
        assertThat(four.remote()).hasValue(2);
        assertThat(four.cacheBytes()).hasValue(18_432L << 10);

        MemoryPlaces one = MemoryPlaces.of(
                Survey.of(SysTree.regular(SysTree.memory(), 1, 2, 1).write()));

        assertThat(one.local()).isEmpty();
        assertThat(one.remote()).isEmpty();
    }

    @Test
    void shouldReadSizes() {
        assertThat(MemoryCommand.places("4KiB")).isEqualTo(4096);
        assertThat(MemoryCommand.places("256 MiB")).isEqualTo(256 << 20);
        assertThat(MemoryCommand.places("1GiB")).isEqualTo(1 << 30);
        for (String wrong : List.of("3KiB", "2GiB", "100", "1GB", "-1MiB", "9999999999GiB", "")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MemoryCommand.places(wrong))
                    .withMessage("'" + wrong + "' is no size from 4KiB to 1GiB");
        }
    }
}
