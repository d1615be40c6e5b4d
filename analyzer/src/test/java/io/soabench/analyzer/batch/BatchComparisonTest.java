package io.soabench.analyzer.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.stat.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatchComparisonTest {

    private static final double CONFIDENCE = 0.95;
    private static final double EXACT = 1e-12;
    private static final double DIGITS = 1e-7;

    /** R: {@code qt(0.975, 2) * 0.01 / sqrt(3)}. */
    private static final double HALF = 0.02484138;

    /** F. J. Anscombe, "Graphs in statistical analysis" (1973), the first of the four sets. */
    private static final double[] X = {10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};

    private static final double[] Y = {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68};

    /** R: {@code cor(anscombe$x1, anscombe$y1)}. */
    private static final double R = 0.81642052;

    @TempDir
    private Path folder;

    private BatchComparison compared(BatchFixture batches) throws IOException {
        return BatchComparison.of(batches.read(folder), Optional.empty(), CONFIDENCE);
    }

    /** Three rounds that differ by a factor of four; in each "fast" takes exp(-0.1 ± 0.01) times as long. */
    private static BatchFixture rounds(BatchFixture batches, String process) {
        double[] base = {10, 20, 40};
        double[] less = {0.09, 0.1, 0.11};
        for (int i = 0; i < base.length; i++) {
            // The batches of a round differ a lot, and count once, by their mean.
            batches.batch(process, 100, "slow", i + 1, 1, base[i] * 0.5);
            batches.batch(process, 100, "slow", i + 1, 2, base[i] * 1.5);
            batches.batch(process, 100, "fast", i + 1, 1, base[i] * Math.exp(-less[i]) * 0.25);
            batches.batch(process, 100, "fast", i + 1, 2, base[i] * Math.exp(-less[i]) * 1.75);
        }
        return batches;
    }

    @Test
    void shouldTellTheSpeedUpByPairsOfRounds() throws IOException {
        BatchComparison comparison = compared(rounds(new BatchFixture(), "DAG"));

        assertThat(comparison.baseline()).isEqualTo("slow");
        assertThat(comparison.speedups()).extracting(Speedup::configuration).containsExactly("slow", "fast");
        Speedup slow = comparison.speedups().get(0);
        assertThat(slow.factor()).isEmpty();
        assertThat(slow.wallMs()).isCloseTo(70.0 / 3, within(EXACT));
        Speedup fast = comparison.speedups().get(1);
        Ratio factor = fast.factor().orElseThrow();
        assertThat(fast.rounds()).isEqualTo(3);
        assertThat(factor.blocks()).isEqualTo(3);
        assertThat(Math.log(factor.value())).isCloseTo(0.1, within(EXACT));
        assertThat(Math.log(factor.low())).isCloseTo(0.1 - HALF, within(DIGITS));
        assertThat(Math.log(factor.high())).isCloseTo(0.1 + HALF, within(DIGITS));
    }

    @Test
    void shouldTakeTheBaselineThatIsAskedFor() throws IOException {
        BatchFile file = rounds(new BatchFixture(), "DAG").read(folder);

        BatchComparison comparison = BatchComparison.of(file, Optional.of("fast"), CONFIDENCE);

        assertThat(comparison.speedups().get(0).factor().orElseThrow().value())
                .isCloseTo(Math.exp(-0.1), within(EXACT));
        assertThatThrownBy(() -> BatchComparison.of(file, Optional.of("quick"), CONFIDENCE))
                .isInstanceOf(BatchesRefused.class)
                .hasMessage("no batch has the configuration \"quick\"; the baseline is one of: \"slow\", \"fast\"");
    }

    @Test
    void shouldPutProcessesTogetherAndSizesApart() throws IOException {
        BatchFixture batches = rounds(rounds(new BatchFixture(), "DAG"), "Loop");
        batches.batch("DAG", 200, "slow", 1, 1, 30).batch("DAG", 200, "fast", 1, 1, 15);

        BatchComparison comparison = compared(batches);

        assertThat(comparison.speedups())
                .extracting(one -> one.instances() + " " + one.process() + " " + one.configuration())
                .containsExactly(
                        "100 DAG slow",
                        "100 DAG fast",
                        "100 Loop slow",
                        "100 Loop fast",
                        "100 all processes fast",
                        "200 DAG slow",
                        "200 DAG fast");
        Ratio all = comparison.speedups().get(4).factor().orElseThrow();
        assertThat(Math.log(all.value())).isCloseTo(0.1, within(EXACT));
        // R: qt(0.975, 4) * 0.01 / sqrt(3) / sqrt(2)
        assertThat(Math.log(all.high())).isCloseTo(0.1 + 0.01133479, within(DIGITS));
        Ratio single = comparison.speedups().get(6).factor().orElseThrow();
        assertThat(single.value()).isEqualTo(2);
        assertThat(single.known()).as("an interval of one round").isFalse();
    }

    @Test
    void shouldPairOnlyRoundsThatBothHave() throws IOException {
        BatchComparison comparison = compared(new BatchFixture()
                .batch("DAG", "slow", 1, 10)
                .batch("DAG", "slow", 2, 20)
                .batch("DAG", "slow", 3, 4000)
                .batch("DAG", "fast", 1, 5)
                .batch("DAG", "fast", 2, 10));

        Ratio factor = comparison.speedups().get(1).factor().orElseThrow();
        assertThat(factor.blocks()).isEqualTo(2);
        assertThat(factor.value()).isCloseTo(2, within(EXACT));
    }

    @Test
    void shouldRefuseASingleConfiguration() throws IOException {
        BatchFile file = new BatchFixture().batch("DAG", "slow", 1, 10).read(folder);

        assertThatThrownBy(() -> BatchComparison.of(file, Optional.empty(), CONFIDENCE))
                .isInstanceOf(BatchesRefused.class)
                .hasMessage(
                        "all batches have the configuration \"slow\", so there is nothing to compare; give batch.sh another"
                                + " one, too");
    }

    @Test
    void shouldHoldWhatWasMeasuredAgainstTheBaseline() throws IOException {
        BatchComparison comparison = compared(new BatchFixture("gc_count", "moves", "cycles")
                .batch("DAG", "slow", 1, 10, 4, 0, "none here")
                .batch("DAG", "slow", 2, 10, 6, 0, "none here")
                .batch("DAG", "fast", 1, 5, 1, 3, 7)
                .batch("DAG", "fast", 2, 5, 3, 4, 7));

        assertThat(comparison.speedups().get(0).relative()).containsExactly(entry("gc_count", 1.0));
        assertThat(comparison.speedups().get(1).relative()).containsExactly(entry("gc_count", 0.4));
    }

    /** Anscombe's numbers, by six rounds of one configuration and five of another. */
    private static void anscombe(BatchFixture batches, String process, double amount, double time) {
        for (int i = 0; i < X.length; i++) {
            batches.batch(process, i < 6 ? "slow" : "fast", i % 6 + 1, Y[i] * time, X[i] * amount);
        }
    }

    @Test
    void shouldTellTheCorrelationWithTime() throws IOException {
        BatchFixture batches = new BatchFixture("misses");
        anscombe(batches, "DAG", 1, 1);

        Correlation correlation = compared(batches).correlations().get(0);

        assertThat(correlation.instances()).isEqualTo(100);
        assertThat(correlation.measure()).isEqualTo("misses");
        assertThat(correlation.observations()).isEqualTo(11);
        assertThat(correlation.coefficient()).isCloseTo(R, within(DIGITS));
    }

    /** A process that takes long and misses little must not hide that both go together in each process. */
    @Test
    void shouldNotTakeDifferencesBetweenProcessesForACorrelation() throws IOException {
        BatchFixture batches = new BatchFixture("misses");
        anscombe(batches, "DAG", 1000, 1);
        anscombe(batches, "Loop", 1, 1000);

        Correlation correlation = compared(batches).correlations().get(0);

        assertThat(correlation.observations()).isEqualTo(22);
        assertThat(correlation.coefficient()).isCloseTo(R, within(DIGITS));
    }

    @Test
    void shouldTellNoCorrelationOfFewOrOfWhatNeverVaries() throws IOException {
        BatchFixture batches = new BatchFixture("few", "same", "never");
        for (int round = 1; round <= 5; round++) {
            batches.batch("DAG", "slow", round, 10 + round, round, 7, 0);
            batches.batch("DAG", "fast", round, 5 + round, round < 5 ? round : "lost", 7, 0);
        }

        assertThat(compared(batches).correlations())
                .extracting(one -> one.measure() + " " + one.observations() + " " + one.coefficient())
                .containsExactly("few 9 NaN", "same 10 NaN", "never 0 NaN");
    }
}
