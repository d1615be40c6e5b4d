package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SignFlipsTest {

    /** One combination after the other, as the definition has it. */
    private static double byDefinition(double[] differences) {
        double observed = Math.abs(Arrays.stream(differences).sum()) - 1e-9;
        int extreme = 0;
        for (int signs = 0; signs < 1 << differences.length; signs++) {
            double sum = 0;
            for (int i = 0; i < differences.length; i++) {
                sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
            }
            extreme += Math.abs(sum) >= observed ? 1 : 0;
        }
        return extreme / (double) (1 << differences.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 7, 11, 12})
    void shouldCountWhatTheDefinitionCounts(int number) {
        Random random = new Random(number);
        for (int trial = 0; trial < 30; trial++) {
            double[] differences = random.doubles(number, -0.4, 1)
                    .map(trial % 3 == 0 ? Math::rint : v -> v)
                    .toArray();

            assertThat(SignFlips.pValue(differences)).isCloseTo(byDefinition(differences), within(1e-12));
        }
    }

    @Test
    void shouldCountWholeCombinationsOfManyDifferences() {
        double[] all = new double[30];
        Arrays.fill(all, 0.1);

        assertThat(SignFlips.pValue(all)).isEqualTo(2 / Math.pow(2, 30));
        all[29] = -0.1;
        // As far or farther are: all of one sign, and those in which one has the other.
        assertThat(SignFlips.pValue(all)).isEqualTo(2 * 31 / Math.pow(2, 30));
    }

    @Test
    void shouldSampleOfMoreThanCanBeCounted() {
        double[] even = new Random(7).doubles(40, -1, 1).toArray();
        double[] shifted = Arrays.stream(even).map(v -> v + 1).toArray();

        assertThat(SignFlips.pValue(shifted)).isEqualTo(1 / 20_001.0);
        assertThat(SignFlips.pValue(even)).isGreaterThan(0.05);
    }
}
