package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.stat.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two or three repetitions of several engines, which share the spread within blocks: the level of all intervals, and what sharing gains. */
final class SharedBlocksTest {

    private static final int REQUESTS = 100;

    private static final double SPREAD = 0.05;

    /** The spread of a block, which all of its engines share. */
    private static final double OF_BLOCKS = 0.2;

    /** The spread of what an engine adds, and what other causes add to each engine, milliseconds. */
    private static final double OF_ENGINE = 0.03;

    private static final double CHANCE_MS = 0.2;

    private static final double QUICK_MS = 1;

    private static final double SLOW_MS = 10;

    private static final int OVERHEAD_RUNS = 3000;

    private static final int RUNS = 300;

    /** Share of runs that may be wrong. */
    private static final double WRONG = 0.05;

    /** Draws engines of which each takes a fifth longer than the one before. */
    private static SimulatedRun draw(Random random, int engines, int workloads, int repetitions, double last) {
        double[][] blocks = new double[workloads][repetitions];
        for (double[] of : blocks) {
            Arrays.setAll(of, block -> Math.exp(OF_BLOCKS * random.nextGaussian()));
        }
        return SimulatedRun.of(engines, 1, workloads, repetitions, (place, block) -> {
            double[] times = new double[REQUESTS];
            double spread = SPREAD * (place.engine() == engines - 1 ? last : 1);
            Arrays.fill(
                    times,
                    20
                            * Math.pow(1.2, place.engine())
                            * blocks[place.workload()][block]
                            * Math.exp(spread * random.nextGaussian()));
            return times;
        });
    }

    private static double truth(PairResult pair) {
        return Math.pow(
                1.2,
                engine(pair.b().testCase().server())
                        - engine(pair.a().testCase().server()));
    }

    private static int engine(String name) {
        return Integer.parseInt(name.substring(1));
    }

    private static boolean leavesOut(Ratio ratio, double truth) {
        return ratio.low() > truth || ratio.high() < truth;
    }

    /**
     * Returns the share of runs in which any simultaneous interval leaves out the truth.
     *
     * @param last spread of the last engine as a multiple of that of each other one
     */
    private static double missed(int engines, int repetitions, double last) {
        return Rate.of(RUNS, random -> {
            List<PairResult> pairs =
                    draw(random, engines, 1, repetitions, last).comparisons().pairs();
            return pairs.stream().anyMatch(pair -> leavesOut(pair.ratio().at(1 - WRONG / pairs.size()), truth(pair)));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "3, 2, 1",
        "3, 3, 1",
        "4, 2, 1",
        "4, 3, 1",
        "6, 3, 1",
        "3, 3, 2",
        "4, 2, 2",
        "4, 3, 2",
        "6, 3, 2",
        "4, 3, 0.3"
    })
    void shouldSeldomLeaveOutTheTruth(int engines, int repetitions, double last) {
        assertThat(missed(engines, repetitions, last)).isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
    }

    /**
     * Returns the share of runs in which the interval of the overheads of a quick and a slow engine in three blocks leaves out the truth. Network,
     * load client and partners add some milliseconds by chance, as many to each engine.
     *
     * @param slow number of slow engines that share the spread within blocks with the pair
     */
    private static double missedOverheads(int slow) {
        return Rate.of(
                OVERHEAD_RUNS,
                random -> leavesOut(
                        Ratio.paired(
                                overheads(QUICK_MS, random),
                                overheads(SLOW_MS, random),
                                Stream.generate(() -> overheads(SLOW_MS, random))
                                        .limit(slow)
                                        .toList(),
                                1 - WRONG),
                        SLOW_MS / QUICK_MS));
    }

    private static double[] overheads(double addedMs, Random random) {
        double spread = Math.hypot(OF_ENGINE, CHANCE_MS / addedMs);
        return DoubleStream.generate(() -> addedMs * Math.exp(spread * random.nextGaussian()))
                .limit(3)
                .toArray();
    }

    /** Why overheads keep the spread of each pair: what a quick engine adds spreads by a larger share than what a slow one adds. */
    @Test
    void shouldLeaveOutTheTruthTooOftenIfOverheadsSharedTheirSpread() {
        assertThat(missedOverheads(0)).isLessThanOrEqualTo(Rate.most(WRONG, OVERHEAD_RUNS));
        assertThat(missedOverheads(4)).isGreaterThan(2 * WRONG);
    }

    /** An interval of the first page is that of the pair at another level: both have one error and its degrees of freedom. */
    @Test
    void shouldHaveOneSpreadOnTheFirstPageAndInThePairs() {
        SimulatedRun run = draw(new Random(7), 4, 2, 3, 1);
        List<PairResult> pairs = run.comparisons().pairs();

        List<Answer> answers = run.answers().stream()
                .filter(answer -> answer.question() == Answer.Question.FASTEST
                        && answer.workload() != null
                        && answer.other() != null)
                .toList();

        assertThat(answers).hasSize(6).allSatisfy(answer -> {
            Ratio pair = pairs.stream()
                    .filter(each -> each.a().workload().equals(answer.workload())
                            && each.a().testCase().server().equals(answer.engine())
                            && each.b().testCase().server().equals(answer.other()))
                    .findFirst()
                    .orElseThrow()
                    .ratio()
                    .at(1 - WRONG / 18);
            assertThat(pair.freedom()).isEqualTo(6);
            assertThat(answer.low()).isCloseTo(pair.low(), within(1e-9));
            assertThat(answer.high()).isCloseTo(pair.high(), within(1e-9));
        });
    }

    /** With its own spread, a pair of three blocks has an interval of a factor of six up and down at this level. */
    @Test
    void shouldFindWhatThreeBlocksOfOnePairDoNotShow() {
        double found = Rate.of(60, random -> draw(random, 4, 1, 3, 1).comparisons().pairs().stream()
                .filter(pair -> truth(pair) > 1.7)
                .allMatch(pair -> pair.ratio().at(1 - WRONG / 18).low() > 1));
        double alone = Rate.of(60, random -> draw(random, 2, 1, 3, 1).comparisons().pairs().stream()
                .map(pair -> pair.ratio().at(1 - WRONG / 18))
                .allMatch(ratio -> Math.log(ratio.high() / ratio.low()) < 2 * Math.log(1.73)));

        assertThat(found).isGreaterThanOrEqualTo(0.9);
        assertThat(alone).isLessThanOrEqualTo(0.5);
    }

    /** Of three workloads there are two intervals over all, and both are members of the family. */
    @Test
    void shouldCountBothIntervalsOverThreeWorkloads() {
        int runs = 300;
        double missed = Rate.of(runs, random -> {
            double[] ofWorkloads = new double[3];
            Arrays.setAll(ofWorkloads, workload -> Math.exp(0.3 * random.nextGaussian()));
            List<Answer> answers = SimulatedRun.of(2, 1, 3, 4, (place, block) -> {
                        double[] times = new double[REQUESTS];
                        Arrays.fill(
                                times,
                                20
                                        * (place.engine() == 0 ? 1 : 1.5 * ofWorkloads[place.workload()])
                                        * Math.exp(SPREAD * random.nextGaussian()));
                        return times;
                    })
                    .answers();
            return answers.stream()
                    .filter(answer -> answer.question() == Answer.Question.FASTEST && answer.other() != null)
                    .anyMatch(answer -> {
                        double any = answer.engine().equals("e0") ? 1.5 : 1 / 1.5;
                        double these = answer.engine().equals("e0") ? 1 : -1;
                        double truth = answer.workload() == null
                                ? 1.5 * Math.cbrt(ofWorkloads[0] * ofWorkloads[1] * ofWorkloads[2])
                                : 1.5 * ofWorkloads[engine(answer.workload())];
                        return answer.low() > Math.pow(truth, these)
                                || answer.high() < Math.pow(truth, these)
                                || answer.anyLow() > any
                                || answer.anyHigh() < any;
                    });
        });

        assertThat(missed).isLessThanOrEqualTo(Rate.most(WRONG, runs));
        assertThat(draw(new Random(1), 2, 3, 4, 1).answers())
                .filteredOn(answer -> answer.question() == Answer.Question.FASTEST && answer.workload() == null)
                .allSatisfy(answer -> assertThat(answer.sentence()).contains("simultaneous 95 % CI of 5 comparisons"));
    }
}
