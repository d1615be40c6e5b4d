package io.soabench.local;

import io.soabench.agent.Child;
import io.soabench.agent.Counters;
import io.soabench.agent.Deployment;
import io.soabench.agent.DiskWatch;
import io.soabench.agent.LogBudget;
import io.soabench.agent.Observer;
import io.soabench.agent.Ports;
import io.soabench.agent.Probing;
import io.soabench.agent.protocol.Finding;
import io.soabench.driver.Driver;
import io.soabench.driver.EventLog;
import io.soabench.driver.Events;
import io.soabench.driver.Phase;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.Progress;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.Bell;
import io.soabench.driver.run.Exchange;
import io.soabench.driver.run.Folders;
import io.soabench.driver.run.FunctionalChecks;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.RoundTrips;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.driver.run.Settings;
import io.soabench.driver.run.Waiting;
import io.soabench.driver.run.WatchedExchange;
import io.soabench.driver.run.Yielding;
import io.soabench.plan.EventKind;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerEnd;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Takes the phases of one repetition with child processes. Used by the run's thread. */
final class LocalStage implements ServerStage {

    private static final long LOAD_GRACE_MS = 10_000;
    private static final String MEND = ", mend it or its settings and resume the run";

    /**
     * What is the same for all phases of a repetition.
     *
     * @param folder of the repetition in the run record, absolute
     * @param work folder for everything that is removed afterwards
     * @param number of the repetition within the run, unique
     */
    record Setting(RunSetting run, Plan.Execution execution, Path folder, Path work, int number) {

        Driver.Request request() {
            return run.request();
        }

        /** Folder to which paths in messages are relative. */
        Path base() {
            return run.folder();
        }

        Path logs() {
            return folder.resolve(RunFiles.LOGS);
        }
    }

    private final Setting setting;
    private final Plan plan;
    private final Plan.CasePlan of;
    private final EventLog events;
    private final Progress progress;
    private final HostClock clock;
    private final Bell bell;
    private final Waiting waiting;
    private final Exchange exchange;
    private final Ports ports;
    private final Observer observer;
    private final WatchedExchange watched;
    private final FunctionalChecks checks;
    private final PipeSignals signals = new PipeSignals();
    private final LoadPhases load;
    private final Probing probing;
    private final DiskWatch disk;
    private final Registries registries;

    private final Map<String, Server> servers = new LinkedHashMap<>();
    private final Map<String, Child> children = new LinkedHashMap<>();
    private final List<Child> loadClients = new ArrayList<>();
    private final Map<String, LogBudget> logs = new HashMap<>();
    private final Map<String, Long> cpuBefore = new HashMap<>();
    private final Map<String, Long> cpuMs = new HashMap<>();
    private final Set<String> reportedDead = new HashSet<>();
    private final Set<String> ready = new LinkedHashSet<>();
    private final List<RoundTripRecord> roundTrips = new ArrayList<>();
    private NotStarted notStarted;
    private String endpoint = "";
    private boolean deploying;
    private boolean deployed;

    LocalStage(Setting setting, EventLog events, Exchange exchange, Ports ports, Observer observer) {
        this.setting = setting;
        this.plan = setting.request().plan();
        this.of = plan.caseOf(setting.execution().caseId());
        this.events = events;
        this.progress = setting.run().progress();
        this.clock = setting.run().clock();
        this.bell = setting.run().bell();
        this.waiting = setting.run().waiting();
        this.exchange = exchange;
        this.ports = ports;
        this.observer = observer;
        this.watched = new WatchedExchange(setting.run(), exchange, this::watch);
        this.registries = new Registries(watched, clock);
        this.checks = new FunctionalChecks(setting.run(), of, setting.folder(), watched);
        this.load = new LoadPhases(
                setting.run(),
                new LoadPhases.Subject(setting.execution(), of, testedName(), setting.logs()),
                signals,
                this::watch,
                new Events(
                        plan, of, setting.request().types(), setting.request().events(), events, clock, new Reach()));
        this.probing = new Probing(setting.run(), exchange, this::watch);
        this.disk = new DiskWatch(
                setting.base(), settings().workLimitBytes(), settings().floorBytes(), clock);
    }

    @Override
    public void take(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted {
        long endNs = clock.epochNanos() + deadline.toNanos();
        try {
            switch (phase) {
                case PLACE -> place();
                case START -> start();
                case READY -> ready(endNs);
                case DEPLOY -> deploy(endNs);
                case DEPLOYED -> deployed(endNs);
                case CHECK -> checks.send(endpoint, endNs);
                case WARM_UP -> {
                    measureRoundTrips(RoundTripRecord.When.BEFORE);
                    load.warmUp(endNs);
                }
                case MEASURE -> measure();
                case DRAIN -> drain(endNs);
                case COLLECT -> collect(endNs);
                case UNDEPLOY -> undeploy();
                case STOP -> stop();
                case CLEAN -> Folders.remove(setting.work());
                case PREPARE -> throw new IllegalArgumentException("prepare is taken once for a run");
            }
        } catch (IOException e) {
            throw new PhaseFailed(
                    "phase \"" + phase.label() + "\" cannot read or write " + e.getMessage() + " ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        } catch (IllegalArgumentException e) {
            throw new PhaseFailed("phase \"" + phase.label() + "\": " + e.getMessage(), e);
        }
    }

    private Settings settings() {
        return setting.run().settings();
    }

    /** As the begin of a sentence. */
    private String testedName() {
        return blackBox() ? of.process() : "server " + of.server();
    }

    private boolean blackBox() {
        return plan.processOf(of.process()).kind() == Plan.ProcessPlan.Visibility.BLACK_BOX;
    }

    @Override
    public long expectedMs(Phase phase) {
        return switch (phase) {
            case WARM_UP -> of.schedule().warmUpMs();
            case MEASURE -> of.schedule().measureMs();
            default -> -1;
        };
    }

    @Override
    public String endpoint() {
        return endpoint;
    }

    @Override
    public int checks() {
        return checks.sent();
    }

    @Override
    public List<ServerRecord> servers() {
        List<ServerRecord> records = new ArrayList<>();
        children.forEach((name, child) -> records.add(new ServerRecord(
                name,
                servers.get(name).host().name(),
                child.pid(),
                child.exit(),
                child.stopped(),
                cpuMs.getOrDefault(name, -1L))));
        return records;
    }

    // ---- place

    private void place() throws IOException, PhaseFailed, RunInterrupted {
        cancelled();
        for (String name : of.servers()) {
            Plan.ServerPlan server = plan.serverOf(name);
            Plan.HostPlan host = plan.hostOf(server.host());
            Map<String, Integer> numbers = new TreeMap<>();
            for (Map.Entry<String, Integer> port : server.ports().entrySet()) {
                numbers.put(port.getKey(), port.getValue() == 0 ? ports.choose(host.address()) : port.getValue());
            }
            List<String> instances = plan.services().stream()
                    .filter(s -> s.server().equals(name))
                    .flatMap(s -> s.instances().stream())
                    .map(Plan.ServiceInstance::path)
                    .toList();
            servers.put(
                    name,
                    new Server(
                            server,
                            host,
                            type(server),
                            setting.work().resolve(name),
                            setting.logs().resolve(name),
                            setting.folder(),
                            numbers,
                            LocalHosts.java(host),
                            setting.request().classPaths(),
                            instances));
        }
        for (Server server : servers.values()) {
            cancelled();
            placeFiles(server);
        }
        Plan.ProcessPlan process = plan.processOf(of.process());
        endpoint = blackBox()
                ? fillServers(process.endpoint())
                : tested().fill(tested().lifecycle().endpoint(), process.name());
    }

    private ServerType type(Plan.ServerPlan server) {
        return setting.request().types().get(server.type());
    }

    private void placeFiles(Server server) throws IOException {
        Files.createDirectories(server.work());
        Files.createDirectories(server.logs());
        for (Map.Entry<String, String> file : server.lifecycle().files().entrySet()) {
            Path target = server.work().resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, server.fill(file.getValue()));
        }
        for (String instance : server.instances()) {
            Folders.copy(
                    setting.request().compiled().resolve("mocks").resolve(instance),
                    server.serviceFolder(instance),
                    this::fillServers);
        }
        if (server.name().equals(of.server())) {
            String folder = plan.processOf(of.process()).packages().get(server.name());
            if (folder != null) {
                Folders.copy(
                        setting.request().compiled().resolve(folder),
                        server.packageOf(of.process()),
                        this::fillServers);
            }
        }
    }

    private String fillServers(String text) {
        return Placeholders.servers(
                text,
                name -> servers.containsKey(name) ? servers.get(name).host().address() : null,
                port -> {
                    int dot = port.lastIndexOf('.');
                    Server server = servers.get(port.substring(0, dot));
                    return server == null ? null : server.ports().get(port.substring(dot + 1));
                });
    }

    /** The engine under test; {@code null} when a black box or a service is called, on which nothing is deployed. */
    private Server tested() {
        return blackBox() ? null : servers.get(of.server());
    }

    // ---- start, ready

    private void start() throws PhaseFailed, RunInterrupted {
        for (Server server : servers.values()) {
            cancelled();
            for (Map.Entry<String, Integer> port : server.ports().entrySet()) {
                if (!Ports.free(server.host().address(), port.getValue())) {
                    throw new PhaseFailed("port " + port.getValue() + " (" + port.getKey() + ") of server "
                            + server.name() + " is in use"
                            + Ports.owner(port.getValue()).map(o -> " by " + o).orElse("")
                            + ", though it was free when the run was checked; end that program or choose another port");
                }
            }
            Map<String, String> environment = new LinkedHashMap<>(server.host().environment());
            server.lifecycle().start().environment().forEach((key, value) -> environment.put(key, server.fill(value)));
            Child child = child(new Child.Order(
                    server.name(),
                    command(server),
                    environment,
                    server.work(),
                    server.logs(),
                    setting.run().token(),
                    setting.number() + "/" + server.name(),
                    budget(server)));
            children.put(server.name(), child);
            observer.add(child);
            events.add(EventKind.SERVER, server.name(), "started, pid " + child.pid());
        }
        observer.start(settings().sampleMs());
    }

    /** The system under test lets the others of its machine go first, see {@link Yielding}. */
    private List<String> command(Server server) {
        // A parameter may name another server's address.
        List<String> command = server.command().stream().map(this::fillServers).toList();
        return server.name().equals(of.server()) ? Yielding.command(command) : command;
    }

    private Child child(Child.Order order) throws PhaseFailed {
        try {
            return Child.start(order, bell, clock.epochNanos());
        } catch (IOException e) {
            throw new PhaseFailed(order.name() + " cannot be started: " + e.getMessage(), e);
        }
    }

    private void ready(long endNs) throws PhaseFailed, RunInterrupted, IOException {
        for (Server server : servers.values()) {
            Lifecycle.Probe probe = server.fill(server.lifecycle().ready(), "");
            if (!probing.answered(probe, children.get(server.name()), endNs)) {
                throw notStarted(
                        server.name(),
                        "server " + server.name() + " is not ready: " + Probing.words(probe)
                                + " did not come true within " + probe.timeoutMs() + " ms; see "
                                + setting.base().relativize(server.logs()) + MEND);
            }
            ready.add(server.name());
            events.add(EventKind.SERVER, server.name(), "ready");
        }
        registries.publishAll(plan, of, servers.values(), endNs);
    }

    private PhaseFailed notStarted(String server, String why) {
        notStarted = new NotStarted(server, why);
        return new PhaseFailed(why);
    }

    @Override
    public Optional<NotStarted> notStarted() {
        return Optional.ofNullable(notStarted);
    }

    @Override
    public Set<String> ready() {
        return ready;
    }

    @Override
    public void close() {
        observer.close();
    }

    // ---- deploy, deployed

    private void deploy(long endNs) throws PhaseFailed, RunInterrupted, IOException {
        // Their virtual machines are up, and still, by the time the warm-up begins.
        for (Plan.ClientPlan client : of.clients()) {
            startClient(client);
        }
        if (tested() == null) {
            return;
        }
        deploying = true;
        deployment()
                .deploy(
                        filled(tested().lifecycle().deploy()),
                        watched,
                        setting.base().relativize(tested().logs()),
                        endNs);
        deployed = true;
    }

    private Deployment deployment() {
        return new Deployment(
                setting.run(), of.process(), of.server(), setting.work().resolve("package.zip"));
    }

    private List<HttpAction> filled(List<HttpAction> actions) {
        return actions.stream()
                .map(action -> tested().fill(action, of.process()))
                .toList();
    }

    private void deployed(long endNs) throws PhaseFailed, RunInterrupted, IOException {
        Server server = tested();
        if (server == null) {
            if (!probing.connected(endpoint, endNs)) {
                watch();
                throw new PhaseFailed(Preparation.takesNoConnection(of.process(), endpoint));
            }
            return;
        }
        if (server.lifecycle().deployed() == null) {
            return;
        }
        Lifecycle.Probe probe = server.fill(server.lifecycle().deployed(), of.process());
        if (!probing.answered(probe, children.get(server.name()), endNs)) {
            throw new PhaseFailed("process " + of.process() + " does not answer on server " + server.name() + ": "
                    + Probing.words(probe) + " did not come true within " + probe.timeoutMs()
                    + " ms; see " + setting.base().relativize(server.logs()));
        }
    }

    // ---- load

    private void startClient(Plan.ClientPlan client) throws IOException, PhaseFailed {
        Plan.HostPlan host = plan.hostOf(client.host());
        String name = RunFiles.loadClient(client.host());
        Path work = setting.work().resolve(name);
        Path logs = setting.logs().resolve(name);
        Files.createDirectories(work);
        Files.createDirectories(logs);
        Path compiled = setting.request().compiled().toAbsolutePath();
        List<String> command = List.of(
                LocalHosts.java(host),
                "-Xmx" + settings().loadHeapMiB() + "m",
                "-Djava.io.tmpdir=" + work,
                "-cp",
                Server.join(setting.request().classPaths().get(Driver.LOAD_CLIENT)),
                "io.soabench.load.LoadClient",
                "--plan",
                setting.base().resolve(RunFiles.PLAN).toString(),
                "--case",
                of.id(),
                "--client",
                client.host(),
                "--compiled",
                compiled.toString(),
                "--out",
                setting.folder().toString(),
                "--endpoint",
                client.endpoint().isEmpty() ? endpoint : fillServers(client.endpoint()));
        Child child = child(new Child.Order(
                name,
                command,
                host.environment(),
                work,
                logs,
                setting.run().token(),
                setting.number() + "/" + name,
                null));
        loadClients.add(child);
        load.clients().add(child);
        signals.add(child);
        observer.add(child);
        events.add(EventKind.SERVER, name, "started, pid " + child.pid());
    }

    private void measure() throws PhaseFailed, RunInterrupted {
        observer.once();
        children.forEach((name, child) -> cpuBefore.put(name, child.cpuMs()));
        Optional<String> hangs = load.measure();
        observer.once();
        hangs.ifPresent(sentence -> warn(of.server(), sentence));
        children.forEach((name, child) -> {
            long before = cpuBefore.get(name);
            long now = child.cpuMs();
            cpuMs.put(name, before < 0 || now < 0 ? -1 : now - before);
        });
    }

    private void drain(long endNs) throws PhaseFailed, RunInterrupted {
        load.drain(endNs);
        for (Child child : loadClients) {
            reportedDead.add(child.name());
            events.add(EventKind.SERVER, child.name(), "done, exit status " + child.exit());
        }
    }

    /** What events of the model do to the servers. */
    private final class Reach implements Events.Scene {

        @Override
        public void signal(String server, String name) throws PhaseFailed {
            children.get(server).signal(name, waiting);
        }

        @Override
        public void send(String server, HttpAction action, Map<String, String> values)
                throws PhaseFailed, RunInterrupted {
            HttpAction filled = servers.get(server).fill(action, values);
            try {
                long endNs = clock.epochNanos()
                        + Duration.ofMillis(filled.timeoutMs()).toNanos();
                HttpResponse<byte[]> answer = watched.send(filled, "the request to server " + server, endNs);
                if (!filled.expected().contains(answer.statusCode())) {
                    throw new PhaseFailed(
                            filled.method() + " " + filled.url() + " was answered with " + Exchange.words(answer));
                }
            } catch (IOException e) {
                throw new PhaseFailed(filled.url() + " cannot be sent: " + e.getMessage(), e);
            }
        }

        @Override
        public void publish(String registry, Plan.ServicePlan service, Plan.ServiceInstance instance)
                throws PhaseFailed, RunInterrupted {
            try {
                registries.publish(servers.get(registry), service, servers.get(service.server()), instance);
            } catch (IOException e) {
                throw new PhaseFailed("registry " + registry + " cannot be reached: " + e.getMessage(), e);
            }
        }
    }

    /** Paths begin on this machine, whatever the name of the host. */
    private void measureRoundTrips(RoundTripRecord.When when) {
        for (Plan.PathPlan path : of.paths()) {
            RoundTrips.measure(path, fillServers(path.address()), when, clock).ifPresent(roundTrips::add);
        }
    }

    @Override
    public List<RoundTripRecord> roundTrips() {
        return List.copyOf(roundTrips);
    }

    // ---- collect

    private void collect(long endNs) throws PhaseFailed, RunInterrupted, IOException {
        if (load.clients().hang().isEmpty()) {
            measureRoundTrips(RoundTripRecord.When.AFTER);
        }
        for (Server server : servers.values()) {
            HttpAction action = server.lifecycle().statistics();
            if (action == null || hangs(server)) {
                continue;
            }
            long settleNs = Math.min(
                    endNs,
                    clock.epochNanos()
                            + Duration.ofMillis(of.schedule().drainMs()).toNanos());
            new Counters(setting.run(), watched)
                    .read(
                            server.name(),
                            server.fill(action, ""),
                            setting.folder().resolve(RunFiles.Each.STATISTICS.of(server.name())),
                            settleNs,
                            endNs);
        }
    }

    /** A server that answers no request need not answer the driver. */
    private boolean hangs(Server server) {
        return load.clients().hang().isPresent() && server.name().equals(of.server());
    }

    // ---- back

    private void undeploy() throws IOException {
        Child child = children.get(of.server());
        if (!deploying
                || child == null
                || !child.runs()
                || load.clients().hang().isPresent()) {
            return;
        }
        // The server is stopped and its folder removed right after: what goes wrong here is told, but spoils no data.
        Optional<String> problem =
                deployment().undeploy(filled(tested().lifecycle().undeploy()), exchange, child);
        // That nothing can be taken back after a deployment that failed is no news.
        if (problem.isPresent() && deployed) {
            events.add(EventKind.SERVER, of.server(), problem.get());
            progress.note(problem.get());
        }
    }

    private void stop() throws PhaseFailed, IOException {
        List<String> problems = new ArrayList<>();
        try {
            load.over();
        } catch (UncheckedIOException e) {
            progress.note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
        for (Child child : loadClients) {
            stop(child, LOAD_GRACE_MS, problems);
        }
        List<Child> reverse = new ArrayList<>(children.values());
        java.util.Collections.reverse(reverse);
        for (Child child : reverse) {
            stop(child, servers.get(child.name()).lifecycle().stop().graceMs(), problems);
        }
        observer.close();
        for (Server server : servers.values()) {
            keepLogs(server);
        }
        logs.forEach(this::tellLeftOut);
        if (!problems.isEmpty()) {
            throw new PhaseFailed(String.join("; ", problems));
        }
    }

    private void stop(Child child, long graceMs, List<String> problems) {
        boolean ran = child.runs();
        try {
            child.stop(Duration.ofMillis(graceMs), waiting);
        } catch (PhaseFailed e) {
            problems.add(e.getMessage());
        }
        if (!child.leftBehind().isEmpty()) {
            int n = child.leftBehind().size();
            warn(
                    child.name(),
                    child.name() + " left " + (n == 1 ? "a process" : n + " processes") + " behind ("
                            + String.join(", ", child.leftBehind()) + "), which " + (n == 1 ? "was" : "were")
                            + " ended; let its start command exec the server, and the server end what it starts");
        }
        if (!ran && reportedDead.add(child.name())) {
            event(child, "ended by itself with exit status " + child.exit());
        } else if (ran) {
            event(child, "stopped (" + child.stopped().text() + "), exit status " + child.exit());
            if (child.stopped() == ServerEnd.KILLED) {
                progress.note(child.name() + " did not end within " + graceMs
                        + " ms after SIGTERM and was killed; what it" + " writes at its end may be missing");
            }
        }
    }

    /** Adds an event although the disk may be full: nothing must keep the next child from being stopped. */
    private void event(Child child, String detail) {
        try {
            events.add(EventKind.SERVER, child.name(), detail);
        } catch (UncheckedIOException e) {
            progress.note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
    }

    private void tellLeftOut(String name, LogBudget budget) {
        if (budget.leftOut() > 0) {
            warn(
                    name,
                    "server " + name + " wrote more logs than the " + Finding.mib(budget.limit()) + " that are kept: "
                            + Finding.mib(budget.leftOut())
                            + " were read and left out; lower its log level, since writing logs takes time that is"
                            + " measured, or raise soabench.logLimit");
        }
    }

    /** One line for the user now, and one for the reader of the report. */
    private void warn(String subject, String sentence) {
        try {
            events.add(EventKind.WARNING, subject, sentence);
        } catch (UncheckedIOException e) {
            progress.note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
        progress.note(sentence);
    }

    /** What is left to a server of what may be kept of its output and logs together. */
    private LogBudget budget(Server server) {
        return logs.computeIfAbsent(server.name(), n -> new LogBudget(settings().logLimitBytes()));
    }

    private void keepLogs(Server server) throws IOException {
        Path work = server.work();
        if (!Files.isDirectory(work)) {
            return;
        }
        for (String glob : server.lifecycle().logs()) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + server.fill(glob));
            for (Path file : Folders.files(work)) {
                Path relative = work.relativize(file);
                if (matcher.matches(relative)) {
                    Path target = server.logs().resolve(relative.toString());
                    Files.createDirectories(target.getParent());
                    budget(server).keep(file, target);
                }
            }
        }
    }

    // ---- watch

    private void cancelled() throws PhaseFailed, RunInterrupted {
        waiting.until(() -> true, Duration.ZERO, 0);
    }

    private Map<String, Path> folders() {
        Map<String, Path> folders = new TreeMap<>();
        servers.forEach((name, server) -> folders.put(name, server.root()));
        return folders;
    }

    /** Looks whether everything that must run runs. */
    private void watch() throws PhaseFailed {
        long now = clock.epochNanos();
        for (Child child : children.values()) {
            if (!child.runs()) {
                if (reportedDead.add(child.name())) {
                    event(child, "ended by itself with exit status " + child.exit());
                }
                String why = "server " + child.name() + " " + child.death(now, setting.base()) + MEND;
                throw ready.contains(child.name()) ? new PhaseFailed(why) : notStarted(child.name(), why);
            }
        }
        load.clients().check(now, setting.base());
        Optional<Finding> finding = observer.problem().or(() -> disk.look(folders()));
        if (finding.isPresent()) {
            throw new PhaseFailed(finding.get().sentence());
        }
    }
}
