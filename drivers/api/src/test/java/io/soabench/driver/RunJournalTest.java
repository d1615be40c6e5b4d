package io.soabench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.ExecutionRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {

    private static final HostClock CLOCK = new HostClock() {
        @Override
        public long epochNanos() {
            return 7;
        }

        @Override
        public Instant now() {
            return Instant.parse("2026-01-02T03:04:05Z");
        }
    };

    @TempDir
    Path folder;

    private Path run;
    private Plan plan;
    private Execution a;
    private Execution b;

    @BeforeEach
    void make() {
        run = folder.resolve("runs/one");
        plan = new FakeTestbed(folder.resolve("compiled"))
                .add("a", "ok", "ok")
                .add("b", "ok", "ok")
                .again("a", 2)
                .plan();
        a = plan.order().get(0);
        b = plan.order().get(1);
    }

    private RunJournal open() {
        return RunJournal.open(run, plan, "local", CLOCK);
    }

    private RunRecord written() {
        return Json.read(run.resolve("run.json"), RunRecord.class);
    }

    @Test
    void shouldWriteEachStep() {
        RunJournal journal = open();
        assertThat(written().state()).isEqualTo(State.RUNNING);
        assertThat(written().startedAt()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(journal.pending()).isEqualTo(plan.order());

        journal.entered(a, Phase.WARM_UP);
        assertThat(written().executions().get(0)).isEqualTo(new ExecutionRecord("a", 1, State.RUNNING, "warm up", ""));

        journal.ended(a, State.COMPLETED, "");
        assertThat(written().executions().get(0))
                .isEqualTo(new ExecutionRecord("a", 1, State.COMPLETED, "warm up", ""));
        assertThat(journal.pending()).containsExactly(b, plan.order().get(2));
        assertThat(run).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void shouldSayInOneSentenceWhatFailed() {
        RunJournal journal = open();
        journal.ended(a, State.COMPLETED, "");
        journal.ended(b, State.FAILED, "it burnt");
        journal.ended(plan.order().get(2), State.COMPLETED, "");

        RunRecord record = journal.close(false);

        assertThat(record.state()).isEqualTo(State.FAILED);
        assertThat(record.message()).isEqualTo("1 of 3 repetitions failed, the first was b 1: it burnt");
        assertThat(record.endedAt()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(written()).isEqualTo(record);
    }

    @Test
    void shouldDoAgainWhatIsNotCompletedAndLoseNothing() throws IOException {
        RunJournal journal = open();
        for (Execution execution : plan.order()) {
            Files.createDirectories(journal.folder(execution));
            Files.writeString(journal.folder(execution).resolve("note"), execution.toString());
        }
        journal.ended(a, State.COMPLETED, "");
        journal.ended(b, State.FAILED, "it burnt");
        journal.entered(plan.order().get(2), Phase.MEASURE);

        RunJournal resumed = open();

        assertThat(resumed.pending()).containsExactly(b, plan.order().get(2));
        assertThat(run.resolve("cases/a/1/note")).exists();
        assertThat(run.resolve("cases/b/1-failed-1/note")).hasContent(b.toString());
        assertThat(run.resolve("cases/b/1")).doesNotExist();
        assertThat(run.resolve("cases/a/2-interrupted-1/note")).exists();
        assertThat(written().executions().get(1)).isEqualTo(new ExecutionRecord("b", 1, State.PENDING, "", ""));

        resumed.ended(b, State.FAILED, "again");
        Files.createDirectories(resumed.folder(b));
        open();

        assertThat(run.resolve("cases/b/1-failed-2")).exists();
        assertThat(run.resolve("cases/b/1-failed-1/note")).exists();
    }

    @Test
    void shouldDoAgainWhatWasDisturbed() throws IOException {
        RunJournal journal = open();
        for (Execution execution : plan.order()) {
            Files.createDirectories(journal.folder(execution));
        }
        journal.ended(a, State.COMPLETED, "");
        journal.ended(b, State.FAILED, "it burnt");
        journal.ended(plan.order().get(2), State.COMPLETED, "");
        journal.close(false);

        RunJournal.disturbed(run, CLOCK, List.of(a, b), List.of(a, b));

        assertThat(written().executions())
                .extracting(ExecutionRecord::state)
                .containsExactly(State.DISTURBED, State.FAILED, State.COMPLETED);
        RunJournal again = open();
        assertThat(again.pending()).containsExactly(a);
        assertThat(run.resolve("cases/a/1"))
                .as("results until there are others")
                .exists();
        assertThat(run.resolve("cases/b/1")).exists();
        assertThat(RunJournal.goOn(run, again.record()))
                .startsWith("2 of 3 repetitions kept, 1 of them disturbed and not measured again; go on with");
        again.close(true);
        again = open();
        assertThat(again.pending()).as("after the user ended it").containsExactly(a, b);
        assertThat(run.resolve("cases/a/1")).exists();

        again.begin(a);
        assertThat(run.resolve("cases/a/1-disturbed-1")).exists();
        assertThat(run.resolve("cases/a/1")).doesNotExist();
        again.ended(a, State.COMPLETED, "");
        assertThat(RunJournal.goOn(run, again.record())).startsWith("2 of 3 repetitions kept; go on with");
        again.close(false);
        assertThat(open().pending()).containsExactly(b);
        assertThat(run.resolve("cases/b/1-failed-1")).exists();
    }

    /** A whole block is done again, but a reader must not take all of it for disturbed. */
    @Test
    void shouldCountDisturbedRepetitionsApartFromTheOthersOfTheirBlocks() {
        RunJournal journal = open();
        plan.order().forEach(each -> journal.ended(each, State.COMPLETED, ""));
        journal.close(false);

        RunJournal.disturbed(run, CLOCK, List.of(a, b), List.of(b));

        assertThat(written().executions())
                .extracting(ExecutionRecord::message)
                .containsExactly(
                        "another repetition of its block was disturbed", "the machine was busy with other things", "");
        assertThat(open().pending()).containsExactly(a, b);
        assertThat(RunJournal.goOn(run, written()))
                .startsWith("3 of 3 repetitions kept, 2 of them not measured again: 1 disturbed, and the others of"
                        + " their blocks; go on with");
    }

    @Test
    void shouldDoOnlyWhatWasAddedWhenAnEndedRunIsExtended() throws IOException {
        RunJournal journal = open();
        Json.write(run.resolve("plan.json"), plan);
        Files.createDirectories(journal.folder(b));
        journal.ended(a, State.COMPLETED, "");
        journal.ended(b, State.FAILED, "it burnt");
        journal.ended(plan.order().get(2), State.COMPLETED, "");
        journal.close(false);
        Execution third = new Execution("a", 3);
        List<Execution> more = new ArrayList<>(plan.order());
        more.add(third);
        Plan longer = plan.withCases(plan.cases(), more);

        RunJournal.extend(run, CLOCK, longer);
        RunJournal.extend(run, CLOCK, longer);

        assertThat(Json.read(run.resolve("plan.json"), Plan.class)).isEqualTo(longer);
        assertThat(written().executions())
                .extracting(ExecutionRecord::state)
                .containsExactly(State.COMPLETED, State.FAILED, State.COMPLETED, State.PENDING);
        assertThat(RunJournal.objections(run, longer)).isEmpty();
        assertThat(RunJournal.objections(run, plan)).isNotEmpty();
        RunJournal extended = RunJournal.open(run, longer, "local", CLOCK);
        assertThat(extended.pending()).containsExactly(third);
        assertThat(run.resolve("cases/b/1")).exists();

        extended.ended(third, State.INTERRUPTED, "ended");
        extended.close(true);
        assertThat(RunJournal.open(run, longer, "local", CLOCK).pending())
                .as("who goes on with an interrupted run does again what failed")
                .containsExactly(b, third);
    }

    @Test
    void shouldNotBeExtendedByAPlanThatBeginsOtherwise() {
        Execution other = new Execution("a", 3);
        open().close(false);

        assertThatThrownBy(() -> RunJournal.extend(
                        run,
                        CLOCK,
                        plan.withCases(plan.cases(), List.of(b, a, plan.order().get(2), other))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the plan does not begin with the repetitions of run one; begin a new run");
        assertThatThrownBy(() -> RunJournal.extend(run, CLOCK, plan.withCases(plan.cases(), List.of(a))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(written().executions()).hasSize(3);
    }

    @Test
    void shouldRefuseAnotherModelOrTestbedOrBrokenJournal() throws IOException {
        open();
        Plan other = new FakeTestbed(folder.resolve("compiled"))
                .modelHash("def")
                .add("a", "ok", "ok")
                .plan();

        assertThat(RunJournal.objections(run, other))
                .containsExactly(
                        "run one was begun with another version of the model; restore that version or begin a new"
                                + " run");
        assertThatThrownBy(() -> RunJournal.open(run, other, "local", CLOCK))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(RunJournal.objections(run, plan)).isEmpty();
        Files.writeString(run.resolve("run.json"), "{");
        assertThat(RunJournal.objections(run, plan))
                .singleElement(org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .startsWith("the journal of the run cannot be read: ")
                .endsWith("; begin a new run");
    }

    @Test
    void shouldRefuseAnotherProfileAlthoughTheModelIsTheSame() {
        open();
        Plan other = new FakeTestbed(folder.resolve("compiled"))
                .profile("short")
                .add("a", "ok", "ok")
                .add("b", "ok", "ok")
                .again("a", 2)
                .plan();

        assertThat(RunJournal.objections(run, other))
                .containsExactly("run one was begun without a profile, not with profile \"short\"; begin a new run");
        assertThat(written().origin().profile()).isEmpty();
    }

    @Test
    void shouldSayThatTheRunGoesOnWhenTheUserEndedIt() {
        RunJournal journal = open();
        journal.ended(a, State.COMPLETED, "");
        journal.ended(b, State.INTERRUPTED, "ended");

        RunRecord record = journal.close(true);

        assertThat(record.state()).isEqualTo(State.INTERRUPTED);
        assertThat(record.message())
                .isEqualTo("the run was ended by the user; 1 of 3 repetitions kept; go on with -Dsoabench.resume=one");
    }

    @Test
    void shouldCallTheRunThatBeganLastTheLatest() {
        Path runs = folder.resolve("all");
        Path before = RunFolder.create(runs, CLOCK);
        Path latest = RunFolder.create(runs, CLOCK);

        assertThat(RunJournal.goOn(before, open().record()))
                .isEqualTo("0 of 3 repetitions kept; go on with -Dsoabench.resume=20260102-030405");
        assertThat(RunJournal.goOn(latest, open().record()))
                .isEqualTo("0 of 3 repetitions kept; go on with -Dsoabench.resume=latest");
        assertThat(RunJournal.goOn(latest.resolve("recordings"), open().record()))
                .as("recordings go on with their run")
                .endsWith("; go on with -Dsoabench.resume=latest");
    }

    @Test
    void shouldNameRunsByTimeAndLinkTheLatest() throws IOException {
        Path runs = folder.resolve("many");
        assertThat(RunFolder.latest(runs)).isEmpty();

        assertThat(RunFolder.create(runs, CLOCK)).isEqualTo(runs.resolve("20260102-030405"));
        assertThat(RunFolder.create(runs, CLOCK)).isEqualTo(runs.resolve("20260102-030405-2"));
        assertThat(RunFolder.create(runs, CLOCK)).isEqualTo(runs.resolve("20260102-030405-3"));

        assertThat(Files.readSymbolicLink(runs.resolve("latest"))).isEqualTo(Path.of("20260102-030405-3"));
        assertThat(RunFolder.latest(runs)).contains(runs.resolve("20260102-030405-3"));
        assertThat(List.of(runs.toFile().list())).hasSize(4);
    }
}
