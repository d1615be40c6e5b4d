package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairVerdict;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What engines add, where partners take nearly all of the time. */
final class OverheadTest {

    private static final int REQUESTS = 200;
    private static final int RUNS = 50;

    /** Partners take 100 ms on average, with a spread; the engines add these times, which differ from run to run by 3 %. */
    private record Adds(Random random, double partnersMs, double firstMs, double secondMs)
            implements SimulatedRun.Times {

        @Override
        public double[] idealMs(SimulatedRun.Place place, int block) {
            double[] times = new double[REQUESTS];
            Random same = new Random(block);
            Arrays.setAll(times, i -> partnersMs * Math.exp(0.2 * same.nextGaussian()));
            return times;
        }

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            double[] times = idealMs(place, block);
            double run = (place.engine() == 0 ? firstMs : secondMs) * Math.exp(0.03 * random.nextGaussian());
            Arrays.setAll(times, i -> Math.max(0, times[i] + run + 0.1 * random.nextGaussian()));
            return times;
        }
    }

    private static MetricComparison overhead(SimulatedRun run) {
        return run.comparisons().metricPairs().stream()
                .filter(pair -> pair.metric().equals("overhead"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTellWhatEnginesAddWherePartnersTakeNearlyAllOfTheTime() {
        double told = Rate.of(
                RUNS,
                random -> overhead(SimulatedRun.of(2, 1, 1, 7, new Adds(random, 100, 1, 4)))
                                .verdict()
                                .state()
                        == PairVerdict.State.WORSE);
        assertThat(told).isGreaterThanOrEqualTo(0.8);
    }

    /** The pair takes the same time to within 5 %, and a reader learns what is behind it. */
    @Test
    void shouldSayWhatIsLeftOfTheTime() {
        SimulatedRun run = SimulatedRun.of(2, 1, 2, 7, new Adds(new Random(1), 100, 1, 4));

        assertThat(run.comparisons().pairs().get(0).sentence())
                .contains(" take the same time to within 5.00 %")
                .containsPattern("Partners take at least 9\\d\\.\\d % of the time\\.")
                .containsPattern(
                        "Of what the engines add, e1 takes (3\\.9|4\\.0)\\d× as much as e0 \\(95 % CI [34]\\.\\d\\d to 4\\.\\d\\d\\)\\.$");
        assertThat(run.answers())
                .filteredOn(answer -> answer.question() == Answer.Question.FASTEST && answer.summary())
                .filteredOn(answer -> answer.workload() != null)
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(answer.sentence()).contains("Of what the engines add, e1 takes "));
    }

    /** An overhead of zero or less has no ratio: what is known is the difference. */
    @Test
    void shouldTellTheDifferenceWhereThereIsNoRatio() {
        MetricComparison pair = overhead(SimulatedRun.of(2, 1, 1, 7, new Adds(new Random(1), 20, -0.01, 8)));

        assertThat(pair.ratio().known()).isFalse();
        assertThat(pair.verdict().state()).isEqualTo(PairVerdict.State.WORSE);
        assertThat(pair.sentence())
                .containsPattern("e1 adds (7|8)\\.\\d+ ms more than e0 \\(95 % CI 7\\.\\d+ ms to 8\\.\\d+ ms\\)\\.");
    }

    /** Both add the same to within the margin: three repetitions do not show it, and no test denies a difference. */
    @Test
    void shouldSayThatRepetitionsAreTooFewWhereTheyAre() {
        MetricComparison pair = overhead(SimulatedRun.of(2, 1, 1, 3, new SimulatedRun.Times() {
            @Override
            public double[] of(SimulatedRun.Place place, int block) {
                double[] times = new double[1_000];
                Arrays.fill(
                        times, 100 + (place.engine() == 0 ? 10 : 10.2) * (1 + 0.0001 * block * (place.engine() + 1)));
                return times;
            }

            @Override
            public double[] idealMs(SimulatedRun.Place place, int block) {
                return new double[] {100};
            }
        }));

        assertThat(pair.verdict().state()).isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(pair.sentence())
                .endsWith("; 3 repetitions are too few to show that both are the same, which needs 6).");
    }

    /** Where most of the time is the engines', response times tell it: no second verdict. */
    @Test
    void shouldJudgeResponseTimesWhereEnginesTakeMostOfTheTime() {
        SimulatedRun run = SimulatedRun.of(2, 1, 1, 7, new Adds(new Random(1), 10, 40, 80));

        assertThat(overhead(run).verdict()).isNull();
        assertThat(overhead(run).sentence())
                .endsWith(
                        "). On one engine or both, partners take less than half of the time, so only response times are judged.");
        assertThat(run.comparisons().pairs().get(0).verdict().state()).isEqualTo(PairVerdict.State.WORSE);
        assertThat(run.comparisons().pairs().get(0).sentence()).doesNotContain("Partners take");
    }
}
