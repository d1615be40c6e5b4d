package io.soabench.generators;

import io.soabench.generators.mocks.BehaviourTraces;
import io.soabench.generators.output.Hashes;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import io.soabench.model.SuiteSettings;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.issue.Places;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.OpenWorkload;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.model.testbed.Profile;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.TestbedPackage.Literals;
import io.soabench.model.testbed.Workload;
import io.soabench.plan.Plan;
import io.soabench.plugin.Relay;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.emf.ecore.EObject;

/**
 * A compilation: first everything is read and checked, and nothing is written; then everything is written, and nothing
 * is refused any more.
 */
final class Compilation {

    /** The ending of testbed files. */
    private static final String MODEL = ".testbed";

    /** An experiment that takes longer is a slip of the pen. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final String SAFE_NAME = "[A-Za-z0-9_][A-Za-z0-9._-]*";

    private final WholeTestbed testbed;
    private final Map<String, ServerType> types;
    private final Optional<Profile> profile;
    private final long seed;
    private final RandomStreams streams;
    private final Problems problems;
    private final Faults faults;
    private final ModelFiles files;
    private final ModelDistributions distributions;
    private final RuntimeInstances runtime;
    private final SimulatedWorkload.Chunks chunks = new SimulatedWorkload.Chunks();

    private final Map<Service, MockedService> services = new LinkedHashMap<>();
    private final Map<String, Service> named = new HashMap<>();
    private final Map<Invocable, TestedProcess> processes = new LinkedHashMap<>();
    private final Map<Workload, SimulatedWorkload> workloads = new LinkedHashMap<>();
    private final Map<String, TraceFolder> traceFolders = new LinkedHashMap<>();
    private final Set<String> tracesTaken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final Set<Workload> dealt = new HashSet<>();
    private final Map<String, String> checks = new LinkedHashMap<>();
    private final Requests requests;
    private final ProcessPackages packages;
    private final ProcessEvents processEvents;
    private final Network network;
    private Estimate estimate = new Estimate(List.of(), 0);
    private List<ExpandedCase> cases = List.of();
    private CaseIndex index;
    private List<Plan.PublishedPlan> published = List.of();
    private String modelHash = "";

    /**
     * A workload as it is dealt to certain client hosts.
     *
     * @param name of the folder
     * @param simulation of the workload, with the warm-up that the cases have
     * @param hosts those that have something to do
     */
    record TraceFolder(String name, SimulatedWorkload workload, WorkloadSimulation simulation, List<String> hosts) {}

    Compilation(TestbedCompiler.Input input, Map<String, ServerType> types, Places places) {
        this.testbed = WholeTestbed.of(input.model());
        this.types = types;
        this.profile = input.profile();
        this.seed = input.seed().orElse(testbed.seed());
        this.streams = new RandomStreams(this.seed);
        this.problems = new Problems(places);
        this.faults = new Faults(testbed, input.faulty());
        this.files = new ModelFiles(problems);
        this.distributions = new ModelDistributions(files, problems);
        List<Event> events = testbed.events().stream().filter(faults::spare).toList();
        this.runtime = new RuntimeInstances(testbed, events);
        this.processEvents = new ProcessEvents(this, events);
        this.requests = new Requests(chunks, files, problems);
        this.packages = new ProcessPackages(this, problems);
        this.network = new Network(
                this,
                distributions,
                testbed.latencies().stream()
                        .filter(latency -> faults.spare(latency.eContainer()))
                        .toList());
    }

    // ---- read and check

    /** Reads and checks everything; what is wrong is in {@link #issues}. */
    void check(Set<Path> sources) {
        names();
        for (Service service : spared(testbed.services())) {
            MockedService.read(service, files, distributions, problems)
                    .ifPresent(mocked -> services.put(service, mocked));
        }
        for (Service service : runtime.appearing()) {
            runtime.like(service)
                    .map(services::get)
                    .map(like -> like.like(service))
                    .or(() -> MockedService.read(service, files, distributions, problems))
                    .ifPresent(mocked -> services.put(service, mocked));
        }
        for (Process process : spared(testbed.processes())) {
            TestedProcess.read(process, services, files, problems).ifPresent(tested -> processes.put(process, tested));
        }
        take(CaseExpansion.expand(testbed).stream().filter(this::spared).toList());
        directServices();
        testbed.workloads().forEach(workload -> tracesTaken.add(workload.getName()));
        simulateWorkloads();
        network.check();
        services.keySet().forEach(service -> named.put(service.getName(), service));
        take(cases.stream().filter(this::complete).toList());
        for (ExpandedCase each : cases) {
            traceFolder(each);
            network.check(each, problems);
            for (TestedProcess process : called(each)) {
                requests.add(process, workloads.get(each.workload()));
                LoadTests.endpoint(this, each, process, problems);
            }
        }
        services.values().forEach(service -> serverOf(service.model())
                .ifPresent(server -> runtime.check(service, server.getName(), type(server), problems)));
        processes
                .values()
                .forEach(process ->
                        checks.putAll(FunctionalChecks.envelopes(process, services.values(), files, problems)));
        processEvents.check(problems);
        packages.check();
        MockFolders folders = new MockFolders(this);
        services.values().forEach(service -> folders.check(service, problems));
        published = PublishedFiles.read(testbed, files, problems);
        estimate = new Estimation(this).estimate();
        checkEstimate();
        cases.forEach(new TimeOutCheck(this, problems)::check);
        hash(sources);
    }

    private void take(List<ExpandedCase> those) {
        cases = those;
        index = new CaseIndex(testbed, those);
    }

    private <T extends EObject> List<T> spared(List<T> elements) {
        return elements.stream().filter(faults::spare).toList();
    }

    /** Returns whether nothing is known to be wrong with what a case is made of. */
    private boolean spared(ExpandedCase each) {
        return faults.spare(each.suite())
                && profile.map(faults::spare).orElse(true)
                && faults.spare(each.testCase())
                && each.targets().stream().allMatch(faults::spare)
                && faults.spare(each.workload())
                && each.server().map(faults::spare).orElse(true)
                && each.clientHosts().stream().allMatch(faults::spare);
    }

    private void checkEstimate() {
        if (estimate.time().compareTo(LONGEST) > 0) {
            problems.add(
                    IssueCode.TOO_MUCH,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the experiment takes " + Amounts.time(estimate.time())
                            + ", which nobody can mean; repeat less often, or measure shorter");
        } else if (estimate.heavy()) {
            problems.warn(
                    IssueCode.LOAD_HEAVY,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the experiment has " + estimate.toString().substring("in all ".length())
                            + "; a profile with less is soon written: profile brief { repeat 1 measure 10 s }");
        }
    }

    /** Returns the estimate of the cases that could be checked. */
    Estimate estimate() {
        return estimate;
    }

    /** Returns the issues, sorted by place. */
    List<Issue> issues() {
        return problems.issues();
    }

    /** Returns whether it can be written. */
    boolean sound() {
        return problems.none();
    }

    /** Checks the names, because they become file names. */
    private void names() {
        List<NamedElement> named = new ArrayList<>();
        if (testbed.root().getName() == null || testbed.root().getName().isEmpty()) {
            problems.add(
                    IssueCode.TESTBED_WITHOUT_NAME,
                    testbed.root(),
                    null,
                    "the testbed has no name, so it is a library for others; run one that imports it, or start it with:"
                            + " testbed <name>");
        } else {
            named.add(testbed.root());
        }
        named.addAll(spared(testbed.services()));
        named.addAll(spared(testbed.processes()));
        named.addAll(spared(testbed.servers()));
        named.addAll(spared(testbed.hosts()));
        named.addAll(spared(testbed.workloads()));
        Map<String, String> lower = new TreeMap<>();
        for (NamedElement element : named) {
            String name = element.getName();
            if (name == null || !name.matches(SAFE_NAME)) {
                problems.add(
                        IssueCode.SYNTAX,
                        element,
                        Literals.NAMED_ELEMENT__NAME,
                        "the name \"" + name + "\" is not fit for a file name; use letters, digits, '.', '-' and '_'");
                continue;
            }
            String key = element.eClass().getName() + "/" + name.toLowerCase(Locale.ROOT);
            String before = lower.putIfAbsent(key, name);
            if (before != null) {
                problems.add(
                        IssueCode.NAME_DUPLICATE,
                        element,
                        Literals.NAMED_ELEMENT__NAME,
                        "\"" + before + "\" and \"" + name
                                + "\" cannot be told apart as file names; rename one of them");
            }
        }
        if (testbed.hosts().isEmpty() && faults.spare(testbed.root())) {
            problems.add(
                    IssueCode.CLIENTS_NOWHERE,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "there is no host on which the clients could run; add: host here");
        }
        if (testbed.suites().isEmpty() && testbed.explorations().isEmpty() && faults.spare(testbed.root())) {
            problems.add(
                    IssueCode.TESTBED_WITHOUT_SUITE,
                    testbed.root(),
                    Literals.NAMED_ELEMENT__NAME,
                    "the testbed has no suite, so there is nothing to run; add: suite <name> { case … }");
        }
    }

    private void directServices() {
        for (ExpandedCase each : cases) {
            if (each.targets().get(0) instanceof Service service
                    && services.containsKey(service)
                    && !processes.containsKey(service)) {
                TestedProcess.direct(services.get(service), problems)
                        .ifPresent(tested -> processes.put(service, tested));
                boolean clash = testbed.processes().stream()
                        .anyMatch(process -> process.getName().equalsIgnoreCase(service.getName()));
                if (clash) {
                    problems.add(
                            IssueCode.NAME_DUPLICATE,
                            service,
                            Literals.NAMED_ELEMENT__NAME,
                            "clients call the service \"" + service.getName()
                                    + "\", but a process has the same name; rename one of them");
                }
            }
        }
    }

    private void simulateWorkloads() {
        for (Workload workload : spared(testbed.workloads())) {
            long closedMs = 0;
            long openMs = 0;
            long warmUpMs = 0;
            long measureMs = 0;
            int repetitions = 1;
            for (ExpandedCase each : index.cases(workload)) {
                SuiteSettings settings = settings(each);
                long loadMs = settings.warmUp().plus(settings.measure()).toMillis();
                closedMs = Math.max(closedMs, loadMs + settings.drain().toMillis());
                openMs = Math.max(openMs, loadMs);
                warmUpMs = Math.max(warmUpMs, settings.warmUp().toMillis());
                measureMs = Math.max(measureMs, settings.measure().toMillis());
                repetitions = Math.max(repetitions, settings.repeat());
            }
            if (workload.getClasses().stream().anyMatch(each -> each.getShape() != null)) {
                // Each warm-up has a trace of its own; one that has the longest of all has all their requests.
                openMs = warmUpMs + measureMs;
            }
            SimulatedWorkload.read(
                            workload,
                            streams,
                            chunks,
                            closedMs,
                            openMs,
                            warmUpMs,
                            repetitions,
                            distributions,
                            files,
                            problems)
                    .ifPresent(simulated -> workloads.put(workload, simulated));
        }
    }

    /** Returns whether everything is there that a case needs; a problem is added for what is not. */
    private boolean complete(ExpandedCase each) {
        if (!processes.keySet().containsAll(each.targets()) || !workloads.containsKey(each.workload())) {
            return false;
        }
        boolean complete = true;
        if (each.clientHosts().isEmpty()) {
            complete = false;
        }
        if (each.targets().get(0) instanceof Service service && each.server().isEmpty()) {
            unserved(each, service.getName(), "which clients call");
            complete = false;
        }
        for (TestedProcess process : loaded(each)) {
            for (Plan.Partner partner : process.partners()) {
                Service service = named.get(partner.service());
                complete &= service != null;
                if (service != null && each.placements().get(service) == null) {
                    unserved(each, partner.service(), "which process \"" + process.name() + "\" calls");
                    complete = false;
                }
            }
        }
        for (Server server : serversOf(each)) {
            if (!faults.spare(server)) {
                complete = false;
            } else if (!types.containsKey(server.getType().getName())) {
                problems.add(
                        IssueCode.SERVER_TYPE_NOT_INSTALLED,
                        server,
                        Literals.SERVER__TYPE,
                        "server \"" + server.getName() + "\" is of type \""
                                + server.getType().getName() + "\", but only " + new TreeSet<>(types.keySet())
                                + " are installed; add the plug-in of that type");
                complete = false;
            } else if (server.getVersion() != null
                    && types.get(server.getType().getName()).programs().isEmpty()) {
                problems.add(
                        IssueCode.SERVER_VERSION,
                        server,
                        Literals.SERVER__VERSION,
                        "server \"" + server.getName() + "\" wants version \"" + server.getVersion() + "\", but type \""
                                + server.getType().getName()
                                + "\" names no program that Maven fetches; leave the version out");
                complete = false;
            }
        }
        return complete;
    }

    private void unserved(ExpandedCase each, String service, String why) {
        problems.add(
                IssueCode.SERVICE_NOT_SERVED,
                each.testCase(),
                null,
                "no server serves the service \"" + service + "\", " + why + "; add it to the \"serves\" of a server");
    }

    private void traceFolder(ExpandedCase each) {
        SimulatedWorkload workload = workloads.get(each.workload());
        if (workload == null) {
            return;
        }
        List<String> hosts =
                each.clientHosts().stream().map(NamedElement::getName).toList();
        String key = traceKey(each);
        if (traceFolders.containsKey(key)) {
            return;
        }
        String name = workload.name();
        if (!dealt.add(each.workload())) {
            for (int n = 2; tracesTaken.contains(name); n++) {
                name = workload.name() + "." + n;
            }
        }
        tracesTaken.add(name);
        int busy = workload.open()
                ? hosts.size()
                : Math.min(hosts.size(), workload.simulation().clients());
        WorkloadSimulation simulation = workload.simulation().shaped()
                ? workload.simulation().after(settings(each).warmUp().toMillis())
                : workload.simulation();
        traceFolders.put(key, new TraceFolder(name, workload, simulation, hosts.subList(0, busy)));
    }

    /** Returns the key of a trace. Cases with the same key have the same trace: a shape of the load begins when the warm-up is over. */
    private String traceKey(ExpandedCase each) {
        boolean shaped = each.workload() instanceof OpenWorkload
                && each.workload().getClasses().stream().anyMatch(of -> of.getShape() != null);
        return each.workload().getName()
                + each.clientHosts().stream().map(NamedElement::getName).toList()
                + (shaped ? settings(each).warmUp() : "");
    }

    private void hash(Set<Path> sources) {
        files.note(sources);
        try {
            Map<String, String> all = new TreeMap<>();
            for (Path file : files.all()) {
                // A comment in the model changes nothing that is run.
                boolean model = file.toString().endsWith(MODEL);
                String hash = model ? Hashes.ofModel(file) : Hashes.of(file);
                // The content tells files of the same name apart; a path would differ between machines.
                all.put(file.getFileName() + " " + hash, hash);
            }
            modelHash = Hashes.ofHashes(all);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the model's files: " + e.getMessage(), e);
        }
    }

    // ---- what the plan and the files are made of

    WholeTestbed testbed() {
        return testbed;
    }

    Optional<Profile> profile() {
        return profile;
    }

    /** Returns how often and how long a case is run. */
    SuiteSettings settings(ExpandedCase each) {
        return SuiteSettings.of(each.suite(), profile);
    }

    long seed() {
        return seed;
    }

    String modelHash() {
        return modelHash;
    }

    RandomStreams streams() {
        return streams;
    }

    List<ExpandedCase> cases() {
        return cases;
    }

    List<Plan.PublishedPlan> published() {
        return published;
    }

    Map<Service, MockedService> services() {
        return services;
    }

    /** Returns the service of that name, with its WSDL read. */
    Optional<MockedService> service(String name) {
        return Optional.ofNullable(named.get(name)).map(services::get);
    }

    /** Returns the index of servers and cases. */
    CaseIndex index() {
        return index;
    }

    Map<Invocable, TestedProcess> processes() {
        return processes;
    }

    Map<Workload, SimulatedWorkload> workloads() {
        return workloads;
    }

    /** Returns the processes that the clients of a case call. */
    List<TestedProcess> called(ExpandedCase each) {
        return each.targets().stream().map(processes::get).toList();
    }

    /** Returns the processes that the clients of a case call, each followed by the versions that events of the model put in its place. */
    List<TestedProcess> loaded(ExpandedCase each) {
        return called(each).stream()
                .flatMap(process -> versions(each, process).stream())
                .toList();
    }

    /** Returns a process, and the versions that events of the model put in its place in a case. */
    List<TestedProcess> versions(ExpandedCase each, TestedProcess process) {
        List<TestedProcess> versions = new ArrayList<>(List.of(process));
        versions.addAll(processEvents.versions(each, process));
        return versions;
    }

    /** Returns the events that change processes. */
    ProcessEvents processEvents() {
        return processEvents;
    }

    /** Returns the process that gets a chunk in a case. */
    TestedProcess called(ExpandedCase each, SimulatedWorkload workload, int chunk) {
        Invocable process = workload.sent().get(chunk).process();
        return processes.get(process == null ? each.targets().get(0) : process);
    }

    /**
     * Returns the functional checks of a case. Before the measurement each process is checked, then each process that an event puts on the
     * engine.
     */
    List<Plan.CheckPlan> checks(ExpandedCase each, SimulatedWorkload workload) {
        List<Plan.CheckPlan> checks = new ArrayList<>();
        List<ProcessEvent> events = processEvents.of(each);
        for (TestedProcess process : called(each)) {
            if (!ProcessEvents.isBrought(process.model(), events)) {
                checks.addAll(FunctionalChecks.of(
                        process, process, workload.chunks(process.model()), requests, this.checks, ""));
            }
        }
        for (ProcessEvent event : events) {
            TestedProcess process = processes.get(event.getProcess());
            processEvents
                    .left(event)
                    .ifPresent(version -> checks.addAll(FunctionalChecks.of(
                            process,
                            version,
                            workload.chunks(process.model()),
                            requests,
                            this.checks,
                            EventIds.id(testbed, event))));
        }
        return checks;
    }

    /** Returns the reader of the files that the model names. */
    ModelFiles files() {
        return files;
    }

    /** Returns the instances that events open and close. */
    RuntimeInstances runtime() {
        return runtime;
    }

    /** Returns the server that declares to serve a service, else the first that a deploy plan or an event names. */
    Optional<Server> serverOf(Service service) {
        return Optional.ofNullable(testbed.served().get(service))
                .or(() -> index.placed(service))
                .or(() -> runtime.serverOf(service));
    }

    /** Returns the type of a server; {@code null} when it is not installed, or the model names none that there is. */
    ServerType type(Server server) {
        String name = server.getType().getName();
        return name == null ? null : types.get(name);
    }

    /** Returns whether there are servers that a network with latencies needs. */
    boolean hasRelays() {
        return types.values().stream().anyMatch(Relay.class::isInstance);
    }

    /** Returns whether an event opens or closes an instance of a service of that server. */
    boolean changes(Server server) {
        return !runtime.portsOf(services.values().stream()
                        .filter(service ->
                                serverOf(service.model()).filter(server::equals).isPresent())
                        .toList())
                .isEmpty();
    }

    Network network() {
        return network;
    }

    /** Returns the envelopes that clients send, by path under the compiled testbed. */
    Map<String, String> requests() {
        return requests.envelopes();
    }

    /** Returns the names of the columns of the records that a workload sends. */
    List<String> rowColumns(SimulatedWorkload workload) {
        return requests.columns(workload);
    }

    TraceFolder traceFolderOf(ExpandedCase each) {
        return traceFolders.get(traceKey(each));
    }

    /** Returns the servers that run during a case: mock hosts in the order of the model, then the system under test. */
    List<Server> serversOf(ExpandedCase each) {
        Set<Server> beside = new HashSet<>(runtime.serversIn(each.suite()));
        loaded(each).forEach(process -> process.partners()
                .forEach(partner -> beside.add(each.placements().get(named.get(partner.service())))));
        index.registries().stream()
                .filter(server -> Registries.runsIn(each, server, this))
                .forEach(beside::add);
        each.server().ifPresent(beside::remove);
        List<Server> servers = new ArrayList<>(index.ordered(beside));
        each.server().ifPresent(servers::add);
        return servers;
    }

    /** Draws how the services behave. */
    BehaviourTraces behaviours() {
        return new BehaviourTraces(streams);
    }

    /** Returns the traces of all cases. */
    Collection<TraceFolder> traceFolders() {
        return traceFolders.values();
    }

    /** Returns the writer of the compiled testbed, after a {@link #check} without errors. */
    CompiledFolder folder() {
        return new CompiledFolder(this, requests, packages, checks);
    }
}
