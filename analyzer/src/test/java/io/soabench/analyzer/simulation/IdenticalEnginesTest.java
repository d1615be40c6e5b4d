package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines that are all the same: how many runs have a sentence that one of them is faster than another. */
final class IdenticalEnginesTest {

    private static final int REQUESTS = 100;

    private static final double SPREAD = 0.05;

    /** Share of runs that may be wrong. */
    private static final double WRONG = 0.05;

    private static final int RUNS = 100;

    /** A run with more than response times costs more, too. */
    private static final int OTHER_RUNS = 50;

    /** A run of six engines and nine cases costs more. */
    private static final int LARGE_RUNS = 25;

    private static SimulatedRun draw(Random random, int engines, int processes, int workloads, int repetitions) {
        return SimulatedRun.of(engines, processes, workloads, repetitions, (place, block) -> {
            double[] times = new double[REQUESTS];
            Arrays.fill(times, 20 * Math.exp(SPREAD * random.nextGaussian()));
            return times;
        });
    }

    private static boolean tellsDifference(Answer answer) {
        return answer.sentence().contains("as long as")
                || answer.sentence().contains("as many")
                || answer.sentence().contains("has the lowest");
    }

    private static boolean differs(PairResult pair) {
        return pair.verdict() != null
                && (pair.verdict().state() == PairVerdict.State.BETTER
                        || pair.verdict().state() == PairVerdict.State.WORSE);
    }

    private static boolean differs(MetricComparison pair) {
        return pair.verdict() != null
                && (pair.verdict().state() == PairVerdict.State.BETTER
                        || pair.verdict().state() == PairVerdict.State.WORSE);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 2, 5", "2, 2, 3, 3", "3, 1, 2, 5", "3, 2, 3, 5", "4, 2, 2, 5", "6, 3, 3, 5"})
    void shouldSeldomTellAnyOfThemFromAnother(int engines, int processes, int workloads, int repetitions) {
        int runs = engines * processes * workloads > 24 ? LARGE_RUNS : RUNS;
        AtomicInteger pairs = new AtomicInteger();
        double answers = Rate.of(runs, random -> {
            SimulatedRun run = draw(random, engines, processes, workloads, repetitions);
            if (run.comparisons().pairs().stream().anyMatch(IdenticalEnginesTest::differs)) {
                pairs.incrementAndGet();
            }
            return run.answers().stream().anyMatch(IdenticalEnginesTest::tellsDifference);
        });

        assertThat(answers).as("answers").isLessThanOrEqualTo(Rate.most(WRONG, runs));
        assertThat((double) pairs.get() / Rate.number(runs)).as("pairs").isLessThanOrEqualTo(Rate.most(WRONG, runs));
    }

    /** Engines whose partners take most of the time: response times and overheads are one family. */
    private record Partners(Random random, double spread) implements SimulatedRun.Times {

        private static final double PARTNERS_MS = 100;

        /** One client after the other gets the same from its partner, whichever engine is asked. */
        @Override
        public double[] idealMs(SimulatedRun.Place place, int block) {
            double[] times = new double[REQUESTS];
            Random same = new Random(31L * block + place.process());
            Arrays.setAll(times, i -> PARTNERS_MS * Math.exp(0.1 * same.nextGaussian()));
            return times;
        }

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            double[] times = idealMs(place, block);
            double run = 2 * Math.exp(spread * random.nextGaussian());
            Arrays.setAll(times, i -> times[i] + run * (1 + 0.1 * random.nextGaussian()));
            return times;
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 1, 5, 0.05", "2, 2, 2, 5, 0.3", "3, 2, 2, 7, 0.1"})
    void shouldSeldomTellWhatTheyAddFromAnother(
            int engines, int processes, int workloads, int repetitions, double spread) {
        double told = Rate.of(OTHER_RUNS, random -> {
            CaseComparisons comparisons = SimulatedRun.of(
                            engines, processes, workloads, repetitions, new Partners(random, spread))
                    .comparisons();
            assertThat(comparisons.metricPairs()).isNotEmpty().allMatch(pair -> pair.verdict() != null);
            return comparisons.metricPairs().stream().anyMatch(IdenticalEnginesTest::differs)
                    || comparisons.pairs().stream().anyMatch(IdenticalEnginesTest::differs);
        });

        assertThat(told).isLessThanOrEqualTo(Rate.most(WRONG, OTHER_RUNS));
    }

    /** Engines at their capacity: the length of what is drawn is what they answer. */
    private record Full(Random random, double spread) implements SimulatedRun.Times {

        private static final double PER_S = 30;
        private static final double MEASURED_S = 10;

        @Override
        public int clients() {
            return 200;
        }

        @Override
        public double[] idealMs(SimulatedRun.Place place, int block) {
            return new double[] {0};
        }

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            int answers = (int) Math.round(MEASURED_S * PER_S * Math.exp(spread * random.nextGaussian()));
            double[] times = new double[answers];
            Arrays.fill(times, 1000 * (clients() * MEASURED_S / answers - SimulatedRun.THINK_S));
            return times;
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 1, 5, 0.03", "3, 2, 2, 5, 0.1", "4, 2, 2, 7, 0.05"})
    void shouldSeldomTellTheirCapacitiesFromAnother(
            int engines, int processes, int workloads, int repetitions, double spread) {
        double told = Rate.of(OTHER_RUNS, random -> {
            SimulatedRun run = SimulatedRun.of(engines, processes, workloads, repetitions, new Full(random, spread));
            assertThat(run.comparisons().pairs())
                    .filteredOn(pair -> pair.verdict() != null)
                    .allMatch(pair -> pair.verdict().state() == PairVerdict.State.CAPACITY);
            return run.comparisons().metricPairs().stream().anyMatch(IdenticalEnginesTest::differs)
                    || run.answers().stream().anyMatch(IdenticalEnginesTest::tellsDifference);
        });

        assertThat(told).isLessThanOrEqualTo(Rate.most(WRONG, OTHER_RUNS));
    }
}
