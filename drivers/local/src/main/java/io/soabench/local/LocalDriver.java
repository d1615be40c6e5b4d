package io.soabench.local;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.PlanRun;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunRecord;
import io.soabench.plugin.MetricSource;
import io.soabench.plugin.MetricSources;
import java.util.List;

/**
 * A driver that runs everything on this Linux machine as child processes. It needs no root and no other program than {@code sh}.
 *
 * <p>However a run ends, no process is left. In good order and after a failure the {@link io.soabench.driver.PhaseTransitions} stops everything that was
 * started. On SIGINT, SIGTERM or SIGHUP a shutdown hook asks the run to stop and waits for it. When this JVM is killed, the {@link Watchdog}
 * ends the children. Processes are found by their ancestry and by a marker in their environment, so that those that detached themselves are
 * found too. Not to be used by two threads at once.
 */
public final class LocalDriver implements Driver {

    private static final String NAME = "local";

    private final List<MetricSource> sources;
    private final DriverSettings settings;
    private final HostClock clock;
    private final boolean calibrates;

    /** Creates a driver with metric sources and settings. */
    public LocalDriver(List<MetricSource> sources, DriverSettings settings, HostClock clock) {
        this(sources, settings, clock, false);
    }

    private LocalDriver(List<MetricSource> sources, DriverSettings settings, HostClock clock, boolean calibrates) {
        this.calibrates = calibrates;
        this.sources = List.copyOf(sources);
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Creates a driver with all metric sources of a class path.
     *
     * @throws io.soabench.plugin.PluginsRefused when a metric source cannot be loaded
     */
    public static LocalDriver standard(ClassLoader plugins, DriverSettings settings) {
        return new LocalDriver(MetricSources.load(plugins), settings, HostClock.system());
    }

    /** Returns a copy that first measures the response times of the harness itself, see {@link PlanRun#calibrating}. */
    public LocalDriver calibrating() {
        return new LocalDriver(sources, settings, clock, true);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RunRecord run(Request request, Progress progress) {
        PlanRun run = new PlanRun(NAME, settings, clock, setting -> new LocalPlatform(setting, sources));
        return (calibrates ? run.calibrating() : run).run(request, progress);
    }
}
