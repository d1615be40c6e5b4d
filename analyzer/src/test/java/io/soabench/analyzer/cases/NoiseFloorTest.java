package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.PairVerdict.State;
import io.soabench.analyzer.simulation.SimulatedRun;
import io.soabench.analyzer.stat.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NoiseFloorTest {

    private static final int RUNS = 1_000;

    private static Ratio ratio(double... logarithms) {
        double[] ones = new double[logarithms.length];
        Arrays.fill(ones, 1);
        return Ratio.paired(ones, Arrays.stream(logarithms).map(Math::exp).toArray(), 0.95);
    }

    /** Blocks of two names of which each has its own spread. */
    private static Ratio drawn(Random random, int blocks, double truth, double spread) {
        double[] logarithms = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            logarithms[i] = Math.log(truth) + spread * Math.sqrt(2) * random.nextGaussian();
        }
        return ratio(logarithms);
    }

    private static PairResult twins(Ratio ratio) {
        return new PairResult(PairResult.Kind.TWIN, "P", null, null, Double.NaN, Double.NaN, ratio, null, "", "");
    }

    private static PairResult named(Ratio ratio) {
        CaseResult one = SimulatedRun.of(1, 1, 1, 3, (place, block) -> new double[] {10, 10})
                .cases()
                .get(0);
        return new PairResult(PairResult.Kind.TWIN, "P", one, one, 10, 10, ratio, null, "", "");
    }

    private static NoiseFloor floor(Random random, int twins, int blocks, double spread) {
        List<PairResult> pairs = new ArrayList<>();
        for (int i = 0; i < twins; i++) {
            pairs.add(twins(drawn(random, blocks, 1, spread)));
        }
        return NoiseFloor.of(pairs, twins > 0);
    }

    @Test
    void shouldCountWhatChanceDoesNotExplain() {
        Ratio sure = ratio(0.1, 0.101, 0.099);

        assertThat(NoiseFloor.of(List.of(twins(sure)), true).ratio()).isCloseTo(sure.low(), within(1e-12));
        assertThat(NoiseFloor.of(List.of(twins(sure.inverse())), true).ratio())
                .as("whichever of both is named first")
                .isCloseTo(sure.low(), within(1e-12));
        assertThat(NoiseFloor.of(List.of(twins(ratio(0.1, -0.1, 0.2))), true).ratio())
                .isEqualTo(1);
        assertThat(NoiseFloor.of(List.of(twins(ratio(0.1, -0.1, 0.2)), twins(sure)), true)
                        .ratio())
                .isCloseTo(sure.low(), within(1e-12));
    }

    /** Of several twins the one that differs most is named: a reader must know of how many. */
    @Test
    void shouldSayOfHowManyTwinsItIsTheLargest() {
        PairResult sure = named(ratio(0.1, 0.101, 0.099));
        PairResult chance = named(ratio(0.1, -0.1, 0.2));

        assertThat(NoiseFloor.of(List.of(chance, sure), true).sentence(0.95))
                .startsWith("Noise floor, the greatest of 2 differences of an engine under two names: ")
                .contains(" differs from itself in response time by ")
                .contains("; a difference of ")
                .endsWith(" % is beyond chance, and no smaller one is reported.");
        assertThat(NoiseFloor.of(List.of(chance), true).sentence(0.95))
                .doesNotContain("greatest of")
                .endsWith("; chance alone may explain it, and the intervals account for chance.");
    }

    @Test
    void shouldCountAllThatControlsDifferBy() {
        assertThat(NoiseFloor.ofControls(List.of(twins(ratio(0.1, -0.1, 0.3)))).ratio())
                .isCloseTo(Math.exp(0.1), within(1e-12));
    }

    @Test
    void shouldKnowThatTwinsWereMeasuredInVain() {
        assertThat(NoiseFloor.of(List.of(), true).sentence(0.95)).startsWith("The noise floor is not known: ");
        assertThat(NoiseFloor.of(List.of(), false).sentence(0.95)).startsWith("No noise floor was measured: ");
    }

    /** Ten blocks, spread 10 %, a difference of 10 %: twins that differ by chance alone do not hide it. */
    @Test
    void shouldKeepItsPowerWithTwins() {
        for (long seed : new long[] {1, 2, 3}) {
            double without = told(seed, 0, 1.1, 0.1);
            double with = told(seed, 4, 1.1, 0.1);

            assertThat(without).isGreaterThan(0.4);
            assertThat(with).as("of %s", without).isGreaterThan(without - 0.1);
        }
    }

    @Test
    void shouldRaiseNoFalseAlarmsWithTwins() {
        for (long seed : new long[] {1, 2, 3}) {
            assertThat(told(seed, 4, 1, 0.1)).isLessThanOrEqualTo(0.07);
        }
    }

    /** Equal engines that spread by 20 %: nobody can know that they are equal, however much one of them differs from itself. */
    @Test
    void shouldNotEquateByANoisyTwin() {
        for (long seed : new long[] {1, 2, 3}) {
            Random random = new Random(seed);
            int equivalent = 0;
            for (int run = 0; run < RUNS; run++) {
                equivalent += verdict(random, 4, 1, 0.2) == State.EQUIVALENT ? 1 : 0;
            }
            assertThat((double) equivalent / RUNS).isLessThanOrEqualTo(0.01);
        }
    }

    private static double told(long seed, int twins, double truth, double spread) {
        Random random = new Random(seed);
        int told = 0;
        for (int run = 0; run < RUNS; run++) {
            State state = verdict(random, twins, truth, spread);
            told += state == State.BETTER || state == State.WORSE ? 1 : 0;
        }
        return (double) told / RUNS;
    }

    private static State verdict(Random random, int twins, double truth, double spread) {
        double floor = floor(random, twins, 10, spread).ratio();
        return PairVerdict.of(List.of(drawn(random, 10, truth, spread)), floor, List.of(1.0), 0.95)
                .get(0)
                .state();
    }
}
