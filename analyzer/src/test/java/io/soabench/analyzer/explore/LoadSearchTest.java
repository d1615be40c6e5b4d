package io.soabench.analyzer.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.ExploreRecord.Found;
import io.soabench.plan.ExploreRecord.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search against systems of which the capacity is known, and which answer as noisily as servers do. */
final class LoadSearchTest {

    private static final int TRIALS = 20;
    private static final double PRECISION = 0.2;

    private static LoadSearch.Range range(double least, double greatest) {
        return new LoadSearch.Range(BigDecimal.valueOf(least), BigDecimal.valueOf(greatest), false, "/s");
    }

    /**
     * A system whose capacity looks another each time.
     *
     * @param noise standard deviation of the logarithm of what the capacity looks like
     * @param unclear how near a load must be, in logarithms, so that a trial cannot tell
     * @param lapses share of the answers that have nothing to do with the load
     */
    private static Function<BigDecimal, Outcome> system(
            double capacity, double noise, double unclear, double lapses, Random random) {
        return load -> {
            double excess = Math.log(load.doubleValue() / capacity) + noise * random.nextGaussian();
            if (random.nextDouble() < lapses) {
                return random.nextBoolean() ? Outcome.MET : Outcome.MISSED;
            }
            return Math.abs(excess) < unclear ? Outcome.UNDECIDED : excess > 0 ? Outcome.MISSED : Outcome.MET;
        };
    }

    private static List<BigDecimal> explore(LoadSearch search, Function<BigDecimal, Outcome> system) {
        List<BigDecimal> loads = new ArrayList<>();
        while (search.found() == Found.NOTHING && loads.size() < TRIALS) {
            BigDecimal load = search.next();
            loads.add(load);
            search.learn(load, system.apply(load));
        }
        return loads;
    }

    /** However many trials agree, no answer is certain. */
    @Test
    void shouldNotCallAnAnswerCertain() {
        assertThat(new LoadSearch.Bracket(null, 0.9999).percent()).isEqualTo("over 99 %");
        assertThat(new LoadSearch.Bracket(null, 0.912).percent()).isEqualTo("91 %");
    }

    private static boolean holds(LoadSearch.Bracket bracket, double capacity) {
        return (bracket.load().low() == null || bracket.load().low().doubleValue() <= capacity)
                && (bracket.load().high() == null
                        || capacity <= bracket.load().high().doubleValue());
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0, 0", "0.05, 0.02, 0", "0.1, 0.05, 0", "0.2, 0.05, 0", "0.1, 0.05, 0.03"})
    void shouldHoldTheTruthAsOftenAsItSaysWhenAnswersAreNoisy(double noise, double unclear, double lapses) {
        Random random = new Random(7);
        int runs = 80;
        int right = 0;
        double widest = 0;
        double promised = 0;
        for (int i = 0; i < runs; i++) {
            double capacity = 50 * Math.pow(100, random.nextDouble());
            LoadSearch search = new LoadSearch(range(50, 5000), PRECISION);
            explore(search, system(capacity, noise, unclear, lapses, random));
            LoadSearch.Bracket bracket = search.bracket();
            right += holds(bracket, capacity) ? 1 : 0;
            promised += bracket.probability();
            if (bracket.load().low() != null && bracket.load().high() != null) {
                widest = Math.max(
                        widest,
                        bracket.load().high().doubleValue()
                                / bracket.load().low().doubleValue());
            }
        }

        assertThat(promised / runs).isGreaterThanOrEqualTo(LoadSearch.PROBABILITY);
        assertThat((double) right / runs).isGreaterThanOrEqualTo(LoadSearch.PROBABILITY);
        assertThat(widest).as("an answer that says something").isLessThan(2);
    }

    @Test
    void shouldEndBeforeItsTrialsWhenAnswersAreClear() {
        Random random = new Random(11);
        int fewer = 0;
        for (int i = 0; i < 30; i++) {
            double capacity = 50 * Math.pow(100, 0.05 + 0.9 * random.nextDouble());
            LoadSearch search = new LoadSearch(range(50, 5000), 0.4);
            List<BigDecimal> loads = explore(search, system(capacity, 0.01, 0, 0, random));
            fewer += loads.size() < TRIALS ? 1 : 0;
            assertThat(search.bracket().load().high().doubleValue()
                            / search.bracket().load().low().doubleValue())
                    .isLessThan(1.5);
        }

        assertThat(fewer).isGreaterThan(25);
    }

    @Test
    void shouldRiseFromTheLeastLoadByFactorsUntilOneIsTooMuch() {
        LoadSearch search = new LoadSearch(range(10, 100_000), PRECISION);
        List<BigDecimal> loads = explore(search, system(1000, 0.001, 0, 0, new Random(1)));

        assertThat(loads.subList(0, 5))
                .extracting(BigDecimal::toPlainString)
                .containsExactly("10", "46.4", "215", "998", "4630");
        assertThat(loads.subList(5, loads.size()))
                .as("then nothing far beyond what is known to be too much")
                .allSatisfy(load -> assertThat(load.doubleValue()).isBetween(500.0, 4630.0));
    }

    @ParameterizedTest
    @CsvSource({"25, BELOW", "10000, ABOVE"})
    void shouldSayOnWhichSideItLiesWhenItLiesOutside(double capacity, Found expected) {
        for (int seed = 1; seed <= 20; seed++) {
            LoadSearch search = new LoadSearch(range(50, 5000), PRECISION);
            explore(search, system(capacity, 0.1, 0.05, 0, new Random(seed)));
            LoadSearch.Bracket bracket = search.bracket();

            assertThat(search.found()).isEqualTo(expected);
            assertThat(bracket.probability()).isGreaterThanOrEqualTo(LoadSearch.PROBABILITY);
            assertThat(bracket.load().words()).isEqualTo(expected == Found.BELOW ? "below 50 /s" : "above 5000 /s");
        }
    }

    @Test
    void shouldTryTheLeastLoadAgainBeforeItSaysThatItIsTooMuch() {
        LoadSearch search = new LoadSearch(range(50, 5000), PRECISION);
        search.learn(search.next(), Outcome.MISSED);

        assertThat(search.found()).isEqualTo(Found.NOTHING);
        assertThat(search.next()).isEqualByComparingTo("50");
    }

    @Test
    void shouldFindWholeNumbersOfClients() {
        LoadSearch search = new LoadSearch(
                new LoadSearch.Range(BigDecimal.ONE, BigDecimal.valueOf(40), true, "clients"), PRECISION);
        List<BigDecimal> loads = explore(search, system(6.5, 0.01, 0, 0, new Random(3)));

        assertThat(loads).allSatisfy(load -> assertThat(load.scale()).isZero());
        assertThat(holds(search.bracket(), 6.5)).isTrue();
        assertThat(search.bracket().load().low()).isGreaterThanOrEqualTo(BigDecimal.valueOf(5));
        assertThat(search.bracket().load().high()).isLessThanOrEqualTo(BigDecimal.valueOf(8));
    }

    @Test
    void shouldLearnNothingFromATrialOfNoUse() {
        LoadSearch search = new LoadSearch(range(50, 5000), PRECISION);
        LoadSearch.Bracket before = search.bracket();
        BigDecimal load = search.next();
        search.learn(load, Outcome.USELESS);

        assertThat(search.next()).isEqualTo(load);
        assertThat(search.bracket()).isEqualTo(before);
    }

    @Test
    void shouldGoOnAsIfNothingHadBeenWhenItIsToldTheAnswersAgain() {
        Function<BigDecimal, Outcome> system = system(700, 0.1, 0.05, 0, new Random(5));
        LoadSearch search = new LoadSearch(range(50, 5000), PRECISION);
        LoadSearch again = new LoadSearch(range(50, 5000), PRECISION);
        for (int i = 0; i < 9; i++) {
            BigDecimal load = search.next();
            Outcome outcome = system.apply(load);
            search.learn(load, outcome);
            again.learn(load, outcome);
        }

        assertThat(again.next()).isEqualTo(search.next());
        assertThat(again.bracket()).isEqualTo(search.bracket());
    }

    @Test
    void shouldRefuseARangeWithoutLoads() {
        assertThatThrownBy(() -> range(50, 50)).hasMessage("a search from 50.0 to 50.0 has no load");
        assertThatThrownBy(() -> range(0, 50)).isInstanceOf(IllegalArgumentException.class);
    }
}
