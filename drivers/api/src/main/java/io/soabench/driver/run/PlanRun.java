package io.soabench.driver.run;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A run of a plan on a {@link Platform}. It takes the lock of the run folder, clears up behind a driver that was
 * killed, checks, and takes all pending repetitions. On SIGINT, SIGTERM or SIGHUP a shutdown hook asks the run to stop
 * and waits for it. Not to be used by two threads at once.
 */
public final class PlanRun {

    private static final long PREPARE_MS = 30_000;

    private final String driver;
    private final DriverSettings settings;
    private final HostClock clock;
    private final Function<RunSetting, Platform> platforms;
    private final boolean calibrates;

    /**
     * Creates the runs of one driver.
     *
     * @param driver its name
     * @param platforms makes the platform of one run; starts nothing
     */
    public PlanRun(String driver, DriverSettings settings, HostClock clock, Function<RunSetting, Platform> platforms) {
        this(driver, settings, clock, platforms, false);
    }

    private PlanRun(
            String driver,
            DriverSettings settings,
            HostClock clock,
            Function<RunSetting, Platform> platforms,
            boolean calibrates) {
        this.calibrates = calibrates;
        this.driver = driver;
        this.settings = settings;
        this.clock = clock;
        this.platforms = platforms;
    }

    /** Returns a copy that first measures the response times of the harness itself, with a {@link NullEngine}. */
    public PlanRun calibrating() {
        return new PlanRun(driver, settings, clock, platforms, true);
    }

    /** Runs the plan, see {@link Driver#run}. */
    public RunRecord run(Driver.Request asked, Progress progress) {
        Driver.Request request = new Driver.Request(
                asked.plan(),
                asked.compiled().toAbsolutePath().normalize(),
                asked.runFolder().toAbsolutePath().normalize(),
                asked.types(),
                asked.classPaths(),
                asked.versions(),
                asked.unobtainable(),
                asked.events());
        RunSignal signal = new RunSignal();
        Cancellation cancellation = new Cancellation(signal);
        RunSetting setting = new RunSetting(
                request,
                UUID.randomUUID().toString(),
                settings,
                clock,
                progress,
                signal,
                cancellation,
                new Waiting(signal, cancellation, clock));
        CountDownLatch watched = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    cancellation.ask();
                    awaitQuietly(watched);
                },
                "soabench-prepare");
        addHook(hook);
        try {
            return locked(setting, watched);
        } finally {
            watched.countDown();
            removeHook(hook);
        }
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

    static void addHook(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new RunRefused(List.of("this program is already ending; start it again"));
        }
    }

    /** Returns whether the hook could be removed; not when the JVM is ending. */
    static boolean removeHook(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Closes {@code watched} when the run stops itself at the end of the program. */
    private RunRecord locked(RunSetting setting, CountDownLatch watched) {
        Path runFolder = setting.folder();
        boolean made = !Files.exists(runFolder) || isEmpty(runFolder);
        Platform platform = platforms.apply(setting);
        RunLock lock = RunLock.take(runFolder, setting.token());
        boolean begun = false;
        try {
            afterAnEarlierDriver(lock, platform, runFolder);
            Map<String, String> unusable = platform.check();
            unusable.values().forEach(why -> setting.progress().note(why + "; the cases of that server are not tried"));
            Repetitions repetitions = new Repetitions(
                    driver,
                    setting,
                    platform,
                    lock,
                    unusable,
                    calibrates ? Optional.of(calibration(setting)) : Optional.empty());
            repetitions.stopWithTheProgram();
            begun = true;
            watched.countDown();
            return repetitions.run();
        } finally {
            lock.close();
            setting.cancellation().restoreInterrupt();
            if (made && !begun) {
                removeEmpty(runFolder);
            }
        }
    }

    /** Returns a run within this run, on its own platform. */
    private Calibration calibration(RunSetting setting) {
        PlanRun inner = new PlanRun(driver, settings, clock, platforms);
        return new Calibration(setting, inner::run);
    }

    /** Waits until the watchdog of a driver that was killed has done its work, or does it. */
    private static void afterAnEarlierDriver(RunLock lock, Platform platform, Path folder) {
        Optional<String> before = lock.tokenBefore();
        if (before.isEmpty()) {
            return;
        }
        try {
            platform.recover(before.get());
            FolderOperations.remove(RunSetting.workOf(folder, before.get()));
            Files.deleteIfExists(RunDisk.reserveOf(folder, before.get()));
        } catch (IOException e) {
            throw new RunRefused(
                    List.of("what an earlier driver left in " + folder + " cannot be removed: " + e.getMessage()));
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
}
