package io.soabench.agent.stage;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostReply;
import io.soabench.agent.stage.CaseHosts.Answered;
import io.soabench.agent.stage.CaseHosts.Member;
import io.soabench.driver.EventLog;
import io.soabench.driver.Events;
import io.soabench.driver.Phase;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.PhaseTransitions;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.LoadClients;
import io.soabench.driver.run.LoadPhases;
import io.soabench.driver.run.LoadProgram;
import io.soabench.driver.run.RoundTrips;
import io.soabench.driver.run.RunSetting;
import io.soabench.driver.run.ServerStage;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A runner of the phases of one repetition on its hosts, for every driver. It asks all hosts for each phase at the same
 * time and watches all of them while it lasts. Used by the run's thread.
 */
public final class CaseStage implements ServerStage {

    private static final long ANSWER_MS = 15_000;

    /** The source of the places of a repetition's servers. */
    public interface Placement {

        /**
         * Chooses the values that are not known yet; called once, when the repetition is placed.
         *
         * @throws IOException when there is no room for it
         */
        CaseParts parts() throws IOException;
    }

    /**
     * The values that all phases of a repetition share.
     *
     * @param folder of the repetition in the run record, absolute
     */
    public record Setting(RunSetting run, Execution execution, Path folder, Placement placement) {}

    private final Setting setting;
    private final RunSetting run;
    private final Plan plan;
    private final CasePlan testCase;
    private final CaseHosts hosts;
    private final CaseServers servers;
    private final CaseWatch watch;
    private final CheckJudge judge;
    private final HostClocks clocks;
    private final LoadPhases load;
    private final List<RoundTripRecord> roundTrips = new ArrayList<>();
    private final Map<Member, HostPart> told = new LinkedHashMap<>();
    private CaseParts parts;
    private String endpoint = "";
    private int checks;
    private boolean deploying;

    /**
     * Creates a stage on which nothing is placed yet.
     *
     * @param hosts by the names of the plan; of all hosts of the case. Several names may be one host.
     */
    public CaseStage(Setting setting, Map<String, ? extends Host> hosts, EventLog events) {
        this.setting = setting;
        this.run = setting.run();
        this.plan = run.plan();
        this.testCase = plan.caseOf(setting.execution().caseId());
        Map<String, Host> mine = new LinkedHashMap<>();
        CaseParts.hosts(plan, testCase).forEach(name -> mine.put(name, hosts.get(name)));
        this.hosts = new CaseHosts(run, mine);
        this.servers = new CaseServers(run, testCase, setting.folder(), events);
        this.judge = new CheckJudge(run, setting.folder());
        this.watch = new CaseWatch(run, testCase, setting.folder(), this.hosts, servers, this::clients);
        Map<String, Host> elsewhere = new LinkedHashMap<>(mine);
        elsewhere.keySet().removeIf(name -> plan.hostOf(name).local());
        this.clocks = new HostClocks(elsewhere, run.clock(), setting.folder());
        boolean blackBox = CaseParts.isBlackBox(plan, testCase);
        this.load = new LoadPhases(
                run,
                new LoadPhases.Subject(
                        setting.execution(),
                        testCase,
                        blackBox ? testCase.subject() : "server " + testCase.server(),
                        setting.folder().resolve(RunFiles.LOGS)),
                new CaseSignals(testCase, this.hosts, clocks, run.clock()),
                watch,
                new Events(
                        plan,
                        testCase,
                        run.request().types(),
                        run.request().events(),
                        events,
                        run.clock(),
                        new CaseEventEffects(plan, this.hosts, () -> parts, watch, new ProcessScene())));
    }

    private LoadClients clients() {
        return load.clients();
    }

    @Override
    public void take(Phase phase, Duration deadline) throws PhaseFailed, RunInterrupted {
        long endNs = run.clock().epochNanos() + deadline.toNanos();
        long ms = deadline.toMillis();
        try {
            switch (phase) {
                case PLACE -> place(ms);
                case START -> all(member -> new HostOrder.Start(ms), watch::listen);
                case READY -> ready(endNs);
                case DEPLOY -> deploy(ms);
                case DEPLOYED -> deployed(ms);
                case CHECK -> check(endNs);
                case WARM_UP -> warmUp(endNs);
                case MEASURE -> measure();
                case DRAIN -> drain(endNs);
                case COLLECT -> collect(endNs);
                case UNDEPLOY -> undeploy(ms);
                case STOP -> stop(ms);
                case CLEAN -> failUnlessDone(hosts.back(member -> new HostOrder.Clean(ms)));
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

    // ---- asking

    private List<HostMessage.Answer> all(Function<Member, HostOrder.InTurn> order, LoadPhases.Watch meanwhile)
            throws PhaseFailed, RunInterrupted {
        return some(hosts.all(), order, meanwhile);
    }

    private List<HostMessage.Answer> some(
            Collection<Member> who, Function<Member, ? extends HostOrder.InTurn> order, LoadPhases.Watch meanwhile)
            throws PhaseFailed, RunInterrupted {
        List<Answered> answered = hosts.inTurn(who, order, meanwhile);
        watch.listen();
        answered.forEach(each -> servers.receive(each.answer()));
        if (answered.stream().anyMatch(each -> each.answer().problem() != null)) {
            // A report about a server gives a better reason than the failure of the phase.
            meanwhile.look();
        }
        failUnlessDone(answered);
        return answered.stream().map(Answered::answer).toList();
    }

    private void failUnlessDone(List<Answered> answered) throws PhaseFailed {
        List<HostProblem> problems = answered.stream()
                .map(each -> each.answer().problem())
                .filter(problem -> problem != null)
                .toList();
        // A phase that was cancelled because another host failed is not reported.
        List<String> sentences = problems.stream()
                .filter(problem -> problem.code() != HostProblem.Code.CANCELLED || problems.size() == 1)
                .map(this::sentence)
                .distinct()
                .toList();
        if (!sentences.isEmpty()) {
            throw new PhaseFailed(String.join("; ", sentences));
        }
    }

    private String sentence(HostProblem problem) {
        String sentence = problem.sentence(run.folder().relativize(setting.folder()));
        if (problem.code() == HostProblem.Code.NOT_READY || problem.code() == HostProblem.Code.ENDED) {
            servers.notStarted(problem.subject(), sentence);
        }
        return sentence;
    }

    private long leftMs(long endNs) {
        return run.waiting().left(endNs).toMillis();
    }

    // ---- phases before the load

    private void place(long ms) throws PhaseFailed, RunInterrupted, IOException {
        run.waiting().until(() -> true, Duration.ZERO, 0);
        parts = setting.placement().parts();
        endpoint = parts.endpoint();
        hosts.all().forEach(member -> told.put(member, parts.of(member.names())));
        all(member -> new HostOrder.Place(told.get(member), ms), watch::listen);
    }

    private void ready(long endNs) throws PhaseFailed, RunInterrupted {
        all(member -> new HostOrder.Ready(leftMs(endNs)), watch);
        List<Member> registries = hosts.all().stream()
                .filter(member -> told.get(member).servers().stream()
                        .anyMatch(server -> !server.publish().isEmpty()))
                .toList();
        if (!registries.isEmpty()) {
            some(registries, member -> new HostOrder.Publish(leftMs(endNs)), watch);
        }
    }

    private void deploy(long ms) throws PhaseFailed, RunInterrupted {
        deploying = true;
        all(member -> new HostOrder.Deploy(ms), watch);
    }

    private void deployed(long ms) throws PhaseFailed, RunInterrupted {
        String host = parts.tested().map(server -> plan.serverOf(server).host()).orElseGet(parts::checking);
        some(List.of(hosts.of(host)), member -> new HostOrder.Deployed(ms), watch);
    }

    /** Checks the processes. The host of a client sends the checks; the answers are judged here, beside the right answers. */
    private void check(long endNs) throws PhaseFailed, RunInterrupted, IOException {
        checks("", endNs);
    }

    private void checks(String event, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        for (int n = 1; n <= testCase.checks().size(); n++) {
            if (testCase.checks().get(n - 1).event().equals(event)) {
                check(n, endNs);
            }
        }
    }

    private void check(int number, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        checks++;
        HostMessage.Answer answer = some(
                        List.of(hosts.of(parts.checking())),
                        member -> new HostOrder.Check(number, leftMs(endNs)),
                        watch)
                .get(0);
        judge.judge(
                testCase.checks().get(number - 1),
                number,
                answer.reply(HostReply.Checked.class)
                        .orElseThrow(
                                () -> new PhaseFailed("the host of check " + number + " does not report the answer")));
    }

    // ---- events of processes

    /** The effects of events on the processes of the server under test. */
    private final class ProcessScene implements CaseEventEffects.Processes {

        @Override
        public void redeploy(String process, String version) throws PhaseFailed, RunInterrupted {
            change(ms -> new HostOrder.Redeploy(process, version, ms));
        }

        @Override
        public void withdraw(String process) throws PhaseFailed, RunInterrupted {
            change(ms -> new HostOrder.Withdraw(process, ms));
        }

        @Override
        public void startAgain(String server, boolean deploys) throws PhaseFailed, RunInterrupted {
            long ms = parts.startAgainMs();
            some(
                    List.of(hosts.of(plan.serverOf(server).host())),
                    member -> new HostOrder.StartAgain(server, deploys, ms),
                    watch);
        }

        @Override
        public void check(EventPlan event) throws PhaseFailed, RunInterrupted {
            checkAfter(event);
        }
    }

    /** Lets the host of the server under test deploy or undeploy a process while clients send their load. */
    private void change(LongFunction<HostOrder.InTurn> order) throws PhaseFailed, RunInterrupted {
        long ms = parts.redeployMs();
        some(List.of(hosts.of(plan.serverOf(testCase.server()).host())), member -> order.apply(ms), watch);
    }

    private void checkAfter(EventPlan event) throws PhaseFailed, RunInterrupted {
        long endNs = run.clock().epochNanos()
                + PhaseTransitions.deadline(Phase.CHECK, testCase, List.of()).toNanos();
        try {
            checks(event.id(), endNs);
        } catch (IOException e) {
            throw new PhaseFailed("a check cannot read or write " + e.getMessage(), e);
        }
    }

    // ---- load

    private void warmUp(long endNs) throws PhaseFailed, RunInterrupted {
        measureRoundTrips(RoundTripRecord.When.BEFORE);
        clocks.before();
        if (!clocks.unread().isEmpty()) {
            throw new PhaseFailed(
                    "the clock of host " + clocks.unread().get(0) + " cannot be read; look whether it can be reached");
        }
        load.warmUp(endNs);
    }

    private void measure() throws PhaseFailed, RunInterrupted {
        observe();
        servers.measureFrom(looks());
        Optional<String> hangs = load.measure();
        observe();
        servers.measureTo(looks());
        hangs.ifPresent(sentence -> servers.warn(testCase.server(), sentence));
    }

    private void observe() {
        for (Member member : hosts.all()) {
            var unused = hosts.ask(member, new HostOrder.Observe());
        }
    }

    private List<HostMessage.Answer> looks() throws PhaseFailed, RunInterrupted {
        return hosts.beside(hosts.all(), member -> new HostOrder.Look(), ANSWER_MS, watch::listen);
    }

    private void drain(long endNs) throws PhaseFailed, RunInterrupted {
        load.drain(endNs);
        for (LoadProgram client : load.clients().programs()) {
            servers.done(client.name(), client.exit());
        }
    }

    private void measureRoundTrips(RoundTripRecord.When when) throws PhaseFailed, RunInterrupted {
        for (PathPlan path : testCase.paths()) {
            HostOrder order = new HostOrder.Trips(parts.filled(path.address()));
            hosts.beside(hosts.of(path.from()), order, RoundTrips.LIMIT.toMillis(), watch)
                    .reply(HostReply.Trips.class)
                    .flatMap(trips -> RoundTrips.record(path, when, trips.ns()))
                    .ifPresent(roundTrips::add);
        }
    }

    private void collect(long endNs) throws PhaseFailed, RunInterrupted {
        clocks.after();
        boolean hangs = load.clients().hang().isPresent();
        if (!hangs) {
            measureRoundTrips(RoundTripRecord.When.AFTER);
        }
        // A server that hangs is not asked for its counters.
        List<String> hung = hangs ? List.of(testCase.server()) : List.of();
        all(member -> new HostOrder.Collect(testCase.schedule().drainMs(), hung, leftMs(endNs)), watch);
    }

    // ---- back

    private void undeploy(long ms) {
        if (!deploying || load.clients().hang().isPresent()) {
            return;
        }
        // The server is stopped and its folder is removed right after this. A failure here is reported, but makes no
        // data wrong.
        for (Answered each : hosts.back(member -> new HostOrder.Undeploy(ms))) {
            HostProblem problem = each.answer().problem();
            String told = problem == null ? each.answer().note() : sentence(problem);
            if (!told.isEmpty()) {
                servers.event(testCase.server(), told);
                run.progress().note(told);
            }
        }
    }

    private void stop(long ms) throws PhaseFailed {
        try {
            load.finish();
        } catch (UncheckedIOException e) {
            run.progress().note(RunFiles.EVENTS + " lacks a line: " + e.getMessage());
        }
        List<Answered> answered = new ArrayList<>();
        for (List<Member> together : stopping()) {
            answered.addAll(hosts.back(together, member -> new HostOrder.Stop(ms)));
        }
        watch.receive();
        for (Answered each : answered) {
            servers.receive(each.answer());
            each.answer().clients().forEach(client -> servers.stopped(client, graceMs(each.by(), client.name())));
            List<HostMessage.ServerState> reverse =
                    new ArrayList<>(each.answer().servers());
            Collections.reverse(reverse);
            reverse.forEach(server -> servers.stopped(server, graceMs(each.by(), server.name())));
            each.answer().servers().forEach(servers::leftOut);
        }
        hosts.fetchRecords(setting.folder())
                .forEach(answer -> answered.add(new Answered(hosts.all().get(0), answer)));
        failUnlessDone(answered);
    }

    /**
     * Returns the machines in the order in which their servers are stopped. That of a database comes after that of its engine, which would
     * wait for the database while it ends.
     */
    private List<List<Member>> stopping() {
        Optional<Member> last = Optional.ofNullable(parts)
                .flatMap(CaseParts::databaseHost)
                .map(hosts::of)
                .filter(member -> !member.names()
                        .contains(plan.serverOf(testCase.server()).host()));
        if (last.isEmpty()) {
            return List.of(hosts.all());
        }
        List<Member> first = new ArrayList<>(hosts.all());
        first.remove(last.get());
        return List.of(first, List.of(last.get()));
    }

    private long graceMs(Member member, String name) {
        return told.get(member).graceMs(name);
    }

    // ---- what is asked of a stage

    @Override
    public long expectedMs(Phase phase) {
        return switch (phase) {
            case WARM_UP -> testCase.schedule().warmUpMs();
            case MEASURE -> testCase.schedule().measureMs();
            default -> -1;
        };
    }

    @Override
    public String endpoint() {
        return endpoint;
    }

    @Override
    public int checks() {
        return checks;
    }

    @Override
    public List<ServerRecord> servers() {
        return servers.records();
    }

    @Override
    public List<RoundTripRecord> roundTrips() {
        return List.copyOf(roundTrips);
    }

    @Override
    public Set<String> ready() {
        return servers.ready();
    }

    @Override
    public Optional<NotStarted> notStarted() {
        return servers.notStarted();
    }

    @Override
    public void close() {
        hosts.close();
        watch.close();
    }
}
