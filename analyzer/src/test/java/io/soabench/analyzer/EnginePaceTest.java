package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines that do not keep up are results, and nobody else is taken for one. Warm-ups begin two seconds before the measurement. */
final class EnginePaceTest {

    private static final int SEEDS = 6;

    @TempDir
    private Path run;

    private RunFixture fixture(int clients, int repetitions) {
        Plan plan = RunFixture.plan(1, CallTree.sequence(List.of()), repetitions);
        return new RunFixture(run, plan.withWorkloads(List.of(SamplePlan.closed("office", clients))));
    }

    /** Clients that think and wait in turn from the begin of the warm-up on, each for a time that is drawn. */
    private static void closed(
            RunFixture.Repetition repetition,
            int clients,
            long seed,
            ToDoubleFunction<Random> thinkMs,
            ToDoubleFunction<Random> responseMs) {
        Random random = new Random(seed);
        for (int client = 1; client <= clients; client++) {
            double atMs = -2_000;
            for (int n = 1; ; n++) {
                atMs += thinkMs.applyAsDouble(random);
                if (atMs >= 10_000) {
                    break;
                }
                double tookMs = responseMs.applyAsDouble(random);
                repetition.request("office." + client + "." + n, atMs, tookMs, "OK");
                atMs += tookMs;
            }
        }
    }

    private static double exponential(Random random, double meanMs) {
        return -meanMs * Math.log(1 - random.nextDouble());
    }

    private static String warning(RepetitionResult result, String begin) {
        return result.sentences(CriterionCheck.State.WARNING).stream()
                .filter(sentence -> sentence.startsWith(begin))
                .findFirst()
                .orElse("");
    }

    /** What chance does to a stable system must not cost a result: loads from one client to many, fast and slow. */
    @Test
    void shouldBeSettledWhenClientsAndRequestsOnlyVaryByChance() throws IOException {
        double[][] loads = {
            {1, 30, 20}, {5, 200, 30}, {10, 0.001, 50}, {50, 500, 400}, {100, 3_000, 20}, {1_000, 4_000, 20}
        };
        for (double[] load : loads) {
            int clients = (int) load[0];
            RunFixture fixture = fixture(clients, SEEDS);
            for (int seed = 1; seed <= SEEDS; seed++) {
                RunFixture.Repetition repetition = fixture.repetition("case1", seed);
                closed(repetition, clients, seed, r -> exponential(r, load[1]), r -> exponential(r, load[2]));
                repetition.write();
            }
            assertThat(fixture.analyze().cases().get(0).repetitions())
                    .as("%s clients, think %s ms, response %s ms", clients, load[1], load[2])
                    .extracting(RepetitionResult::verdict)
                    .containsOnly(Verdict.VALID);
        }
    }

    /** As many are accounted for as there are, only when all of them take part. */
    @Test
    void shouldNotBeSettledWhenSomeClientsSendNothing() throws IOException {
        RunFixture fixture = fixture(50, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 40, 3, r -> exponential(r, 200), r -> 10);
        repetition.write();

        assertThat(fixture.result().verdict()).isEqualTo(Verdict.UNSETTLED);
        assertThat(warning(fixture.result(), "Not settled"))
                .endsWith("think time) account for 79.9 % of the time of the 50 clients.");
    }

    /** 200 clients, of which 197 wait since the warm-up; the sample sees the other three, and an engine that is quick. */
    @Test
    void shouldBeSaturatedWhenMostClientsAreStuckSinceTheWarmUp() throws IOException {
        RunFixture fixture = fixture(200, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 3, 4, r -> 90, r -> 10);
        for (int client = 4; client <= 200; client++) {
            repetition.request("office." + client + ".1", -1_500, 13_000, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.response().mean()).isCloseTo(10, within(1e-6));
        assertThat(result.verdict()).isEqualTo(Verdict.SATURATED);
        assertThat(warning(result, "Saturated"))
                .startsWith(
                        "Saturated: 30.0 requests/s × (10.00 ms response time + 90.0 ms think time) account for 1.50 % of the"
                                + " time of the 200 clients; requests took at least ");
        // 197 of 13 s, and 303 of 10 ms, three of which end just when the measurement begins.
        assertThat(result.measurement().pace().atLeastMs()).isCloseTo((197 * 13_000 + 303 * 10) / 500.0, within(1.0));
    }

    @Test
    void shouldBeTooSlowToTellWhenFewRequestsAreAnsweredThoughTheClientsWouldSendMore() throws IOException {
        RunFixture fixture = fixture(10, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 10, 5, r -> 100 * r.nextDouble(), r -> 6_000);
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.requests()).isLessThan(30);
        assertThat(RunFixture.violations(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.SATURATED);
        assertThat(warning(result, "Saturated"))
                .contains("too few for a response time; requests took at least 6,000 ms on average.");
    }

    /** A batch is the sum of thousands of instances, one after the other: few of them are no sign of an engine that does not keep up. */
    @Test
    void shouldTakeFewBatchesForWhatTheyAre() throws IOException {
        assertThat(batches(1_500).verdict()).isEqualTo(Verdict.VALID);
        RepetitionResult slow = batches(4_000);
        assertThat(slow.verdict()).isEqualTo(Verdict.SATURATED);
        assertThat(warning(slow, "Saturated"))
                .contains(" batches began in the measurement, too few for a response time; requests took at least 4,0");
    }

    private RepetitionResult batches(double tookMs) throws IOException {
        Plan plan = RunFixture.plan(1, CallTree.sequence(List.of()), 1);
        RunFixture fixture = new RunFixture(
                Files.createDirectories(run.resolve(Double.toString(tookMs))),
                plan.withWorkloads(List.of(SamplePlan.closed("office", 1).withBatch(500))));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 1, 5, r -> 1, r -> tookMs + 20 * r.nextDouble());
        repetition.write();
        return fixture.result();
    }

    @Test
    void shouldNotBlameTheEngineWhenTheModelMeasuresTooLittle() throws IOException {
        RunFixture fixture = fixture(1, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 1, 6, r -> 700, r -> 5);
        repetition.write();

        assertThat(fixture.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunFixture.violations(fixture.result()))
                .singleElement()
                .asString()
                .endsWith(" requests were measured; at least 30 are needed: measure longer.");
    }

    @Test
    void shouldBeTooSlowToTellWhenAnOpenLoadIsHardlyAnswered() throws IOException {
        RunFixture fixture = fixture(1, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1).open();
        for (int i = 0; i < 60; i++) {
            repetition.request("office.1." + (i + 1), i * 160, i % 6 == 0 ? 900 : 2_000, i % 6 == 0 ? "OK" : "TIMEOUT");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.verdict()).isEqualTo(Verdict.SATURATED);
        assertThat(result.measurement().pace().atLeastMs()).isCloseTo((10 * 900 + 50 * 2_000) / 60.0, within(1e-6));
    }

    @Test
    void shouldNotBeSettledWhenRequestsOfTheWarmUpAreWorkedOff() throws IOException {
        RunFixture fixture = fixture(1, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1).open();
        for (int i = 0; i < 300; i++) {
            repetition.request("office.2." + (i + 1), -1_900 + i, 2_000 + i * 10, "OK");
        }
        for (int i = 0; i < 1_000; i++) {
            repetition.request("office.1." + (i + 1), i * 10, 20, "OK");
        }
        repetition.write();

        RepetitionResult result = fixture.result();

        assertThat(result.verdict()).isEqualTo(Verdict.UNSETTLED);
        assertThat(warning(result, "Not settled"))
                .isEqualTo(
                        "Not settled: 1,298 requests ended in the measurement, but only 1,000 began: it begins while those of the"
                                + " warm-up are worked off.");
    }

    /** One saturated repetition of three decides: the other two would flatter the engine. */
    @Test
    void shouldBeASaturatedCaseWhenARepetitionIs() throws IOException {
        RunFixture fixture = fixture(10, 3);
        for (int number = 1; number <= 3; number++) {
            RunFixture.Repetition repetition = fixture.repetition("case1", number);
            boolean slow = number == 2;
            closed(repetition, 10, number, r -> 50, r -> slow ? 6_000 : 10);
            repetition.write();
        }

        CaseResult result = fixture.analyze().cases().get(0);

        assertThat(result.usability().state()).isEqualTo(CaseUsability.State.SATURATED);
        assertThat(result.usability().atLeastMs())
                .as("the mean of the case is at least that of all three, not that of the slow one")
                .isCloseTo((6_000 + 10 + 10) / 3.0, within(1e-6));
        assertThat(result.usability().why()).startsWith("it was saturated in 1 of 3 repetitions (only ");
        assertThat(result.usable()).hasSize(3);
    }

    @Test
    void shouldSayThatSteadinessIsNotAssessedWhenRequestsVaryTooMuch() throws IOException {
        RunFixture fixture = fixture(1, 1);
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        closed(repetition, 1, 9, r -> 30, r -> exponential(r, 30));
        repetition.write();

        Analysis analysis = fixture.analyze();

        assertThat(analysis.cases().get(0).repetitions().get(0).verdict()).isEqualTo(Verdict.VALID);
        assertThat(analysis.cases().get(0).repetitions().get(0).sentences(CriterionCheck.State.NOT_ASSESSED))
                .anyMatch(
                        sentence -> sentence.endsWith("the data do not show whether they were steady; measure longer."))
                .anyMatch(sentence -> sentence.startsWith("The data do not show whether the warm-up was long enough"));
        assertThat(analysis.cases().get(0).usability().state()).isEqualTo(CaseUsability.State.NOT_ASSESSED);
        assertThat(analysis.sentences())
                .contains(
                        "In no case do the data show whether response times were steady. Warm up and measure longer, or repeat more often.");
    }

    /**
     * Two engines whose response times are drawn around these means, in three blocks that are too short to show that they are steady.
     *
     * @param alike whether requests that are slow on one engine are slow on the other, so that their ratio is steady
     */
    private Analysis compared(double firstMs, double secondMs, boolean alike) throws IOException {
        Plan plan = RunFixture.plan(2, CallTree.sequence(List.of()), 3);
        RunFixture fixture = new RunFixture(run, plan.withWorkloads(List.of(SamplePlan.closed("office", 1))));
        for (int number = 1; number <= 3; number++) {
            for (double meanMs : List.of(firstMs, secondMs)) {
                boolean first = meanMs == firstMs;
                RunFixture.Repetition repetition = fixture.repetition(first ? "case1" : "case2", number);
                long seed = alike || first ? number : 100L + number;
                closed(repetition, 1, seed, r -> 5, r -> 0.7 * meanMs + exponential(r, 0.3 * meanMs));
                repetition.write();
            }
        }
        Analysis analysis = fixture.analyze();
        assertThat(analysis.cases())
                .extracting(c -> c.usability().state())
                .as("whether they are steady is not known")
                .contains(CaseUsability.State.NOT_ASSESSED);
        return analysis;
    }

    /** That nobody knows whether 100 ms are steady does not hide that they are more than 10. */
    @Test
    void shouldTellADifferenceThatIsLargerThanWhatMayStillChange() throws IOException {
        Analysis analysis = compared(10, 100, false);

        assertThat(analysis.pairs().get(0).verdict().state())
                .as(analysis.pairs().get(0).sentence())
                .isEqualTo(PairVerdict.State.WORSE);
        assertThat(analysis.pairs().get(0).sentence())
                .containsPattern(
                        "engine2 takes at least [\\d.]+× as long as engine1, even if the trends continued for (as long again|another [\\d.]+ % of the measurement), as measured [\\d.]+× \\(95 % CI ")
                .contains("): for engine")
                .contains(", and they could change by a factor of up to ");
        // The least of the interval, and of that what may still change.
        assertThat(analysis.pairs().get(0).atLeast())
                .isGreaterThan(1)
                .isLessThan(analysis.pairs().get(0).ratio().least() * 0.999);
    }

    /** What both engines share, be it a trend, drops out of their ratio. */
    @Test
    void shouldTellADifferenceWhereTheRatioIsSteady() throws IOException {
        Analysis analysis = compared(30, 36, true);

        assertThat(analysis.pairs().get(0).verdict().state())
                .as(analysis.pairs().get(0).sentence())
                .isEqualTo(PairVerdict.State.WORSE);
        assertThat(analysis.pairs().get(0).sentence())
                .startsWith("Process under office: engine2 takes 1.20× (95 % CI ")
                .doesNotContain("trends");
        assertThat(analysis.pairs().get(0).atLeast()).isNaN();
    }

    @Test
    void shouldNotTellADifferenceThatMayStillChange() throws IOException {
        Analysis analysis = compared(30, 34, false);

        assertThat(analysis.pairs().get(0).ratio().decided()).isTrue();
        assertThat(analysis.pairs().get(0).verdict().state())
                .as(analysis.pairs().get(0).sentence())
                .isEqualTo(PairVerdict.State.UNDECIDED);
        assertThat(analysis.pairs().get(0).sentence())
                .contains("the data do not show which of engine1 and engine2 takes longer; the ratio is ");
    }
}
