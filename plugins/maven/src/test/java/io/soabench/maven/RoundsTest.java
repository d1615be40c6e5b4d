package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PilotChoice;
import io.soabench.driver.RunJournal;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan of two blocks of which a precision is asked, and of a case that is run seven times. */
final class RoundsTest {

    private static final int PILOTS = 5;
    private static final int MOST = 8;
    private static final String GIVEN = "given";

    @TempDir
    private Path folder;

    private static CasePlan testCase(String id, String engine, String workload) {
        CasePlan of = SamplePlan.testCase(id, engine, SamplePlan.PROCESS, workload);
        return of.withSchedule(
                id.equals(GIVEN)
                        ? of.schedule().withRepetitions(7)
                        : of.schedule().withRepetitions(MOST).withPrecision(PrecisionGoal.of(0.05, PILOTS, MOST)));
    }

    private static final List<CasePlan> CASES = List.of(
            testCase("a-office", "a", "office"),
            testCase("b-office", "b", "office"),
            testCase("a-web", "a", "web"),
            testCase(GIVEN, "a", "other"));

    /** As it is compiled: repetition by repetition, not in the order of the cases. */
    private static Plan whole() {
        List<Execution> order = new ArrayList<>();
        for (int n = 1; n <= MOST; n++) {
            for (int c = CASES.size() - 1; c >= 0; c--) {
                if (n <= CASES.get(c).schedule().repetitions()) {
                    order.add(new Execution(CASES.get(c).id(), n));
                }
            }
        }
        return SamplePlan.empty()
                .withWorkloads(List.of(
                        SamplePlan.closed("office", 1), SamplePlan.closed("web", 1), SamplePlan.closed("other", 1)))
                .withCases(CASES, order);
    }

    private static List<PilotChoice> choices(int office, int web) {
        return List.of(
                new PilotChoice(CASES.get(0).block(), office, ""),
                new PilotChoice(CASES.get(2).block(), web, ""));
    }

    private static List<Integer> repetitions(Plan plan) {
        return plan.cases().stream().map(of -> of.schedule().repetitions()).toList();
    }

    private static void assertConsistent(Plan plan) {
        assertThat(plan.order()).doesNotHaveDuplicates();
        for (CasePlan of : plan.cases()) {
            assertThat(plan.order().stream()
                            .filter(each -> each.caseId().equals(of.id()))
                            .map(Execution::repetition))
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, of.schedule().repetitions())
                                    .boxed()
                                    .toList());
        }
    }

    @Test
    void shouldRunThePilotsAndWhatIsGivenFirst() {
        Plan first = Rounds.first(whole());

        assertThat(repetitions(first)).containsExactly(PILOTS, PILOTS, PILOTS, 7);
        assertConsistent(first);
        assertThat(whole().order()).containsSubsequence(first.order());
        assertThat(Rounds.open(first)).isTrue();
        Plan given = whole().withCases(List.of(CASES.get(3)));
        assertThat(Rounds.first(given)).isSameAs(given);
        assertThat(Rounds.open(given)).isFalse();
    }

    @Test
    void shouldGoOnWithWholeBlocksOfWhatThePilotsCallFor() {
        Plan first = Rounds.first(whole());

        Plan both = Rounds.both(whole(), first, choices(7, 31));

        assertThat(repetitions(both)).containsExactly(7, 7, MOST, 7);
        assertConsistent(both);
        assertThat(both.order()).startsWith(first.order().toArray(Execution[]::new));
        List<Execution> further =
                both.order().subList(first.order().size(), both.order().size());
        assertThat(whole().order()).containsSubsequence(further);
        assertThat(Rounds.open(both)).isFalse();
        assertThat(both.caseOf("a-web").schedule().precision().capped()).isTrue();
        assertThat(both.caseOf("b-office").schedule().precision().needed()).isEqualTo(7);
    }

    @Test
    void shouldStayWithThePilotsWhenTheyAreEnoughOrCannotTell() {
        Plan first = Rounds.first(whole());

        Plan both = Rounds.both(whole(), first, choices(5, 0));

        assertThat(both.order()).isEqualTo(first.order());
        assertThat(repetitions(both)).isEqualTo(repetitions(first));
        assertThat(Rounds.open(both)).isFalse();
        assertThat(both.caseOf("a-web").schedule().precision().needed()).isZero();
    }

    @Test
    void shouldGoOnWithAnInterruptedRunWhereItStopped() throws IOException {
        Path run = folder.resolve("runs/one");
        Plan first = Rounds.first(whole());
        assertThat(Rounds.begun(whole(), run)).as("nothing is there").isEqualTo(first);
        Files.createDirectories(run);
        Json.write(run.resolve("plan.json"), first);
        assertThat(Rounds.begun(whole(), run)).as("the pilots").isEqualTo(first);

        RunJournal journal = RunJournal.open(run, first, "fake", HostClock.system());
        first.order().forEach(each -> journal.ended(each, State.COMPLETED, ""));
        RunRecord pilots = journal.close(false);
        assertThat(Rounds.complete(first, pilots)).as("nothing is chosen yet").isFalse();
        Plan both = Rounds.both(whole(), first, choices(7, 6));
        RunJournal.extend(run, HostClock.system(), both);

        assertThat(Rounds.begun(whole(), run)).as("both rounds").isEqualTo(both);
        RunJournal again = RunJournal.open(run, both, "fake", HostClock.system());
        assertThat(again.pending())
                .isEqualTo(
                        both.order().subList(first.order().size(), both.order().size()));
        assertThat(Rounds.complete(both, again.record())).isFalse();
        again.pending().forEach(each -> again.ended(each, State.COMPLETED, ""));
        assertThat(Rounds.complete(both, again.close(false))).isTrue();
    }

    @Test
    void shouldLeaveAPlanWithoutPrecisionAloneWhateverWasRecorded() {
        Plan given = whole().withCases(List.of(CASES.get(3)));
        Json.write(folder.resolve("plan.json"), given.withCases(List.of()));

        assertThat(Rounds.begun(given, folder)).isSameAs(given);
    }
}
