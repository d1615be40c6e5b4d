package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PairVerdict;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two engines whose response times differ, or change in different ways: how often which verdict is told. Response times are lognormal, sigma
 * 0.5 of the requests, which both engines have in common, and 0.3 of their own.
 */
final class PowerTest {

    private static final double SHARED = 0.5;
    private static final double OWN = 0.3;

    /** Spread of the means of runs. */
    private static final double BETWEEN = 0.03;

    private static final int RUNS = 100;

    private static final Set<PairVerdict.State> DIFFERENT =
            EnumSet.of(PairVerdict.State.BETTER, PairVerdict.State.WORSE);

    /** Of 100 runs of which 5 % are wrong, 11 or fewer are so in 99 of a hundred such tests. */
    private static final double MOST_WRONG = 0.11;

    /** How many times as long a request takes that begins after a share of the measurement. */
    private interface Course {
        double at(double share);
    }

    private static PairVerdict.State verdict(Random random, int repetitions, int requests, double between, Course ofB) {
        double[][] shared = new double[repetitions][requests];
        for (double[] block : shared) {
            for (int i = 0; i < requests; i++) {
                block[i] = SHARED * random.nextGaussian();
            }
        }
        return SimulatedRun.of(2, 1, 1, repetitions, (place, block) -> {
                    double run = between * random.nextGaussian();
                    double[] times = new double[requests];
                    for (int i = 0; i < requests; i++) {
                        times[i] = 20
                                * Math.exp(shared[block][i] + OWN * random.nextGaussian() + run)
                                * (place.engine() == 1 ? ofB.at((double) i / requests) : 1);
                    }
                    return times;
                })
                .comparisons()
                .pairs()
                .get(0)
                .verdict()
                .state();
    }

    private static double told(PairVerdict.State state, int repetitions, int requests, double between, Course ofB) {
        return Rate.of(RUNS, random -> verdict(random, repetitions, requests, between, ofB) == state);
    }

    @ParameterizedTest
    @CsvSource({"5, 160, 2, 0.8", "10, 160, 2, 0.95", "5, 1000, 1.2, 0.5", "10, 1000, 1.2, 0.9", "5, 3000, 1.2, 0.9"})
    void shouldTellWhatIsClear(int repetitions, int requests, double ratio, double least) {
        assertThat(told(PairVerdict.State.WORSE, repetitions, requests, BETWEEN, share -> ratio))
                .isGreaterThanOrEqualTo(least);
        assertThat(told(PairVerdict.State.BETTER, repetitions, requests, BETWEEN, share -> 1 / ratio))
                .as("the other way round")
                .isGreaterThanOrEqualTo(least);
    }

    /** The engines are the same once B is warm. */
    @ParameterizedTest
    @CsvSource({"3, 160, 0.3", "3, 160, 1", "5, 160, 0.3", "5, 160, 1", "5, 1000, 0.3", "5, 1000, 1", "10, 500, 1"})
    void shouldTellNothingOfEnginesThatDifferInTheirWarmUpOnly(int repetitions, int requests, double tau) {
        assertThat(told(
                        PairVerdict.State.WORSE,
                        repetitions,
                        requests,
                        BETWEEN,
                        share -> 1 + 0.5 * Math.exp(-share / tau)))
                .isLessThanOrEqualTo(0.02);
    }

    /** B falls by 9 % in each measurement, and is 4.5 % faster on average: drift decides no difference below its bound. */
    @ParameterizedTest
    @CsvSource({"3, 1000, 0.005", "3, 3000, 0.005", "5, 1000, 0.03", "5, 3000, 0.03", "10, 1000, 0.01"})
    void shouldNotTellHalfOfATrendWithinTheBound(int repetitions, int requests, double between) {
        assertThat(told(PairVerdict.State.BETTER, repetitions, requests, between, share -> 1 - 0.09 * share))
                .isLessThanOrEqualTo(MOST_WRONG);
    }

    /** B is as fast as A at the end of each measurement, or stays as fast as it was on average. */
    @ParameterizedTest
    @CsvSource({"3, 1000, 0.15", "5, 1000, 0.15", "5, 1000, 0.3", "10, 1000, 0.2"})
    void shouldNotTellATrendBeyondTheBound(int repetitions, int requests, double rise) {
        assertThat(told(
                        PairVerdict.State.BETTER,
                        repetitions,
                        requests,
                        0.01,
                        share -> (1 - rise) * (1 + rise * share)))
                .isLessThanOrEqualTo(MOST_WRONG);
    }

    @ParameterizedTest
    @CsvSource({"2, 160", "3, 1000", "5, 160", "5, 1000", "10, 1000"})
    void shouldSeldomTellTheSameEngineFromItself(int repetitions, int requests) {
        double told = Rate.of(
                RUNS, random -> DIFFERENT.contains(verdict(random, repetitions, requests, BETWEEN, share -> 1)));

        assertThat(told).isLessThanOrEqualTo(MOST_WRONG);
    }
}
