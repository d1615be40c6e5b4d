package io.soabench.maven;

import static io.soabench.maven.PrintedText.count;
import static io.soabench.maven.PrintedText.shown;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunJournal;
import io.soabench.driver.RunRefused;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.plugin.logging.Log;

/**
 * The measurements after a run in which engines are recorded, one of each case that names a recorder. They are a run of
 * their own in the folder of the run, so that no statistic and no verdict can have them.
 */
final class EngineRecordings {

    private final Driver driver;
    private final HostClock clock;
    private final Log log;

    /**
     * Prepares the measurements.
     *
     * @param driver records the server under test
     */
    EngineRecordings(Driver driver, HostClock clock, Log log) {
        this.driver = driver;
        this.clock = clock;
        this.log = log;
    }

    /** Returns the folder of the measurements of a run. */
    static Path of(Path run) {
        return run.resolve(RunFiles.RECORDINGS);
    }

    /** Returns a plan with the first repetition of each case that names a recorder. */
    static Plan once(Plan plan) {
        List<CasePlan> cases = plan.cases().stream()
                .filter(of -> of.schedule().recorder() != null)
                .map(of -> of.withSchedule(of.schedule().withPrecision(null).withRepetitions(1)))
                .toList();
        return plan.withCases(cases, order(cases));
    }

    private static List<Execution> order(List<CasePlan> cases) {
        return cases.stream().map(of -> new Execution(of.id(), 1)).toList();
    }

    /**
     * Returns a plan in which a case names no recorder if all its repetitions failed: its engine would fail once more. Each such case is a
     * warning.
     *
     * @param run the record of the run before
     */
    Plan measurable(Plan plan, RunRecord run) {
        Set<String> measured = run.executions().stream()
                .filter(each -> each.state() != RunRecord.State.FAILED)
                .map(RunRecord.ExecutionRecord::caseId)
                .collect(Collectors.toSet());
        List<CasePlan> cases = new ArrayList<>();
        for (CasePlan each : plan.cases()) {
            boolean keeps = each.schedule().recorder() == null || measured.contains(each.id());
            if (!keeps) {
                log.warn("case " + each.id() + " is not recorded, because all its repetitions failed");
            }
            cases.add(keeps ? each : each.withSchedule(each.schedule().withRecorder(null)));
        }
        return plan.withCases(cases, plan.order());
    }

    /**
     * Makes the measurements that are not there yet. One that fails is a warning, and no failure of the run.
     *
     * @param request of the run, with the recorders of its cases
     * @return whether there are new measurements
     */
    boolean make(Driver.Request request, Progress progress) throws IOException {
        Plan once = once(request.plan());
        if (once.cases().isEmpty()) {
            return false;
        }
        Path folder = Files.createDirectories(of(request.runFolder()));
        Plan plan = continued(once, folder);
        Path journal = folder.resolve(RunFiles.RUN);
        if (Files.exists(journal) && Rounds.complete(plan, Json.read(journal, RunRecord.class))) {
            log.info("all recordings are there: nothing is recorded again");
            return false;
        }
        Driver.Request recorded = new Driver.Request(
                plan,
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
            return false;
        }
        done.executions().stream()
                .filter(each -> each.state() == RunRecord.State.FAILED)
                .forEach(each -> log.warn("case " + each.caseId() + " could not be recorded: " + each.message()));
        return true;
    }

    /**
     * Returns a plan that goes on with the measurements that are there, and extends the plan and the journal of their folder. A case that was
     * recorded keeps its recorder, with a warning where the model names another one now.
     */
    private Plan continued(Plan once, Path folder) {
        Path journal = folder.resolve(RunFiles.RUN);
        Path recorded = folder.resolve(RunFiles.PLAN);
        if (!Files.exists(journal) || !Files.exists(recorded)) {
            return once;
        }
        Plan before = Json.read(recorded, Plan.class);
        if (!before.origin().equals(once.origin())) {
            // The driver refuses it, and names the reason.
            return once;
        }
        Set<String> complete = Json.read(journal, RunRecord.class).executions().stream()
                .filter(each -> each.state() == RunRecord.State.COMPLETED)
                .map(RunRecord.ExecutionRecord::caseId)
                .collect(Collectors.toSet());
        Recorder otherwise = once.cases().get(0).schedule().recorder();
        Map<String, CasePlan> wanted = new LinkedHashMap<>();
        once.cases().forEach(each -> wanted.put(each.id(), each));
        List<CasePlan> cases = new ArrayList<>();
        int others = 0;
        for (CasePlan each : before.cases()) {
            CasePlan now = wanted.remove(each.id());
            if (complete.contains(each.id())) {
                boolean same = now == null
                        || now.schedule().recorder() == each.schedule().recorder();
                others += same ? 0 : 1;
                cases.add(each);
            } else {
                cases.add(now == null ? each.withSchedule(each.schedule().withRecorder(otherwise)) : now);
            }
        }
        if (others > 0) {
            log.warn("another recorder has recorded " + count(others, "case")
                    + " before, and these recordings stay; remove " + shown(folder) + " to record all cases anew");
        }
        List<Execution> order = new ArrayList<>(before.order());
        order.addAll(order(List.copyOf(wanted.values())));
        cases.addAll(wanted.values());
        Plan plan = once.withCases(cases, order);
        RunJournal.extend(folder, clock, plan);
        return plan;
    }

    /**
     * Warns of each measurement whose recording shows nothing.
     *
     * @param sampled names of the cases with a sample of a running thread
     */
    void warnWithoutSample(Path run, Set<String> sampled) {
        Path journal = of(run).resolve(RunFiles.RUN);
        if (Files.exists(journal)) {
            Json.read(journal, RunRecord.class).executions().stream()
                    .filter(each -> each.state() == RunRecord.State.COMPLETED && !sampled.contains(each.caseId()))
                    .forEach(each -> log.warn("the engine of case " + each.caseId()
                            + " left no sample of a running thread within the measurement"));
        }
    }
}
