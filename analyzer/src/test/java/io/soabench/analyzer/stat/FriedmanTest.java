package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ranks within blocks. */
final class FriedmanTest {

    /** R's example of friedman.test, Hollander and Wolfe 1973, p. 140: rounding first base, Q = 11.143, 2 degrees of freedom, p = 0.003805, has ties. */
    @Test
    void shouldAgreeWithR() {
        double[][] blocks = {
            {5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
            {5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
            {5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
            {5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
            {5.70, 5.65, 5.55}, {6.30, 6.30, 6.25}
        };

        Friedman result = Friedman.of(List.of(blocks));

        assertThat(result.statistic()).isCloseTo(11.142857, within(1e-5));
        assertThat(result.freedom()).isEqualTo(2);
        assertThat(result.pValue()).isCloseTo(0.003805, within(1e-6));
    }

    @Test
    void shouldTestNothingWithoutBlocksOrDifferences() {
        double[] same = {2, 2, 2};

        assertThat(Friedman.of(List.of()).pValue()).isNaN();
        assertThat(Friedman.of(List.of(same, same, same, same, same)).statistic())
                .isNaN();
        assertThat(Friedman.of(List.of(new double[] {1, 2, 3}, new double[] {1, 2, 3}))
                        .pValue())
                .isNaN();
    }

    private static double found(double ratio, long seed, boolean blocked) {
        Random random = new Random(seed);
        int runs = 1_000;
        int found = 0;
        for (int run = 0; run < runs; run++) {
            List<double[]> blocks = new ArrayList<>();
            for (int block = 0; block < 6; block++) {
                double[] values = new double[3];
                double shared = 0.2 * random.nextGaussian();
                for (int g = 0; g < values.length; g++) {
                    values[g] = Math.exp(shared + 0.04 * random.nextGaussian()) * (g == 2 ? ratio : 1);
                }
                blocks.add(values);
            }
            double p = blocked
                    ? Friedman.of(blocks).pValue()
                    : KruskalWallis.of(List.of(group(blocks, 0), group(blocks, 1), group(blocks, 2)))
                            .pValue();
            found += p < 0.05 ? 1 : 0;
        }
        return (double) found / runs;
    }

    private static double[] group(List<double[]> blocks, int group) {
        return blocks.stream().mapToDouble(block -> block[group]).toArray();
    }

    @Test
    void shouldFindWhatIsTheSameInAllBlocks() {
        for (long seed : new long[] {1, 2, 3}) {
            assertThat(found(1, seed, true)).as("no difference").isLessThanOrEqualTo(0.07);
            assertThat(found(1.1, seed, true)).as("a tenth").isGreaterThanOrEqualTo(0.85);
            assertThat(found(1.1, seed, false)).as("ranks without blocks").isLessThanOrEqualTo(0.05);
        }
    }
}
