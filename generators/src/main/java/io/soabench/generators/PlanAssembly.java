package io.soabench.generators;

import io.soabench.generators.cases.Addresses;
import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.cases.EventIds;
import io.soabench.generators.cases.ProcessEvents;
import io.soabench.generators.cases.ProcessPackages;
import io.soabench.generators.cases.ServiceAddresses;
import io.soabench.generators.cases.TraceFolder;
import io.soabench.generators.reading.ClientAnswer;
import io.soabench.generators.reading.MockedService;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.ProblemCollector;
import io.soabench.generators.reading.RuntimeInstances;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.generators.workload.LoadSegment;
import io.soabench.generators.workload.WorkloadTraces;
import io.soabench.model.Defaults;
import io.soabench.model.Dimension;
import io.soabench.model.ExpandedCase;
import io.soabench.model.Measure;
import io.soabench.model.ServerSettings;
import io.soabench.model.SuiteSettings;
import io.soabench.model.Targets;
import io.soabench.model.WorkloadConnections;
import io.soabench.model.testbed.Connections;
import io.soabench.model.testbed.Event;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Metric;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.NewServiceInstance;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.ProcessEvent;
import io.soabench.model.testbed.ProcessReplaced;
import io.soabench.model.testbed.ProcessUndeployed;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServiceUnavailable;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TargetKind;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.Comparison;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.EnoughAnswers;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.MetricPlan;
import io.soabench.plan.MetricUnit;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.ObjectivePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.Recorder;
import io.soabench.plan.ReportFormat;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.StagePlan;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;

/** The assembly of the plan from a checked model. It makes no decisions and no checks. */
final class PlanAssembly {

    /** The least size of an open workload's pool of threads. */
    static final int LEAST_POOL = 16;

    /** The greatest size of that pool; a load client reports when it is too small. */
    static final int GREATEST_POOL = 1_000;

    private final Compiled compiled;
    private final CaseSet caseSet;
    private final ModelReading reading;
    private final Map<String, ProcessPackages.Packaged> packages;

    /** @param packages by process name */
    PlanAssembly(Compiled compiled, Map<String, ProcessPackages.Packaged> packages) {
        this.compiled = compiled;
        this.caseSet = compiled.cases();
        this.reading = compiled.reading();
        this.packages = packages;
    }

    Plan plan() {
        String name = reading.testbed().root().getName();
        String title = reading.testbed().root().getTitle();
        List<CasePlan> cases = cases();
        List<ServerPlan> servers = new ArrayList<>();
        reading.testbed().servers().forEach(server -> servers.add(server(server)));
        servers.addAll(compiled.network().plans());
        ModelOrigin origin = new ModelOrigin(
                name,
                title == null ? name : title,
                reading.context().seed(),
                reading.context().profile().map(NamedElement::getName).orElse(""),
                compiled.modelHash());
        return Plan.of(origin)
                .withHosts(reading.testbed().hosts().stream()
                        .map(PlanAssembly::host)
                        .toList())
                .withServers(servers)
                .withServices(
                        reading.services().values().stream().map(this::service).toList())
                .withProcesses(
                        reading.processes().values().stream().map(this::process).toList())
                .withWorkloads(reading.workloads().values().stream()
                        .map(PlanAssembly::workload)
                        .toList())
                .withCases(cases, order(cases))
                .withMetrics(metrics())
                .withReports(reading.testbed().reportFormats().stream()
                        .map(format -> ReportFormat.parse(format.getLiteral()))
                        .toList())
                .withPublished(compiled.published());
    }

    /** Returns all cases, each followed by its twin if it has one. */
    private List<CasePlan> cases() {
        Set<String> taken = caseSet.cases().stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(HashSet::new));
        List<CasePlan> cases = new ArrayList<>();
        for (ExpandedCase each : caseSet.cases()) {
            CasePlan planned = planned(each);
            cases.add(planned);
            if (each.hasTwin()) {
                String name = each.name() + "-aa";
                for (int n = 2; !taken.add(name.toLowerCase(Locale.ROOT)); n++) {
                    name = each.name() + "-aa-" + n;
                }
                cases.add(planned.twin(name));
            }
        }
        return cases;
    }

    private static HostPlan host(Host host) {
        boolean local = host.getAddress() == null || host.getAddress().isEmpty();
        Map<String, String> connection = new LinkedHashMap<>();
        if (!local) {
            connection.put("port", Integer.toString(host.getPort() == null ? Defaults.SSH_PORT : host.getPort()));
            put(connection, "user", host.getUser());
            put(connection, "key", host.getKey());
            put(connection, "jump", host.getJump());
        }
        String directory = host.getDirectory() == null ? (local ? "" : Defaults.DIRECTORY) : host.getDirectory();
        return new HostPlan(
                host.getName(), Addresses.of(host), local, connection, directory, text(host.getJava()), Map.of());
    }

    private static void put(Map<String, String> map, String key, String value) {
        if (value != null && !value.isEmpty()) {
            map.put(key, value);
        }
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private ServerPlan server(Server server) {
        ServerSettings settings = ServerSettings.of(server);
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (PortDeclaration port : server.getType().getPorts()) {
            ports.put(port.getName(), settings.ports().getOrDefault(port.getName(), 0));
        }
        List<MockedService> served = reading.services().values().stream()
                .filter(service ->
                        caseSet.serverOf(service.model()).filter(server::equals).isPresent())
                .toList();
        reading.runtime().portsOf(served).forEach(port -> ports.put(port, 0));
        return new ServerPlan(
                server.getName(),
                ServerPlan.typeOf(server.getType().getName(), server.getVersion()),
                server.getHost().getName(),
                settings.parameters(),
                ports,
                server.getServices().stream().map(NamedElement::getName).toList());
    }

    private ServicePlan service(MockedService service) {
        List<ServiceInstance> instances = new ArrayList<>();
        for (int i = 1; i <= service.instances(); i++) {
            instances.add(
                    new ServiceInstance(i, service.path(i), reading.runtime().portOf(service, i)));
        }
        return new ServicePlan(
                service.name(),
                service.model().getType().getName(),
                caseSet.serverOf(service.model()).map(Server::getName).orElse(""),
                service.uiidWords(),
                service.qosWords(reading.context().behaviours()),
                instances,
                service.portType());
    }

    private ProcessPlan process(TestedProcess process) {
        boolean white = process.contract().isPresent();
        Optional<ProcessPackages.Packaged> packaged = Optional.ofNullable(packages.get(process.name()));
        ProcessPlan plan = new ProcessPlan(
                process.name(),
                white ? ProcessPlan.Visibility.WHITE_BOX : ProcessPlan.Visibility.BLACK_BOX,
                endpoint(process),
                process.operation().oneWay(),
                process.operation().soapAction(),
                process.answerElement(),
                packaged.map(ProcessPackages.Packaged::folders).orElse(Map.of()),
                process.partners(),
                process.calls());
        return plan.callingBack(process.callback().map(ClientAnswer::plan).orElse(null))
                .handlingFaults(process.handlesFaults())
                .requested(process.form())
                .withFiles(
                        packaged.map(ProcessPackages.Packaged::differentFiles).orElse(Map.of()));
    }

    /** Returns the address of a service that clients call, with the placeholders of the server that serves it. */
    private String endpoint(TestedProcess process) {
        if (process.model() instanceof Process) {
            return process.endpoint();
        }
        MockedService service = reading.services().get(process.model());
        return caseSet.cases().stream()
                .filter(each -> each.targets().contains(process.model())
                        && each.server().isPresent())
                .findFirst()
                .flatMap(each -> new ServiceAddresses(reading)
                        .atRunTime(service, 1, each.server().get(), Optional.empty(), new ProblemCollector()))
                .orElse("");
    }

    private static WorkloadPlan workload(SimulatedWorkload workload) {
        return new WorkloadPlan(
                workload.name(),
                workload.open() ? WorkloadPlan.Load.OPEN : WorkloadPlan.Load.CLOSED,
                workload.simulation().clients(),
                workload.simulation().ratePerSecond(),
                workload.words(),
                stages(workload.simulation().segments()),
                workload.processes(),
                workload.labels(),
                WorkloadConnections.of(workload.model())
                        .map(PlanAssembly::connections)
                        .orElse(null),
                workload.batch().orElse(null));
    }

    private static ConnectionPlan connections(Connections model) {
        if (model.isEach()) {
            return new ConnectionPlan(ConnectionPlan.Use.NEW, 0);
        }
        return model.getMost() == null
                ? ConnectionPlan.KEPT
                : new ConnectionPlan(ConnectionPlan.Use.LIMITED, model.getMost());
    }

    private static List<StagePlan> stages(List<LoadSegment> segments) {
        List<StagePlan> stages = new ArrayList<>();
        double at = 0;
        for (LoadSegment each : segments) {
            double end = at + each.seconds();
            stages.add(new StagePlan(each.name(), millis(at), millis(end), rate(each.from()), rate(each.to())));
            at = end;
        }
        return stages;
    }

    /** Returns milliseconds, rounded to a microsecond. */
    private static double millis(double seconds) {
        return Math.round(seconds * 1e6) / 1e3;
    }

    /** Returns a rate rounded to a millionth: sums of rates need not show their last bits. */
    private static double rate(double perSecond) {
        return Math.round(perSecond * 1e6) / 1e6;
    }

    private static int jmeterThreads(TraceFolder folder, int index, long timeOutMs) {
        SimulatedWorkload workload = folder.workload();
        int hosts = folder.hosts().size();
        return workload.open()
                ? pool(workload.simulation().greatestRatePerSecond() / hosts, timeOutMs)
                : WorkloadTraces.share(workload.simulation(), index, hosts);
    }

    /**
     * Returns the number of threads: as many as requests can be in flight when each takes until its time-out (Little's law), within bounds.
     */
    static int pool(double ratePerSecond, long timeOutMs) {
        double inFlight = Math.ceil(ratePerSecond * timeOutMs / 1000);
        return (int) Math.max(LEAST_POOL, Math.min(GREATEST_POOL, inFlight));
    }

    private CasePlan planned(ExpandedCase each) {
        SuiteSettings settings = reading.settings(each);
        TraceFolder folder = caseSet.tracesOf(each);
        long timeOutMs = settings.timeOut().toMillis();
        List<ClientPlan> clients = new ArrayList<>();
        for (String host : folder.hosts()) {
            clients.add(new ClientPlan(
                    host,
                    folder.tracePath(host),
                    jmeterThreads(folder, clients.size(), timeOutMs),
                    relayed(each, host)));
        }
        return new CasePlan(
                        each.name(),
                        each.suite().getName(),
                        each.server().map(NamedElement::getName).orElse(""),
                        each.targets().stream().map(NamedElement::getName).toList(),
                        each.workload().getName(),
                        servers(each),
                        clients,
                        new CaseSchedule(
                                settings.repeat(),
                                each.suite().isParallel(),
                                settings.untilSteady() ? CaseSchedule.WarmUp.UNTIL_STEADY : CaseSchedule.WarmUp.FIXED,
                                settings.warmUp().toMillis(),
                                settings.measure().toMillis(),
                                Math.max(settings.drain().toMillis(), timeOutMs),
                                timeOutMs,
                                settings.untilAnswers() == 0
                                        ? null
                                        : new EnoughAnswers(
                                                settings.untilAnswers(),
                                                settings.least().toMillis()),
                                settings.precision() == 0
                                        ? null
                                        : PrecisionGoal.of(settings.precision(), settings.fewest(), settings.repeat()),
                                recorder(each)),
                        each.suite().getObjectives().stream()
                                .map(PlanAssembly::objective)
                                .toList(),
                        events(each),
                        compiled.checks().of(each, folder.workload()),
                        compiled.network().paths(each))
                .withAnswers(compiled.answers().of(each, folder.workload()))
                .withBaseline(name(each.suite().getBaseline()));
    }

    /** Returns the recorder of the server under test; {@code null} where there is none of both. */
    private static Recorder recorder(ExpandedCase each) {
        return each.server().isEmpty()
                ? null
                : Recorder.of(each.suite().getRecorder().getLiteral()).orElse(null);
    }

    /** Returns mock hosts, relays, then the system under test. */
    private List<String> servers(ExpandedCase each) {
        List<String> servers = new ArrayList<>();
        caseSet.serversOf(each).forEach(server -> servers.add(server.getName()));
        servers.addAll(
                servers.size() - (each.server().isPresent() ? 1 : 0),
                compiled.network().relays(each));
        return servers;
    }

    /** Returns the addresses of the relay between a client host and the system under test, by process; empty when there is no relay. */
    private Map<String, String> relayed(ExpandedCase each, String clientHost) {
        Optional<String> relay = each.clientHosts().stream()
                .filter(host -> host.getName().equals(clientHost))
                .findFirst()
                .flatMap(host ->
                        each.server().flatMap(server -> compiled.network().relay(host, server)));
        Map<String, String> addresses = new LinkedHashMap<>();
        if (relay.isPresent()) {
            reading.called(each)
                    .forEach(process -> addresses.put(
                            process.name(), relayed(process, each.server().orElseThrow(), relay)));
        }
        return addresses;
    }

    private String relayed(TestedProcess process, Server server, Optional<String> relay) {
        if (process.model() instanceof Process) {
            return Addresses.atRunTime(
                    reading.type(server).lifecycle().endpoint(), server, Map.of("process", process.name()), relay);
        }
        MockedService service = reading.services().get(process.model());
        return new ServiceAddresses(reading)
                .atRunTime(service, 1, server, relay, new ProblemCollector())
                .orElse("");
    }

    private static ObjectivePlan objective(Objective objective) {
        MetricType type = objective.getMetric();
        StatisticFunction statistic = objective.getStatistic() == null
                ? type.isCounter() ? StatisticFunction.TOTAL : Defaults.STATISTIC
                : statistic(objective.getStatistic());
        Comparison comparison = Comparison.parse(objective.getComparison().getLiteral());
        Target target = objective.getTarget() == null ? Target.CASE : Targets.of(objective.getTarget());
        return new ObjectivePlan(
                measured(type, statistic).getName(),
                statistic,
                target,
                comparison,
                Measure.of(objective.getBound()).value().doubleValue(),
                unit(statistic.kind().hasUnit() ? Dimension.of(type.getUnit()) : Dimension.NUMBER),
                (objective.getStatistic() == null ? "" : statistic.text() + " ")
                        + type.getName()
                        + (objective.getTarget() == null ? "" : " of " + target.text())
                        + " " + comparison.text() + " "
                        + Measure.text(objective.getBound()));
    }

    private static MetricUnit unit(Dimension dimension) {
        return switch (dimension) {
            case NUMBER -> MetricUnit.NUMBER;
            case TIME -> MetricUnit.SECOND;
            case RATE -> MetricUnit.PER_SECOND;
            case RATIO -> MetricUnit.RATIO;
            case SIZE -> MetricUnit.BYTE;
            case SQUARED_TIME -> throw new IllegalArgumentException("no metric is measured in squares of a time");
        };
    }

    private static StatisticFunction statistic(Statistic statistic) {
        return StatisticFunction.parse(
                statistic.getLevel() == null
                        ? statistic.getFunction()
                        : statistic.getFunction() + " " + Measure.text(statistic.getLevel()));
    }

    /** Returns the events of a case, in the order of the model. */
    private List<EventPlan> events(ExpandedCase each) {
        return reading.testbed().events().stream()
                .filter(event -> caseSet.events().happens(event, each))
                .map(event -> event(event, each))
                .toList();
    }

    private EventPlan event(Event event, ExpandedCase each) {
        long atMs = event.getTime() == null
                ? -1
                : Math.round(Measure.of(event.getTime()).millis());
        long atRequest = event.getRequest() == null ? -1 : event.getRequest();
        String when = event.getTime() == null ? "at request " + atRequest : "at " + Measure.text(event.getTime());
        Map<String, String> parameters = new LinkedHashMap<>();
        String what;
        if (event instanceof ServiceUnavailable unavailable) {
            int instance = RuntimeInstances.instance(unavailable);
            parameters.put("service", unavailable.getService().getName());
            parameters.put("instance", Integer.toString(instance));
            what = unavailable.getService().getName() + "[" + instance + "] becomes unavailable";
        } else if (event instanceof NewServiceInstance added) {
            String service = reading.runtime().of(added).getName();
            parameters.put("service", service);
            parameters.put("instance", "1");
            parameters.put("type", added.getType().getName());
            put(parameters, "like", name(added.getLike()));
            put(parameters, "server", name(added.getServer()));
            put(parameters, "registry", name(added.getRegistry()));
            what = service + "[1], a new " + added.getType().getName() + ", appears";
        } else if (event instanceof ProcessEvent changed) {
            what = changed(changed, each, parameters);
        } else {
            PluginEvent plugin = (PluginEvent) event;
            put(parameters, "target", name(plugin.getTarget()));
            parameters.putAll(ServerSettings.parameters(plugin));
            what = EventIds.type(event) + (plugin.getTarget() == null ? "" : " of " + name(plugin.getTarget()));
        }
        return new EventPlan(
                EventIds.id(reading.testbed(), event),
                EventIds.kind(event),
                EventIds.type(event),
                atMs,
                atRequest,
                parameters,
                when,
                what);
    }

    private static String changed(ProcessEvent event, ExpandedCase each, Map<String, String> parameters) {
        String process = event.getProcess().getName();
        String version = ProcessEvents.version(event).map(NamedElement::getName).orElse(process);
        parameters.put("process", process);
        if (event instanceof ProcessUndeployed) {
            return process + " is undeployed";
        }
        parameters.put("version", version);
        parameters.put(
                "package",
                each.server()
                        .map(server -> ProcessPackages.folder(server.getName(), process, version))
                        .orElse(""));
        return event instanceof ProcessReplaced
                ? process + " is replaced by " + (version.equals(process) ? "itself" : version)
                : process + " is deployed";
    }

    private static String name(NamedElement element) {
        return element == null ? "" : element.getName();
    }

    /**
     * Returns round after round, each with one repetition of the cases, block after block. Blocks, and the cases of a block, are shuffled by the
     * stream {@code /order} of the repetition.
     */
    private List<Execution> order(List<CasePlan> cases) {
        int rounds = cases.stream()
                .mapToInt(each -> each.schedule().repetitions())
                .max()
                .orElse(0);
        List<Execution> order = new ArrayList<>();
        for (int n = 1; n <= rounds; n++) {
            int round = n;
            UniformRandomProvider random = reading.streams().ofRepetition(round).stream("/order");
            Map<String, List<CasePlan>> blocks = cases.stream()
                    .filter(each -> round <= each.schedule().repetitions())
                    .collect(Collectors.groupingBy(CasePlan::block, LinkedHashMap::new, Collectors.toList()));
            List<List<CasePlan>> shuffled = new ArrayList<>(blocks.values());
            ListSampler.shuffle(random, shuffled);
            for (List<CasePlan> block : shuffled) {
                ListSampler.shuffle(random, block);
                block.forEach(each -> order.add(new Execution(each.id(), round)));
            }
        }
        return order;
    }

    private List<MetricPlan> metrics() {
        List<MetricPlan> metrics = new ArrayList<>();
        for (Metric metric : reading.testbed().metrics()) {
            Map<MetricType, List<StatisticFunction>> statistics = new LinkedHashMap<>();
            for (Statistic wanted : metric.getStatistics()) {
                StatisticFunction statistic = statistic(wanted);
                statistics
                        .computeIfAbsent(measured(metric.getType(), statistic), t -> new ArrayList<>())
                        .add(statistic);
            }
            for (Target target : targets(metric)) {
                statistics.forEach(
                        (type, wanted) -> metrics.add(new MetricPlan(type.getName(), target, List.copyOf(wanted))));
            }
        }
        return metrics;
    }

    private static List<Target> targets(Metric metric) {
        return metric.getTargetKind() != null && metric.getTargetKind() != TargetKind.NONE
                ? List.of(Targets.all(metric.getTargetKind()))
                : metric.getTargets().stream().map(Targets::of).toList();
    }

    /** Returns the metric type that has the values of a statistic: a total may be counted by another type. */
    private static MetricType measured(MetricType type, StatisticFunction statistic) {
        return statistic.kind() == StatisticFunction.Kind.TOTAL && type.getTotal() != null ? type.getTotal() : type;
    }
}
