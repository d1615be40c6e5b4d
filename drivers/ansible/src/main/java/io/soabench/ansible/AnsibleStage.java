package io.soabench.ansible;

import io.soabench.agent.AgentOrder;
import io.soabench.agent.protocol.Finding;
import io.soabench.ansible.host.AgentLine;
import io.soabench.ansible.host.HostLine;
import io.soabench.ansible.play.PlaybookLog;
import io.soabench.ansible.play.Playbooks;
import io.soabench.ansible.render.AnsibleFolder;
import io.soabench.driver.AnswerJudge;
import io.soabench.driver.Course;
import io.soabench.driver.EventLog;
import io.soabench.driver.Events;
import io.soabench.driver.Phase;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.Death;
import io.soabench.driver.run.Exchange;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.RoundTrips;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.driver.run.Settings;
import io.soabench.plan.EventKind;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerEnd;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Takes the phases of one repetition with playbooks, one a phase. Used by the run's thread. */
final class AnsibleStage implements ServerStage {

    private static final Duration OBSERVATIONS_WRITTEN = Duration.ofSeconds(15);
    private static final String MEND = ", mend it or its settings and resume the run";

    /**
     * What is the same for all phases of a repetition.
     *
     * @param folder of the repetition in the run record, absolute
     */
    record Setting(Room room, Plan.Execution execution, Path folder, AnsibleFolder rendered) {

        RunSetting run() {
            return room.setting();
        }

        Path logs() {
            return folder.resolve(RunFiles.LOGS);
        }
    }

    private final Setting setting;
    private final Plan plan;
    private final Plan.CasePlan of;
    private final EventLog events;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Map<String, ServerState> servers = new LinkedHashMap<>();
    private final Map<String, Long> cpuBefore = new HashMap<>();
    private final Map<String, Long> cpuMs = new HashMap<>();
    private final List<RoundTripRecord> roundTrips = new ArrayList<>();
    private final Set<String> reportedDead = new HashSet<>();
    private final Set<String> ready = new LinkedHashSet<>();
    private final LoadPhases load;
    private final HostClocks clocks;
    private NotStarted notStarted;
    private int checks;
    private boolean deploying;
    private boolean deployed;
    private long startedNs;

    AnsibleStage(Setting setting, EventLog events) {
        this.setting = setting;
        this.plan = setting.run().plan();
        this.of = plan.caseOf(setting.execution().caseId());
        this.events = events;
        of.servers().forEach(server -> hosts.add(plan.serverOf(server).host()));
        of.clients().forEach(client -> hosts.add(client.host()));
        boolean blackBox = plan.processOf(of.process()).kind() == Plan.ProcessPlan.Visibility.BLACK_BOX;
        this.load = new LoadPhases(
                setting.run(),
                new LoadPhases.Subject(
                        setting.execution(), of, blackBox ? of.process() : "server " + of.server(), setting.logs()),
                new LineSignals(),
                this::watch,
                new Events(
                        plan,
                        of,
                        setting.run().request().types(),
                        setting.run().request().events(),
                        events,
                        setting.run().clock(),
                        new Reach()));
        Map<String, HostLine> others = new LinkedHashMap<>();
        hosts.stream().filter(host -> !plan.hostOf(host).local()).forEach(host -> others.put(host, line(host)));
        this.clocks = new HostClocks(others, setting.folder());
    }

    private HostLine line(String host) {
        return setting.room().lines().get(host);
    }

    @Override
    public void take(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted {
        try {
            taken(phase, deadline);
        } catch (PhaseFailed e) {
            // A server that was ended because it wrote too much is why all else failed.
            Optional<Finding> finding = Course.compensates(phase) ? Optional.empty() : finding();
            throw finding.isEmpty() ? e : new PhaseFailed(finding.get().sentence(), e);
        }
    }

    private Optional<Finding> finding() {
        return agents().stream().flatMap(agent -> agent.finding().stream()).findFirst();
    }

    /** Of the hosts that have one. */
    private List<AgentLine> agents() {
        return hosts.stream()
                .map(setting.room().agents()::get)
                .filter(agent -> agent != null)
                .toList();
    }

    private void taken(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted {
        long endNs = now() + deadline.toNanos();
        try {
            Files.createDirectories(setting.logs());
            switch (phase) {
                case PLACE -> play(phase, deadline);
                case START -> start(deadline);
                case READY -> ready(deadline);
                case DEPLOY -> deploy(deadline);
                case DEPLOYED -> play(phase, deadline);
                case CHECK -> check(deadline);
                case WARM_UP -> warmUp(endNs);
                case MEASURE -> measure();
                case DRAIN -> drain(endNs);
                case COLLECT -> collect(deadline);
                case UNDEPLOY -> undeploy(deadline);
                case STOP -> stop(deadline);
                case CLEAN -> back(phase, deadline);
                case PREPARE -> throw new IllegalArgumentException("prepare is taken once for a run");
            }
        } catch (IOException e) {
            throw new PhaseFailed(
                    "phase \"" + phase.label() + "\" cannot read or write " + e.getMessage() + " ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
    }

    private PlaybookLog play(Phase phase, Duration max) throws PhaseFailed, RunInterrupted {
        return play(playbook(phase), Map.of(), max);
    }

    private PlaybookLog play(String playbook, Map<String, Object> more, Duration max)
            throws PhaseFailed, RunInterrupted {
        Playbooks.Outcome outcome = tried(playbook, more, max);
        failUnless(outcome);
        return outcome.log();
    }

    private Playbooks.Outcome tried(String playbook, Map<String, Object> more, Duration max)
            throws PhaseFailed, RunInterrupted {
        return setting.room().tried(playbook, variables(more), hosts, log(playbook), max);
    }

    /** Takes something back on all hosts that can be reached, and fails at the end when something went wrong. */
    private void back(Phase phase, Duration max) throws PhaseFailed {
        failUnless(outcome(phase, max));
    }

    private void failUnless(Playbooks.Outcome outcome) throws PhaseFailed {
        List<String> problems = problems(outcome);
        if (!problems.isEmpty()) {
            throw new PhaseFailed(String.join("; ", problems));
        }
    }

    /** The hosts know where logs are within the repetition only. */
    private List<String> problems(Playbooks.Outcome outcome) {
        String logs = "see " + setting.run().folder().relativize(setting.logs()) + "/";
        return setting.room().problems(outcome).stream()
                .map(problem -> problem.replace("see logs/", logs))
                .toList();
    }

    private Playbooks.Outcome outcome(Phase phase, Duration max) throws PhaseFailed {
        return setting.room().back(playbook(phase), variables(Map.of()), hosts, log(playbook(phase)), max);
    }

    private Map<String, Object> variables(Map<String, Object> more) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("soabench_case", of.id());
        all.put("soabench_repetition", setting.execution().repetition());
        all.put("soabench_results", setting.folder().toString());
        all.put("soabench_log_limit_bytes", setting.run().settings().logLimitBytes());
        all.putAll(more);
        return all;
    }

    private static String playbook(Phase phase) {
        return phase.label();
    }

    private Path log(String playbook) {
        return setting.logs().resolve("ansible-" + playbook + ".log");
    }

    // ---- start, ready, deploy, check

    private void start(Duration max) throws PhaseFailed, RunInterrupted {
        startedNs = now();
        Settings settings = setting.run().settings();
        AgentOrder order = AgentOrder.observe(settings.sampleMs(), settings.workLimitBytes(), settings.floorBytes());
        agents().forEach(agent -> agent.observe(order));
        PlaybookLog log = play(Phase.START, max);
        for (ServerState state : ServerState.of(log, hosts, "servers")) {
            servers.put(state.name(), state);
            line(plan.serverOf(state.name()).host()).watch(state.name());
            events.add(EventKind.SERVER, state.name(), "started, pid " + state.pid());
        }
    }

    private void ready(Duration max) throws PhaseFailed, RunInterrupted {
        Playbooks.Outcome outcome = tried("ready", Map.of(), max);
        for (ServerState state : ServerState.of(outcome.log(), hosts, "servers")) {
            if (state.ready()) {
                ready.add(state.name());
                events.add(EventKind.SERVER, state.name(), "ready");
            } else if (!state.runs() && notStarted == null) {
                notStarted = new NotStarted(state.name(), died(state.name(), state.exit()));
            }
        }
        List<String> problems = problems(outcome);
        if (problems.isEmpty()) {
            return;
        }
        String why = String.join("; ", problems);
        if (notStarted == null) {
            of.servers().stream()
                    .filter(server -> why.contains("server " + server + " is not ready"))
                    .findFirst()
                    .ifPresent(server -> notStarted = new NotStarted(server, why + MEND));
        }
        throw new PhaseFailed(notStarted == null ? why : notStarted.why());
    }

    private String died(String server, int exit) {
        reportedDead.add(server);
        note(server, "ended by itself with exit status " + exit);
        HostLine.LastWords last = line(plan.serverOf(server).host()).lastWords(server);
        Death death = new Death(
                now() - startedNs,
                exit,
                last.text(),
                setting.logs().resolve(server).resolve(last.log() + ".log"));
        return "server " + server + " " + death.words(setting.run().folder()) + MEND;
    }

    private long now() {
        return setting.run().clock().epochNanos();
    }

    private void deploy(Duration max) throws PhaseFailed, RunInterrupted, IOException {
        deploying = true;
        play(Phase.DEPLOY, max);
        deployed = true;
        for (Plan.ClientPlan client : of.clients()) {
            String name = RunFiles.loadClient(client.host());
            Path logs = setting.logs().resolve(name);
            Files.createDirectories(logs);
            load.clients().add(new RemoteClient(name, line(client.host()), logs, now()));
            events.add(EventKind.SERVER, name, "started");
        }
    }

    /** A client's host sends the checks; what was answered is judged here, as for every driver. */
    private void check(Duration max) throws PhaseFailed, RunInterrupted, IOException {
        if (of.checks().isEmpty()) {
            return;
        }
        Playbooks.Outcome outcome = tried("check", Map.of(), max);
        Map<Integer, Answer> answers = answers(outcome.log());
        for (Plan.CheckPlan check : of.checks()) {
            Answer answer = answers.get(checks + 1);
            if (answer == null) {
                break;
            }
            checks++;
            judge(check, answer);
        }
        failUnless(outcome);
        if (checks < of.checks().size()) {
            throw new PhaseFailed("check " + (checks + 1) + " of " + of.process() + " was not sent; see "
                    + setting.run().folder().relativize(log("check")));
        }
    }

    /** What was answered to a check. */
    private record Answer(int status, String text) {

        byte[] body() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private Map<Integer, Answer> answers(PlaybookLog log) {
        Map<Integer, Answer> answers = new HashMap<>();
        for (String host : hosts) {
            for (Map<?, ?> check : log.objects(host, "checks")) {
                if (check.get("n") instanceof Number n
                        && check.get("status") instanceof Number status
                        && check.get("answer") instanceof String text) {
                    answers.put(n.intValue(), new Answer(status.intValue(), text));
                }
            }
        }
        return answers;
    }

    private void judge(Plan.CheckPlan check, Answer answer) throws PhaseFailed, IOException {
        Path compiled = setting.run().request().compiled();
        Optional<String> right = check.answer().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Files.readString(compiled.resolve(check.answer())).replace("${uiid}", Plan.checkUiid(checks)));
        Optional<String> problem = AnswerJudge.problem(
                answer.status(), answer.body(), plan.processOf(of.process()).answerElement(), right);
        if (problem.isPresent()) {
            Path kept = setting.folder().resolve("wrong-answer-" + checks + ".xml");
            Files.write(kept, answer.body());
            throw new PhaseFailed("wrong answer: " + of.process() + " " + problem.get() + "; check " + checks + " of "
                    + of.process() + " (" + check.request() + "), the answer is in "
                    + setting.run().folder().relativize(kept));
        }
    }

    // ---- load

    private void measureRoundTrips(RoundTripRecord.When when) {
        for (Plan.PathPlan path : of.paths()) {
            String address = setting.rendered().filled(of.id(), path.address());
            RoundTrips.record(path, when, line(path.from()).roundTrips(address)).ifPresent(roundTrips::add);
        }
    }

    @Override
    public List<RoundTripRecord> roundTrips() {
        return List.copyOf(roundTrips);
    }

    private void warmUp(long endNs) throws PhaseFailed, RunInterrupted {
        measureRoundTrips(RoundTripRecord.When.BEFORE);
        clocks.before();
        if (!clocks.unread().isEmpty()) {
            throw new PhaseFailed("the clock of host " + clocks.unread().get(0) + " cannot be read: "
                    + line(clocks.unread().get(0)).why() + "; look whether it can be reached");
        }
        load.warmUp(endNs);
    }

    /** Tells all clients over the lines to their hosts, each in the time of its host: a playbook takes seconds. */
    private final class LineSignals implements LoadPhases.Signals {

        @Override
        public void start(long epochNs) throws PhaseFailed {
            tell("start", epochNs);
        }

        @Override
        public void measure(long epochNs) throws PhaseFailed {
            tell("measure", epochNs);
        }

        private void tell(String word, long epochNs) throws PhaseFailed {
            for (Plan.ClientPlan client : of.clients()) {
                String name = RunFiles.loadClient(client.host());
                String problem = line(client.host()).tell(name, word + " " + clocks.there(client.host(), epochNs));
                if (!problem.isEmpty()) {
                    throw new PhaseFailed(name + " cannot be told to " + word + ": " + problem + "; look whether host "
                            + client.host() + " can be reached, and resume the run");
                }
            }
            if (now() > epochNs) {
                throw new PhaseFailed("the load clients heard too late when to " + word
                        + "; other things keep this machine, a host or the network busy");
            }
        }
    }

    /** What events of the model do to the servers, over the lines to their hosts. */
    private final class Reach implements Events.Scene {

        @Override
        public void signal(String server, String name) throws PhaseFailed {
            String problem = lineOf(server).signal(server, name);
            if (!problem.isEmpty()) {
                throw new PhaseFailed("server " + server + " did not get SIG" + name + ": " + problem);
            }
        }

        @Override
        public void send(String server, HttpAction action, Map<String, String> values) throws PhaseFailed {
            HttpAction filled = setting.rendered().filled(server, action, values);
            HostLine.Answered answer = sent(server, filled, "the request to server " + server);
            if (!filled.expected().contains(answer.status())) {
                throw new PhaseFailed(filled.method() + " " + filled.url() + " was answered with "
                        + Exchange.words(answer.status(), answer.body()));
            }
        }

        @Override
        public void publish(String registry, Plan.ServicePlan service, Plan.ServiceInstance instance)
                throws PhaseFailed {
            String what = "publication of " + instance.path() + " in registry " + registry;
            for (HttpAction action : setting.rendered().publication(registry, service, instance)) {
                HostLine.Answered answer = sent(registry, action, what);
                if (!action.expected().contains(answer.status())) {
                    throw new PhaseFailed(what + " was refused: " + action.method() + " " + action.url()
                            + " was answered with " + Exchange.words(answer.status(), answer.body()));
                }
            }
        }

        private HostLine.Answered sent(String server, HttpAction action, String what) throws PhaseFailed {
            HostLine.Answered answer = lineOf(server).send(action);
            if (!answer.problem().isEmpty()) {
                throw new PhaseFailed(
                        what + " failed: " + action.method() + " " + action.url() + " ended with " + answer.problem());
            }
            return answer;
        }

        private HostLine lineOf(String server) {
            return line(plan.serverOf(server).host());
        }
    }

    private void measure() throws PhaseFailed, RunInterrupted {
        agents().forEach(AgentLine::once);
        servers.keySet().forEach(name -> cpuBefore.put(name, cpu(name)));
        Optional<String> hangs = load.measure();
        agents().forEach(AgentLine::once);
        servers.keySet().forEach(name -> {
            long before = cpuBefore.get(name);
            long now = cpu(name);
            cpuMs.put(name, before < 0 || now < 0 ? -1 : now - before);
        });
        hangs.ifPresent(sentence -> warn(of.server(), sentence));
    }

    private long cpu(String server) {
        return line(plan.serverOf(server).host()).cpuMs(server);
    }

    private void drain(long endNs) throws PhaseFailed, RunInterrupted {
        load.drain(endNs);
        load.clients()
                .programs()
                .forEach(client -> events.add(EventKind.SERVER, client.name(), "done, exit status " + client.exit()));
    }

    private void collect(Duration max) throws PhaseFailed, RunInterrupted {
        clocks.after();
        if (load.clients().hang().isEmpty()) {
            measureRoundTrips(RoundTripRecord.When.AFTER);
            play(Phase.COLLECT, max);
        }
    }

    // ---- back

    private void undeploy(Duration max) throws PhaseFailed {
        if (!deploying || load.clients().hang().isPresent()) {
            return;
        }
        // The server is stopped and its folder removed right after: what goes wrong here is told, but spoils no data.
        Playbooks.Outcome outcome = outcome(Phase.UNDEPLOY, max);
        List<String> told = new ArrayList<>(problems(outcome));
        hosts.forEach(host -> outcome.log().result(host, "note").ifPresent(note -> told.add(String.valueOf(note))));
        told.removeIf(String::isBlank);
        // That nothing can be taken back after a deployment that failed is no news.
        if (!told.isEmpty() && deployed) {
            note(of.server(), String.join("; ", told));
            setting.run().progress().note(String.join("; ", told));
        }
    }

    private void stop(Duration max) throws PhaseFailed {
        try {
            load.over();
        } catch (UncheckedIOException e) {
            setting.run().progress().note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
        hosts.forEach(host -> line(host).forget());
        agents().forEach(agent -> agent.rest(OBSERVATIONS_WRITTEN));
        Playbooks.Outcome outcome = outcome(Phase.STOP, max);
        for (ServerState state : ServerState.of(outcome.log(), hosts, "servers")) {
            servers.put(state.name(), state);
            stopped(state);
        }
        ServerState.of(outcome.log(), hosts, "clients").forEach(this::leftBehind);
        failUnless(outcome);
    }

    private void stopped(ServerState state) {
        if (state.stopped() == ServerEnd.DIED) {
            if (reportedDead.add(state.name())) {
                note(state.name(), "ended by itself with exit status " + state.exit());
            }
        } else if (state.stopped() != null) {
            note(state.name(), "stopped (" + state.stopped().text() + "), exit status " + state.exit());
        }
        if (state.stopped() == ServerEnd.KILLED) {
            setting.run()
                    .progress()
                    .note(state.name() + " did not end within " + graceMs(state.name())
                            + " ms after SIGTERM and was killed; what it writes at its end may be missing");
        }
        leftBehind(state);
    }

    private long graceMs(String server) {
        return setting.run()
                .request()
                .types()
                .get(plan.serverOf(server).type())
                .lifecycle()
                .stop()
                .graceMs();
    }

    private void leftBehind(ServerState state) {
        int n = state.left().size();
        if (n > 0) {
            warn(
                    state.name(),
                    state.name() + " left " + (n == 1 ? "a process" : n + " processes") + " behind ("
                            + String.join(", ", state.left()) + "), which " + (n == 1 ? "was" : "were")
                            + " ended; let its start command exec the server, and the server end what it starts");
        }
    }

    /** Adds an event although the disk may be full. */
    private void note(String subject, String detail) {
        try {
            events.add(EventKind.SERVER, subject, detail);
        } catch (UncheckedIOException e) {
            setting.run().progress().note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
    }

    /** One line for the user now, and one for the reader of the report. */
    private void warn(String subject, String sentence) {
        try {
            events.add(EventKind.WARNING, subject, sentence);
        } catch (UncheckedIOException e) {
            setting.run().progress().note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
        setting.run().progress().note(sentence);
    }

    // ---- watch

    /** Looks whether everything that must run runs, by what the lines to the hosts have heard. */
    private void watch() throws PhaseFailed {
        Optional<Finding> finding = finding();
        if (finding.isPresent()) {
            throw new PhaseFailed(finding.get().sentence());
        }
        for (String server : servers.keySet()) {
            OptionalInt exit = line(plan.serverOf(server).host()).ended(server);
            if (exit.isPresent() && !reportedDead.contains(server)) {
                throw new PhaseFailed(died(server, exit.getAsInt()));
            }
        }
        for (String host : hosts) {
            if (line(host).lost()) {
                throw new PhaseFailed(
                        "host " + host + " (" + plan.hostOf(host).address() + ") has not been heard of for "
                                + HostLine.PATIENCE.toSeconds() + " s ("
                                + (line(host).why().isEmpty()
                                        ? "the connection is silent"
                                        : line(host).why())
                                + "); look whether it runs, and resume the run");
            }
        }
        load.clients().check(now(), setting.run().folder());
    }

    // ---- what is asked of a stage

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
        return setting.rendered().endpoint(of.id());
    }

    @Override
    public int checks() {
        return checks;
    }

    @Override
    public List<ServerRecord> servers() {
        List<ServerRecord> records = new ArrayList<>();
        for (String name : of.servers()) {
            ServerState state = servers.get(name);
            if (state != null) {
                records.add(new ServerRecord(
                        name,
                        plan.serverOf(name).host(),
                        state.pid(),
                        state.exit(),
                        state.stopped(),
                        cpuMs.getOrDefault(name, -1L)));
            }
        }
        return records;
    }

    @Override
    public Set<String> ready() {
        return ready;
    }

    @Override
    public Optional<NotStarted> notStarted() {
        return Optional.ofNullable(notStarted);
    }

    @Override
    public void close() {
        hosts.forEach(host -> line(host).forget());
    }
}
