package io.soabench.ansible;

import io.soabench.agent.AgentWord;
import io.soabench.ansible.host.AgentLine;
import io.soabench.ansible.host.HostLine;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.ansible.play.PlaybookLog;
import io.soabench.ansible.play.Playbooks;
import io.soabench.ansible.render.AnsibleFolder;
import io.soabench.ansible.render.PortRange;
import io.soabench.driver.EventLog;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.Folders;
import io.soabench.driver.run.Platform;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The hosts of one run, reached over SSH. */
final class AnsiblePlatform implements Platform {

    /** Shipping programs to a host over a slow network. */
    private static final Duration PREPARE = Duration.ofMinutes(10);

    private static final Duration AGENT_STARTS = Duration.ofSeconds(20);
    private static final Duration SWEEP = Duration.ofSeconds(60);
    private static final Fingerprint UNKNOWN = new Fingerprint(0, "", "", "", "", -1, -1, -1, -1);

    private final RunSetting setting;
    private final AnsibleProgram program;
    private final String wish;
    private final List<String> sshOptions;
    private final RemoteHosts hosts;
    private final Preparation preparation;
    private final Map<String, AgentLine> agents = new LinkedHashMap<>();
    private final Map<String, HostLine> lines = new LinkedHashMap<>();
    private final List<MetricRecord> metrics = new ArrayList<>();
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, Fingerprint> fingerprints = new LinkedHashMap<>();
    private boolean prepared;
    private SharedConnections connections;
    private AnsibleFolder rendered;
    private volatile Room room;

    AnsiblePlatform(RunSetting setting, AnsibleProgram program, String wish, List<String> sshOptions) {
        this.setting = setting;
        this.program = program;
        this.wish = wish;
        this.sshOptions = sshOptions;
        this.hosts = new RemoteHosts(setting.plan());
        this.preparation = new Preparation(setting.request(), setting.settings(), hosts);
    }

    /** What an earlier driver left on the hosts is ended when they are prepared; here is nothing of it. */
    @Override
    public void recover(String token) {}

    @Override
    public Map<String, String> check() {
        Map<String, String> unusable = new TreeMap<>(preparation.check());
        Path ansible = program.find(wish);
        try {
            Files.createDirectories(home());
            connections = SharedConnections.make();
            rendered = new AnsibleFolder(
                    setting.request(),
                    new AnsibleFolder.Options(
                            PortRange.STANDARD, setting.settings().loadHeapMiB()));
            Path folder = setting.request().compiled().resolve(AnsibleFolder.NAME);
            rendered.write(folder);
            room = new Room(
                    setting,
                    new Playbooks(
                            ansible, new Playbooks.Place(folder, home(), connections.folder(), sshOptions), setting),
                    lines,
                    agents);
            unusable.putAll(prepare());
            preparation.refuseUnlessSomethingCanBeTried(unusable);
            return unusable;
        } catch (IOException | UncheckedIOException e) {
            takeBack();
            throw new RunRefused(List.of("the run cannot be prepared: " + e.getMessage()));
        } catch (RunRefused e) {
            takeBack();
            throw e;
        }
    }

    private Path home() {
        return setting.work().resolve("ansible");
    }

    /** The servers whose ports are taken, with the reason. */
    private Map<String, String> prepare() {
        try {
            Playbooks.Outcome outcome = room.tried("prepare", Map.of(), used(), log("prepare"), PREPARE);
            List<String> problems = room.problems(outcome);
            if (!problems.isEmpty()) {
                throw new RunRefused(problems);
            }
            facts(outcome.log());
            prepared = true;
            return taken(outcome.log());
        } catch (PhaseFailed e) {
            throw new RunRefused(List.of(e.getMessage()));
        } catch (RunInterrupted e) {
            throw new RunRefused(List.of("the run was ended by the user before it began"));
        }
    }

    private void facts(PlaybookLog log) {
        used().forEach(host -> hosts.heard(
                host,
                log.result(host, "facts").orElse(Map.of()),
                log.result(host, "clock").orElse(Map.of())));
    }

    private Map<String, String> taken(PlaybookLog log) {
        Map<String, String> taken = new TreeMap<>();
        for (String host : used()) {
            for (Map<?, ?> port : log.objects(host, "taken")) {
                String server = String.valueOf(port.get("server"));
                taken.putIfAbsent(
                        server,
                        "port " + port.get("number") + " (" + port.get("name") + ") of server " + server + " "
                                + port.get("problem") + "; end that program or choose another port");
            }
        }
        return taken;
    }

    /** The hosts on which something of the run takes place. */
    private Set<String> used() {
        Set<String> used = new LinkedHashSet<>();
        setting.plan().order().stream()
                .map(execution -> setting.plan().caseOf(execution.caseId()))
                .forEach(of -> {
                    of.servers()
                            .forEach(server ->
                                    used.add(setting.plan().serverOf(server).host()));
                    of.clients().forEach(client -> used.add(client.host()));
                });
        return used;
    }

    private Path log(String playbook) {
        return home().resolve(playbook + ".log");
    }

    @Override
    public void begin() {
        for (String name : used()) {
            Plan.HostPlan host = setting.plan().hostOf(name);
            lines.put(name, HostLine.open(host, rendered.directory(name), sshOptions, setting.clock(), setting.bell()));
            rendered.agent(host)
                    .ifPresent(command -> agents.put(name, AgentLine.open(host, command, sshOptions, setting.bell())));
        }
        lines.forEach((name, line) -> line.fingerprint().ifPresent(seen -> fingerprints.put(name, seen)));
        agents.forEach(this::hear);
    }

    /** A host whose Java is too old for the agent can be measured all the same. */
    private void hear(String host, AgentLine agent) {
        Optional<AgentWord> ready = agent.ready(AGENT_STARTS);
        if (ready.isEmpty()) {
            setting.progress()
                    .note("nothing is observed on host " + host
                            + ", and what its servers write is not limited: the agent"
                            + " does not start (" + (agent.why().isEmpty() ? "it says nothing" : agent.why())
                            + "); it needs Java 17 or newer");
            return;
        }
        hosts.heard(host, ready.get().machine());
        ready.get().metrics().stream()
                .filter(metric -> metrics.stream().noneMatch(m -> m.name().equals(metric.name())))
                .forEach(metrics::add);
        sources.putAll(ready.get().sources());
    }

    @Override
    public EnvironmentRecord environment() {
        hosts.seen(fingerprints);
        return preparation.environment("ansible", sources, setting.clock());
    }

    /** What the agents of the hosts observe. */
    @Override
    public List<MetricRecord> metrics() {
        return List.copyOf(metrics);
    }

    /** A host that does not answer is not known to have changed. */
    @Override
    public synchronized Fingerprint fingerprint(Plan.CasePlan of) {
        String host = of.server().isEmpty()
                ? of.clients().get(0).host()
                : setting.plan().serverOf(of.server()).host();
        lines.get(host).fingerprint().ifPresent(seen -> fingerprints.put(host, seen));
        return fingerprints.getOrDefault(host, UNKNOWN);
    }

    @Override
    public ServerStage stage(RunSetting lane, Plan.Execution execution, int number, Path folder, EventLog events) {
        return new AnsibleStage(new AnsibleStage.Setting(room.in(lane), execution, folder, rendered), events);
    }

    @Override
    public void kill() {
        Room now = room;
        if (now != null) {
            now.playbooks().kill();
        }
    }

    @Override
    public void close() {
        takeBack();
    }

    /** Ends what is left on all hosts that can be reached, and everything that only this run needs here. */
    private void takeBack() {
        agents.values().forEach(AgentLine::close);
        lines.values().forEach(HostLine::close);
        try {
            if (room != null) {
                sweep();
            }
            if (connections != null) {
                connections.close();
            }
            Folders.remove(setting.work());
        } catch (IOException | UncheckedIOException e) {
            setting.progress().note("the folder " + setting.work() + " cannot be removed: " + e.getMessage());
        }
    }

    private void sweep() {
        try {
            Files.createDirectories(home());
            Playbooks.Outcome outcome = room.back("sweep", Map.of("soabench_keep", true), used(), log("sweep"), SWEEP);
            room.problems(outcome).forEach(this::maybeLeft);
        } catch (PhaseFailed | IOException e) {
            maybeLeft(e.getMessage());
        }
    }

    /** A host that could not be prepared holds nothing of this run, and that it cannot be reached is told already. */
    private void maybeLeft(String problem) {
        if (prepared) {
            setting.progress().note("something may be left on a host: " + problem);
        }
    }
}
