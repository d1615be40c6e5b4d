package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A compiled testbed as drivers and the analyzer see it: {@code plan.json}. Lists are in the order of the model; names are
 * unique within their list and safe as file names.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param origin the model that it was compiled from
 * @param order the repetitions of all cases in the order in which they are run: first all {@linkplain CasePlan#block blocks} of the first
 *     repetition, then those of the second, and so on. The order of blocks and that within a block are random, drawn from the seed
 * @param reports what to make of the results
 * @param published numbers of others, to be shown beside those of the run
 */
@FileFormat(version = Plan.FORMAT, remedy = "compile the testbed again with this version")
public record Plan(
        int format,
        Origin origin,
        List<HostPlan> hosts,
        List<ServerPlan> servers,
        List<ServicePlan> services,
        List<ProcessPlan> processes,
        List<WorkloadPlan> workloads,
        List<CasePlan> cases,
        List<Execution> order,
        List<MetricPlan> metrics,
        List<ReportFormat> reports,
        List<PublishedPlan> published) {

    /** The version of the format that this class reads and writes. */
    public static final int FORMAT = 2;

    /** Returns a plan of nothing, to be filled. */
    public static Plan of(Origin origin) {
        return new Plan(
                FORMAT, origin, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
    }

    /** Returns a copy for another model. */
    public Plan withOrigin(Origin other) {
        return new Plan(
                format, other, hosts, servers, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other hosts. */
    public Plan withHosts(List<HostPlan> others) {
        return new Plan(
                format, origin, others, servers, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other servers. */
    public Plan withServers(List<ServerPlan> others) {
        return new Plan(
                format, origin, hosts, others, services, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other services. */
    public Plan withServices(List<ServicePlan> others) {
        return new Plan(
                format, origin, hosts, servers, others, processes, workloads, cases, order, metrics, reports,
                published);
    }

    /** Returns a copy with other processes. */
    public Plan withProcesses(List<ProcessPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, others, workloads, cases, order, metrics, reports, published);
    }

    /** Returns a copy with other workloads. */
    public Plan withWorkloads(List<WorkloadPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, others, cases, order, metrics, reports, published);
    }

    /** Returns a copy with other cases, whose repetitions are run in that order. */
    public Plan withCases(List<CasePlan> others, List<Execution> run) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, others, run, metrics, reports,
                published);
    }

    /** Returns a copy with other cases, which are run one after the other. */
    public Plan withCases(List<CasePlan> others) {
        List<Execution> run = others.stream()
                .flatMap(of -> IntStream.rangeClosed(1, of.schedule().repetitions())
                        .mapToObj(repetition -> new Execution(of.id(), repetition)))
                .toList();
        return withCases(others, run);
    }

    /** Returns a copy with other metrics. */
    public Plan withMetrics(List<MetricPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, others, reports,
                published);
    }

    /** Returns a copy with other reports. */
    public Plan withReports(List<ReportFormat> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, metrics, others,
                published);
    }

    /** Returns a copy with other published numbers. */
    public Plan withPublished(List<PublishedPlan> others) {
        return new Plan(
                format, origin, hosts, servers, services, processes, workloads, cases, order, metrics, reports, others);
    }

    /**
     * The model that a plan was compiled from.
     *
     * @param testbed name of the testbed
     * @param title one line for the cover of the report
     * @param seed the seed from which every random stream was derived
     * @param profile name of the profile that was chosen; empty when there was none
     * @param modelHash SHA-256 of all model files that were read, hexadecimal; of testbed files without comments and layout
     */
    public record Origin(String testbed, String title, long seed, String profile, String modelHash) {}

    /**
     * A machine of the deployment plan.
     *
     * @param address name or IP address at which the other hosts reach it
     * @param local whether it is this machine, reached without SSH
     * @param connection how to reach it when it is not local: {@code port}, {@code user}, {@code key} (a path, never the
     *     key), {@code jump}
     * @param directory working directory on that host, or empty for the driver's choice
     * @param java home of the Java installation to use there, or empty for the driver's choice
     */
    public record HostPlan(
            String name,
            String address,
            boolean local,
            Map<String, String> connection,
            String directory,
            String java,
            Map<String, String> environment) {

        /** Returns the identity of the machine: an empty text for this machine, else the address. */
        public String machine() {
            return local ? "" : address;
        }

        /** Returns a copy with another working directory. */
        public HostPlan withDirectory(String other) {
            return new HostPlan(name, address, local, connection, other, java, environment);
        }
    }

    /**
     * A server, that is, an engine or a mock host.
     *
     * @param type name of the server type; where the model wants another version of its program, {@code NAME@VERSION}, see {@link #typeOf}
     * @param host name of its host
     * @param parameters effective parameters, defaults included, in canonical units: bytes, milliseconds, plain text
     * @param ports port numbers by name; 0 = the driver chooses a free one
     * @param serves names of the services that it serves
     */
    public record ServerPlan(
            String name,
            String type,
            String host,
            Map<String, String> parameters,
            Map<String, Integer> ports,
            List<String> serves) {

        /** The type of servers that emulate the network of the model; the compiler adds them, no model names them. */
        public static final String RELAY = "relay";

        /** Between the name of a type and the version of its program; no name has it. */
        private static final char AT = '@';

        /** Returns the type of servers that run a version of the program of a type; the type itself where that is {@code null}. */
        public static String typeOf(String type, String version) {
            return version == null ? type : type + AT + version;
        }

        /** Returns the name of the server type, whatever the version of its program. */
        public String declaredType() {
            int at = type.indexOf(AT);
            return at < 0 ? type : type.substring(0, at);
        }

        /** Returns the version that the model wants of its program; empty: the one that the type names. */
        public String version() {
            return type.substring(Math.min(type.length(), declaredType().length() + 1));
        }

        /** The only port of a relay. */
        public static final String RELAY_PORT = "tcp";

        /** Returns a copy on another host. */
        public ServerPlan withHost(String other) {
            return new ServerPlan(name, type, other, parameters, ports, serves);
        }

        /** Returns whether it is a part of the network, and no server of the model. */
        public boolean emulatesNetwork() {
            return RELAY.equals(type);
        }
    }

    /**
     * A mocked service.
     *
     * @param server the mock host that serves it
     * @param uiid how invocations are identified, in words for the report
     * @param qos response time, reliability and throughput in words for the report
     * @param portType expanded name {@code {namespace}local} of the WSDL port type that it offers, by which a registry finds it
     */
    public record ServicePlan(
            String name,
            String type,
            String server,
            String uiid,
            String qos,
            List<ServiceInstance> instances,
            String portType) {}

    /**
     * One instance of a mocked service.
     *
     * @param index from 1
     * @param path last part of its address, {@code <service>-<index>}, also the name of its folder under {@code mocks/}
     * @param port name of the port of its server on which it alone listens, because an event of the model closes or opens it;
     *     empty: it listens where the server does
     */
    public record ServiceInstance(int index, String path, String port) {

        /** Returns an instance that listens where its server does. */
        public static ServiceInstance sharing(int index, String path) {
            return new ServiceInstance(index, path, "");
        }
    }

    /**
     * A process under test.
     *
     * @param kind white box (deployed from a package) or black box (already running, or a mocked service that clients call
     *     directly)
     * @param endpoint address of a black-box process; that of a service has the placeholders {@code ${server.<name>.address}}
     *     and {@code ${server.<name>.port.<port>}}; empty for a white-box process, whose address the server type gives
     * @param oneWay whether clients get no answer message
     * @param soapAction value of the SOAPAction header, without quotes
     * @param answerElement expanded name {@code {namespace}local} of the body element of the answer, or of the callback that answers;
     *     empty when any will do
     * @param packages folder of the package under the compiled testbed by server name
     * @param partners what the process calls
     * @param calls the prescribed calls of its partners, see {@link CallTree}; {@code null} for a black-box process
     * @param callback how it answers one-way requests of its clients later; {@code null}: it does not
     * @param handlesFaults whether partners declare faults, and the process handles all of them; null is false
     * @param files the file that each engine runs, by server name; empty where all of them run the same BPEL file
     * @param form how requests of clients are sent; {@code null}: by SOAP 1.1, without headers of the model
     */
    public record ProcessPlan(
            String name,
            Visibility kind,
            String endpoint,
            boolean oneWay,
            String soapAction,
            String answerElement,
            Map<String, String> packages,
            List<Partner> partners,
            CallTree calls,
            Callback callback,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) Boolean handlesFaults,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ProcessFilePlan> files,
            RequestForm form) {

        public ProcessPlan {
            // Plans of earlier versions have neither.
            handlesFaults = handlesFaults != null && handlesFaults;
            files = files == null ? Map.of() : files;
        }

        /** One that answers on the connection of its request, or not at all. */
        public ProcessPlan(
                String name,
                Visibility kind,
                String endpoint,
                boolean oneWay,
                String soapAction,
                String answerElement,
                Map<String, String> packages,
                List<Partner> partners,
                CallTree calls) {
            this(
                    name,
                    kind,
                    endpoint,
                    oneWay,
                    soapAction,
                    answerElement,
                    packages,
                    partners,
                    calls,
                    null,
                    false,
                    Map.of(),
                    null);
        }

        private ProcessPlan with(
                Callback answer, boolean handling, Map<String, ProcessFilePlan> byServer, RequestForm sent) {
            return new ProcessPlan(
                    name,
                    kind,
                    endpoint,
                    oneWay,
                    soapAction,
                    answerElement,
                    packages,
                    partners,
                    calls,
                    answer,
                    handling,
                    byServer,
                    sent);
        }

        /** Returns a copy that answers its clients by a callback; {@code null}: by none. */
        public ProcessPlan callingBack(Callback answer) {
            return with(answer, handlesFaults, files, form);
        }

        /** Returns a copy that handles all faults that its partners declare, or not. */
        public ProcessPlan handlingFaults(boolean all) {
            return with(callback, all, files, form);
        }

        /** Returns a copy of which engines run these files, by server name. */
        public ProcessPlan withFiles(Map<String, ProcessFilePlan> byServer) {
            return with(callback, handlesFaults, byServer, form);
        }

        /** Returns a copy to which clients send requests in another form. */
        public ProcessPlan requested(RequestForm other) {
            return with(callback, handlesFaults, files, other.equals(RequestForm.USUAL) ? null : other);
        }

        /** Returns the version of SOAP by which clients call it. */
        public SoapVersion soapVersion() {
            return form == null ? RequestForm.USUAL.soap() : form.soap();
        }

        /** Returns the HTTP headers of requests that the model states, without any secret. */
        public List<HeaderPlan> headers() {
            return form == null ? RequestForm.USUAL.headers() : form.headers();
        }

        /** Returns whether clients wait for a callback. */
        public boolean callsBack() {
            return callback != null;
        }

        /** B10 §3.2. */
        public enum Visibility {
            WHITE_BOX,
            BLACK_BOX
        }
    }

    /**
     * The form in which clients send requests.
     *
     * @param soap version of SOAP
     * @param headers HTTP headers beside those of the load client, without any secret
     */
    public record RequestForm(SoapVersion soap, List<HeaderPlan> headers) {

        /** The form of requests to engines and mocked services. */
        public static final RequestForm USUAL = new RequestForm(SoapVersion.SOAP_11, List.of());
    }

    /**
     * The file of a process that an engine runs.
     *
     * @param language word of the language for it: {@code bpel}, {@code bpmn}, {@code camel}
     * @param variant name by which the model distinguishes files in one language; empty: none
     * @param file path within the package
     * @param sha256 hash of its content, hexadecimal
     */
    public record ProcessFilePlan(String language, String variant, String file, String sha256) {}

    /**
     * The later answer of a process to a one-way request of its clients: a call of the load client (B10 §4.3). Requests may have the
     * placeholder {@value #ADDRESS} in place of the address.
     *
     * @param operation of the clients
     * @param uiid steps from the body's element of the callback to the element with the UIID of its request, expanded names. Empty: the request
     *     has a message identifier that begins with {@value #MESSAGE_ID}, and the callback's {@code RelatesTo} repeats it (WS-Addressing 1.0)
     */
    public record Callback(String operation, List<String> uiid) {

        /** What stands for the address of the load client in a request. */
        public static final String ADDRESS = "${callback}";

        /** Begin of the message identifier of each request: a URI, as WS-Addressing 1.0, section 3.1, wants it. */
        public static final String MESSAGE_ID = "urn:soabench:";

        /** Name of the namespace of WS-Addressing 1.0. */
        public static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

        /** Returns whether request and callback use WS-Addressing: the request names the address, and the callback its request. */
        public boolean addressed() {
            return uiid.isEmpty();
        }

        /** Returns the placeholder in a compiled testbed for the address at which a process calls its only load client back. */
        public static String addressOf(String process) {
            return "${callback.client." + process + "}";
        }
    }

    /**
     * A partner link bound to a service instance.
     *
     * @param instance from 1
     */
    public record Partner(String link, String service, int instance) {}

    /**
     * A workload.
     *
     * @param kind closed (clients with think times) or open (arrivals)
     * @param clients simulated clients of a closed workload, of all client hosts together, the most that are there at once; 0 for
     *     an open one
     * @param ratePerSecond mean arrivals of an open workload; 0 for a closed one
     * @param description think time or arrivals in words for the report
     * @param stages of the measurement, where the model lets the load change over time; else empty. They follow each other without a
     *     gap, over the longest measurement
     * @param processes of a workload that names what its clients call: by chunk of its traces the process that gets it. Empty of
     *     one that leaves this to its cases
     * @param chunks what is sent, by index: names of messages as traces have them, those of records with the name of their class. Empty
     *     when it is not known
     * @param connections of its clients, {@code null} where they are kept, see {@link #connected}
     * @param batch how many instances each request starts, as an order to the engine, inside of which their partners are; {@code null}
     *     where a request goes to the process itself
     */
    public record WorkloadPlan(
            String name,
            Load kind,
            int clients,
            double ratePerSecond,
            String description,
            List<StagePlan> stages,
            List<String> processes,
            List<String> chunks,
            Connections connections,
            Integer batch) {

        public WorkloadPlan {
            stages = stages == null ? List.of() : List.copyOf(stages);
            processes = processes == null ? List.of() : List.copyOf(processes);
            chunks = chunks == null ? List.of() : List.copyOf(chunks);
            connections = Connections.KEPT.equals(connections) ? null : connections;
        }

        /** A workload whose requests go to processes themselves. */
        public WorkloadPlan(
                String name,
                Load kind,
                int clients,
                double ratePerSecond,
                String description,
                List<StagePlan> stages,
                List<String> processes,
                List<String> chunks,
                Connections connections) {
            this(name, kind, clients, ratePerSecond, description, stages, processes, chunks, connections, null);
        }

        /** Returns a workload whose load does not change over time, and that leaves to its cases the processes that its clients call. */
        public static WorkloadPlan constant(
                String name, Load kind, int clients, double ratePerSecond, String description) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, List.of(), List.of(), List.of(), null);
        }

        /** Returns a copy that names what its clients call, by chunk. */
        public WorkloadPlan withProcesses(List<String> others) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, stages, others, chunks, connections, batch);
        }

        /** Returns a copy that sends these chunks. */
        public WorkloadPlan withChunks(List<String> others) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, stages, processes, others, connections, batch);
        }

        /** Returns a copy with other stages. */
        public WorkloadPlan withStages(List<StagePlan> others) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, others, processes, chunks, connections, batch);
        }

        /** Returns a copy with other connections. */
        public WorkloadPlan withConnections(Connections others) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, stages, processes, chunks, others, batch);
        }

        /** Returns a copy whose requests start that many instances each. */
        public WorkloadPlan withBatch(int instances) {
            return new WorkloadPlan(
                    name, kind, clients, ratePerSecond, description, stages, processes, chunks, connections, instances);
        }

        /** Returns whether its requests are orders of batches. */
        public boolean ordersBatches() {
            return batch != null;
        }

        /** Returns the connections of its clients. */
        public Connections connected() {
            return connections == null ? Connections.KEPT : connections;
        }

        /** B10 §3.3. */
        public enum Load {
            CLOSED,
            OPEN
        }
    }

    /**
     * How clients connect to what they call.
     *
     * @param most connections at once of all client hosts together; 0 when they are as many as are needed
     */
    public record Connections(Use use, int most) {

        /** As many as are needed, which are used again. */
        public static final Connections KEPT = new Connections(Use.KEPT, 0);

        /** What a connection is used for. */
        public enum Use {
            /** One request after the other; of a closed workload each client has its own. */
            KEPT,
            /** The same, but there is only a certain number for all clients, and who finds none free waits. */
            LIMITED,
            /** One request: it is closed after the answer. */
            NEW
        }

        /** Returns the words of a model. */
        public String words() {
            return switch (use) {
                case KEPT -> "kept";
                case LIMITED -> "at most " + most;
                case NEW -> "new";
            };
        }

        /**
         * Returns the part of one client host: what is limited is shared out as evenly as possible, first hosts first.
         *
         * @param index of the host among those of the case, from 0
         */
        public Connections share(int index, int hosts) {
            return use == Use.LIMITED ? new Connections(use, most / hosts + (index < most % hosts ? 1 : 0)) : this;
        }
    }

    /**
     * A stretch of the measurement in which the load is constant, rises or falls evenly: a stage, or the stay of bursts in a state.
     *
     * @param stage name in words for the report; stretches of one name are one stage
     * @param fromMs its begin since the start of the measurement, in milliseconds
     * @param toMs its end since the start of the measurement, in milliseconds
     * @param from the load at its begin: mean arrivals a second of an open workload, clients of a closed one
     * @param to the load at its end
     */
    public record StagePlan(String stage, double fromMs, double toMs, double from, double to) {}

    /**
     * A test case: one process, or a mix of several, on one engine under one workload.
     *
     * @param id unique, safe as a file name
     * @param server the system under test: an engine, or the mock host of a service that clients call directly; empty for a
     *     black-box process
     * @param processes what the clients call; each once, at least one
     * @param servers all servers that run during the case in the order of their start, the system under test last
     * @param clients one testing client a client host
     * @param schedule how often and how long
     * @param checks what must be answered correctly, before anything is measured or after an event; none for one-way operations
     * @param paths the ways that messages take between hosts, for measuring round trips
     * @param twinOf the case that this one measures once more under another name, to learn what differences there are where there is
     *     none (an A/A test); empty of all others
     */
    public record CasePlan(
            String id,
            String suite,
            String server,
            List<String> processes,
            String workload,
            List<String> servers,
            List<ClientPlan> clients,
            Schedule schedule,
            List<ObjectivePlan> objectives,
            List<EventPlan> events,
            List<CheckPlan> checks,
            List<PathPlan> paths,
            String twinOf) {

        /** One that is nobody's twin. */
        public CasePlan(
                String id,
                String suite,
                String server,
                List<String> processes,
                String workload,
                List<String> servers,
                List<ClientPlan> clients,
                Schedule schedule,
                List<ObjectivePlan> objectives,
                List<EventPlan> events,
                List<CheckPlan> checks,
                List<PathPlan> paths) {
            this(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    clients,
                    schedule,
                    objectives,
                    events,
                    checks,
                    paths,
                    "");
        }

        /** Between the names of processes that are loaded together; no name has it. */
        private static final String AND = "+";

        /**
         * Returns the called processes in one word: the process, or the processes of a mix as in {@code Browse+Order}. Measurements of the
         * whole case belong to this subject.
         */
        public String subject() {
            return String.join(AND, processes);
        }

        /** Returns whether it measures once more what another case measures. */
        @JsonIgnore
        public boolean isTwin() {
            return !twinOf.isEmpty();
        }

        /** Returns a copy under another name, to be measured as if it were another engine's; nothing is expected of it. */
        public CasePlan twin(String other) {
            return new CasePlan(
                    other, suite, server, processes, workload, servers, clients, schedule, List.of(), events, checks,
                    paths, id);
        }

        /**
         * Returns the name of the cases that differ in their engine only. Each of their repetitions has the same load and the same behaviour of
         * partners, so that they are compared in pairs. They are run one after the other, in random order, so that changes of the machine meet
         * all alike.
         */
        public String block() {
            return suite + "/" + subject() + "/" + workload;
        }

        /** Returns whether it loads several processes at once. */
        public boolean mixed() {
            return processes.size() > 1;
        }

        /** Returns a copy with other processes. */
        public CasePlan withProcesses(List<String> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    others,
                    workload,
                    servers,
                    clients,
                    schedule,
                    objectives,
                    events,
                    checks,
                    paths,
                    twinOf);
        }

        /** Returns a copy with other servers. */
        public CasePlan withServers(List<String> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    others,
                    clients,
                    schedule,
                    objectives,
                    events,
                    checks,
                    paths,
                    twinOf);
        }

        /** Returns a copy with other clients. */
        public CasePlan withClients(List<ClientPlan> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    others,
                    schedule,
                    objectives,
                    events,
                    checks,
                    paths,
                    twinOf);
        }

        /** Returns a copy with another schedule. */
        public CasePlan withSchedule(Schedule other) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    clients,
                    other,
                    objectives,
                    events,
                    checks,
                    paths,
                    twinOf);
        }

        /** Returns a copy with other objectives. */
        public CasePlan withObjectives(List<ObjectivePlan> others) {
            return new CasePlan(
                    id, suite, server, processes, workload, servers, clients, schedule, others, events, checks, paths,
                    twinOf);
        }

        /** Returns a copy with other events. */
        public CasePlan withEvents(List<EventPlan> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    clients,
                    schedule,
                    objectives,
                    others,
                    checks,
                    paths,
                    twinOf);
        }

        /** Returns a copy with other checks. */
        public CasePlan withChecks(List<CheckPlan> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    clients,
                    schedule,
                    objectives,
                    events,
                    others,
                    paths,
                    twinOf);
        }

        /** Returns a copy with other ways of messages. */
        public CasePlan withPaths(List<PathPlan> others) {
            return new CasePlan(
                    id,
                    suite,
                    server,
                    processes,
                    workload,
                    servers,
                    clients,
                    schedule,
                    objectives,
                    events,
                    checks,
                    others,
                    twinOf);
        }

        /** Returns the events that are about a process of the case, in the order in which they are to happen. */
        public List<EventPlan> eventsOf(String process) {
            return events.stream()
                    .filter(event -> event.process().equals(process))
                    .sorted(Comparator.comparingLong(EventPlan::atMs).thenComparingLong(EventPlan::atRequest))
                    .toList();
        }

        /** Returns whether an event of the model brings a process of the case, so that it is not deployed from the start. */
        public boolean brings(String process) {
            return eventsOf(process).stream()
                    .findFirst()
                    .filter(event -> event.kind() == EventPlan.Kind.PROCESS_DEPLOYED)
                    .isPresent();
        }

        /** Returns whether an event of the model brings the instance, so that it is not there from the start. */
        public boolean brings(ServicePlan service, ServiceInstance instance) {
            return events.stream()
                    .filter(event -> event.kind() == EventPlan.Kind.NEW_SERVICE_INSTANCE)
                    .map(EventPlan::parameters)
                    .anyMatch(parameters -> service.name().equals(parameters.get("service"))
                            && Integer.toString(instance.index()).equals(parameters.get("instance")));
        }
    }

    /**
     * How often a case is run, and how long each phase takes.
     *
     * @param repetitions how often it is run; in a compiled testbed, where a precision is asked for, how often at most
     * @param parallel whether it may run while others do that have no machine in common with it, see {@link #machines}
     * @param warmUp when it ends
     * @param warmUpMs its length; the greatest when it may end early
     * @param measureMs length of the measurement; the greatest when it may end early
     * @param drainMs how long to wait for requests in flight after the last one was sent; at least the time-out
     * @param timeOutMs when a client gives up waiting for an answer
     * @param enough when the measurement ends early; {@code null}: it does not
     * @param precision for which the number of repetitions is chosen; {@code null}: it is given
     */
    public record Schedule(
            int repetitions,
            boolean parallel,
            WarmUp warmUp,
            long warmUpMs,
            long measureMs,
            long drainMs,
            long timeOutMs,
            Enough enough,
            Precision precision) {

        /** One whose measurement has one length. */
        public Schedule(
                int repetitions,
                boolean parallel,
                WarmUp warmUp,
                long warmUpMs,
                long measureMs,
                long drainMs,
                long timeOutMs) {
            this(repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, null, null);
        }

        /** When the warm-up ends. */
        public enum WarmUp {
            /** After its length. */
            FIXED,
            /** As soon as response times are steady, at the latest after its length. */
            UNTIL_STEADY
        }

        /** Returns a copy with another number of repetitions. */
        public Schedule withRepetitions(int other) {
            return new Schedule(other, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision);
        }

        /** Returns a copy beside other cases, or alone. */
        public Schedule withParallel(boolean other) {
            return new Schedule(repetitions, other, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, precision);
        }

        /** Returns a copy with another warm-up. */
        public Schedule withWarmUp(WarmUp other, long ms) {
            return new Schedule(repetitions, parallel, other, ms, measureMs, drainMs, timeOutMs, enough, precision);
        }

        /** Returns a copy with another length of the measurement. */
        public Schedule withMeasureMs(long other) {
            return new Schedule(repetitions, parallel, warmUp, warmUpMs, other, drainMs, timeOutMs, enough, precision);
        }

        /** Returns a copy that measures until there is enough. */
        public Schedule withEnough(Enough other) {
            return new Schedule(
                    repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, other, precision);
        }

        /** Returns a copy whose number of repetitions is chosen for that. */
        public Schedule withPrecision(Precision other) {
            return new Schedule(repetitions, parallel, warmUp, warmUpMs, measureMs, drainMs, timeOutMs, enough, other);
        }

        /**
         * Returns when the measurement may end, milliseconds after its begin, in order. The factors of the least length are 1, 1.5, 2, 3, 4, 6,
         * 8 … up to the greatest length.
         */
        public List<Long> endsMs() {
            List<Long> ends = new ArrayList<>();
            if (enough != null) {
                for (long step = enough.leastMs(); step > 0 && step < measureMs; step *= 2) {
                    ends.add(step);
                    if (step + step / 2 < measureMs) {
                        ends.add(step + step / 2);
                    }
                }
            }
            ends.add(measureMs);
            return ends;
        }
    }

    /**
     * The condition of an end of a measurement before its greatest length. Only the number of answers decides, never their values, and only at
     * {@linkplain Schedule#endsMs certain times}.
     *
     * @param answers requests that began in the measurement and were answered rightly, all client hosts together
     * @param leastMs it does not end sooner
     */
    public record Enough(int answers, long leastMs) {}

    /**
     * The demanded precision of the mean response time. The first repetitions are pilots. Their spread alone decides the number of repetitions,
     * once, for all cases of a {@linkplain CasePlan#block block} alike.
     *
     * @param share half of the width of the interval of the mean response time, as a share of it, that is asked for
     * @param pilots number of the pilots
     * @param most repetitions that there are at most
     * @param needed repetitions that the pilots call for, which may be more than {@code most}; 0 when they could not decide; {@code null} while
     *     nothing is chosen
     */
    public record Precision(double share, int pilots, int most, Integer needed) {

        /** Returns a precision for which nothing is chosen yet. */
        public static Precision of(double share, int pilots, int most) {
            return new Precision(share, pilots, most, null);
        }

        /** Returns a copy for the time when the pilots have been judged. */
        public Precision calledFor(int repetitions) {
            return new Precision(share, pilots, most, repetitions);
        }

        /** Returns whether the pilots have been judged. */
        public boolean chosen() {
            return needed != null;
        }

        /** Returns whether the pilots call for more repetitions than there may be. */
        public boolean capped() {
            return needed != null && needed > most;
        }

        /** Returns how many repetitions there are then: as many as are needed, at least the pilots, within the cap. */
        public int repetitions() {
            return needed == null ? pilots : Math.max(pilots, Math.min(needed, most));
        }
    }

    /**
     * A functional check. Its identifier is {@link #checkUiid}.
     *
     * @param process that must give the answer
     * @param request path of the envelope to send under the compiled testbed, with the placeholder <code>${uiid}</code>
     * @param answer path of the envelope that is the right answer, under the compiled testbed. Or it is that of a
     *     {@linkplain RowFile file of rows}, of whose first row the answer must hold the values. Empty when any answer will do that is no fault
     *     and has the process's answer element
     * @param event identity of the event that puts the process on the engine, after which it is sent; empty: before anything is measured
     */
    public record CheckPlan(String process, String request, String answer, String event) {

        /** Returns a check before the measurement. */
        public static CheckPlan before(String process, String request, String answer) {
            return new CheckPlan(process, request, answer, "");
        }
    }

    /** With what the identifiers of functional checks begin. */
    public static final String CHECK = "-check.";

    /**
     * Returns the identifier of a case's n-th check. No workload has such a name, so no request of a workload has such an
     * identifier.
     *
     * @param n from 1
     */
    public static String checkUiid(int n) {
        return CHECK + "1." + n;
    }

    /**
     * A testing client.
     *
     * @param trace path of its workload trace under the compiled testbed, see {@link #traceOf}
     * @param jmeterThreads how many threads JMeter needs, in the exported test plan and where it drives the load. A closed load needs one for
     *     each simulated client, an open one as many as requests may be in flight
     * @param endpoints by process the address that it calls where the network of the model leads it through a relay. The address has the
     *     placeholders <code>${server.&lt;name&gt;.address}</code> and <code>${server.&lt;name&gt;.port.&lt;port&gt;}</code>. Empty where it
     *     calls the system under test itself
     */
    public record ClientPlan(String host, String trace, int jmeterThreads, Map<String, String> endpoints) {

        /**
         * Returns the path of its workload trace in a repetition, under the compiled testbed.
         *
         * @param repetition from 1
         */
        public String traceOf(int repetition) {
            return CompiledFiles.inRepetition(trace, repetition);
        }

        /** Returns a copy on another host. */
        public ClientPlan withHost(String other) {
            return new ClientPlan(other, trace, jmeterThreads, endpoints);
        }

        /** Returns a copy that calls other addresses. */
        public ClientPlan withEndpoints(Map<String, String> others) {
            return new ClientPlan(host, trace, jmeterThreads, others);
        }
    }

    /**
     * A way that messages of a case take.
     *
     * @param from name of the host on which they begin
     * @param to name of the server to which they go
     * @param address {@code http://HOST:PORT} at which that server is reached from there, through a relay if there is one, with placeholders as
     *     in {@link ClientPlan#endpoints}
     * @param request latency of the model from there to the server's host, one way, in words; empty when there is none
     * @param response latency of the way back
     * @param roundTripMs median of both together, milliseconds; 0 when there is none
     */
    public record PathPlan(
            String from, String to, String address, String request, String response, double roundTripMs) {}

    /**
     * A service-level objective, an {@code expect} clause.
     *
     * @param metric name of the metric type whose values are looked at
     * @param statistic what is computed of the values, one number; {@link StatisticFunction#AVERAGE} when the model names none, of a
     *     metric that counts {@link StatisticFunction#TOTAL}
     * @param target what is looked at; {@link Target#CASE} when the model names nothing
     * @param limit in the unit
     * @param text as written in the model
     */
    public record ObjectivePlan(
            String metric,
            StatisticFunction statistic,
            Target target,
            Comparison comparison,
            double limit,
            MetricUnit unit,
            String text) {}

    /**
     * A run-time event of the model.
     *
     * @param id identity among all events of the plan: {@code <suite>.<type>.<n>}, the n-th of its type in the suite, counted from 1 in the
     *     order of the model. {@code events.csv} names events by it
     * @param type name of the event type of a plug-in; of the other kinds the kind's {@link Kind#text}
     * @param atMs time since the start of the measurement, or -1 when it is bound to a request
     * @param atRequest number of the request, or -1 when it is bound to a time
     * @param parameters {@code service} and {@code instance} of a service instance. A new one has {@code type}, too, and {@code registry} when
     *     it is to be published. A process has {@code process}; one that is deployed also has {@code version}, the process that runs under its
     *     name from then on, and {@code package}, the folder of the package under the compiled testbed. Others have {@code target} and the
     *     type's parameters in canonical units
     * @param when in words, e.g. {@code at 10 s}
     * @param what happens, in words without the time
     */
    public record EventPlan(
            String id,
            Kind kind,
            String type,
            long atMs,
            long atRequest,
            Map<String, String> parameters,
            String when,
            String what) {

        /** The kind of an event. */
        public enum Kind {
            /** An instance of a service becomes unavailable for good. */
            SERVICE_UNAVAILABLE("service-unavailable"),
            /** A new instance of a service appears. */
            NEW_SERVICE_INSTANCE("new-service-instance"),
            /** A process is deployed that is not there. */
            PROCESS_DEPLOYED("deploy"),
            /** A process is taken away. */
            PROCESS_UNDEPLOYED("undeploy"),
            /** Another version of a process takes its place. */
            PROCESS_REPLACED("replace"),
            /** An event whose type comes from a plug-in. */
            PLUGIN("");

            private final String text;

            Kind(String text) {
                this.text = text;
            }

            /** Returns the type of all its events, which no plug-in can take for its own; empty where plug-ins have types. */
            public String text() {
                return text;
            }

            /** Returns whether it is about a process on the engine under test. */
            public boolean ofProcess() {
                return this == PROCESS_DEPLOYED || this == PROCESS_UNDEPLOYED || this == PROCESS_REPLACED;
            }
        }

        /** Returns an event of the type of a plug-in. */
        public static EventPlan ofPlugin(
                String id,
                String type,
                long atMs,
                long atRequest,
                Map<String, String> parameters,
                String when,
                String what) {
            return new EventPlan(id, Kind.PLUGIN, type, atMs, atRequest, parameters, when, what);
        }

        /** Returns the event in words, with the time. */
        public String text() {
            return when + ": " + what;
        }

        /** Returns the process that it is about; empty when it is about none. */
        public String process() {
            return kind.ofProcess() ? parameters.getOrDefault("process", "") : "";
        }

        /** Returns the process that runs under the name of {@link #process} after it; empty when none does. */
        public String version() {
            return kind.ofProcess() ? parameters.getOrDefault("version", "") : "";
        }
    }

    /**
     * One repetition of one case.
     *
     * @param repetition from 1
     */
    public record Execution(String caseId, int repetition) {}

    /**
     * A metric of the model.
     *
     * @param type name of the metric type
     * @param statistics what the model wants to see of it
     */
    public record MetricPlan(String type, Target target, List<StatisticFunction> statistics) {}

    /**
     * Numbers that others published, not measured by this run.
     *
     * @param subject what they measured, e.g. {@code ActiveVOS 5.0.2}
     * @param source where they published it, in words for the report
     */
    public record PublishedPlan(String subject, String source, List<PublishedNumbers> numbers) {}

    /**
     * One published test case. A number that was not published is null.
     *
     * @param failureRate share of the requests that failed, 0 to 1
     * @param note what was published instead of a number, or empty
     */
    public record PublishedNumbers(
            String process,
            String workload,
            Double maxMs,
            Double minMs,
            Double meanMs,
            Double failureRate,
            String note) {}

    /** Returns the case with that id. */
    public CasePlan caseOf(String id) {
        return cases.stream()
                .filter(c -> c.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no case \"" + id + "\""));
    }

    /** Returns the server with that name. */
    public ServerPlan serverOf(String name) {
        return servers.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no server \"" + name + "\""));
    }

    /** Returns the process with that name. */
    public ProcessPlan processOf(String name) {
        return processes.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no process \"" + name + "\""));
    }

    /** Returns the host with that name. */
    public HostPlan hostOf(String name) {
        return hosts.stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no host \"" + name + "\""));
    }

    /**
     * Returns the machines that a case has to itself while it runs: the addresses of its hosts and of a black-box process. An empty text stands
     * for this machine. Cases whose machines are disjoint do not disturb each other.
     */
    public Set<String> machines(CasePlan of) {
        Set<String> machines = new TreeSet<>();
        Stream.concat(
                        of.servers().stream().map(server -> serverOf(server).host()),
                        of.clients().stream().map(ClientPlan::host))
                .map(this::hostOf)
                .forEach(host -> machines.add(host.machine()));
        if (of.server().isEmpty()) {
            of.processes().forEach(process -> machines.add(processOf(process).endpoint()));
        }
        return machines;
    }

    /** Returns the workload with that name. */
    public WorkloadPlan workloadOf(String name) {
        return workloads.stream()
                .filter(w -> w.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no workload \"" + name + "\""));
    }

    /** Returns the service with that name. */
    public ServicePlan serviceOf(String name) {
        return services.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no service \"" + name + "\""));
    }
}
