package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.model.testbed.Recorder;
import io.soabench.model.testbed.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {

    @TempDir
    Path temp;

    private TestbedCompiler.Checked checked() {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        return new TestbedCompiler().check(TestbedCompiler.Input.of(model.testbed, Set.of()), ModelFixture.types());
    }

    @Test
    void shouldCountCasesRequestsAndTime() {
        Estimate estimate = checked().estimate();

        assertThat(estimate.suites()).singleElement().satisfies(suite -> {
            assertThat(suite.cases()).isEqualTo(4);
            assertThat(suite.repetitions()).isEqualTo(8);
            // 2 processes, 2 repetitions, 8 s: 50 arrivals a second, and 10 clients that think 200 ms and wait 8 ms *
            // exp(0.125).
            assertThat(suite.requests()).isCloseTo(4 * 8 * (50 + 10 / 0.209065), within(2.0));
            // A repetition is 8 s of load, and 7 s around it.
            assertThat(suite.time()).isEqualTo(Duration.ofSeconds(8 * (8 + 7)));
        });
        assertThat(estimate.suites().get(0).toString())
                .startsWith("suite Quick: 4 cases, 8 repetitions, about 3,100 requests, ")
                .endsWith(" on disk, 2 min");
        assertThat(estimate.toString()).startsWith("in all 4 cases, about 3,100 requests, ");
    }

    @Test
    void shouldCountTheRepetitionsThatAreRecordedApart() {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        model.suite.setRecorder(Recorder.JFR);
        Estimate estimate = new TestbedCompiler()
                .check(TestbedCompiler.Input.of(model.testbed, Set.of()), ModelFixture.types())
                .estimate();

        assertThat(estimate.suites()).singleElement().satisfies(suite -> {
            assertThat(suite.repetitions()).isEqualTo(8);
            assertThat(suite.recorded()).isEqualTo(4);
            assertThat(suite.requests()).isCloseTo(6 * 8 * (50 + 10 / 0.209065), within(3.0));
            assertThat(suite.time()).isEqualTo(Duration.ofSeconds((8 + 4) * (8 + 7)));
        });
        assertThat(estimate.suites().get(0).toString())
                .startsWith("suite Quick: 4 cases, 8 repetitions and 4 to record, about 4,700 requests, ");
    }

    @Test
    void shouldSayWhatPilotsTakeAndWhatAPrecisionTakesAtMost() {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        model.suite.setRepeat(null);
        model.suite.setHalfWidth(ModelFixture.quantity("5", Unit.PERCENT));
        model.suite.setMostRepetitions(8);
        Estimate estimate = new TestbedCompiler()
                .check(TestbedCompiler.Input.of(model.testbed, Set.of()), ModelFixture.types())
                .estimate();

        assertThat(estimate.suites()).singleElement().satisfies(suite -> {
            assertThat(suite.fewest()).isEqualTo(4 * 5);
            assertThat(suite.repetitions()).isEqualTo(4 * 8);
            // Four times what two repetitions take.
            assertThat(suite.time()).isEqualTo(Duration.ofSeconds(32 * (8 + 7)));
        });
        assertThat(estimate.suites().get(0).toString())
                .startsWith("suite Quick: 4 cases, 20 to 32 repetitions, about 13,000 requests, ")
                .endsWith(" on disk, 8 min at most, 5 min with the pilots alone");
        assertThat(estimate.toString())
                .startsWith("in all 4 cases, about 13,000 requests, ")
                .endsWith(" on disk, 8 min at most, 5 min with the pilots alone");
    }

    @Test
    void shouldNameRecordingsBesideThePilots() {
        ModelFixture model = new ModelFixture(temp.resolve("model"));
        model.suite.setRepeat(null);
        model.suite.setHalfWidth(ModelFixture.quantity("5", Unit.PERCENT));
        model.suite.setMostRepetitions(8);
        model.suite.setRecorder(Recorder.JFR);
        Estimate estimate = new TestbedCompiler()
                .check(TestbedCompiler.Input.of(model.testbed, Set.of()), ModelFixture.types())
                .estimate();

        assertThat(estimate.suites().get(0).least()).isEqualTo(Duration.ofSeconds((4 * 5 + 4) * (8 + 7)));
        assertThat(estimate.suites().get(0).toString())
                .startsWith("suite Quick: 4 cases, 20 to 32 repetitions and 4 to record, ")
                .endsWith(" on disk, 9 min at most, 6 min with the pilots and recordings alone");
        assertThat(estimate.toString()).endsWith(" on disk, 9 min at most, 6 min with the pilots and recordings alone");
    }

    @Test
    void shouldSayHowManyRequestsAMeasurementHasAndForWhichPercentilesItIsTooShort() {
        Map<String, Long> asked = new TreeMap<>(Map.of("p90", 100L, "p99", 1_000L, "p99.9", 10_000L));

        assertThat(new Estimate.Window("web", Duration.ofSeconds(20), 400, asked))
                .hasToString(
                        "workload web: about 400 requests in a measurement of 20 s; p99 takes 1,000, so 50 s; p99.9"
                                + " takes 10,000, so 8 min");
        assertThat(new Estimate.Window("web", Duration.ofMinutes(10), 12_000, asked))
                .hasToString("workload web: about 12,000 requests in a measurement of 10 min");

        Estimate.Suite suite = checked().estimate().suites().get(0);
        assertThat(suite.windows()).hasSize(2).allSatisfy(window -> {
            assertThat(window.length()).isEqualTo(Duration.ofSeconds(6));
            // 50 arrivals a second, or 10 clients that think 200 ms and wait 8 ms * exp(0.125).
            assertThat(window.requests())
                    .isCloseTo(6 * (window.workload().equals("web") ? 50 : 10 / 0.209065), within(1.0));
        });
    }

    @Test
    void shouldKnowTheBytesOfTracesWithinAFactorOfTwo() throws IOException {
        TestbedCompiler.Checked checked = checked();
        Path compiled = temp.resolve("compiled");
        checked.write(compiled);

        long bytes;
        try (Stream<Path> files = Files.walk(compiled)) {
            bytes = files.filter(file -> file.toString().endsWith(".trace"))
                    .mapToLong(EstimateTest::size)
                    .sum();
        }

        assertThat((double) checked.estimate().compiledBytes()).isBetween(bytes / 2.0, bytes * 2.0);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSayLargeAmountsShortly() {
        assertThat(Amounts.rounded(123_456_789)).isEqualTo("120,000,000");
        assertThat(Amounts.bytes(5e9)).isEqualTo("4.7 GiB");
        assertThat(Amounts.time(Duration.ofHours(30))).isEqualTo("30 h 0 min");
        assertThat(Amounts.time(Duration.ofDays(1157))).isEqualTo("1157 days");
    }
}
