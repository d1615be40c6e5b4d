package io.soabench.local;

import io.soabench.driver.Driver;
import io.soabench.driver.EnvironmentRecord;
import io.soabench.driver.EventLog;
import io.soabench.driver.Journal;
import io.soabench.driver.Lifecycle;
import io.soabench.driver.MetricSource;
import io.soabench.driver.Phase;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.driver.RepetitionRun;
import io.soabench.driver.RunRefused;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs everything on this Linux machine as child processes; needs no root and no other program than {@code sh}.
 *
 * <p>However a run ends, no process is left: in good order and after a failure the {@link io.soabench.driver.Course} stops
 * what was started; on SIGINT, SIGTERM or SIGHUP a shutdown hook asks the run to stop and waits for it; when this JVM is
 * killed, the {@link Watchdog} ends the children. Processes are found by their ancestry and by a marker in their
 * environment, so that those that detached themselves are found too. Not to be used by two threads at once.
 */
public final class LocalDriver implements Driver {

    private static final Duration STALE = Duration.ofSeconds(30);
    private static final long RESERVE_BYTES = 256 << 10;
    private static final long FULL_BYTES = 1 << 20;
    private static final long HOOK_SLACK_MS = 30_000;
    private static final long PREPARE_MS = 30_000;

    private final List<MetricSource> sources;
    private final Settings settings;
    private final HostClock clock;

    /** With given metric sources and settings. */
    public LocalDriver(List<MetricSource> sources, Settings settings, HostClock clock) {
        this.sources = List.copyOf(sources);
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * With all metric sources of a class path.
     *
     * @throws RunRefused when a metric source cannot be loaded
     */
    public static LocalDriver standard(ClassLoader plugins, Settings settings) {
        List<MetricSource> sources = new ArrayList<>();
        try {
            ServiceLoader.load(MetricSource.class, plugins).forEach(sources::add);
        } catch (ServiceConfigurationError e) {
            throw new RunRefused(List.of(
                    "a metric source cannot be loaded: " + e.getMessage() + "; correct or remove that plug-in"));
        }
        return new LocalDriver(sources, settings, HostClock.system());
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public RunRecord run(Request asked, Progress progress) {
        Path runFolder = asked.runFolder().toAbsolutePath().normalize();
        Request request = new Request(
                asked.plan(),
                asked.compiled().toAbsolutePath().normalize(),
                runFolder,
                asked.types(),
                asked.classPaths(),
                asked.versions(),
                asked.unobtainable());
        CountDownLatch watched = new CountDownLatch(1);
        Thread hook = new Thread(() -> awaitQuietly(watched), "soabench-prepare");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw ending();
        }
        try {
            return locked(request, progress, watched);
        } finally {
            watched.countDown();
            removeHook(hook);
        }
    }

    private static RunRefused ending() {
        return new RunRefused(List.of("this program is already ending; start it again"));
    }

    /** Lets a program that is being ended finish or take back its preparations. */
    private static void awaitQuietly(CountDownLatch watched) {
        try {
            if (!watched.await(PREPARE_MS, TimeUnit.MILLISECONDS)) {
                Thread.currentThread().setName("soabench-prepare (given up)");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether it was removed; not when the JVM is ending */
    private static boolean removeHook(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Lets {@code watched} go when the run stops itself at the end of the program. */
    private RunRecord locked(Request request, Progress progress, CountDownLatch watched) {
        Path runFolder = request.runFolder();
        boolean made = !Files.exists(runFolder) || isEmpty(runFolder);
        String token = UUID.randomUUID().toString();
        RunLock lock = RunLock.take(runFolder, token);
        boolean begun = false;
        try {
            afterAnEarlierDriver(lock, runFolder);
            Machine machine = new Machine(Path.of("/"), clock);
            Preparation preparation = new Preparation(request, settings, machine);
            preparation.check();
            Run run = new Run(request, progress, token, lock, machine, preparation);
            run.stopWithTheProgram();
            begun = true;
            watched.countDown();
            return run.run();
        } finally {
            lock.close();
            if (made && !begun) {
                removeEmpty(runFolder);
            }
        }
    }

    /** Waits until the watchdog of a driver that was killed has done its work, or does it. */
    private void afterAnEarlierDriver(RunLock lock, Path folder) {
        Optional<String> before = lock.tokenBefore();
        if (before.isEmpty()) {
            return;
        }
        String marker = Child.RUN + "=" + before.get();
        Bell bell = new Bell();
        Cancellation cancellation = new Cancellation(bell);
        try {
            boolean gone = new Waiting(bell, cancellation, clock)
                    .untilWhatever(() -> ProcessTable.withEnvironment(marker).isEmpty(), STALE, 200);
            if (!gone) {
                ProcessTable.withEnvironment(marker).forEach(ProcessHandle::destroyForcibly);
            }
            Folders.remove(folder.resolve("work-" + before.get()));
            Files.deleteIfExists(folder.resolve("reserve-" + before.get()));
        } catch (PhaseFailed e) {
            throw new IllegalStateException("nothing here fails a phase", e);
        } catch (IOException e) {
            throw new RunRefused(
                    List.of("what an earlier driver left in " + folder + " cannot be removed: " + e.getMessage()));
        } finally {
            cancellation.restoreInterrupt();
        }
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> content = Files.list(folder)) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static void removeEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }

    /** One run of this driver. */
    private final class Run {
        private final Request request;
        private final Plan plan;
        private final Path folder;
        private final Progress progress;
        private final String token;
        private final RunLock lock;
        private final Machine machine;
        private final Preparation preparation;
        private final Path work;
        private final Path reserve;

        private final Bell bell = new Bell();
        private final Cancellation cancellation = new Cancellation(bell);
        private final Waiting waiting = new Waiting(bell, cancellation, clock);
        private final Exchange exchange = new Exchange();
        private final Ports ports = new Ports();
        private final Prospects prospects;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final Thread hook = new Thread(this::stopAtShutdown, "soabench-stop");
        private Watchdog watchdog;
        private Journal journal;

        Run(Request request, Progress progress, String token, RunLock lock, Machine machine, Preparation preparation) {
            this.request = request;
            this.plan = request.plan();
            this.folder = request.runFolder();
            this.progress = progress;
            this.token = token;
            this.lock = lock;
            this.machine = machine;
            this.preparation = preparation;
            this.prospects = new Prospects(plan, request.unobtainable());
            this.work = folder.resolve("work-" + token);
            this.reserve = folder.resolve("reserve-" + token);
        }

        void stopWithTheProgram() {
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                throw ending();
            }
        }

        RunRecord run() {
            try {
                return guarded();
            } finally {
                // The JVM may be gone as soon as the hook hears of the end: nothing may be left to do then.
                lock.close();
                ended.countDown();
                cancellation.restoreInterrupt();
                if (!removeHook(hook)) {
                    // The JVM is ending: the hook runs already and ends because the run did.
                    progress.note("the run was stopped because the program ends");
                }
            }
        }

        private RunRecord guarded() {
            disturbances();
            try {
                watchdog = Watchdog.start(Child.RUN + "=" + token, work);
            } catch (IOException e) {
                throw new RunRefused(List.of("the watchdog cannot be started: " + e.getMessage()));
            }
            try {
                journal = Journal.open(folder, plan, name(), clock);
                if (!Files.exists(folder.resolve("plan.json"))) {
                    Json.write(folder.resolve("plan.json"), plan);
                }
                recordEnvironment();
                recordMetrics();
                reserve();
                List<Plan.Execution> pending = journal.pending();
                for (int k = 0; k < pending.size() && !cancellation.asked(); k++) {
                    execute(pending.get(k), k + 1, pending.size());
                }
                release();
                return journal.close(cancellation.asked());
            } finally {
                clean();
            }
        }

        private void clean() {
            release();
            try {
                Folders.remove(work);
            } catch (IOException e) {
                progress.note("the folder " + work + " cannot be removed: " + e.getMessage());
            }
            watchdog.close();
        }

        private void disturbances() {
            List<Long> others = ProcessTable.withOtherValue(Child.RUN, token).stream()
                    .map(ProcessHandle::pid)
                    .toList();
            if (!others.isEmpty()) {
                progress.note("another run uses this machine now (processes " + others
                        + "); both will measure each other, so let one end first");
            }
        }

        private void recordEnvironment() {
            EnvironmentRecord environment = preparation.environment(name(), clock);
            Path file = folder.resolve("environment.json");
            for (int k = 2; Files.exists(file); k++) {
                // A resumed run keeps the first record; a run record is never edited.
                file = folder.resolve("environment-" + k + ".json");
            }
            Json.write(file, environment);
        }

        private void recordMetrics() {
            Path file = folder.resolve(MetricRecord.File.NAME);
            if (!sources.isEmpty() && !Files.exists(file)) {
                Json.write(
                        file,
                        new MetricRecord.File(sources.stream()
                                .flatMap(source -> source.metrics().stream())
                                .toList()));
            }
        }

        /** A little space that is given back when the disk is full, so that the journal can still be written. */
        private void reserve() {
            try {
                Files.write(reserve, new byte[(int) RESERVE_BYTES]);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + reserve + ": " + e.getMessage(), e);
            }
        }

        private void release() {
            try {
                Files.deleteIfExists(reserve);
            } catch (IOException e) {
                progress.note("the file " + reserve + " cannot be removed: " + e.getMessage());
            }
        }

        private void execute(Plan.Execution execution, int k, int n) {
            progress.executionStarted(execution, k, n);
            RepetitionRecord record;
            try {
                record = repetition(execution, k);
            } catch (UncheckedIOException | IOException e) {
                record = failed(execution, "the repetition cannot begin: " + e.getMessage());
            }
            String message = record.state() == State.FAILED ? fullDisk(record.message()) : record.message();
            end(execution, record, message);
            progress.executionEnded(execution, record.state() == State.COMPLETED, message);
        }

        private void end(Plan.Execution execution, RepetitionRecord record, String message) {
            try {
                journal.ended(execution, record.state(), message);
            } catch (UncheckedIOException e) {
                release();
                journal.ended(execution, record.state(), message);
            }
            Path file = journal.folder(execution).resolve("repetition.json");
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
                                record.servers()));
            }
        }

        private static RepetitionRecord failed(Plan.Execution execution, String message) {
            return new RepetitionRecord(
                    execution.caseId(), execution.repetition(), State.FAILED, message, "", 0, List.of(), List.of());
        }

        /** Whatever failed on a full disk, the disk is what the user must know of. */
        private String fullDisk(String message) {
            if (Folders.free(folder) >= FULL_BYTES || message.startsWith("the disk of ")) {
                return message;
            }
            release();
            return "the disk of " + folder + " is full; make room and resume the run (" + message + ")";
        }

        private RepetitionRecord repetition(Plan.Execution execution, int k) throws IOException {
            Plan.CasePlan of = plan.caseOf(execution.caseId());
            Optional<String> hopeless = prospects.hopeless(of);
            if (hopeless.isPresent()) {
                // For the analysis, which finds the reason there.
                Files.createDirectories(journal.folder(execution));
                return failed(execution, hopeless.get());
            }
            Optional<String> noSpace = Preparation.noSpace(folder, settings);
            if (noSpace.isPresent()) {
                return failed(execution, noSpace.get());
            }
            if (!watchdog.watches()) {
                watchdog.close();
                watchdog = Watchdog.start(Child.RUN + "=" + token, work);
                progress.note("the watchdog was killed and has been started again");
            }
            journal.entered(execution, Phase.PLACE);
            Path repetition = journal.folder(execution);
            Files.createDirectories(repetition);
            EventLog events = new EventLog(repetition.resolve("events.csv"), clock);
            EnvironmentRecord.Fingerprint before = machine.fingerprint();
            RepetitionRecord record;
            try (Observer observer = new Observer(sources, repetition, clock, bell)) {
                LocalStage stage = new LocalStage(
                        new LocalStage.Setting(
                                request,
                                execution,
                                repetition,
                                folder,
                                work.resolve(Integer.toString(k)),
                                token,
                                k,
                                settings),
                        events,
                        progress,
                        clock,
                        bell,
                        waiting,
                        exchange,
                        ports,
                        observer);
                List<Lifecycle> lifecycles = of.servers().stream()
                        .map(s -> request.types().get(plan.serverOf(s).type()).lifecycle())
                        .toList();
                record = new RepetitionRun(execution, of, lifecycles, stage, repetition, events, clock, phase -> {
                            // First: the user hears of it even when the disk is full.
                            progress.phaseEntered(execution, phase, stage.expectedMs(phase));
                            journal.entered(execution, phase);
                        })
                        .run();
                stage.ready().forEach(prospects::started);
                stage.notStarted().ifPresent(s -> prospects.notStarted(s.server(), s.why()));
            }
            environmentAround(execution, repetition, before);
            return record;
        }

        private void environmentAround(
                Plan.Execution execution, Path repetition, EnvironmentRecord.Fingerprint before) {
            EnvironmentRecord.Fingerprint after = machine.fingerprint();
            List<String> changes = before.changesTo(after);
            if (!changes.isEmpty()) {
                progress.note("the environment changed during " + execution.caseId() + " " + execution.repetition()
                        + ": " + String.join(", ", changes));
            }
            try {
                Json.write(
                        repetition.resolve("environment.json"),
                        new EnvironmentRecord.AroundRepetition(before, after, changes));
            } catch (UncheckedIOException e) {
                release();
                Json.write(
                        repetition.resolve("environment.json"),
                        new EnvironmentRecord.AroundRepetition(before, after, changes));
            }
        }

        /** Runs in the shutdown hook while the run's thread does the work. */
        private void stopAtShutdown() {
            cancellation.ask();
            long graceMs = plan.servers().stream()
                    .filter(s -> request.types().containsKey(s.type()))
                    .mapToLong(s ->
                            request.types().get(s.type()).lifecycle().stop().graceMs())
                    .sum();
            try {
                if (!ended.await(graceMs + HOOK_SLACK_MS, TimeUnit.MILLISECONDS)) {
                    ProcessTable.withEnvironment(Child.RUN + "=" + token).forEach(ProcessHandle::destroyForcibly);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
