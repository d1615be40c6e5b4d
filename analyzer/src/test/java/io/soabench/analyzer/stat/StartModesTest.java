package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class StartModesTest {

    private static final int RUNS = 2_000;

    /** Lognormal values, of which the first ones are larger by a factor. */
    private static double[] drawn(Random random, int values, double spread, int slow, double factor) {
        double[] drawn = new double[values];
        for (int i = 0; i < values; i++) {
            drawn[i] = 20 * Math.exp(spread * random.nextGaussian()) * (i < slow ? factor : 1);
        }
        return drawn;
    }

    private static double found(long seed, int values, double spread, int slow, double factor) {
        Random random = new Random(seed);
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            found += StartModes.of(drawn(random, values, spread, slow, factor)).isPresent() ? 1 : 0;
        }
        return (double) found / RUNS;
    }

    @Test
    void shouldFindGroupsOfStarts() {
        StartModes modes =
                StartModes.of(new double[] {20, 40.2, 20.1, 20.2, 39.8, 19.9}).orElseThrow();

        assertThat(modes.fewer()).isEqualTo(4);
        assertThat(modes.below()).isCloseTo(20.05, within(0.01));
        assertThat(modes.more()).isEqualTo(2);
        assertThat(modes.above()).isCloseTo(40, within(0.01));
    }

    @Test
    void shouldFindNoGroupsInFewOrLikeValues() {
        assertThat(StartModes.of(new double[] {20, 40, 20, 20, 40})).isEmpty();
        assertThat(StartModes.of(new double[] {20, 20, 20, 20, 20, 20})).isEmpty();
        assertThat(StartModes.of(new double[] {20, 20, 20, 20, 20, 20.9})).isEmpty();
        assertThat(StartModes.of(new double[] {20, 20, 20, 20, 20, 0})).isEmpty();
    }

    @Test
    void shouldFindNoGroupsWhereThereAreNone() {
        for (long seed : new long[] {1, 2, 3}) {
            for (int values : new int[] {6, 8, 10, 20, 30}) {
                for (double spread : new double[] {0.01, 0.03, 0.1}) {
                    assertThat(found(seed, values, spread, 0, 1))
                            .as("%s values, seed %s", values, seed)
                            .isLessThanOrEqualTo(0.06);
                }
            }
        }
    }

    @Test
    void shouldFindSlowStarts() {
        for (long seed : new long[] {1, 2, 3}) {
            for (int values : new int[] {6, 10, 20}) {
                assertThat(found(seed, values, 0.02, 1, 2)).isGreaterThan(0.99);
                assertThat(found(seed, values, 0.02, 2, 1.5)).isGreaterThan(0.99);
            }
        }
    }

    @Test
    void shouldSayWhatFewStartsMiss() {
        assertThat(StartModes.missedWords(6))
                .isEqualTo("The probability is 53.1 % that 6 starts miss a mode that one start in 10 shows");
        assertThat(StartModes.missed(30)).isCloseTo(0.042, within(0.001));
    }
}
