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
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that keeps a journal and measures nothing; the first case fails. */
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
        plan = Json.read(folder.resolve("run/plan.json"), Plan.class);
    }

    private final class Recorder implements Driver {

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public RunRecord run(Request request, Progress progress) {
            RunJournal journal = RunJournal.open(request.runFolder(), request.plan(), name(), HostClock.system());
            for (Execution each : journal.pending()) {
                driven.add(each);
                boolean first = each.equals(request.plan().order().get(0));
                journal.ended(each, first ? State.FAILED : State.COMPLETED, first ? "the engine did not start" : "");
            }
            return journal.close(false);
        }
    }

    @Test
    void shouldMeasureEachCaseOnceInAFolderOfItsOwn() throws IOException {
        Path run = folder.resolve("run");
        new EngineRecordings(new Recorder(), log)
                .make(new Driver.Request(plan, folder, run, Map.of(), Map.of(), Map.of()), Progress.SILENT);

        List<String> cases = plan.cases().stream().map(CasePlan::id).toList();
        assertThat(cases).hasSize(4);
        assertThat(driven)
                .containsExactlyElementsOf(
                        cases.stream().map(id -> new Execution(id, 1)).toList());
        assertThat(EngineRecordings.of(run).resolve(RunFiles.RUN)).exists();
        assertThat(warnings.subList(1, 4))
                .containsExactlyElementsOf(cases.subList(1, 4).stream()
                        .map(id -> "the engine of case " + id
                                + " left no sample of a running thread within the measurement")
                        .toList());
        assertThat(warnings.subList(0, 1))
                .containsExactly("case " + cases.get(0) + " could not be recorded: the engine did not start");
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

        new EngineRecordings(refusing, log)
                .make(
                        new Driver.Request(plan, folder, folder.resolve("run"), Map.of(), Map.of(), Map.of()),
                        Progress.SILENT);

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
