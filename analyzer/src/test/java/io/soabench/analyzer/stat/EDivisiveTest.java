package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class EDivisiveTest {

    private static final int PERMUTATIONS = 999;

    private static EDivisive.Result of(double level, double... values) {
        return EDivisive.of(values, level, PERMUTATIONS, 42);
    }

    private static double[] noise(int n, Random random) {
        return random.doubles(n, -1, 1).toArray();
    }

    @Test
    void shouldFindWhereTheLevelChanges() {
        double[] values = noise(20, new Random(1));
        for (int i = 12; i < 20; i++) {
            values[i] += 10;
        }

        EDivisive.Result found = of(0.01, values);
        assertThat(found.changes()).extracting(EDivisive.Change::index).containsExactly(12);
        assertThat(found.changes().get(0).pValue()).isEqualTo(1.0 / (PERMUTATIONS + 1));
        assertThat(found.first()).isEqualTo(1.0 / (PERMUTATIONS + 1));
    }

    @Test
    void shouldFindSeveralChangesInTheirOrder() {
        double[] values = noise(45, new Random(2));
        for (int i = 0; i < 45; i++) {
            values[i] += i < 15 ? 0 : i < 30 ? 20 : 5;
        }

        assertThat(of(0.01, values).changes())
                .extracting(EDivisive.Change::index)
                .containsExactly(15, 30);
    }

    @Test
    void shouldFindAChangeOfTheSpread() {
        double[] values = noise(80, new Random(3));
        for (int i = 40; i < 80; i++) {
            values[i] *= 30;
        }

        assertThat(of(0.05, values).changes()).singleElement().satisfies(change -> assertThat(change.index())
                .isBetween(36, 44));
    }

    @Test
    void shouldFindNothingWhereNothingCanBeTold() {
        assertThat(of(0.05).changes()).isEmpty();
        assertThat(of(0.05, 1, 9, 9).changes()).isEmpty();
        assertThat(of(0.05, 1, 9, 9).first()).isNaN();
        assertThat(of(0.05, new double[50]).changes()).isEmpty();
        // Of two and two values a sixth of all orders is as extreme, twice.
        assertThat(of(0.05, 1, 1.1, 9, 9.1).changes()).isEmpty();
        assertThat(of(0.05, 1, 1.1, 9, 9.1).first()).isGreaterThan(0.1);
    }

    @Test
    void shouldNeedPermutationsEnoughForItsLevel() {
        double[] values = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 51, 52, 51, 52, 51, 52, 51, 52, 51, 52};

        assertThat(EDivisive.of(values, 0.001, 999, 1).changes()).hasSize(1);
        assertThat(EDivisive.of(values, 0.001, 998, 1).changes()).isEmpty();
    }

    @Test
    void shouldGiveTheSameForTheSameSeed() {
        double[] values = noise(30, new Random(4));

        assertThat(of(0.9, values)).isEqualTo(of(0.9, values));
    }
}
