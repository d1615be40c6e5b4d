package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PairVerdict;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two engines, of which one differs from start to start: how often they are called equivalent. Starts of a kind that none of the blocks shows
 * cannot be seen, so that the bound of six to twenty blocks is how often that is so; the sentence says it ({@link
 * io.soabench.analyzer.stat.StartModes#missed}).
 */
final class EquivalenceTest {

    private static final int RUNS = 300;

    private static PairVerdict.State verdict(
            Random random, int repetitions, double slowStarts, double slower, double ratio, double spread) {
        return SimulatedRun.of(2, 1, 1, repetitions, (place, block) -> {
                    boolean second = place.engine() == 1;
                    double start = second && random.nextDouble() < slowStarts ? slower : 1;
                    double[] times = new double[100];
                    Arrays.fill(times, 20 * start * (second ? ratio : 1) * Math.exp(spread * random.nextGaussian()));
                    return times;
                })
                .comparisons()
                .pairs()
                .get(0)
                .verdict()
                .state();
    }

    private static double equivalent(int repetitions, double slowStarts, double slower, double ratio, double spread) {
        return Rate.of(
                RUNS,
                random -> verdict(random, repetitions, slowStarts, slower, ratio, spread)
                        == PairVerdict.State.EQUIVALENT);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0.2, 2, 1, 0.01, 0",
        "5, 0.1, 2, 1, 0.01, 0",
        "5, 0.3, 1.3, 1, 0.01, 0",
        "20, 0.2, 2, 1, 0.01, 0.05",
        "10, 0.3, 1.3, 1, 0.01, 0.06",
        "30, 0.1, 2, 1, 0.01, 0.08",
        "6, 0, 1, 1.05, 0.01, 0.08",
        "10, 0, 1, 1.05, 0.02, 0.08",
        "20, 0, 1, 1.05, 0.05, 0.08"
    })
    void shouldSeldomCallEquivalentWhatIsNot(
            int repetitions, double slowStarts, double slower, double ratio, double spread, double most) {
        assertThat(equivalent(repetitions, slowStarts, slower, ratio, spread)).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"6, 0.01", "10, 0.02"})
    void shouldCallEquivalentWhatIs(int repetitions, double spread) {
        assertThat(equivalent(repetitions, 0, 1, 1, spread)).isGreaterThanOrEqualTo(0.9);
    }
}
