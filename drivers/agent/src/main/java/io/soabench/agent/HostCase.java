package io.soabench.agent;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.run.RunSignal;
import io.soabench.driver.run.UnexpectedExit;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.HostClock;
import io.soabench.plan.Precedence;
import io.soabench.plan.RunFiles;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The processes of one repetition on this host, with their metrics, their states and their ends. Safe for use by many threads:
 * one starts and stops, others look.
 */
final class HostCase implements ClientOutput.Listener {

    /** End of a sentence about a server that does not run as it must. */
    static final String REMEDY = "mend it or its settings and resume the run";

    private static final String TASKSET = "taskset";

    private final HostPart part;
    private final Path out;
    private final HostClock clock;
    private final RunSignal signal;
    private final Consumer<HostMessage.Unasked> receiver;
    private final Observer observer;
    private final DiskWatch disk;
    private final Optional<Precedence> precedence;
    private final Map<String, ChildProcess> servers = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, ChildProcess> clients = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, ClientOutput> outputs = new ConcurrentHashMap<>();
    private final Map<String, LogBudget> logs = new HashMap<>();
    private final CaseArchives archives;
    /** Processor times of servers before they were killed, by their names. */
    private final Map<String, Long> earlierCpuMs = new ConcurrentHashMap<>();

    private final Map<String, HostMessage.Ended> ended = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<String> ready = Collections.synchronizedList(new ArrayList<>());
    private Finding finding;
    private boolean watched;
    private volatile boolean forgotten;

    /**
     * Creates a case in which nothing runs yet.
     *
     * @param machine the machine with its processors
     * @param signal raised when a process ends or a metric cannot be observed
     * @param receiver gets the messages that answer no order; called by any thread
     */
    HostCase(
            HostPart part,
            Machine machine,
            List<MetricSource> sources,
            HostClock clock,
            RunSignal signal,
            Consumer<HostMessage.Unasked> receiver) {
        this.part = part;
        this.precedence = Optional.ofNullable(part.sharing())
                .map(sharing -> ProcessorDivision.of(
                        machine.usable(), ProgramSearch.here().finds(TASKSET), sharing));
        this.out = Path.of(part.places().out());
        this.clock = clock;
        this.archives = new CaseArchives(clock);
        this.signal = signal;
        this.receiver = receiver;
        this.observer = new Observer(
                sources, out, clock, signal, () -> ProcessHandle.current().descendants());
        this.disk = new DiskWatch(
                Path.of(part.places().disk()),
                part.limits().workBytes(),
                part.limits().floorBytes(),
                clock);
        part.servers()
                .forEach(server ->
                        logs.put(server.name(), new LogBudget(part.limits().logBytes())));
    }

    private void report(HostMessage.Unasked word) {
        if (!forgotten) {
            receiver.accept(word);
        }
    }

    /** Ends all reports about this case. */
    void forget() {
        forgotten = true;
    }

    HostPart part() {
        return part;
    }

    Path out() {
        return out;
    }

    /** Returns the folder for what a server or load client prints, and for logs that it writes itself. */
    Path logsOf(String name) {
        return out.resolve(RunFiles.LOGS).resolve(name);
    }

    // ---- processes

    /** Starts a server, and observes it. */
    void startServer(HostPart.Server server) throws HostFailed {
        ChildProcess child = start(server.name(), server.program(), true, budgetOf(server));
        servers.put(server.name(), child);
        observer.add(child, server.asked());
        report(new HostMessage.Started(server.name(), child.pid(), precedenceOf(server.name())));
    }

    /**
     * Ends a server with SIGKILL. It is not watched until it is started again.
     *
     * @throws PhaseFailed when it, or what it started, is still there after seconds
     */
    void kill(String server, Waiting waiting) throws PhaseFailed {
        ChildProcess child = servers.get(server);
        long cpuMs = child.cpuMs();
        if (cpuMs > 0) {
            earlierCpuMs.merge(server, cpuMs, Long::sum);
        }
        child.kill(waiting);
    }

    /** Returns the precedence of a server; {@code null} unless it is the server under test. */
    private Precedence precedenceOf(String server) {
        return isTested(server) ? precedence.orElse(null) : null;
    }

    private boolean isTested(String name) {
        return part.sharing() != null && part.sharing().tested().equals(name);
    }

    /** Starts a load client, and observes it. */
    void startClient(HostPart.Client client) throws HostFailed {
        // Writing an archive must not disturb another client of this host, which may still wait for answers.
        boolean alone = part.clients().size() == 1;
        ChildProcess child = start(client.name(), client.program(), alone, null);
        clients.put(client.name(), child);
        observer.add(child);
        try {
            outputs.put(client.name(), ClientOutput.start(child, this));
        } catch (IOException e) {
            throw new HostFailed(
                    HostProblem.of(
                            Code.FILES,
                            client.name(),
                            "the output of " + client.name() + " cannot be kept: " + e.getMessage()),
                    e);
        }
        // This report comes last: its receiver may ask for the output of the client at once.
        report(new HostMessage.Started(client.name(), child.pid()));
    }

    private ChildProcess start(String name, HostPart.Program program, boolean mayLeave, LogBudget budget)
            throws HostFailed {
        List<String> command = archives.command(name, program, mayLeave);
        ChildProcess.Order order = new ChildProcess.Order(
                name,
                precedence
                        .map(of -> ProcessorDivision.command(of, isTested(name), command))
                        .orElse(command),
                program.environment(),
                Path.of(program.work()),
                logsOf(name),
                part.token(),
                part.instance() + "/" + name,
                budget,
                servers.containsKey(name));
        try {
            return ChildProcess.start(order, signal, clock.epochNanos());
        } catch (IOException e) {
            throw new HostFailed(
                    HostProblem.of(Code.NOT_STARTED, name, name + " cannot be started: " + e.getMessage()), e);
        }
    }

    /** Returns how long a server or load client has after SIGTERM. */
    Duration grace(String name) {
        return Duration.ofMillis(part.graceMs(name)).plus(archives.writing(name));
    }

    /** Keeps the archives of classes of those that have ended as they should; to be called when all have ended. */
    void keepArchives() {
        for (ChildProcess child : children()) {
            // A client that was stopped has not used all its classes.
            boolean whole = !clients.containsKey(child.name()) || hasSaid(child.name(), ClientOutput.DONE);
            archives.ended(child.name(), whole, child.exit());
        }
        archives.endedAll();
    }

    private boolean hasSaid(String client, String word) {
        ClientOutput output = outputs.get(client);
        return output != null && output.said().containsKey(word);
    }

    /** Returns the rest of the budget that a server has for its output and logs together. */
    LogBudget budgetOf(HostPart.Server server) {
        return logs.get(server.name());
    }

    /** Returns the process of a server; nothing when it was not started. */
    Optional<ChildProcess> server(String name) {
        return Optional.ofNullable(servers.get(name));
    }

    /** Returns the process of a load client; nothing when it was not started. */
    Optional<ChildProcess> client(String name) {
        return Optional.ofNullable(clients.get(name));
    }

    /** Notes that a server is ready, and reports it. */
    void markReady(String server) {
        ready.add(server);
        report(new HostMessage.Ready(server));
    }

    /** Returns the load clients, then the servers in the reverse order of their start. */
    List<ChildProcess> children() {
        List<ChildProcess> all = new ArrayList<>(servers.values());
        all.addAll(clients.values());
        Collections.reverse(all);
        return all;
    }

    // ---- watch

    /** Begins to observe metrics and to look after the servers. */
    synchronized void watch() {
        watched = true;
        observer.start(part.limits().sampleMs());
    }

    /** Stops watching: every process that ends from now on is being stopped. */
    synchronized void watchNoMore() {
        watched = false;
    }

    /** Ends the observation; all that was observed is written then. */
    void observeNoMore() {
        observer.close();
    }

    /** Observes once more, soon. */
    void observe() {
        observer.once();
    }

    /**
     * Checks that all needed processes run, and reports each that does not once.
     *
     * @throws HostFailed when something is wrong that was found now or before
     */
    synchronized void look() throws HostFailed {
        if (!watched) {
            return;
        }
        find();
        for (Map.Entry<String, ChildProcess> server : List.copyOf(servers.entrySet())) {
            ChildProcess child = server.getValue();
            if (!child.runs() && !child.isAsked()) {
                if (!ended.containsKey(server.getKey())) {
                    reportEnd(child.ended(clock.epochNanos(), 0));
                }
                if (finding == null) {
                    throw new HostFailed(died(ended.get(server.getKey())));
                }
            }
        }
        if (finding != null) {
            throw new HostFailed(Code.FOUND, "", finding.sentence());
        }
    }

    /**
     * Checks the load clients.
     *
     * @throws HostFailed when a load client has ended before it had done all
     */
    void requireClients() throws HostFailed {
        for (HostMessage.ClientState client : clients()) {
            HostMessage.Ended word = ended.get(client.name());
            if (word != null && (word.exit() != 0 || !client.said().containsKey(ClientOutput.DONE))) {
                throw new HostFailed(new HostProblem(
                        Code.ENDED,
                        word.name(),
                        word.name() + " " + UnexpectedExit.words(word.afterNs(), word.exit(), word.words()),
                        word.log(),
                        ""));
            }
        }
    }

    private void find() {
        if (finding == null) {
            observer.problem().or(this::lookAtDisk).ifPresent(this::found);
        }
    }

    private Optional<Finding> lookAtDisk() {
        try {
            return disk.look(folders());
        } catch (UncheckedIOException e) {
            // A disk that cannot be watched may fill up unseen.
            return Optional.of(Finding.notWritten(part.places().disk(), e.getMessage()));
        }
    }

    /** Keeps and reports the first finding: later ones may be its consequences. */
    private synchronized void found(Finding what) {
        if (finding != null) {
            return;
        }
        finding = what;
        try {
            // This report comes first, so that the receiver knows the reason when it learns that a server has ended.
            report(new HostMessage.Found(what));
        } finally {
            if (what.code() == Finding.Code.WORK_LIMIT || what.code() == Finding.Code.DISK_NEARLY_FULL) {
                // The servers are ended now. Otherwise they would go on writing until the driver stops them in order.
                servers.values().forEach(ChildProcess::end);
            }
            signal.raise();
        }
    }

    /** Keeps why a look at the processes failed, so that the phase that runs and all later ones fail with this reason. */
    void notWatched(RuntimeException why) {
        try {
            found(Finding.notWatched(why.toString()));
        } catch (RuntimeException e) {
            // It cannot be reported either; the reason stands in the answers to the phases.
            return;
        }
    }

    private Map<String, Path> folders() {
        Map<String, Path> folders = new TreeMap<>();
        part.servers()
                .forEach(server ->
                        folders.put(server.name(), Path.of(server.placing().root())));
        return folders;
    }

    private void reportEnd(HostMessage.Ended word) {
        ended.put(word.name(), word);
        report(word);
    }

    private static HostProblem died(HostMessage.Ended server) {
        return new HostProblem(
                Code.ENDED,
                server.name(),
                "server " + server.name() + " " + UnexpectedExit.words(server.afterNs(), server.exit(), server.words()),
                server.log(),
                REMEDY);
    }

    /** Reports the output of load clients from those offsets on. Repeats ends of processes and findings. */
    void follow(Map<String, Long> offsets) throws IOException {
        for (Map.Entry<String, Long> each : offsets.entrySet()) {
            ClientOutput output = outputs.get(each.getKey());
            if (output != null) {
                output.follow(each.getValue());
            }
        }
        List<HostMessage.Unasked> again = new ArrayList<>();
        synchronized (this) {
            if (finding != null) {
                again.add(new HostMessage.Found(finding));
            }
        }
        again.addAll(List.copyOf(ended.values()));
        again.forEach(this::report);
    }

    @Override
    public void line(HostMessage.Line line) {
        report(line);
    }

    @Override
    public void over(ChildProcess client, long printed) {
        client.awaitExit();
        if (!client.isAsked()) {
            reportEnd(client.ended(clock.epochNanos(), printed));
        }
    }

    @Override
    public void fails(Path file, IOException why) {
        found(Finding.notWritten(file.toString(), String.valueOf(why.getMessage())));
    }

    // ---- states

    /** Returns how the servers are that were started, in that order. */
    List<HostMessage.ServerState> servers() {
        return List.copyOf(servers.values()).stream()
                .map(child -> new HostMessage.ServerState(
                        child.name(),
                        child.pid(),
                        child.runs(),
                        ready.contains(child.name()),
                        child.exit(),
                        child.stopped(),
                        cpuMs(child),
                        child.leftBehind(),
                        logs.get(child.name()).leftOut(),
                        precedenceOf(child.name())))
                .toList();
    }

    private long cpuMs(ChildProcess server) {
        long now = server.cpuMs();
        return now < 0 ? now : now + earlierCpuMs.getOrDefault(server.name(), 0L);
    }

    /** Returns how the load clients are that were started. */
    List<HostMessage.ClientState> clients() {
        return List.copyOf(clients.values()).stream()
                .map(child -> new HostMessage.ClientState(
                        child.name(),
                        child.pid(),
                        child.runs(),
                        child.exit(),
                        child.stopped(),
                        child.leftBehind(),
                        outputs.containsKey(child.name())
                                ? outputs.get(child.name()).said()
                                : Map.of()))
                .toList();
    }
}
