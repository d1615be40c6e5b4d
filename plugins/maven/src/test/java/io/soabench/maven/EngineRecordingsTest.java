package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.sample.SampleRun;
import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunJournal;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.Recorder;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that keeps a journal and measures nothing. */
final class EngineRecordingsTest {

    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();
    private final List<Execution> driven = new ArrayList<>();
    private final SystemStreamLog log = new SystemStreamLog() {
        @Override
        public void warn(CharSequence content) {
            warnings.add(content.toString());
        }
    };
    private Plan plan;

    @BeforeEach
    void read() {
        SampleRun.write(
                folder.resolve("run"),
                42,
                new SampleRun.Shape().engines(1).repetitions(3).measureS(3).defects(false));
        plan = recorded(Json.read(folder.resolve("run/plan.json"), Plan.class), each -> Recorder.JFR);
    }

    private static Plan recorded(Plan plan, Function<CasePlan, Recorder> by) {
        return plan.withCases(
                plan.cases().stream()
                        .map(each -> each.withSchedule(each.schedule().withRecorder(by.apply(each))))
                        .toList(),
                plan.order());
    }

    private boolean make(Driver driver, Plan of) throws IOException {
        return new EngineRecordings(driver, HostClock.system(), log)
                .make(
                        new Driver.Request(of, folder, folder.resolve("run"), Map.of(), Map.of(), Map.of()),
                        Progress.SILENT);
    }

    private class JournalDriver implements Driver {

        private final Set<String> failing;

        private JournalDriver(String... failing) {
            this.failing = Set.of(failing);
        }

        boolean fails(Execution each) {
            return failing.contains(each.caseId());
        }

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public RunRecord run(Request request, Progress progress) {
            RunJournal journal = RunJournal.open(request.runFolder(), request.plan(), name(), HostClock.system());
            Path copy = request.runFolder().resolve(RunFiles.PLAN);
            if (!Files.exists(copy)) {
                Json.write(copy, request.plan());
            }
            for (Execution each : journal.pending()) {
                driven.add(each);
                boolean fails = fails(each);
                journal.ended(each, fails ? State.FAILED : State.COMPLETED, fails ? "the engine did not start" : "");
            }
            return journal.close(false);
        }
    }

    @Test
    void shouldMeasureEachCaseOnceInAFolderOfItsOwn() throws IOException {
        Path run = folder.resolve("run");
        List<String> cases = plan.cases().stream().map(CasePlan::id).toList();

        assertThat(make(new JournalDriver(cases.get(0)), plan)).isTrue();

        assertThat(cases).hasSize(4);
        assertThat(driven)
                .containsExactlyElementsOf(
                        cases.stream().map(id -> new Execution(id, 1)).toList());
        assertThat(EngineRecordings.of(run).resolve(RunFiles.RUN)).exists();
        assertThat(warnings)
                .containsExactly("case " + cases.get(0) + " could not be recorded: the engine did not start");
    }

    @Test
    void shouldNameTheCasesWhoseRecordingShowsNothing() throws IOException {
        List<String> cases = plan.cases().stream().map(CasePlan::id).toList();
        make(new JournalDriver(cases.get(0)), plan);
        warnings.clear();

        new EngineRecordings(new JournalDriver(), HostClock.system(), log)
                .warnWithoutSample(folder.resolve("run"), Set.of(cases.get(1), cases.get(2)));

        assertThat(warnings)
                .containsExactly("the engine of case " + cases.get(3)
                        + " left no sample of a running thread within the measurement");
    }

    @Test
    void shouldRecordOnlyTheCasesThatNameARecorder() throws IOException {
        String second = plan.cases().get(1).id();

        make(new JournalDriver(), recorded(plan, each -> each.id().equals(second) ? Recorder.ASYNC_PROFILER : null));

        assertThat(driven).containsExactly(new Execution(second, 1));
    }

    @Test
    void shouldRecordNoCaseOfWhichAllRepetitionsFailed() throws IOException {
        List<String> cases = plan.cases().stream().map(CasePlan::id).toList();
        Path run = Files.createDirectories(folder.resolve("other"));
        RunRecord before = new JournalDriver(cases.get(0), cases.get(1)) {
            @Override
            boolean fails(Execution each) {
                // The second one of these cases was measured once.
                return super.fails(each) && (each.caseId().equals(cases.get(0)) || each.repetition() > 1);
            }
        }.run(new Driver.Request(plan, folder, run, Map.of(), Map.of(), Map.of()), Progress.SILENT);
        driven.clear();
        EngineRecordings recordings = new EngineRecordings(new JournalDriver(), HostClock.system(), log);

        Plan measurable = recordings.measurable(plan, before);
        make(new JournalDriver(), measurable);

        assertThat(warnings)
                .containsExactly("case " + cases.get(0) + " is not recorded, because all its repetitions failed");
        assertThat(driven).extracting(Execution::caseId).containsExactlyElementsOf(cases.subList(1, 4));
        assertThat(make(new JournalDriver(), recorded(plan, each -> null)))
                .as("nothing to record")
                .isFalse();
    }

    @Test
    void shouldAddTheRecordingsOfOtherCasesLater() throws IOException {
        String second = plan.cases().get(1).id();
        make(new JournalDriver(), recorded(plan, each -> each.id().equals(second) ? Recorder.JFR : null));
        driven.clear();

        assertThat(make(new JournalDriver(), plan)).isTrue();

        assertThat(driven).extracting(Execution::caseId).hasSize(3).doesNotContain(second);
        driven.clear();
        assertThat(make(new JournalDriver(), plan)).as("all are there").isFalse();
        assertThat(driven).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void shouldSayThatRecordingsOfAnotherRecorderStay() throws IOException {
        String failing = plan.cases().get(0).id();
        make(new JournalDriver(failing), plan);
        warnings.clear();
        driven.clear();

        make(new JournalDriver(), recorded(plan, each -> Recorder.ASYNC_PROFILER));

        assertThat(driven).containsExactly(new Execution(failing, 1));
        Path recordings = EngineRecordings.of(folder.resolve("run"));
        assertThat(warnings)
                .containsExactly("another recorder has recorded 3 cases before, and these recordings stay; remove "
                        + recordings + " to record all cases anew");
        assertThat(Json.read(recordings.resolve(RunFiles.PLAN), Plan.class).cases())
                .extracting(each -> each.schedule().recorder())
                .containsExactly(Recorder.ASYNC_PROFILER, Recorder.JFR, Recorder.JFR, Recorder.JFR);
    }

    @Test
    void shouldWarnWhereTheDriverRefuses() throws IOException {
        Driver refusing = new Driver() {
            @Override
            public String name() {
                return "refusing";
            }

            @Override
            public RunRecord run(Request request, Progress progress) {
                throw new RunRefused(List.of("the disk is full; make room"));
            }
        };

        assertThat(make(refusing, plan)).isFalse();

        assertThat(warnings).containsExactly("no engine was recorded: the disk is full; make room");
    }

    @Test
    void shouldPlanOneRepetitionWhateverPrecisionTheModelAsksFor() {
        Plan precise = plan.withCases(
                plan.cases().stream()
                        .map(of -> of.withSchedule(of.schedule().withPrecision(PrecisionGoal.of(0.01, 5, 8))))
                        .toList(),
                plan.order());

        Plan once = EngineRecordings.once(precise);

        assertThat(once.order()).hasSize(4).extracting(Execution::repetition).containsOnly(1);
        assertThat(once.cases()).allSatisfy(of -> {
            assertThat(of.schedule().precision()).isNull();
            assertThat(of.schedule().repetitions()).isEqualTo(1);
        });
    }
}
