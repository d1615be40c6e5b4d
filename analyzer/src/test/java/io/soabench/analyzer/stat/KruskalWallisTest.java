package io.soabench.analyzer.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class KruskalWallisTest {

    /** As R's kruskal.test has it: ozone by month of the data set airquality, H = 29.267, 4 degrees of freedom, p = 6.901e-06, has ties. */
    @Test
    void shouldGiveTheNumbersOfAnotherProgram() {
        KruskalWallis result = KruskalWallis.of(List.of(
                new double[] {
                    41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37
                },
                new double[] {29, 71, 39, 23, 21, 37, 20, 12, 13},
                new double[] {
                    135, 49, 32, 64, 40, 77, 97, 97, 85, 10, 27, 7, 48, 35, 61, 79, 63, 16, 80, 108, 20, 52, 82, 50, 64,
                    59
                },
                new double[] {
                    39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118,
                    84, 85
                },
                new double[] {
                    96, 78, 73, 91, 47, 32, 20, 23, 21, 24, 44, 21, 28, 9, 13, 46, 18, 13, 24, 16, 13, 23, 36, 7, 14,
                    30, 14, 18, 20
                }));

        assertThat(result.statistic()).isCloseTo(29.267, within(0.001));
        assertThat(result.freedom()).isEqualTo(4);
        assertThat(result.pValue()).isCloseTo(6.901e-6, within(1e-8));
    }

    @Test
    void shouldNotTestGroupsThatAreTooSmallForItsDistribution() {
        KruskalWallis result =
                KruskalWallis.of(List.of(new double[] {1, 2, 3}, new double[] {4, 5, 6}, new double[] {7, 8, 9}));

        assertThat(result.statistic()).isCloseTo(7.2, within(1e-9));
        assertThat(result.pValue()).isNaN();
    }

    @Test
    void shouldKnowNothingWhereAllValuesAreTheSame() {
        double[] same = {1, 1, 1, 1, 1};

        assertThat(KruskalWallis.of(List.of(same, same, same)).statistic()).isNaN();
    }

    /** Simulated: of 2,000 experiments without a difference about one in twenty is called one. */
    @Test
    void shouldRaiseAboutAsManyFalseAlarmsAsItsLevelSays() {
        SplittableRandom random = new SplittableRandom(1952);
        int alarms = 0;
        for (int i = 0; i < 2_000; i++) {
            List<double[]> groups = new ArrayList<>();
            for (int g = 0; g < 3; g++) {
                groups.add(random.doubles(6).toArray());
            }
            alarms += KruskalWallis.of(groups).pValue() < 0.05 ? 1 : 0;
        }

        assertThat(alarms).isBetween(60, 120);
    }
}
