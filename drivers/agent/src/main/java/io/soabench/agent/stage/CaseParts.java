package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostPart;
import io.soabench.driver.PhaseTransitions;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.RunAuthority;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.CollectionLog;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.Target;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.MetricSource.Asked;
import io.soabench.plugin.NamedDatabase;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The orders for the hosts of one repetition, made of the plan and the types of its servers. Immutable. */
public final class CaseParts {

    /**
     * The second compiler works for seconds after the rehearsal, on processors that the requests need; what it makes is not needed
     * (drivers/load/README.md, docs/decisions/0015).
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Its pauses are short where all that is made is garbage at once, and it has no threads that work beside requests (docs/decisions/0015). */
    private static final String SERIAL_COLLECTOR = "-XX:+UseSerialGC";

    /** Name of the port at which a load client listens for callbacks. */
    public static final String CALLBACK = "callback";

    private static final long LOAD_GRACE_MS = 10_000;

    /** The time for all pauses between phases, after which hosts end the repetition by themselves. */
    private static final Duration BETWEEN_PHASES = Duration.ofMinutes(10);

    /**
     * The sources of the parts.
     *
     * @param repetition of the case, from 1
     * @param types server types by name
     * @param layouts by name of the host; of all hosts of the case
     * @param ports all known, by server and name; of load clients that are called back {@link #CALLBACK}
     * @param token of the run
     * @param instance identifier of the repetition within the run
     * @param authority of the run; {@link RunAuthority#NONE} for orders that are written before a run
     */
    public record Ingredients(
            Plan plan,
            CasePlan testCase,
            int repetition,
            Map<String, ServerType> types,
            Map<String, ? extends RepetitionLayout> layouts,
            Map<String, Map<String, Integer>> ports,
            DriverSettings settings,
            String token,
            String instance,
            RunAuthority authority) {}

    private final Ingredients from;
    private final Plan plan;
    private final CasePlan testCase;
    private final List<ProcessPlan> processes;
    private final Map<String, PlacedServer> servers = new LinkedHashMap<>();

    /** Creates the parts of a case whose servers' types are all known. */
    public CaseParts(Ingredients from) {
        this.from = from;
        this.plan = from.plan();
        this.testCase = from.testCase();
        this.processes = testCase.processes().stream().map(plan::processOf).toList();
        for (String name : testCase.servers()) {
            ServerPlan server = plan.serverOf(name);
            servers.put(
                    name,
                    new PlacedServer(
                            NamedDatabase.of(server, plan, from.types())
                                    .map(NamedDatabase::addressed)
                                    .orElse(server),
                            plan.hostOf(server.host()),
                            from.types().get(server.type()),
                            from.layouts().get(server.host()),
                            from.ports().get(name),
                            instancesOf(name),
                            from.repetition(),
                            from.settings().startFactor(),
                            speaksTls(other -> !other.equals(name)) ? authorityOn(server.host()) : ""));
        }
    }

    private boolean speaksTls(Predicate<String> which) {
        return testCase.servers().stream().filter(which).map(plan::serverOf).anyMatch(ServerPlan::speaksTls);
    }

    /** Returns the file with the certificate of the run's authority. */
    private String authorityOn(String host) {
        return from.layouts().get(host).root() + "/" + HostPart.AUTHORITY_FILE;
    }

    /** Returns whether clients call servers of the run by https. */
    private boolean isCalledByTls() {
        return isBlackBox(plan, testCase)
                ? processes.stream().anyMatch(process -> process.endpoint().startsWith("https://${server."))
                : plan.serverOf(testCase.server()).speaksTls();
    }

    private List<String> instancesOf(String server) {
        return plan.services().stream()
                .filter(service -> service.server().equals(server))
                .flatMap(service -> service.instances().stream())
                .map(ServiceInstance::path)
                .toList();
    }

    /** Returns the hosts of the servers and load clients of a case, each once. */
    public static Set<String> hosts(Plan plan, CasePlan testCase) {
        Set<String> hosts = new LinkedHashSet<>();
        testCase.servers().forEach(server -> hosts.add(plan.serverOf(server).host()));
        testCase.clients().forEach(client -> hosts.add(client.host()));
        return hosts;
    }

    /** Returns the load clients of a case that listen for callbacks, by their host; none when no process answers by one. */
    public static Map<String, String> calledBack(Plan plan, CasePlan testCase) {
        Map<String, String> clients = new TreeMap<>();
        if (testCase.processes().stream()
                .anyMatch(process -> plan.processOf(process).callsBack())) {
            testCase.clients().forEach(client -> clients.put(client.host(), RunFiles.loadClient(client.host())));
        }
        return clients;
    }

    /** Returns whether nothing is deployed: clients call what runs already, or a service. */
    static boolean isBlackBox(Plan plan, CasePlan testCase) {
        return testCase.processes().stream()
                .allMatch(process -> plan.processOf(process).kind() == ProcessPlan.Visibility.BLACK_BOX);
    }

    /** Returns the server on which the processes are deployed; nothing when nothing is. */
    Optional<String> tested() {
        return isBlackBox(plan, testCase) ? Optional.empty() : Optional.of(testCase.server());
    }

    /** Returns the host of the server in which the server under test keeps its instances; nothing when it names none. */
    Optional<String> databaseHost() {
        return servers.containsKey(testCase.server())
                ? NamedDatabase.of(plan.serverOf(testCase.server()), plan, from.types())
                        .map(database -> database.server().host())
                : Optional.empty();
    }

    /** Returns the host that sends the checks, and looks whether a process answers that is not deployed. */
    String checking() {
        return testCase.clients().get(0).host();
    }

    /** Returns the addresses that the clients call, by process. */
    private Map<String, String> endpoints() {
        Map<String, String> endpoints = new LinkedHashMap<>();
        processes.forEach(process -> endpoints.put(process.name(), endpoint(process)));
        return endpoints;
    }

    /** Returns the addresses that the clients call, separated by blanks. */
    public String endpoint() {
        return String.join(" ", endpoints().values());
    }

    private List<HostPart.Target> targets() {
        return processes.stream()
                .map(process -> new HostPart.Target(process.name(), endpoint(process)))
                .toList();
    }

    private String endpoint(ProcessPlan process) {
        if (isBlackBox(plan, testCase)) {
            return filled(process.endpoint());
        }
        PlacedServer tested = servers.get(testCase.server());
        return tested.fill(tested.lifecycle().endpoint(), process.name());
    }

    /** Returns a text of the plan with addresses and ports of servers of the case. */
    public String filled(String text) {
        return Placeholders.servers(
                text,
                name -> servers.containsKey(name) ? servers.get(name).host().address() : null,
                port -> {
                    int dot = port.lastIndexOf('.');
                    PlacedServer server = servers.get(port.substring(0, dot));
                    return server == null ? null : server.ports().get(port.substring(dot + 1));
                });
    }

    /**
     * Returns an action that an event of the model sends to a server. Its texts may contain these values besides those
     * of the server's lifecycle.
     */
    HttpAction filled(String server, HttpAction action, Map<String, String> values) {
        return servers.get(server).fill(action, values);
    }

    /** Returns the steps that publish a service instance in a registry. */
    List<HttpAction> publication(String registry, ServicePlan service, ServiceInstance instance) {
        return servers.get(registry).publish(servers.get(service.server()).publication(service, instance));
    }

    // ---- parts

    /**
     * Returns the part of a machine in the case.
     *
     * @param hosts the hosts of the plan that it is, with one layout
     */
    public HostPart of(Set<String> hosts) {
        RepetitionLayout layout = from.layouts().get(hosts.iterator().next());
        DriverSettings settings = from.settings();
        return new HostPart(
                from.token(),
                from.instance(),
                targets(),
                new HostPart.Places(layout.root(), layout.out(), layout.disk()),
                new HostPart.Limits(
                        settings.logLimitBytes(),
                        settings.workLimitBytes(),
                        settings.floorBytes(),
                        settings.sampleMs()),
                leaseMs(),
                addresses(),
                servers.values().stream()
                        .filter(server -> hosts.contains(server.host().name()))
                        .map(this::server)
                        .toList(),
                testCase.clients().stream()
                        .filter(client -> hosts.contains(client.host()))
                        .map(this::client)
                        .toList(),
                hosts.contains(checking()) ? checks(layout) : List.of(),
                sharing(hosts).orElse(null),
                speaksTls(any -> true) ? from.authority().certificate() : "");
    }

    /** Returns the processes on the machine of the server under test, if these hosts are that machine. */
    private Optional<HostPart.Sharing> sharing(Set<String> hosts) {
        if (!servers.containsKey(testCase.server())) {
            return Optional.empty();
        }
        String machine = servers.get(testCase.server()).host().machine();
        boolean shared = Stream.concat(
                        testCase.clients().stream().map(ClientPlan::host),
                        testCase.servers().stream()
                                .filter(server -> !server.equals(testCase.server()))
                                .map(server -> plan.serverOf(server).host()))
                .anyMatch(host -> plan.hostOf(host).machine().equals(machine));
        return hosts.stream().anyMatch(host -> plan.hostOf(host).machine().equals(machine))
                ? Optional.of(new HostPart.Sharing(
                        testCase.server(), shared, from.settings().yielding().orElse(null)))
                : Optional.empty();
    }

    private long leaseMs() {
        List<Lifecycle> lifecycles =
                servers.values().stream().map(PlacedServer::lifecycle).toList();
        return PhaseTransitions.rows().stream()
                .map(row -> PhaseTransitions.deadline(row.phase(), testCase, lifecycles))
                .reduce(BETWEEN_PHASES, Duration::plus)
                .toMillis();
    }

    private Map<String, String> addresses() {
        Map<String, String> addresses = new TreeMap<>();
        servers.forEach((name, server) -> {
            addresses.put("server." + name + ".address", server.host().address());
            server.ports()
                    .forEach((port, number) ->
                            addresses.put("server." + name + ".port." + port, Integer.toString(number)));
        });
        tested().map(servers::get)
                .filter(server -> !server.lifecycle().callback().isEmpty())
                .ifPresent(server -> {
                    processes.forEach(process -> callbacks(server, process.name(), process, addresses));
                    testCase.events().stream()
                            .filter(event -> !event.version().isEmpty())
                            .forEach(event ->
                                    callbacks(server, event.process(), plan.processOf(event.version()), addresses));
                });
        processes.stream()
                .filter(ProcessPlan::callsBack)
                .forEach(process -> addresses.put("callback.client." + process.name(), calledAt(checking(), process)));
        return addresses;
    }

    private static void callbacks(
            PlacedServer server, String process, ProcessPlan version, Map<String, String> addresses) {
        version.partners()
                .forEach(partner -> addresses.put(
                        "callback." + partner.service() + "." + partner.instance(),
                        server.fill(server.lifecycle().callback().replace("${link}", partner.link()), process)));
    }

    /** Returns the address to which processes call a load client back. */
    private String listening(String host) {
        return "http://" + plan.hostOf(host).address() + ":"
                + from.ports().get(RunFiles.loadClient(host)).get(CALLBACK);
    }

    private String calledAt(String host, ProcessPlan process) {
        return listening(host) + "/" + process.name();
    }

    private HostPart.Server server(PlacedServer server) {
        Lifecycle serverLifecycle = server.lifecycle();
        boolean tested = tested().filter(server.name()::equals).isPresent();
        return new HostPart.Server(
                server.name(),
                server.host().address(),
                server.ports(),
                placing(server),
                program(server),
                server.fill(serverLifecycle.ready(), ""),
                publications(server),
                tested ? deployments(server) : List.of(),
                serverLifecycle.statistics() == null ? null : server.fill(serverLifecycle.statistics(), Map.of()),
                serverLifecycle.stop().graceMs(),
                logs(server),
                asked(server));
    }

    /** Returns patterns for the files in the folder of a server that are kept. */
    private List<String> logs(PlacedServer server) {
        List<String> logs = new ArrayList<>();
        server.lifecycle().logs().forEach(log -> logs.add(server.fill(log, "")));
        if (isTestedJava(server)) {
            logs.add(CollectionLog.GLOB);
            if (recording().isPresent()) {
                logs.add(EngineRecording.GLOB);
            }
        }
        return List.copyOf(logs);
    }

    /** Returns the recording of the server under test; empty where the case names no recorder or nothing is recorded now. */
    private Optional<EngineRecording> recording() {
        return Optional.ofNullable(testCase.schedule().recorder())
                .map(from.settings().recordings()::get);
    }

    /** Returns whether a server is under test and a Java program, which keeps a log of its collections and can be recorded. */
    private boolean isTestedJava(PlacedServer server) {
        return server.name().equals(testCase.server())
                && server.lifecycle().start().arguments().get(0).equals("${java}");
    }

    /** Returns the properties of a server that the model asks for, by its metrics and by the expectations of the case. */
    private Asked asked(PlacedServer server) {
        Set<String> metrics = new TreeSet<>();
        plan.metrics().stream()
                .filter(metric -> concerns(metric.target(), server))
                .forEach(metric -> metrics.add(metric.type()));
        testCase.objectives().stream()
                .filter(objective -> concerns(objective.target(), server))
                .forEach(objective -> metrics.add(objective.metric()));
        // Relays are a part of the network, and no servers of the model.
        if (metrics.isEmpty() || plan.serverOf(server.name()).emulatesNetwork()) {
            return null;
        }
        Lifecycle.MetricRequest metricRequest = server.lifecycle().metricRequest();
        return new Asked(
                metrics,
                metricRequest == null
                        ? null
                        : new Lifecycle.MetricRequest(
                                server.fill(metricRequest.action(), Map.of()),
                                metricRequest.numbers(),
                                metricRequest.history() == null
                                        ? null
                                        : server.fill(metricRequest.history(), Map.of())),
                server.plan().speaksTls() ? from.authority().certificate() : "");
    }

    private boolean concerns(Target target, PlacedServer server) {
        return switch (target.kind()) {
            case PROCESS, SERVICE -> false;
            case CASE -> server.name().equals(testCase.server());
            case ENGINE ->
                target.every()
                        ? server.name().equals(testCase.server())
                        : server.name().equals(target.name());
            case SERVER -> target.every() || server.name().equals(target.name());
            case HOST -> target.every() || server.host().name().equals(target.name());
        };
    }

    private List<HostPart.Deployment> deployments(PlacedServer server) {
        List<HostPart.Deployment> deployments = new ArrayList<>();
        testCase.processes().stream()
                .filter(process -> !testCase.brings(process))
                .forEach(process -> deployments.add(deployment(server, process, process, true)));
        testCase.events().stream()
                .filter(event -> !event.version().isEmpty())
                .map(event -> deployment(server, event.process(), event.version(), false))
                .filter(later -> deployments.stream()
                        .noneMatch(each -> each.process().equals(later.process())
                                && each.version().equals(later.version())))
                .distinct()
                .forEach(deployments::add);
        return deployments;
    }

    private static HostPart.Deployment deployment(PlacedServer server, String process, String version, boolean first) {
        Lifecycle serverLifecycle = server.lifecycle();
        return new HostPart.Deployment(
                process,
                version,
                first,
                filled(server, serverLifecycle.deploy(), process, version),
                server.fill(serverLifecycle.deployed(), process),
                filled(server, serverLifecycle.undeploy(), process, version));
    }

    private static List<HttpAction> filled(
            PlacedServer server, List<HttpAction> actions, String process, String version) {
        return actions.stream()
                .map(action -> server.fill(action, process, version))
                .toList();
    }

    /** Returns how long the server under test may take to deploy one process, and to take it away again; milliseconds. */
    long redeployMs() {
        Lifecycle serverLifecycle = servers.get(testCase.server()).lifecycle();
        return Stream.concat(serverLifecycle.deploy().stream(), serverLifecycle.undeploy().stream())
                        .mapToLong(HttpAction::timeoutMs)
                        .sum()
                + (serverLifecycle.deployed() == null
                        ? 0
                        : serverLifecycle.deployed().timeoutMs());
    }

    /** Returns how long the server under test may take to start again and to deploy its processes; milliseconds. */
    long startAgainMs() {
        return servers.get(testCase.server()).lifecycle().ready().timeoutMs() + processes.size() * redeployMs();
    }

    private HostPart.Placing placing(PlacedServer server) {
        Map<String, String> files = new TreeMap<>();
        server.lifecycle().files().forEach((path, text) -> files.put(path, server.fill(text, "")));
        List<HostPart.Copy> copies = new ArrayList<>();
        for (String instance : server.instances()) {
            copies.add(
                    new HostPart.Copy(server.layout().compiled("mocks/" + instance), server.serviceFolder(instance)));
            copies.add(new HostPart.Copy(
                    server.layout().compiled(CompiledFiles.behaviours(instance, from.repetition())),
                    server.serviceFolder(instance)));
        }
        for (ProcessPlan process : processes) {
            String folder = process.packages().get(server.name());
            if (folder != null && server.name().equals(testCase.server())) {
                copies.add(new HostPart.Copy(
                        server.layout().compiled(folder), server.packageOf(process.name(), process.name())));
            }
        }
        if (server.name().equals(testCase.server())) {
            testCase.events().stream()
                    .filter(event -> !event.version().isEmpty())
                    .map(event -> new HostPart.Copy(
                            server.layout().compiled(event.parameters().get("package")),
                            server.packageOf(event.process(), event.version())))
                    .filter(copy -> !copies.contains(copy))
                    .distinct()
                    .forEach(copies::add);
        }
        ServerIdentity identity = server.plan().speaksTls()
                ? from.authority().identity(server.name()).orElse(ServerIdentity.UNMADE)
                : null;
        return new HostPart.Placing(server.root(), files, copies, server.tokenToMake(), identity);
    }

    private HostPart.Program program(PlacedServer server) {
        Map<String, String> environment = new TreeMap<>(server.host().environment());
        server.lifecycle().start().environment().forEach((key, value) -> environment.put(key, server.fill(value, "")));
        // A parameter may name another server's address.
        List<String> command =
                new ArrayList<>(server.command().stream().map(this::filled).toList());
        if (isTestedJava(server)) {
            command.add(1, CollectionLog.option(server.work()));
            recording().ifPresent(of -> command.addAll(1, of.options()));
        }
        // The server under test gets no archive, even when it could use one. So no engine has an advantage over
        // another.
        boolean archived = server.lifecycle().archives() && !server.name().equals(testCase.server());
        return new HostPart.Program(
                List.copyOf(command),
                environment,
                server.work(),
                archived ? server.layout().archives() : "");
    }

    /** Returns the entries that a registry gets when all servers are ready: every service instance on one of them. */
    private List<HostPart.Publishing> publications(PlacedServer registry) {
        List<HostPart.Publishing> steps = new ArrayList<>();
        if (registry.lifecycle().registry() == null) {
            return steps;
        }
        for (ServicePlan service : plan.services()) {
            if (!servers.containsKey(service.server())) {
                continue;
            }
            for (ServiceInstance instance : service.instances()) {
                if (!testCase.brings(service, instance)) {
                    publication(registry.name(), service, instance)
                            .forEach(action -> steps.add(new HostPart.Publishing(instance.path(), action)));
                }
            }
        }
        return steps;
    }

    private HostPart.Client client(ClientPlan client) {
        RepetitionLayout layout = from.layouts().get(client.host());
        String name = RunFiles.loadClient(client.host());
        String work = layout.client(name);
        List<String> command = new ArrayList<>(List.of(layout.java()));
        if (from.settings().loadEngine() == LoadRecord.Engine.LOOP) {
            command.add(FIRST_COMPILER);
            command.add(SERIAL_COLLECTOR);
        }
        command.addAll(List.of(
                "-Xmx" + from.settings().loadHeapMiB() + "m",
                "-Djava.io.tmpdir=" + work,
                "-cp",
                layout.loadClassPath(),
                "io.soabench.load.LoadClient",
                "--plan",
                layout.plan(),
                "--case",
                testCase.id(),
                "--repetition",
                Integer.toString(from.repetition()),
                "--client",
                client.host(),
                "--compiled",
                layout.compiled(""),
                "--out",
                layout.out(),
                "--engine",
                from.settings().loadEngine().word()));
        if (plan.workloadOf(testCase.workload()).ordersBatches()) {
            command.addAll(orders());
        } else {
            endpoints().forEach((process, endpoint) -> {
                String relayed = client.endpoints().getOrDefault(process, "");
                command.add("--endpoint");
                command.add((testCase.mixed() ? process + "=" : "") + (relayed.isEmpty() ? endpoint : filled(relayed)));
            });
        }
        boolean calledBack = calledBack(plan, testCase).containsKey(client.host());
        if (calledBack) {
            command.add("--callback");
            command.add(listening(client.host()));
        }
        if (isCalledByTls()) {
            command.add("--trust");
            command.add(authorityOn(client.host()));
        }
        return new HostPart.Client(
                name,
                new HostPart.Program(
                        List.copyOf(command),
                        new TreeMap<>(plan.hostOf(client.host()).environment()),
                        work,
                        layout.archives()),
                LOAD_GRACE_MS);
    }

    /** Returns the addresses for orders of batches, on the host of the engine. */
    private List<String> orders() {
        PlacedServer tested = servers.get(testCase.server());
        Lifecycle.Batches batches = tested.lifecycle().batches();
        List<String> orders = new ArrayList<>(List.of(
                "--endpoint", tested.fill(batches.address(), processes.get(0).name())));
        if (!batches.tokenFile().isEmpty()) {
            orders.addAll(List.of("--token-file", tested.fill(batches.tokenFile(), "")));
        }
        return orders;
    }

    private List<HostPart.Check> checks(RepetitionLayout layout) {
        List<HostPart.Check> checks = new ArrayList<>();
        for (CheckPlan check : testCase.checks()) {
            ProcessPlan process = plan.processOf(check.process());
            checks.add(new HostPart.Check(
                    check.request(),
                    new HostPart.Target(process.name(), endpoint(process)),
                    layout.compiled(check.request()),
                    check.uiid(),
                    process.soapAction(),
                    process.answerElement(),
                    PhaseTransitions.checkTimeOutMs(testCase),
                    check.event(),
                    process.callsBack() ? calledAt(checking(), process) : "",
                    form(process)));
        }
        return checks;
    }

    private RequestForm form(ProcessPlan process) {
        RequestForm form = process.form() == null ? RequestForm.USUAL : process.form();
        return isCalledByTls() ? form.trusting(from.authority().certificate()) : form;
    }
}
