package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines that are compared with the first one alone: the level of these comparisons, and what fewer of them find. */
final class BaselineTest {

    private static final int REQUESTS = 100;

    private static final double SPREAD = 0.05;

    /** Share of runs that may be wrong. */
    private static final double WRONG = 0.05;

    private static final int RUNS = 150;

    private static final String BASELINE = "e0";

    /** Response times of an engine as multiples of those of the baseline, which all differ by chance as well. */
    private static SimulatedRun draw(Random random, int engines, int workloads, int repetitions, double ratio) {
        return SimulatedRun.of(engines, 1, workloads, repetitions, (place, block) -> {
            double[] times = new double[REQUESTS];
            Arrays.fill(times, 20 * (place.engine() == 0 ? 1 : ratio) * Math.exp(SPREAD * random.nextGaussian()));
            return times;
        });
    }

    private static boolean differs(PairResult pair) {
        return pair.verdict().state() == PairVerdict.State.BETTER
                || pair.verdict().state() == PairVerdict.State.WORSE;
    }

    private static List<PairResult> pairs(SimulatedRun run, boolean inFamily) {
        return run.comparisons().pairs().stream()
                .filter(pair -> pair.inFamily() == inFamily)
                .toList();
    }

    private static List<Answer> ratios(SimulatedRun run) {
        return run.answers().stream()
                .filter(answer -> answer.question() == Answer.Question.BASELINE && !answer.summary())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 6", "5, 1, 6", "4, 2, 5", "6, 3, 4"})
    void shouldSeldomTellAnEngineFromABaselineThatIsAlike(int engines, int workloads, int repetitions) {
        AtomicInteger judged = new AtomicInteger();
        AtomicInteger missed = new AtomicInteger();
        double told = Rate.of(RUNS, random -> {
            SimulatedRun run = draw(random, engines, workloads, repetitions, 1).against(BASELINE);
            judged.addAndGet(pairs(run, true).stream().anyMatch(BaselineTest::differs) ? 1 : 0);
            missed.addAndGet(ratios(run).stream().anyMatch(answer -> answer.low() > 1 || answer.high() < 1) ? 1 : 0);
            return ratios(run).stream().anyMatch(Answer::decided);
        });

        double most = Rate.most(WRONG, RUNS);
        assertThat(told).as("first page").isLessThanOrEqualTo(most);
        assertThat((double) judged.get() / Rate.number(RUNS)).as("verdicts").isLessThanOrEqualTo(most);
        assertThat((double) missed.get() / Rate.number(RUNS))
                .as("intervals that leave out the truth")
                .isLessThanOrEqualTo(most);
    }

    /** A simultaneous level that were that of all pairs, or of no family, would miss one of these bounds. */
    @Test
    void shouldHaveIntervalsThatMissTheTruthAboutAsOftenAsTheLevelAllows() {
        int runs = 900;
        double missed =
                Rate.of(runs, random -> ratios(draw(random, 5, 1, 6, 1.1).against(BASELINE)).stream()
                        .anyMatch(answer -> answer.low() > 1.1 || answer.high() < 1.1));

        assertThat(missed).isBetween(0.028, Rate.most(WRONG, runs));
    }

    /** Ten pairs of five engines cost more of the level than four comparisons with one of them. */
    @Test
    void shouldFindDifferencesFromTheBaselineMoreOften() {
        AtomicInteger ofAllPairs = new AtomicInteger();
        AtomicInteger ofBaseline = new AtomicInteger();
        Rate.of(60, random -> {
            SimulatedRun all = draw(random, 5, 1, 6, 1.13);
            SimulatedRun against = all.against(BASELINE);
            ofAllPairs.addAndGet((int) all.comparisons().pairs().stream()
                    .filter(pair -> pair.a().testCase().server().equals(BASELINE))
                    .filter(BaselineTest::differs)
                    .count());
            ofBaseline.addAndGet((int)
                    pairs(against, true).stream().filter(BaselineTest::differs).count());
            return true;
        });

        assertThat(ofBaseline.get()).isGreaterThan(ofAllPairs.get());
    }

    @Test
    void shouldJudgeEachOtherPairAtTheLevelOfASingleComparison() {
        SimulatedRun run = draw(new Random(1), 5, 2, 6, 1.2).against(BASELINE);

        assertThat(pairs(run, true))
                .hasSize(8)
                .allSatisfy(pair -> assertThat(pair.verdict().pairs()).isEqualTo(8));
        assertThat(pairs(run, false)).hasSize(12).allSatisfy(pair -> {
            assertThat(pair.verdict().pairs()).isEqualTo(1);
            assertThat(pair.verdict().pDifference())
                    .isEqualTo(pair.ratio().pDifference(pair.verdict().least()));
            assertThat(pair.sentence())
                    .endsWith(
                            " This is no comparison with e0, the baseline: its level is that of a single comparison.");
        });
        assertThat(ratios(run)).hasSize(12).allSatisfy(answer -> {
            assertThat(answer.engine()).isEqualTo(BASELINE);
            assertThat(answer.sentence()).contains("simultaneous 95 % CI of 12 comparisons");
        });
        assertThat(run.answers()).noneMatch(answer -> answer.question() == Answer.Question.FASTEST);
    }
}
