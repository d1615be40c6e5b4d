package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PairVerdict.State;
import io.soabench.analyzer.stat.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PairVerdictTest {

    /** Blocks whose logarithms of ratios are these. */
    private static Ratio ratio(double... logarithms) {
        double[] ones = new double[logarithms.length];
        Arrays.fill(ones, 1);
        return Ratio.paired(ones, Arrays.stream(logarithms).map(Math::exp).toArray(), 0.95);
    }

    private static PairVerdict alone(Ratio ratio, double noiseFloor) {
        return PairVerdict.of(List.of(ratio), noiseFloor, List.of(1.0), 0.95).get(0);
    }

    @Test
    void shouldSayHowTheSecondDoesAgainstTheFirst() {
        assertThat(alone(ratio(0.3, 0.31, 0.29), 1).state()).isEqualTo(State.WORSE);
        assertThat(alone(ratio(-0.3, -0.31, -0.29), 1).state()).isEqualTo(State.BETTER);
        assertThat(alone(ratio(0.01, 0, -0.01, 0.01, 0, -0.01), 1).state()).isEqualTo(State.EQUIVALENT);
        assertThat(alone(ratio(0.3, 0, -0.3), 1).state()).isEqualTo(State.UNDECIDED);
    }

    @Test
    void shouldCallEquivalentWhatDiffersByLessThanTheMargin() {
        // A difference of 2 % that is sure: it is real, and does not matter.
        Ratio small = ratio(0.02, 0.021, 0.019, 0.02, 0.021, 0.019);

        assertThat(small.decided()).isTrue();
        assertThat(alone(small, 1).state()).isEqualTo(State.EQUIVALENT);
    }

    @Test
    void shouldTellNoDifferenceThatIsWithinTheNoiseFloor() {
        Ratio tenth = ratio(0.10, 0.11, 0.09, 0.10, 0.11, 0.09);

        assertThat(alone(tenth, 1).state()).isEqualTo(State.WORSE);
        assertThat(alone(tenth, 1.04).state()).isEqualTo(State.WORSE);
        assertThat(alone(ratio(0.10, 0.11, 0.09), 1.09).state()).isEqualTo(State.UNDECIDED);
    }

    /** A noisy machine makes no engines equivalent: the margin stays what it is. */
    @Test
    void shouldEquateNothingWhereTheNoiseFloorIsBeyondTheMargin() {
        Ratio tenth = ratio(0.10, 0.11, 0.09, 0.10, 0.11, 0.09);
        Ratio same = ratio(0.01, 0, -0.01, 0.01, 0, -0.01);

        assertThat(alone(tenth, 1.20).state()).isEqualTo(State.UNDECIDED);
        assertThat(alone(same, 1.20).state()).isEqualTo(State.UNDECIDED);
        assertThat(alone(same, 1.20).margin()).isEqualTo(1.05);
        assertThat(alone(same, 1.04).state()).isEqualTo(State.EQUIVALENT);
    }

    /** One block far beyond the margin, and many close to one: their mean may be within it, their signs do not show it. */
    @Test
    void shouldNotEquateWhatTheSignsContradict() {
        double[] mixed = {0.045, 0.045, 0.045, 0.045, 0.045, -0.08, 0.06, 0.06, -0.08};

        assertThat(ratio(mixed).flipEquivalence(1.05))
                .isGreaterThan(ratio(0.01, 0, -0.01, 0.01, 0, -0.01).flipEquivalence(1.05));
        assertThat(ratio(0.01, 0, -0.01, 0.01, 0, -0.01).flipEquivalence(1.05)).isEqualTo(1.0 / 64);
    }

    @Test
    void shouldEquateWithSixBlocksAtAnyLevel() {
        Ratio same = ratio(0.01, 0, -0.01, 0.01, 0, -0.01);

        for (double level : new double[] {0.9, 0.95, 0.99}) {
            assertThat(PairVerdict.of(List.of(same), 1, List.of(1.0), level)
                            .get(0)
                            .state())
                    .as("at %s", level)
                    .isEqualTo(State.EQUIVALENT);
        }
    }

    @Test
    void shouldNeitherTellNorEquateWhatALateHarnessMayHaveMade() {
        Ratio tenth = ratio(0.10, 0.11, 0.09, 0.10, 0.11, 0.09);
        Ratio same = ratio(0.01, 0, -0.01, 0.01, 0, -0.01);

        List<PairVerdict> late = PairVerdict.of(List.of(tenth, same), 1, List.of(1.12, 1.12), 0.95);
        assertThat(late).extracting(PairVerdict::state).containsOnly(State.UNDECIDED);
        assertThat(late).extracting(PairVerdict::noiseFloor).containsOnly(1.0);
        List<PairVerdict> little = PairVerdict.of(List.of(tenth, same), 1, List.of(1.01, 1.01), 0.95);
        assertThat(little).extracting(PairVerdict::state).containsExactly(State.WORSE, State.EQUIVALENT);
    }

    @Test
    void shouldNotTellWhatTheSignsContradict() {
        // One block in which all goes wrong is no reason to doubt the others, but also none to believe the average.
        Ratio mixed = ratio(0.2, 0.2, 0.2, 0.2, 0.2, -0.005);

        assertThat(mixed.pDifference(1)).isLessThan(0.05);
        assertThat(mixed.signFlip()).isGreaterThan(0.05);
        assertThat(alone(mixed, 1).state()).isEqualTo(State.UNDECIDED);
    }

    @Test
    void shouldNotAskSignsThatCannotReachTheLevel() {
        for (int blocks = 4; blocks <= 10; blocks++) {
            double[] tenTimes = new double[blocks];
            for (int i = 0; i < blocks; i++) {
                tenTimes[i] = Math.log(10) + 0.001 * (i % 2);
            }
            for (double level : new double[] {0.95, 0.99, 0.999}) {
                assertThat(PairVerdict.of(List.of(ratio(tenTimes)), 1, List.of(1.0), level)
                                .get(0)
                                .state())
                        .as("%s blocks at %s", blocks, level)
                        .isEqualTo(State.WORSE);
            }
        }
    }

    @Test
    void shouldAskMoreOfEachPairWhenThereAreMany() {
        Ratio weak = ratio(0.3, 0.4, 0.2, 0.25);
        assertThat(weak.pDifference(1)).isBetween(0.005, 0.05);
        List<Ratio> many = new ArrayList<>(List.of(weak));
        for (int i = 0; i < 9; i++) {
            many.add(ratio(0.1, -0.1, 0.2, -0.2));
        }

        assertThat(alone(weak, 1).state()).isEqualTo(State.WORSE);
        PairVerdict among =
                PairVerdict.of(many, 1, Collections.nCopies(10, 1.0), 0.95).get(0);
        assertThat(among.state()).isEqualTo(State.UNDECIDED);
        assertThat(among.pairs()).isEqualTo(10);
        assertThat(among.pDifference()).isEqualTo(10 * weak.pDifference(1));
    }

    @Test
    void shouldSayHowManyMoreRepetitionsWouldTell() {
        Ratio open = ratio(0.10, 0.35, -0.15);
        PairVerdict verdict = alone(open, 1);

        assertThat(verdict.state()).isEqualTo(State.UNDECIDED);
        // sd 0.25, mean 0.1: R: power.t.test(delta = 0.1, sd = 0.25, power = 0.8, type = "one.sample")$n is 51.0
        assertThat(verdict.more()).isBetween(46, 52);
        assertThat(alone(ratio(0.3, 0.31, 0.29), 1).more()).isZero();
        assertThat(alone(Ratio.unpaired(new double[] {1}, new double[] {1, 2}, 0.95), 1)
                        .more())
                .as("nothing is known of their spread, so a second one need not tell")
                .isEqualTo(-1);
        assertThat(alone(ratio(0.35, -0.15), 1).more())
                .as("what two blocks spread by may be a half or thirty times as much")
                .isEqualTo(-1);
        assertThat(alone(ratio(0.09, 0.1, 0.11), Math.exp(0.1)).more())
                .as("exactly at the noise floor nothing will ever tell")
                .isEqualTo(-1);
    }

    private static Ratio drawn(Random random, int blocks, double truth, double spread) {
        double[] logarithms = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            logarithms[i] = truth + spread * random.nextGaussian();
        }
        return ratio(logarithms);
    }

    private static boolean differs(PairVerdict verdict) {
        return verdict.state() == State.BETTER || verdict.state() == State.WORSE;
    }

    /** One engine against itself: a difference is told in 5 % of the runs at most, however many pairs a run has. */
    @Test
    void shouldRaiseNoMoreFalseAlarmsThanItSays() {
        Random random = new Random(71);
        for (int pairs : new int[] {1, 6}) {
            for (int blocks : new int[] {3, 5, 10}) {
                int runs = 1_000;
                int alarms = 0;
                for (int run = 0; run < runs; run++) {
                    List<Ratio> ratios = new ArrayList<>();
                    for (int i = 0; i < pairs; i++) {
                        ratios.add(drawn(random, blocks, 0, 0.15));
                    }
                    alarms += PairVerdict.of(ratios, 1, Collections.nCopies(pairs, 1.0), 0.95).stream()
                                    .anyMatch(PairVerdictTest::differs)
                            ? 1
                            : 0;
                }
                // One standard error of 1,000 runs is 0.7 %.
                assertThat((double) alarms / runs)
                        .as("%s pairs of %s blocks", pairs, blocks)
                        .isLessThanOrEqualTo(0.057);
            }
        }
    }

    /** With a spread of 5 % between blocks, 12 repetitions find a difference of 5 %. */
    @Test
    void shouldFindFivePercentInFourOfFiveRuns() {
        Random random = new Random(72);
        int runs = 1_000;
        int found = 0;
        for (int run = 0; run < runs; run++) {
            found += alone(drawn(random, 12, Math.log(1.05), 0.05), 1).state() == State.WORSE ? 1 : 0;
        }
        assertThat((double) found / runs).isGreaterThanOrEqualTo(0.80);
    }

    @Test
    void shouldCallNothingEquivalentOfFewerThanSixBlocks() {
        for (int blocks = 2; blocks < PairVerdict.LEAST_EQUIVALENT; blocks++) {
            double[] tiny = new double[blocks];
            for (int i = 0; i < blocks; i++) {
                tiny[i] = 0.02 + 0.0001 * i;
            }
            PairVerdict verdict = alone(ratio(tiny), 1);

            // Neither is it told as a difference: it is real, and does not matter.
            assertThat(verdict.state()).as("%s blocks", blocks).isEqualTo(State.UNDECIDED);
            assertThat(verdict.pEquivalence()).isLessThan(0.05);
            assertThat(verdict.more()).isEqualTo(blocks < 3 ? -1 : PairVerdict.LEAST_EQUIVALENT - blocks);
        }
    }

    /** B is slow in one start of five, by a factor of two: three and five blocks often do not show it. */
    @Test
    void shouldNotEquateAnEngineWhoseSlowStartsFewBlocksMiss() {
        for (long seed : new long[] {74, 75, 76}) {
            Random random = new Random(seed);
            for (int blocks : new int[] {2, 3, 5}) {
                int runs = 500;
                int wrong = 0;
                for (int run = 0; run < runs; run++) {
                    double[] logarithms = new double[blocks];
                    for (int i = 0; i < blocks; i++) {
                        logarithms[i] = (random.nextDouble() < 0.2 ? Math.log(2) : 0) + 0.01 * random.nextGaussian();
                    }
                    wrong += alone(ratio(logarithms), 1).state() == State.EQUIVALENT ? 1 : 0;
                }
                assertThat((double) wrong / runs)
                        .as("%s blocks, seed %s", blocks, seed)
                        .isLessThanOrEqualTo(0.05);
            }
        }
    }

    /** Two engines that differ by more than the margin are called equivalent in 5 % of the runs at most. */
    @Test
    void shouldCallNothingEquivalentThatIsNot() {
        Random random = new Random(73);
        int runs = 1_000;
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            wrong += alone(drawn(random, 8, Math.log(PairVerdict.MARGIN), 0.02), 1)
                                    .state()
                            == State.EQUIVALENT
                    ? 1
                    : 0;
        }
        assertThat((double) wrong / runs).isLessThanOrEqualTo(0.057);
    }
}
