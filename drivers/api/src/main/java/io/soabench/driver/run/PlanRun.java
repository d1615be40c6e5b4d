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
 * A run of a plan on a {@link Platform}. It locks the run folder, removes the remains of a driver that was killed, checks the platform, and
 * makes all pending repetitions. On SIGINT, SIGTERM or SIGHUP a shutdown hook asks the run to stop and waits for it. Not for two threads at
 * once.
 */
public final class PlanRun {

    /** The time that an ending program waits for preparations that are in progress. */
    private static final long PREPARE_MS = 30_000;

    private final String driver;
    private final DriverSettings settings;
    private final HostClock clock;
    private final Function<RunSetting, Platform> platforms;
    private final boolean calibrates;

    /**
     * Creates runs of one driver.
     *
     * @param driver name of the driver
     * @param platforms makes the platform of a run, without starting anything
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
    public RunRecord run(Driver.Request request, Progress progress) {
        RunSignal signal = new RunSignal();
        Cancellation cancellation = new Cancellation(signal);
        RunSetting setting = new RunSetting(
                request.withAbsolutePaths(),
                UUID.randomUUID().toString(),
                settings,
                clock,
                progress,
                signal,
                cancellation,
                new Waiting(signal, cancellation, clock));
        CountDownLatch prepared = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    cancellation.ask();
                    awaitQuietly(prepared);
                },
                "soabench-prepare");
        addHook(hook);
        try {
            return locked(setting, prepared);
        } finally {
            prepared.countDown();
            removeHook(hook);
        }
    }

    /** Waits in an ending program until preparations are complete or taken back. */
    private static void awaitQuietly(CountDownLatch prepared) {
        try {
            if (!prepared.await(PREPARE_MS, TimeUnit.MILLISECONDS)) {
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

    /**
     * Makes the repetitions while the run folder is locked.
     *
     * @param prepared counted down as soon as the repetitions have a shutdown hook of their own
     */
    private RunRecord locked(RunSetting setting, CountDownLatch prepared) {
        Path runFolder = setting.folder();
        boolean made = !Files.exists(runFolder) || isEmpty(runFolder);
        Platform platform = platforms.apply(setting);
        RunLock lock = RunLock.take(runFolder, setting.token());
        boolean begun = false;
        try {
            recover(lock, platform, runFolder);
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
            prepared.countDown();
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

    /** Ends the processes of a driver that was killed in this folder, unless its watchdog has, and removes its files. */
    private static void recover(RunLock lock, Platform platform, Path folder) {
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
