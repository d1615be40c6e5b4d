package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.judge.Answer;
import io.soabench.analyzer.judge.PairResult;
import io.soabench.analyzer.judge.PairVerdict;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines that are all the same: how many runs have a sentence that one of them is faster than another. */
final class IdenticalEnginesTest {

    private static final int REQUESTS = 100;

    private static final double SPREAD = 0.05;

    /** Of 100 runs of which 5 % are wrong, 11 or fewer are so in 99 of a hundred such tests. */
    private static final double MOST = 0.11;

    private static SimulatedRun draw(Random random, int engines, int processes, int workloads, int repetitions) {
        return SimulatedRun.of(engines, processes, workloads, repetitions, (place, block) -> {
            double[] times = new double[REQUESTS];
            Arrays.fill(times, 20 * Math.exp(SPREAD * random.nextGaussian()));
            return times;
        });
    }

    private static boolean tellsDifference(Answer answer) {
        return answer.sentence().contains("as long as") || answer.sentence().contains("has the lowest");
    }

    private static boolean differs(PairResult pair) {
        return pair.verdict() != null
                && (pair.verdict().state() == PairVerdict.State.BETTER
                        || pair.verdict().state() == PairVerdict.State.WORSE);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 2, 5", "2, 2, 3, 3", "3, 1, 2, 5", "3, 2, 3, 5", "4, 2, 2, 5"})
    void shouldSeldomTellAnyOfThemFromAnother(int engines, int processes, int workloads, int repetitions) {
        for (long seed : new long[] {1, 2, 3}) {
            double answers = Rate.of(
                    seed, 100, random -> draw(random, engines, processes, workloads, repetitions).answers().stream()
                            .anyMatch(IdenticalEnginesTest::tellsDifference));
            double pairs = Rate.of(
                    seed,
                    100,
                    random -> draw(random, engines, processes, workloads, repetitions).comparisons().pairs().stream()
                            .anyMatch(IdenticalEnginesTest::differs));

            assertThat(answers).as("answers, seed %s", seed).isLessThanOrEqualTo(MOST);
            assertThat(pairs).as("pairs, seed %s", seed).isLessThanOrEqualTo(MOST);
        }
    }
}
