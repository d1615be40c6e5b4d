package io.soabench.driver.run;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import java.nio.file.Path;

/**
 * The values that all parts of one run share.
 *
 * @param request with absolute paths
 * @param token names this run's processes and temporary files, on every host; unique
 */
public record RunSetting(
        Driver.Request request,
        String token,
        DriverSettings settings,
        HostClock clock,
        Progress progress,
        RunSignal signal,
        Cancellation cancellation,
        Waiting waiting) {

    /** Returns the same for a thread of its own, which waits by itself and ends when the run does. */
    RunSetting lane() {
        RunSignal own = signal.follower();
        return new RunSetting(
                request, token, settings, clock, progress, own, cancellation, new Waiting(own, cancellation, clock));
    }

    /** Returns the plan. */
    public Plan plan() {
        return request.plan();
    }

    /** Returns the folder of the run. */
    public Path folder() {
        return request.runFolder();
    }

    /** Returns the folder within that of the run for everything that is removed at its end. */
    public Path work() {
        return workOf(folder(), token);
    }

    /** Returns the work folder of the run with that token. */
    public static Path workOf(Path runFolder, String token) {
        return runFolder.resolve("work-" + token);
    }
}
