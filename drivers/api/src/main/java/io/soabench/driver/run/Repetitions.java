package io.soabench.driver.run;

import io.soabench.driver.EventLog;
import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.driver.RepetitionRun;
import io.soabench.driver.RunJournal;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import io.soabench.plugin.Lifecycle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The pending repetitions of one run, and the records about the environment of each. */
final class Repetitions {

    private static final long HOOK_SLACK_MS = 30_000;

    private final String driver;
    private final RunSetting setting;
    private final Platform platform;
    private final RunLock lock;
    private final Plan plan;
    private final Path folder;
    private final Progress progress;
    private final HostClock clock;
    private final Cancellation cancellation;
    private final UnstartableServers unstartable;
    private final RunDisk disk;
    private final Optional<Calibration> calibration;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAtShutdown, "soabench-stop");
    private RunJournal journal;

    /**
     * @param unusable see {@link Platform#check}
     * @param calibration the measurement that comes before all repetitions
     */
    Repetitions(
            String driver,
            RunSetting setting,
            Platform platform,
            RunLock lock,
            Map<String, String> unusable,
            Optional<Calibration> calibration) {
        this.driver = driver;
        this.setting = setting;
        this.platform = platform;
        this.lock = lock;
        this.plan = setting.plan();
        this.folder = setting.folder();
        this.progress = setting.progress();
        this.clock = setting.clock();
        this.cancellation = setting.cancellation();
        this.unstartable = new UnstartableServers(plan, setting.request().unobtainable(), unusable);
        this.disk = new RunDisk(folder, setting.token(), progress);
        this.calibration = calibration;
    }

    void stopWithTheProgram() {
        PlanRun.addHook(hook);
    }

    RunRecord run() {
        try {
            return guarded();
        } finally {
            // The JVM may end as soon as the shutdown hook knows of the end, so everything else comes before.
            tellHowToGoOn();
            lock.close();
            ended.countDown();
            PlanRun.removeHook(hook);
        }
    }

    /** Reports how to resume a run that ended early: its measurements are kept. */
    private void tellHowToGoOn() {
        if (journal != null) {
            RunRecord record = journal.record();
            if (record.executions().stream().anyMatch(e -> e.state() != State.COMPLETED)) {
                progress.note(RunJournal.goOn(folder, record));
            }
        }
    }

    private RunRecord guarded() {
        platform.begin();
        try {
            journal = RunJournal.open(folder, plan, driver, clock);
            if (!Files.exists(folder.resolve(RunFiles.PLAN))) {
                Json.write(folder.resolve(RunFiles.PLAN), plan);
            }
            recordEnvironment();
            recordMetrics();
            calibration.ifPresent(Calibration::take);
            disk.reserve();
            List<Execution> pending = journal.pending();
            new RepetitionScheduler(setting, (lane, execution, k) -> execute(lane, execution, k, pending.size()))
                    .take(pending);
            disk.release();
            return journal.close(cancellation.asked());
        } finally {
            clean();
        }
    }

    private void clean() {
        disk.release();
        try {
            FolderOperations.remove(setting.work());
        } catch (IOException e) {
            progress.note("the folder " + setting.work() + " cannot be removed: " + e.getMessage());
        }
        platform.close();
    }

    private void recordEnvironment() {
        EnvironmentRecord environment = platform.environment();
        Path file = folder.resolve(RunFiles.ENVIRONMENT);
        for (int k = 2; Files.exists(file); k++) {
            // A resumed run keeps the first record; a run record is never edited.
            file = folder.resolve(RunFiles.resumedEnvironment(k));
        }
        Json.write(file, environment);
    }

    private void recordMetrics() {
        Path file = folder.resolve(RunFiles.METRICS);
        List<MetricRecord> metrics = platform.metrics();
        if (!metrics.isEmpty() && !Files.exists(file)) {
            Json.write(file, new MetricRecord.File(metrics));
        }
    }

    private void execute(RunSetting lane, Execution execution, int k, int n) {
        progress.executionStarted(execution, k, n);
        RepetitionRecord record;
        try {
            record = repetition(lane, execution, k);
        } catch (UncheckedIOException | IOException e) {
            record = failed(execution, "the repetition cannot begin: " + e.getMessage());
        }
        String message = record.state() == State.FAILED ? disk.full(record.message()) : record.message();
        end(execution, record, message);
        figures(execution, record);
        progress.executionEnded(execution, record.state() == State.COMPLETED, message);
    }

    private void figures(Execution execution, RepetitionRecord record) {
        if (record.state() == State.COMPLETED) {
            try {
                FinalFigures.of(journal.folder(execution), record)
                        .ifPresent(measured -> progress.measured(execution, measured));
            } catch (IOException e) {
                progress.note("the measured numbers cannot be shown: " + e.getMessage());
            }
        }
    }

    private void end(Execution execution, RepetitionRecord record, String message) {
        disk.write(() -> journal.ended(execution, record.state(), message));
        Path file = journal.folder(execution).resolve(RunFiles.REPETITION);
        if (record.state() == State.FAILED && Files.isDirectory(file.getParent())) {
            Json.write(
                    file,
                    new RepetitionRecord(
                            record.caseId(),
                            record.repetition(),
                            record.state(),
                            message,
                            record.endpoint(),
                            record.checks(),
                            record.phases(),
                            record.servers(),
                            record.roundTrips()));
        }
    }

    private static RepetitionRecord failed(Execution execution, String message) {
        return new RepetitionRecord(
                execution.caseId(),
                execution.repetition(),
                State.FAILED,
                message,
                "",
                0,
                List.of(),
                List.of(),
                List.of());
    }

    private RepetitionRecord repetition(RunSetting lane, Execution execution, int k) throws IOException {
        journal.begin(execution);
        CasePlan testCase = plan.caseOf(execution.caseId());
        Optional<String> reason = unstartable.reason(testCase);
        if (reason.isPresent()) {
            // The analysis looks for the reason in this folder.
            Files.createDirectories(journal.folder(execution));
            return failed(execution, reason.get());
        }
        Optional<String> noSpace = RunDisk.lacking(folder, setting.settings());
        if (noSpace.isPresent()) {
            return failed(execution, noSpace.get());
        }
        journal.entered(execution, Phase.PLACE);
        Path repetition = journal.folder(execution);
        Files.createDirectories(repetition);
        EventLog events = new EventLog(repetition.resolve(RunFiles.EVENTS), clock);
        EnvironmentRecord.Fingerprint before = platform.fingerprint(testCase);
        RepetitionRecord record;
        try (ServerStage stage = platform.stage(lane, execution, k, repetition, events)) {
            record = new RepetitionRun(
                            execution, testCase, lifecycles(testCase), stage, repetition, events, clock, phase -> {
                                // The user is informed first, so that a full disk does not prevent this.
                                progress.phaseEntered(execution, phase, stage.expectedMs(phase));
                                journal.entered(execution, phase);
                            })
                    .run();
            stage.ready().forEach(unstartable::started);
            stage.notStarted().ifPresent(s -> unstartable.notStarted(s.server(), s.why()));
        }
        environmentAround(execution, repetition, before, platform.fingerprint(testCase));
        return record;
    }

    private List<Lifecycle> lifecycles(CasePlan testCase) {
        return testCase.servers().stream()
                .map(s -> setting.request().types().get(plan.serverOf(s).type()).lifecycle())
                .map(life -> life.withStartFactor(setting.settings().startFactor()))
                .toList();
    }

    private void environmentAround(
            Execution execution,
            Path repetition,
            EnvironmentRecord.Fingerprint before,
            EnvironmentRecord.Fingerprint after) {
        List<String> changes = before.changesTo(after);
        if (!changes.isEmpty()) {
            progress.note("the environment changed during " + execution.caseId() + " " + execution.repetition() + ": "
                    + String.join(", ", changes));
        }
        disk.write(() -> Json.write(
                repetition.resolve(RunFiles.ENVIRONMENT),
                new EnvironmentRecord.AroundRepetition(before, after, changes)));
    }

    /** Runs in the shutdown hook while the run's thread does the work. */
    private void stopAtShutdown() {
        cancellation.ask();
        long graceMs = plan.servers().stream()
                .filter(s -> setting.request().types().containsKey(s.type()))
                .mapToLong(s -> setting.request()
                        .types()
                        .get(s.type())
                        .lifecycle()
                        .stop()
                        .graceMs())
                .sum();
        try {
            if (!ended.await(graceMs + HOOK_SLACK_MS, TimeUnit.MILLISECONDS)) {
                platform.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
