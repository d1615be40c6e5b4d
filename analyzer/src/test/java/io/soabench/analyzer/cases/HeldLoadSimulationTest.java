package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.RunFixture;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A simulation of queues (M/M/1, Poisson arrivals, exponential service, no bound) below and above capacity: how often a load is called held.
 * {@code -Dsoabench.simulation.runs=400} draws that many runs a seed in place of the few of the build.
 */
final class HeldLoadSimulationTest {

    private static final int RUNS = Integer.getInteger("soabench.simulation.runs", 20);
    private static final int REPETITIONS = 3;

    /** Share of runs with a load above capacity that may be called held. */
    private static final double MOST_FALSE = 0.05;

    /** Share of runs with four fifths of capacity that are called held. */
    private static final double LEAST_HELD = 0.90;

    @TempDir
    private Path folder;

    /** The number of runs in which the case is held. */
    private long held(long seed, double perS, double measureS, double load) throws IOException {
        Random random = new Random(seed);
        RunFixture fixture = new RunFixture(folder.resolve(load + "-" + seed), plan(perS, RUNS));
        long held = 0;
        for (int run = 1; run <= RUNS; run++) {
            for (int number = 1; number <= REPETITIONS; number++) {
                queue(fixture.repetition("case" + run, number).open().measureS(measureS), random, perS, measureS, load)
                        .write();
            }
        }
        for (CaseResult one : fixture.cases()) {
            held += HeldLoad.of(one, 0.95).state() == HeldLoad.State.HELD ? 1 : 0;
        }
        return held;
    }

    private static Plan plan(double perS, int engines) {
        return RunFixture.plan(engines, CallTree.sequence(List.of()), REPETITIONS)
                .withWorkloads(List.of(SamplePlan.open("office", perS)));
    }

    private static RunFixture.Repetition queue(
            RunFixture.Repetition repetition, Random random, double perS, double measureS, double load) {
        double atMs = -2_000;
        double freeMs = atMs;
        for (int n = 1; ; n++) {
            atMs += exponential(random, 1000 / perS);
            if (atMs >= measureS * 1000) {
                return repetition;
            }
            freeMs = Math.max(freeMs, atMs) + exponential(random, 1000 * load / perS);
            repetition.request("office.1." + n, atMs, freeMs - atMs, "OK");
        }
    }

    private static double exponential(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldSeldomCallALoadAboveCapacityHeld(long seed) throws IOException {
        assertThat(held(seed, 100, 30, 1.02)).isLessThanOrEqualTo((long) (MOST_FALSE * RUNS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldMostlyCallFourFifthsOfCapacityHeld(long seed) throws IOException {
        assertThat(held(seed, 100, 30, 0.8)).isGreaterThanOrEqualTo((long) (LEAST_HELD * RUNS));
    }

    /** Each repetition by itself shows too little; all of them together show that the engine answers fewer requests than arrive. */
    @Test
    void shouldSeeABacklogThatGrowsALittleInEachRepetition() throws IOException {
        RunFixture fixture = new RunFixture(folder, plan(100, 1));
        for (int number = 1; number <= REPETITIONS; number++) {
            RunFixture.Repetition repetition =
                    fixture.repetition("case1", number).open();
            // Every hundredth of a second one request arrives; the engine answers 3 % fewer.
            for (int n = 0; n < 1_000; n++) {
                repetition.request("office.1." + (n + 1), n * 10, 5 + n * (0.29 + number * 0.01), "OK");
            }
            repetition.write();
        }

        CaseResult result = fixture.analyze().cases().get(0);

        assertThat(result.repetitions())
                .extracting(RepetitionResult::verdict)
                .containsOnly(RepetitionResult.Verdict.VALID);
        assertThat(result.usability().state()).isEqualTo(CaseUsability.State.SATURATED);
        assertThat(result.usability().why())
                .startsWith("its backlog grew by ")
                .contains(" of the requests that arrived (95 % CI of the growth ");
        assertThat(HeldLoad.of(result, 0.95).state()).isEqualTo(HeldLoad.State.NOT_HELD);
    }

    /** What the interval of the growth leaves out is excluded; a test of that power was not made. */
    @Test
    void shouldSayWhichOverloadIsExcluded() throws IOException {
        RunFixture fixture = new RunFixture(folder, plan(100, 1));
        for (int number = 1; number <= REPETITIONS; number++) {
            RunFixture.Repetition repetition =
                    fixture.repetition("case1", number).open();
            for (int n = 0; n < 1_000; n++) {
                repetition.request("office.1." + (n + 1), n * 10, 5 + number * 0.01, "OK");
            }
            repetition.write();
        }

        CaseResult result = fixture.analyze().cases().get(0);

        assertThat(BacklogGrowth.of(result.usable()).why())
                .matches("an overload of [0-9.e-]+ % or more is excluded \\(95 % CI of the growth .*\\)");
    }

    @Test
    void shouldNotCallALoadHeldWhileResponseTimesRise() throws IOException {
        RunFixture fixture = new RunFixture(folder, plan(100, 1));
        for (int number = 1; number <= REPETITIONS; number++) {
            RunFixture.Repetition repetition =
                    fixture.repetition("case1", number).open();
            for (int n = 0; n < 1_000; n++) {
                repetition.request("office.1." + (n + 1), n * 10, 5 + n * 0.003 + number * 0.01, "OK");
            }
            repetition.write();
        }

        HeldLoad endurance = HeldLoad.of(fixture.analyze().cases().get(0), 0.95);

        assertThat(endurance.state()).isEqualTo(HeldLoad.State.NOT_HELD);
        assertThat(endurance.why()).contains("response times rose by 58.8 % during the measurement (95 % CI ");
    }
}
