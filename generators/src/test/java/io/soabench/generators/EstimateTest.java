package io.soabench.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
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
