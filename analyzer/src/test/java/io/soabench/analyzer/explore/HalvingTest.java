package io.soabench.analyzer.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.ConfigurationRecord.Rung;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.Halvings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which configuration is selected, and by how many trials, on systems that are simulated from a seed. */
final class HalvingTest {

    private static final long SECOND = 1_000;

    private static Halving halving(int configurations, boolean highest, long seed) {
        return new Halving(IntStream.rangeClosed(1, configurations).boxed().toList(), highest, SECOND, seed);
    }

    /** Runs a selection; the trials in their order. */
    private static List<Integer> selected(Halving halving, IntFunction<Halving.Result> system) {
        List<Integer> tried = new ArrayList<>();
        while (halving.next().isPresent()) {
            int next = halving.next().get();
            tried.add(next);
            halving.learn(next, system.apply(next));
        }
        return tried;
    }

    private static Halving.Result met(double value) {
        return new Halving.Result(Outcome.MET, value);
    }

    /** 12 configurations from 10 ms to 21 ms; trials differ by 5 % within a second, less over longer ones, and by 2 % between starts. */
    @Test
    void shouldFindOneNearTheBestAmongNoisyOnes() {
        int runs = 400;
        int near = 0;
        int best = 0;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            Halving halving = halving(12, false, seed);
            selected(halving, each -> {
                double within = 0.05 / Math.sqrt(halving.rung().measureMs() / (double) SECOND);
                double noise = Math.hypot(within, 0.02);
                return met((9 + each) * Math.exp(noise * random.nextGaussian()));
            });
            double value = 9 + halving.finalists().get(0);
            near += value <= 11 ? 1 : 0;
            best += value == 10 ? 1 : 0;
        }
        assertThat(near).as("within 10 %% of the best").isGreaterThanOrEqualTo(runs * 99 / 100);
        assertThat(best).as("the best itself").isGreaterThanOrEqualTo(runs * 95 / 100);
    }

    /** A selection that did not rank, or kept the worse half, would find any configuration equally often. */
    @Test
    void shouldPreferTheHighestWhenMoreIsBetter() {
        Halving halving = halving(9, true, 3);

        selected(halving, each -> met(each));

        assertThat(halving.finalists()).containsExactly(9, 8);
    }

    @Test
    void shouldSpendWhatItsRungsAddUpTo() {
        for (int configurations = 2; configurations <= 40; configurations++) {
            Halving halving = halving(configurations, false, configurations);
            Halvings planned = new Halvings(configurations);
            assertThat(halving.ahead().stream()
                            .mapToInt(rung -> rung.tried().size())
                            .sum())
                    .isEqualTo(planned.trials());

            List<Integer> tried = selected(halving, each -> met(each));

            assertThat(tried).hasSize(planned.trials());
            assertThat(halving.rungs()).extracting(rung -> rung.tried().size()).isEqualTo(planned.rungs());
            assertThat(halving.rungs().stream()
                            .mapToLong(rung -> rung.measureMs() * rung.tried().size())
                            .sum())
                    .isEqualTo(planned.windows() * SECOND);
            assertThat(halving.finalists()).containsExactly(1, 2);
            assertThat(halving.ahead()).isEmpty();
        }
    }

    @Test
    void shouldTryEachConfigurationOfARungOnceAndInRandomOrder() {
        List<List<Integer>> orders = new ArrayList<>();
        for (int seed = 0; seed < 20; seed++) {
            Halving halving = halving(8, false, seed);
            selected(halving, each -> met(each));
            for (Rung rung : halving.rungs()) {
                assertThat(new HashSet<>(rung.tried())).hasSameSizeAs(rung.tried());
                assertThat(rung.ranking())
                        .containsExactlyElementsOf(
                                rung.tried().stream().sorted().toList());
            }
            orders.add(halving.rungs().get(0).tried());
        }
        assertThat(new HashSet<>(orders)).hasSizeGreaterThan(15);
    }

    @Test
    void shouldPreferTheEarlierOneOfEqualValues() {
        Halving halving = halving(6, false, 1);

        selected(halving, each -> met(5));

        assertThat(halving.finalists()).containsExactly(1, 2);
    }

    @Test
    void shouldLetWhatFailsLoseHoweverFastItIs() {
        Halving halving = halving(5, false, 1);

        selected(halving, each -> switch (each) {
            case 1 -> new Halving.Result(Outcome.MISSED, 1.0);
            case 2 -> new Halving.Result(Outcome.USELESS, null);
            case 3 -> new Halving.Result(Outcome.UNDECIDED, 3.0);
            default -> met(each);
        });

        assertThat(halving.rungs().get(0).ranking()).containsExactly(3, 4, 5, 1, 2);
        assertThat(halving.finalists()).containsExactly(3, 4);
    }

    @Test
    void shouldRankWhatWasNotMeasuredBehindWhatWas() {
        Halving halving = halving(3, false, 1);

        selected(halving, each -> each == 1 ? new Halving.Result(Outcome.UNDECIDED, null) : met(each));

        assertThat(halving.finalists()).containsExactly(2, 3);
    }

    @Test
    void shouldEndSoonerWhenFewKeepWhatIsExpected() {
        Halving one = halving(12, false, 1);
        List<Integer> tried = selected(one, each -> each == 7 ? met(9) : new Halving.Result(Outcome.MISSED, 1.0));
        assertThat(tried).hasSize(12);
        assertThat(one.finalists()).containsExactly(7);
        assertThat(one.rungs().get(0).kept()).isEqualTo(1);

        Halving none = halving(12, false, 1);
        selected(none, each -> new Halving.Result(Outcome.USELESS, null));
        assertThat(none.finalists()).isEmpty();
        assertThat(none.ended()).isTrue();
    }

    @Test
    void shouldGoOnWhereItWasWhenToldTheSameAgain() {
        Halving whole = halving(10, false, 7);
        List<Integer> tried = selected(whole, each -> met(20 - each));
        Halving again = halving(10, false, 7);
        for (int i = 0; i < 12; i++) {
            assertThat(again.next()).contains(tried.get(i));
            again.learn(tried.get(i), met(20 - tried.get(i)));
        }

        assertThat(selected(again, each -> met(20 - each))).isEqualTo(tried.subList(12, tried.size()));
        assertThat(again.finalists()).isEqualTo(whole.finalists()).containsExactly(10, 9);
    }

    @Test
    void shouldRefuseWhatIsNotTried() {
        assertThatThrownBy(() -> halving(3, false, 1).learn(9, met(1))).hasMessage("configuration 9 is not in rung 1");
    }
}
