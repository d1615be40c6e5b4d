package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PilotChoice;
import io.soabench.analyzer.repetition.ModelQuestions;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.TwoStage;
import io.soabench.plan.CallTree;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many repetitions pilots call for, and what is said of it afterwards; requests last 10 ms, times a factor of their repetition. */
final class PilotChoiceTest {

    private static final PrecisionGoal ASKED = PrecisionGoal.of(0.05, 5, 20);

    private static final double[] ROUGH = {0.92, 1.04, 0.97, 1.09, 0.98};
    private static final double[] EVEN = {1.001, 1, 0.999, 1.002, 1};

    /** What the pilots of the rough engine call for. */
    private static final int NEEDED = TwoStage.needed(ROUGH, 0.05, 0.95);

    /** Answers come again and again a little later and sooner: within five requests, so that no part of the measurement differs. */
    private static final double[] WAVE = {1.1, 0.95, 1, 0.95, 1};

    @TempDir
    private Path folder;

    private static Plan plan(int repetitions, PrecisionGoal precision, int engines) {
        Plan plan = RunFixture.plan(engines, CallTree.sequence(List.of()), repetitions);
        return plan.withCases(
                plan.cases().stream()
                        .map(c -> c.withSchedule(c.schedule().withPrecision(precision)))
                        .toList(),
                plan.order());
    }

    private RunFixture run(Plan plan) {
        return new RunFixture(folder, plan);
    }

    /** A hundred requests over the whole measurement. */
    private static RunFixture.Repetition measured(RunFixture run, String testCase, int number, double factor) {
        RunFixture.Repetition repetition = run.repetition(testCase, number);
        for (int i = 0; i < 100; i++) {
            repetition.request("office.1." + (i + 1), i * 100, 10 * factor * WAVE[i % 5], "OK");
        }
        return repetition;
    }

    private static void write(RunFixture run, String testCase, double... factors) throws IOException {
        for (int r = 1; r <= factors.length; r++) {
            measured(run, testCase, r, factors[r - 1]).write();
        }
    }

    private List<PilotChoice> choices(RunFixture run) {
        return PilotChoice.of(run.analyze().cases(), new ModelQuestions(run.plan()));
    }

    private static List<String> said(RunFixture run) {
        return run.analyze().sentences().stream()
                .filter(sentence -> sentence.startsWith("Process under office: "))
                .filter(sentence -> sentence.contains("precision of"))
                .toList();
    }

    @Test
    void shouldAskTheEngineThatVariesMostWhenThePilotsAreThere() throws IOException {
        RunFixture run = run(plan(5, ASKED, 2));
        write(run, "case1", ROUGH);
        write(run, "case2", EVEN);

        assertThat(NEEDED).isBetween(6, 19);
        assertThat(choices(run)).singleElement().satisfies(choice -> {
            assertThat(choice.block())
                    .isEqualTo(run.plan().cases().get(0).block())
                    .isEqualTo(run.plan().cases().get(1).block());
            assertThat(choice.needed()).isEqualTo(NEEDED);
            assertThat(choice.sentence())
                    .startsWith(
                            "Process under office: the pilots call for " + NEEDED
                                    + " repetitions for a precision of 5 %; the pilots of engine1 have a standard deviation of 6.")
                    .endsWith(" %.");
        });
        assertThat(said(run))
                .singleElement()
                .asString()
                .startsWith("Process under office: the run ended before its pilots gave the number of repetitions"
                        + " for a precision of 5 %; reached: engine1 ");
    }

    @Test
    void shouldMakeUpForPilotsThatDoNotCountAndLookAtNothingLater() throws IOException {
        RunFixture run = run(plan(7, PrecisionGoal.of(0.05, 6, 20), 1));
        write(run, "case1", ROUGH);
        measured(run, "case1", 6, 1).lost(5).write();
        measured(run, "case1", 7, 3).write();

        assertThat(choices(run)).extracting(PilotChoice::needed).containsExactly(NEEDED + 1);
    }

    @Test
    void shouldChooseNothingWhenTooFewPilotsCount() throws IOException {
        RunFixture run = run(plan(5, ASKED, 1));
        write(run, "case1", 1, 1.2);

        assertThat(choices(run)).singleElement().satisfies(choice -> {
            assertThat(choice.needed()).isZero();
            assertThat(choice.sentence())
                    .isEqualTo("Process under office: the number of repetitions for a precision of 5 % is unknown,"
                            + " because no engine that kept up with its load has 3 usable pilots; it stays at these"
                            + " 5 repetitions.");
        });
    }

    @Test
    void shouldSayThatThePilotsAreEnoughOrThatTheCapIsTooLow() throws IOException {
        RunFixture enough = run(plan(5, ASKED, 1));
        write(enough, "case1", EVEN);
        assertThat(choices(enough)).singleElement().satisfies(choice -> {
            assertThat(choice.needed()).isEqualTo(5);
            assertThat(choice.sentence())
                    .contains(": the 5 pilots are enough for a precision of 5 %; the pilots of engine1 have");
        });

        RunFixture capped = run(plan(5, PrecisionGoal.of(0.05, 5, NEEDED - 1), 1));
        write(capped, "case1", ROUGH);
        assertThat(choices(capped))
                .extracting(PilotChoice::sentence)
                .singleElement()
                .asString()
                .contains("call for " + NEEDED + " repetitions for a precision of 5 %, and " + (NEEDED - 1)
                        + " are allowed; ");
    }

    private static String reached(double... factors) {
        return SentenceText.percent(TwoStage.reached(Interval.of(factors, TwoStage.level(0.95))));
    }

    @Test
    void shouldSayWhatWasChosenAndWhatWasReached() throws IOException {
        double[] rough = Arrays.copyOf(ROUGH, NEEDED);
        double[] even = Arrays.copyOf(EVEN, NEEDED);
        for (int i = 5; i < NEEDED; i++) {
            rough[i] = ROUGH[i % 5];
            even[i] = EVEN[i % 5];
        }
        RunFixture run = run(plan(NEEDED, ASKED.calledFor(NEEDED), 2));
        write(run, "case1", rough);
        write(run, "case2", even);

        assertThat(choices(run)).as("it is chosen once").isEmpty();
        assertThat(said(run))
                .containsExactly("Process under office: " + NEEDED
                        + " repetitions were chosen for a precision of 5 %; reached: engine1 "
                        + reached(rough) + ", engine2 " + reached(even) + ".");
    }

    @Test
    void shouldSayWhyMoreWasAskedForThanWasReached() throws IOException {
        RunFixture run = run(plan(6, ASKED.calledFor(6), 1));
        write(run, "case1", 1, 1.01, 1, 0.99, 1, 1.3);
        assertThat(said(run))
                .containsExactly(
                        "Process under office: 6 repetitions were chosen for a precision of 5 %; reached: engine1 "
                                + reached(1, 1.01, 1, 0.99, 1, 1.3)
                                + ", because all together differ more than the pilots did. The probability is 53.1 %"
                                + " that 6 starts miss a mode that one start in 10 shows.");

        RunFixture capped = run(plan(6, PrecisionGoal.of(0.05, 5, 6).calledFor(31), 1));
        assertThat(said(capped))
                .containsExactly(
                        "Process under office: the cap of 6 repetitions was reached, where the pilots called for 31"
                                + " for a precision of 5 %; reached: engine1 " + reached(1, 1.01, 1, 0.99, 1, 1.3)
                                + ". The probability is 53.1 % that 6 starts miss a mode that one start in 10 shows.");

        RunFixture lost = run(plan(6, ASKED.calledFor(6), 1));
        measured(lost, "case1", 6, 1.3).lost(5).write();
        write(lost, "case1", 1, 1.01, 1, 0.99, 1.3);
        assertThat(said(lost))
                .singleElement()
                .asString()
                .contains(", because not all of them count. The probability is ");

        write(run, "case1", 1, 1.01, 1, 0.99, 1);
        RunFixture enough = run(plan(5, ASKED.calledFor(5), 1));
        assertThat(said(enough))
                .containsExactly(
                        "Process under office: the 5 pilots were enough for a precision of 5 %; reached: engine1 "
                                + reached(1, 1.01, 1, 0.99, 1)
                                + ". The probability is 59.0 % that 5 starts miss a mode that one start in 10 shows.");
    }

    @Test
    void shouldAdviseShorterMeasurementsWhenOnlyStartsDiffer() throws IOException {
        RunFixture run = run(plan(5, ASKED.calledFor(5), 1));
        for (int r = 1; r <= 5; r++) {
            RunFixture.Repetition repetition = run.repetition("case1", r);
            for (int i = 0; i < 1000; i++) {
                repetition.request("office.1." + (i + 1), i * 10, WAVE[i % 5] * ROUGH[r - 1], "OK");
            }
            repetition.besidesS(2).write();
        }

        assertThat(said(run))
                .singleElement()
                .asString()
                .contains(
                        "; measuring 1 s instead of 10 s would probably give the same precision in about 25 % of the time, because about 100 % of"
                                + " the spread of engine1 is between starts of the servers.");
    }

    @Test
    void shouldAdviseThePrecisionThatWouldBringTheRepetitionsThatAreMissing() throws IOException {
        RunFixture run = run(plan(6, ASKED.calledFor(6), 2));
        write(run, "case1", 1, 1.2, 0.9, 1.1, 0.8, 1);
        write(run, "case2", 1.1, 0.9, 1.2, 1.2, 1.1, 0.9);

        assertThat(run.analyze().sentences())
                .anyMatch(sentence -> sentence.matches(
                        "Process under office: the data do not show which .*; about \\d+ more repetitions would probably decide"
                                + " \\(precision about [0-9.]+ %( at most \\d+)?\\)\\."));
    }
}
