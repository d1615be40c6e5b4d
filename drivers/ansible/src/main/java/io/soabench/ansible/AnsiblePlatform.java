package io.soabench.ansible;

import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostReply;
import io.soabench.agent.stage.CaseStage;
import io.soabench.ansible.host.ConnectionTimeouts;
import io.soabench.ansible.host.HostConnection;
import io.soabench.ansible.play.AnsibleProgram;
import io.soabench.ansible.play.PlaybookLog;
import io.soabench.ansible.play.Playbooks;
import io.soabench.ansible.render.AnsibleFolder;
import io.soabench.ansible.render.PortRange;
import io.soabench.driver.EventLog;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.FolderOperations;
import io.soabench.driver.run.Platform;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.RunAuthority;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.MetricRecord;
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
import java.util.Set;
import java.util.TreeMap;

/** The hosts of one run, reached over SSH. */
final class AnsiblePlatform implements Platform {

    /** The longest time to ship programs to a host over a slow network. */
    private static final Duration PREPARE = Duration.ofMinutes(10);

    private static final Duration SWEEP = Duration.ofSeconds(60);
    private static final Fingerprint UNKNOWN = new Fingerprint(0, "", "", "", "", -1, -1, -1, -1);

    private final RunSetting setting;
    private final AnsibleProgram program;
    private final String wish;
    private final List<String> sshOptions;
    private final ConnectionTimeouts timeouts;
    private final RemoteHosts hosts;
    private final Preparation preparation;
    private final Map<String, HostConnection> connections = new LinkedHashMap<>();
    private final List<MetricRecord> metrics = new ArrayList<>();
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, Fingerprint> fingerprints = new LinkedHashMap<>();
    private boolean prepared;
    private SharedConnections shared;
    private AnsibleFolder rendered;
    private RunAuthority authority = RunAuthority.NONE;
    private volatile RunPlaybooks room;

    AnsiblePlatform(
            RunSetting setting,
            AnsibleProgram program,
            String wish,
            List<String> sshOptions,
            ConnectionTimeouts timeouts) {
        this.setting = setting;
        this.program = program;
        this.wish = wish;
        this.sshOptions = sshOptions;
        this.timeouts = timeouts;
        this.hosts = new RemoteHosts(setting.plan());
        this.preparation = new Preparation(setting.request(), setting.settings(), hosts);
    }

    /** Does nothing: processes that an earlier driver left on the hosts are ended when the hosts are prepared. */
    @Override
    public void recover(String token) {}

    @Override
    public Map<String, String> check() {
        Map<String, String> unusable = new TreeMap<>(preparation.check());
        preparation.refuseUnlessSomethingCanBeTried(unusable);
        Path ansible = program.find(wish);
        try {
            Files.createDirectories(home());
            shared = SharedConnections.make();
            rendered = new AnsibleFolder(
                    setting.request(), new AnsibleFolder.Options(PortRange.STANDARD, setting.settings()));
            Path folder = setting.request().compiled().resolve(AnsibleFolder.NAME);
            rendered.write(folder);
            room = new RunPlaybooks(
                    setting,
                    new Playbooks(ansible, new Playbooks.Place(folder, home(), shared.folder(), sshOptions), setting));
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

    /** Returns the servers whose ports are taken or whose programs are missing, with the reason. */
    private Map<String, String> prepare() {
        try {
            Playbooks.Outcome outcome = room.tried("prepare", Map.of(), used(), log("prepare"), PREPARE);
            List<String> problems = room.problems(outcome);
            if (!problems.isEmpty()) {
                throw new RunRefused(problems);
            }
            facts(outcome.log());
            prepared = true;
            return unusable(outcome.log());
        } catch (PhaseFailed e) {
            throw new RunRefused(List.of(e.getMessage()));
        } catch (RunInterrupted e) {
            throw new RunRefused(List.of("the run was ended by the user before it began"));
        }
    }

    private void facts(PlaybookLog log) {
        used().forEach(host -> hosts.add(
                host,
                log.result(host, "facts").orElse(Map.of()),
                log.result(host, "clock").orElse(Map.of())));
    }

    private Map<String, String> unusable(PlaybookLog log) {
        Map<String, String> unusable = new TreeMap<>();
        for (String host : used()) {
            for (Map<?, ?> program : log.objects(host, "absent")) {
                unusable.putIfAbsent(String.valueOf(program.get("server")), String.valueOf(program.get("missing")));
            }
            for (Map<?, ?> port : log.objects(host, "taken")) {
                String server = String.valueOf(port.get("server"));
                unusable.putIfAbsent(
                        server,
                        "port " + port.get("number") + " (" + port.get("name") + ") of server " + server + " "
                                + port.get("problem") + "; end that program or choose another port");
            }
        }
        return unusable;
    }

    /** Returns the hosts on which something of the run takes place. */
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
        try {
            authority = RunAuthority.of(setting.plan(), setting.work().resolve("authority"));
        } catch (RunRefused e) {
            takeBack();
            throw e;
        }
        for (String name : used()) {
            HostPlan host = setting.plan().hostOf(name);
            connections.put(
                    name,
                    HostConnection.open(
                            host,
                            rendered.directory(name),
                            rendered.root(name),
                            sshOptions,
                            setting.clock(),
                            timeouts));
        }
        List<String> problems = new ArrayList<>();
        connections.forEach((name, host) -> {
            HostMessage.Answer answer = host.ask(new HostOrder.Describe()).join();
            answer.reply(HostReply.Description.class).ifPresent(description -> add(name, description));
            if (answer.problem() != null) {
                problems.add(answer.problem().text());
            }
            see(name);
        });
        if (!problems.isEmpty()) {
            takeBack();
            throw new RunRefused(problems);
        }
    }

    private void add(String host, HostReply.Description description) {
        hosts.add(host, description.processors());
        description.metrics().stream()
                .filter(metric -> metrics.stream().noneMatch(m -> m.name().equals(metric.name())))
                .forEach(metrics::add);
        sources.putAll(description.sources());
    }

    /** Compares the facts of a host with earlier ones; a host that does not answer counts as unchanged. */
    private void see(String host) {
        connections
                .get(host)
                .ask(new HostOrder.Fingerprint())
                .join()
                .reply(HostReply.Seen.class)
                .ifPresent(seen -> fingerprints.put(host, seen.fingerprint()));
    }

    @Override
    public EnvironmentRecord environment() {
        hosts.seen(fingerprints);
        return preparation.environment("ansible", sources, setting.clock());
    }

    /** Returns the metrics that the agents of the hosts observe. */
    @Override
    public List<MetricRecord> metrics() {
        return List.copyOf(metrics);
    }

    @Override
    public synchronized Fingerprint fingerprint(CasePlan testCase) {
        String host = testCase.server().isEmpty()
                ? testCase.clients().get(0).host()
                : setting.plan().serverOf(testCase.server()).host();
        see(host);
        return fingerprints.getOrDefault(host, UNKNOWN);
    }

    @Override
    public ServerStage stage(RunSetting lane, Execution execution, int number, Path folder, EventLog events) {
        return new CaseStage(
                new CaseStage.Setting(
                        lane,
                        execution,
                        folder,
                        () -> rendered.parts(execution, room.token(), Integer.toString(number), authority)),
                connections,
                events);
    }

    @Override
    public void kill() {
        RunPlaybooks now = room;
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
        connections.values().forEach(HostConnection::close);
        try {
            if (room != null) {
                sweep();
            }
            if (shared != null) {
                shared.close();
            }
            FolderOperations.remove(setting.work());
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

    /** Notes a host that may hold remains of this run. A host that could not be prepared holds none, and is reported already. */
    private void maybeLeft(String problem) {
        if (prepared) {
            setting.progress().note("something may be left on a host: " + problem);
        }
    }
}
