package io.soabench.local;

import io.soabench.agent.Child;
import io.soabench.agent.Machine;
import io.soabench.agent.Observer;
import io.soabench.agent.Ports;
import io.soabench.agent.ProcessTable;
import io.soabench.driver.EventLog;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.Exchange;
import io.soabench.driver.run.Origin;
import io.soabench.driver.run.Platform;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** This machine for one run. */
final class LocalPlatform implements Platform {

    private static final Duration STALE = Duration.ofSeconds(30);

    private final RunSetting setting;
    private final List<MetricSource> sources;
    private final Machine machine;
    private final Preparation preparation;
    private final Exchange exchange = new Exchange();
    private final Ports ports = new Ports();
    private Watchdog watchdog;

    LocalPlatform(RunSetting setting, List<MetricSource> sources) {
        this.setting = setting;
        this.sources = sources;
        this.machine = new Machine(Path.of("/"), setting.clock());
        this.preparation =
                new Preparation(setting.request(), setting.settings(), new LocalHosts(setting.plan(), machine));
    }

    @Override
    public void recover(String token) {
        String marker = Child.RUN + "=" + token;
        boolean gone;
        try {
            gone = setting.waiting()
                    .untilWhatever(() -> ProcessTable.withEnvironment(marker).isEmpty(), STALE, 200);
        } catch (PhaseFailed e) {
            throw new IllegalStateException("nothing here fails a phase", e);
        }
        if (!gone) {
            ProcessTable.withEnvironment(marker).forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public Map<String, String> check() {
        return preparation.check();
    }

    @Override
    public void begin() {
        disturbances();
        try {
            watchdog = watchdog();
        } catch (IOException e) {
            throw new RunRefused(List.of("the watchdog cannot be started: " + e.getMessage()));
        }
    }

    private Watchdog watchdog() throws IOException {
        return Watchdog.start(Child.RUN + "=" + setting.token(), setting.work());
    }

    private void disturbances() {
        List<Long> others = ProcessTable.withOtherValue(Child.RUN, setting.token()).stream()
                .map(ProcessHandle::pid)
                .toList();
        if (!others.isEmpty()) {
            setting.progress()
                    .note("another run uses this machine now (processes " + others
                            + "); both will measure each other, so let one end first");
        }
    }

    @Override
    public EnvironmentRecord environment() {
        return preparation.environment("local", Origin.ofSources(sources), setting.clock());
    }

    @Override
    public List<MetricRecord> metrics() {
        return sources.stream().flatMap(source -> source.metrics().stream()).toList();
    }

    @Override
    public EnvironmentRecord.Fingerprint fingerprint(Plan.CasePlan of) {
        return machine.fingerprint();
    }

    @Override
    public synchronized ServerStage stage(
            RunSetting lane, Plan.Execution execution, int number, Path folder, EventLog events) throws IOException {
        if (!watchdog.watches()) {
            watchdog.close();
            watchdog = watchdog();
            setting.progress().note("the watchdog was killed and has been started again");
        }
        return new LocalStage(
                new LocalStage.Setting(
                        lane, execution, folder, setting.work().resolve(Integer.toString(number)), number),
                events,
                exchange,
                ports,
                new Observer(sources, folder, setting.clock(), lane.bell(), () -> ProcessHandle.current()
                        .descendants()));
    }

    @Override
    public void kill() {
        ProcessTable.withEnvironment(Child.RUN + "=" + setting.token()).forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        watchdog.close();
    }
}
