package io.soabench.maven;

import io.soabench.analyzer.recording.RecordedCase;
import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.plugin.logging.Log;

/**
 * The measurements after a run in which engines are recorded, one of each case. They are a run of their own in the folder
 * of the run, so that no statistic and no verdict can have them.
 */
final class EngineRecordings {

    private final Driver driver;
    private final Log log;

    /**
     * Prepares the measurements.
     *
     * @param driver records the server under test
     */
    EngineRecordings(Driver driver, Log log) {
        this.driver = driver;
        this.log = log;
    }

    /** Returns the folder of the measurements of a run. */
    static Path of(Path run) {
        return run.resolve(RunFiles.RECORDINGS);
    }

    /** Returns a plan with the first repetition of each case alone. */
    static Plan once(Plan plan) {
        List<CasePlan> cases = plan.cases().stream()
                .map(of -> of.withSchedule(of.schedule().withPrecision(null).withRepetitions(1)))
                .toList();
        return plan.withCases(
                cases, cases.stream().map(of -> new Execution(of.id(), 1)).toList());
    }

    /**
     * Makes the measurements that are not there yet. One that fails is a warning, and no failure of the run.
     *
     * @param request of the run
     */
    void make(Driver.Request request, Progress progress) throws IOException {
        Path folder = Files.createDirectories(of(request.runFolder()));
        Driver.Request recorded = new Driver.Request(
                once(request.plan()),
                request.compiled(),
                folder,
                request.types(),
                request.classPaths(),
                request.versions(),
                request.unobtainable(),
                request.events());
        RunRecord done;
        try {
            done = driver.run(recorded, progress);
        } catch (RunRefused e) {
            // The results that count are there, and their report is to come.
            e.reasons().forEach(reason -> log.warn("no engine was recorded: " + reason));
            return;
        }
        done.executions().stream()
                .filter(each -> each.state() == RunRecord.State.FAILED)
                .forEach(each -> log.warn("case " + each.caseId() + " could not be recorded: " + each.message()));
        Set<String> seen = RecordedCase.of(request.runFolder(), log::warn).stream()
                .filter(one -> !one.running().isEmpty())
                .map(RecordedCase::caseId)
                .collect(Collectors.toSet());
        done.executions().stream()
                .filter(each -> each.state() == RunRecord.State.COMPLETED && !seen.contains(each.caseId()))
                .forEach(each -> log.warn("the engine of case " + each.caseId()
                        + " left no sample of a running thread within the measurement"));
    }
}
