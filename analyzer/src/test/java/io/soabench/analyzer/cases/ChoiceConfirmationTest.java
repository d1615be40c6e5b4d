package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.compare.RunResults;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a selected configuration does against others, in repetitions that tests write. */
final class ChoiceConfirmationTest {

    private static final int BLOCKS = 6;
    private static final int REQUESTS = 400;

    @TempDir
    private Path folder;

    /**
     * Three configurations, each a repetition in each of six blocks that differ by 30 %.
     *
     * @param factors by which response times of a configuration are multiplied, one each
     */
    private RunResults run(double... factors) throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.plan(factors.length, 0, BLOCKS));
        Random random = new Random(5);
        for (int block = 1; block <= BLOCKS; block++) {
            double level = 1 + 0.3 * random.nextDouble();
            for (int e = 0; e < factors.length; e++) {
                RunFixture.Repetition repetition = run.repetition("case" + (e + 1), block);
                double own = level * factors[e] * (1 + 0.005 * random.nextGaussian());
                for (int i = 0; i < REQUESTS; i++) {
                    repetition.request(
                            "office.1." + (i + 1), i * 10_000.0 / REQUESTS, own * (i % 10 == 0 ? 8 : 4), "OK");
                }
                repetition.write();
            }
        }
        return Analyzer.read(folder).orElseThrow();
    }

    private static List<ChoiceConfirmation.PairOutcome> told(RunResults run, String function, boolean highest) {
        return new ChoiceConfirmation(
                        highest ? "throughput" : "response-time", StatisticFunction.parse(function), highest, 0.95)
                .against(run.cases().get(0), run.cases().subList(1, run.cases().size()));
    }

    @Test
    void shouldPairBlocksSoThatWhatDiffersBetweenThemDropsOut() throws IOException {
        RunResults run = run(0.8, 1, 0.81);

        List<ChoiceConfirmation.PairOutcome> told = told(run, "average", false);

        assertThat(told.get(0).verdict().state()).isEqualTo(PairVerdict.State.BETTER);
        assertThat(told.get(0).ratio().value()).isCloseTo(0.8, within(0.02));
        assertThat(told.get(0).ratio().blocks()).isEqualTo(BLOCKS);
        assertThat(told.get(0).words())
                .startsWith("it is better: the ratio is 0.")
                .contains("(95 % CI ")
                .endsWith(", 6 blocks)");
        assertThat(told.get(1).verdict().state()).isEqualTo(PairVerdict.State.EQUIVALENT);
        assertThat(told.get(1).words()).startsWith("both are the same to within 5.00 %: the ratio is ");
    }

    @Test
    void shouldCompareTheStatisticForWhichItWasSelected() throws IOException {
        RunResults run = run(0.8, 1);

        ChoiceConfirmation.PairOutcome p90 = told(run, "p90", false).get(0);

        assertThat(p90.chosen()).isBetween(0.8 * 4, 0.8 * 8 * 1.35);
        assertThat(p90.other() / p90.chosen()).isCloseTo(1.25, within(0.05));
        assertThat(p90.verdict().state()).isEqualTo(PairVerdict.State.BETTER);
    }

    @Test
    void shouldCallTheSlowerOneWorse() throws IOException {
        ChoiceConfirmation.PairOutcome told =
                told(run(1.2, 1), "average", false).get(0);

        assertThat(told.verdict().state()).isEqualTo(PairVerdict.State.WORSE);
        assertThat(told.ratio().value()).isGreaterThan(1.15);
    }

    /** The same requests in the same time are the same throughput. */
    @Test
    void shouldGiveTheRatioOfThroughputsAsItIs() throws IOException {
        ChoiceConfirmation.PairOutcome told = told(run(0.8, 1), "average", true).get(0);

        assertThat(told.verdict().state()).isEqualTo(PairVerdict.State.EQUIVALENT);
        assertThat(told.ratio().value()).isCloseTo(1, within(0.01));
        assertThat(told.chosen()).isCloseTo(REQUESTS / 10.0, within(1.0));
    }

    /** Of percentiles of too few requests nothing is told. */
    @Test
    void shouldTellNothingOfWhatTooFewRequestsHaveMeasured() throws IOException {
        RunFixture fixture = new RunFixture(
                folder,
                RunFixture.plan(2, 0, BLOCKS)
                        .withMetrics(List.of(new MetricPlan(
                                "response-time",
                                Target.all(Target.Kind.PROCESS),
                                List.of(StatisticFunction.parse("p99.9"))))));
        for (int block = 1; block <= BLOCKS; block++) {
            for (String each : List.of("case1", "case2")) {
                fixture.repetition(each, block).fill(500).write();
            }
        }
        ChoiceConfirmation.PairOutcome told =
                told(Analyzer.read(folder).orElseThrow(), "p99.9", false).get(0);

        assertThat(told.verdict().state()).isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(told.words()).isEqualTo("not compared: fewer than two blocks have both");
    }
}
