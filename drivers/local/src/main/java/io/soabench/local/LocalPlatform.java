package io.soabench.local;

import io.soabench.agent.ChildProcess;
import io.soabench.agent.HostExecutor;
import io.soabench.agent.Machine;
import io.soabench.agent.Ports;
import io.soabench.agent.ProcessTable;
import io.soabench.agent.stage.CaseParts;
import io.soabench.agent.stage.CaseStage;
import io.soabench.driver.EventLog;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.ArtifactOrigin;
import io.soabench.driver.run.Platform;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.RunAuthority;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.ServerPlan;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The platform of one run on this machine. */
final class LocalPlatform implements Platform {

    private static final Duration STALE = Duration.ofSeconds(30);

    private final RunSetting setting;
    private final List<MetricSource> sources;
    private final Machine machine;
    private final Preparation preparation;
    private final Ports ports = new Ports();
    private Watchdog watchdog;
    private HostExecutor executor;
    private RunAuthority authority = RunAuthority.NONE;

    LocalPlatform(RunSetting setting, List<MetricSource> sources) {
        this.setting = setting;
        this.sources = sources;
        this.machine = new Machine(Path.of("/"), setting.clock());
        this.preparation =
                new Preparation(setting.request(), setting.settings(), new LocalHosts(setting.plan(), machine));
    }

    @Override
    public void recover(String token) {
        String marker = ChildProcess.RUN + "=" + token;
        boolean ended;
        try {
            ended = setting.waiting()
                    .untilUninterruptibly(
                            () -> ProcessTable.withEnvironment(marker).isEmpty(), STALE, 200);
        } catch (PhaseFailed e) {
            throw new IllegalStateException("nothing here fails a phase", e);
        }
        if (!ended) {
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
        try {
            authority = RunAuthority.of(setting.plan(), setting.work().resolve("authority"));
        } catch (RunRefused e) {
            watchdog.close();
            throw e;
        }
        executor = new HostExecutor(sources, setting.clock());
    }

    private Watchdog watchdog() throws IOException {
        return Watchdog.start(ChildProcess.RUN + "=" + setting.token(), setting.work());
    }

    private void disturbances() {
        List<Long> others = ProcessTable.withOtherValue(ChildProcess.RUN, setting.token()).stream()
                .map(ProcessHandle::pid)
                .toList();
        if (!others.isEmpty()) {
            setting.progress()
                    .note("another run uses this machine now (processes " + others
                            + "); each will disturb the other, so let one end first");
        }
    }

    @Override
    public EnvironmentRecord environment() {
        return preparation.environment("local", ArtifactOrigin.ofSources(sources), setting.clock());
    }

    @Override
    public List<MetricRecord> metrics() {
        return sources.stream().flatMap(source -> source.metrics().stream()).toList();
    }

    @Override
    public EnvironmentRecord.Fingerprint fingerprint(CasePlan testCase) {
        return machine.fingerprint();
    }

    @Override
    public synchronized ServerStage stage(
            RunSetting lane, Execution execution, int number, Path folder, EventLog events) throws IOException {
        if (!watchdog.watches()) {
            watchdog.close();
            watchdog = watchdog();
            setting.progress().note("the watchdog was killed and has been started again");
        }
        Path work = setting.work().resolve(Integer.toString(number));
        CasePlan testCase = setting.plan().caseOf(execution.caseId());
        return new CaseStage(
                new CaseStage.Setting(
                        lane,
                        execution,
                        folder,
                        () -> new CaseParts(new CaseParts.Ingredients(
                                setting.plan(),
                                testCase,
                                execution.repetition(),
                                setting.request().types(),
                                layouts(folder, work),
                                ports(testCase),
                                setting.settings(),
                                setting.token(),
                                Integer.toString(number),
                                authority))),
                setting.plan().hosts().stream().collect(Collectors.toMap(HostPlan::name, host -> executor)),
                events);
    }

    private Map<String, LocalLayout> layouts(Path folder, Path work) {
        return setting.plan().hosts().stream()
                .collect(Collectors.toMap(HostPlan::name, host -> new LocalLayout(setting, host, folder, work)));
    }

    /** Returns the ports of the model; free ones where it leaves the choice, and for callbacks of load clients. */
    private Map<String, Map<String, Integer>> ports(CasePlan testCase) throws IOException {
        Map<String, Map<String, Integer>> all = new HashMap<>();
        for (String name : testCase.servers()) {
            ServerPlan server = setting.plan().serverOf(name);
            String address = setting.plan().hostOf(server.host()).address();
            Map<String, Integer> numbers = new TreeMap<>();
            for (Map.Entry<String, Integer> port : server.ports().entrySet()) {
                numbers.put(port.getKey(), port.getValue() == 0 ? ports.choose(address) : port.getValue());
            }
            all.put(name, numbers);
        }
        for (Map.Entry<String, String> client :
                CaseParts.calledBack(setting.plan(), testCase).entrySet()) {
            String address = setting.plan().hostOf(client.getKey()).address();
            all.put(client.getValue(), Map.of(CaseParts.CALLBACK, ports.choose(address)));
        }
        return all;
    }

    @Override
    public void kill() {
        ProcessTable.withEnvironment(ChildProcess.RUN + "=" + setting.token()).forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        executor.close();
        watchdog.close();
    }
}
