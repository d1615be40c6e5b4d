package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.driver.RunJournal;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The course of a run of two blocks, of which one is to be known far more exactly than eight repetitions tell, the other less than its pilots
 * tell. Repetitions were recorded before; a driver hands them out.
 */
final class RunContinuationTest {

    private static final int PILOTS = 5;
    private static final int MOST = 8;

    @TempDir
    private Path folder;

    private final HostClock clock = HostClock.system();
    private final List<String> lines = new ArrayList<>();
    private final List<Execution> done = new ArrayList<>();
    private Path recorded;
    private Path run;
    private Plan whole;
    private Execution disturbed;
    private int interruptedAfter = Integer.MAX_VALUE;

    @BeforeEach
    void record() {
        recorded = folder.resolve("recorded");
        run = folder.resolve("runs/one");
        SampleRun.write(
                recorded,
                42,
                new SampleRun.Shape().engines(1).repetitions(MOST).measureS(3).defects(false));
        Plan plan = Json.read(recorded.resolve("plan.json"), Plan.class);
        List<CasePlan> cases = plan.cases().stream()
                .filter(of -> of.subject().equals("Sequential"))
                .map(of -> of.withSchedule(of.schedule()
                        .withPrecision(PrecisionGoal.of(of.workload().equals("office") ? 0.0001 : 1.0, PILOTS, MOST))))
                .toList();
        List<String> ids = cases.stream().map(CasePlan::id).toList();
        whole = plan.withCases(
                cases,
                plan.order().stream()
                        .filter(each -> ids.contains(each.caseId()))
                        .toList());
        assertThat(ids).hasSize(2);
    }

    private RunRecord drive(Plan plan) {
        try {
            Files.createDirectories(run);
            Path copy = run.resolve(RunFiles.PLAN);
            if (Files.exists(copy)) {
                assertThat(Json.read(copy, Plan.class))
                        .as("or a real driver would refuse it")
                        .isEqualTo(plan);
            } else {
                Json.write(copy, plan);
                Files.copy(recorded.resolve(RunFiles.ENVIRONMENT), run.resolve(RunFiles.ENVIRONMENT));
                Files.copy(recorded.resolve(RunFiles.METRICS), run.resolve(RunFiles.METRICS));
            }
            RunJournal journal = RunJournal.open(run, plan, "recorded", clock);
            for (Execution each : journal.pending()) {
                journal.begin(each);
                if (done.size() == interruptedAfter) {
                    interruptedAfter = Integer.MAX_VALUE;
                    return journal.close(true);
                }
                copy(RunFiles.repetition(recorded, each.caseId(), each.repetition()), journal.folder(each));
                if (each.equals(disturbed) && !done.contains(each)) {
                    Json.write(
                            journal.folder(each).resolve(RunFiles.ENVIRONMENT),
                            SampleEnvironment.around(
                                    List.of(),
                                    new EnvironmentRecord.Surroundings(
                                            20,
                                            0.4,
                                            0.05,
                                            0.5,
                                            0,
                                            List.of(new EnvironmentRecord.Neighbour("updater", 7, 0.8)))));
                }
                done.add(each);
                journal.ended(each, State.COMPLETED, "");
            }
            return journal.close(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private RunContinuation.Measured measured(Plan plan) {
        SystemStreamLog log = new SystemStreamLog() {
            @Override
            public void info(CharSequence line) {
                lines.add(line.toString());
            }
        };
        return new RunContinuation(run, this::drive, 1, clock, log).after(whole, plan, drive(plan));
    }

    private static long repetitions(Plan plan, String workload) {
        return plan.order().stream()
                .filter(each -> plan.caseOf(each.caseId()).workload().equals(workload))
                .count();
    }

    private void assertWhole(RunContinuation.Measured measured) {
        Plan plan = Json.read(run.resolve(RunFiles.PLAN), Plan.class);
        assertThat(repetitions(plan, "office")).isEqualTo(MOST);
        assertThat(repetitions(plan, "web")).isEqualTo(PILOTS);
        assertThat(measured.record().state()).isEqualTo(State.COMPLETED);
        assertThat(measured.record().executions()).hasSize(MOST + PILOTS);
        assertThat(Rounds.complete(plan, measured.record())).isTrue();
        assertThat(measured.analysis().sentences())
                .anyMatch(sentence ->
                        sentence.startsWith("Sequential under office: the cap of 8 repetitions was reached,"))
                .anyMatch(sentence -> sentence.startsWith(
                        "Sequential under web: the 5 pilots were enough for a precision of 100 %;"));
        assertThat(measured.analysis().cases())
                .extracting(c -> c.repetitions().size())
                .containsExactlyInAnyOrder(MOST, PILOTS);
    }

    @Test
    void shouldMeasureWhatThePilotsCallForInASecondRound() {
        Plan first = Rounds.first(whole);

        assertWhole(measured(first));

        assertThat(done).startsWith(first.order().toArray(Execution[]::new)).hasSize(MOST + PILOTS);
        assertThat(lines)
                .anyMatch(
                        line -> line.startsWith("Sequential under office: the pilots call for ")
                                && line.contains(
                                        " repetitions for a precision of 0.01 %, and 8 are allowed; the pilots of reference have a standard deviation of "))
                .anyMatch(
                        line -> line.startsWith(
                                "Sequential under web: the 5 pilots are enough for a precision of 100 %; the pilots of reference have a standard deviation of "))
                .contains("3 repetitions more");
    }

    @Test
    void shouldChooseNothingBeforeAllPilotsAreThere() {
        interruptedAfter = PILOTS;
        RunContinuation.Measured first = measured(Rounds.first(whole));

        assertThat(first.record().state()).isEqualTo(State.INTERRUPTED);
        assertThat(done).hasSize(PILOTS);
        assertThat(Rounds.open(Json.read(run.resolve(RunFiles.PLAN), Plan.class)))
                .isTrue();
        assertThat(first.analysis().sentences())
                .anyMatch(sentence ->
                        sentence.contains("the run ended before its pilots gave the number of repetitions"));

        assertWhole(measured(Rounds.begun(whole, run)));
        assertThat(done).doesNotHaveDuplicates();
    }

    @Test
    void shouldGoOnWithTheSecondRoundWhenThatWasInterrupted() {
        interruptedAfter = 2 * PILOTS + 1;
        assertThat(measured(Rounds.first(whole)).record().state()).isEqualTo(State.INTERRUPTED);
        assertThat(done).hasSize(2 * PILOTS + 1);

        assertWhole(measured(Rounds.begun(whole, run)));
        assertThat(done).doesNotHaveDuplicates();
    }

    @Test
    void shouldMeasureDisturbedPilotsAgainBeforeAnythingIsChosen() {
        Plan first = Rounds.first(whole);
        disturbed = first.order().get(2);

        assertWhole(measured(first));

        assertThat(done.subList(0, first.order().size())).isEqualTo(first.order());
        assertThat(done.get(first.order().size())).isEqualTo(disturbed);
        assertThat(done).hasSize(MOST + PILOTS + 1);
        assertThat(lines.get(0))
                .isEqualTo("other programs disturbed 1 repetition; 1 repetition of the same blocks is measured again,"
                        + " and the earlier results are kept");
    }
}
