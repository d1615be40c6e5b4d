package io.soabench.driver;

import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.EnoughAnswers;
import io.soabench.plan.EventPlan;
import io.soabench.plan.Execution;
import io.soabench.plan.HostPlan;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.PathPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.sample.SamplePlan;
import io.soabench.plugin.Checksums;
import io.soabench.plugin.Engine;
import io.soabench.plugin.EventType;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.MockHost;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.Recovery;
import io.soabench.plugin.Registry;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A compiled testbed of fake programs; the door of all driver tests. */
public final class FakeTestbed {

    private static final long READY_MS = 20_000;
    private static final long DEPLOY_MS = 10_000;

    /** Coordinates of the fake programs. */
    public static final String PROGRAM = "test:fake:1";

    /** Hash of the model unless a test says another. */
    public static final String MODEL_HASH = "0abc".repeat(16);

    /** How long a fake server has after SIGTERM. */
    public static final long GRACE_MS = 1500;

    private final Path compiled;
    private final List<ServerPlan> servers = new ArrayList<>();
    private final List<CasePlan> cases = new ArrayList<>();
    private final List<Execution> order = new ArrayList<>();
    private final List<ProcessPlan> processes = new ArrayList<>();
    private final List<String> registries = new ArrayList<>();
    private String profile = "";
    private String modelHash = MODEL_HASH;
    private CaseSchedule.WarmUp warmUp = CaseSchedule.WarmUp.FIXED;
    private long warmUpMs = 200;
    private long measureMs = 400;
    private EnoughAnswers enough;
    private String relayed = "";
    private List<PathPlan> paths = List.of();
    private long readyMs = READY_MS;
    private long deployMs = DEPLOY_MS;
    private Checksums released = Checksums.NONE;
    private String java = "";
    private String directory = "";
    private boolean checked;
    private boolean callingBack;
    private List<EventPlan> events = List.of();

    /** No case is run more often. */
    private static final int MOST_REPETITIONS = 3;

    /** Empty, in that folder. */
    public FakeTestbed(Path compiled) {
        this.compiled = compiled;
        servers.add(mocks("ok"));
        write(compiled.resolve("mocks/quotes-1/mock.json"), "{}\n");
        for (int n = 1; n <= MOST_REPETITIONS; n++) {
            write(compiled.resolve(CompiledFiles.behaviours("quotes-1", n)).resolve(CompiledFiles.BEHAVIOUR), n + "\n");
        }
        write(compiled.resolve("mocks/quotes-1/wsdl/quote.wsdl"), "<at>${server.mocks.address}</at>\n");
    }

    /** Another version of the model. */
    public FakeTestbed modelHash(String hash) {
        modelHash = hash;
        return this;
    }

    /** The profile that was chosen. */
    public FakeTestbed profile(String name) {
        profile = name;
        return this;
    }

    /** Length of the measurement of the cases that are added from now on. */
    public FakeTestbed measureMs(long ms) {
        measureMs = ms;
        return this;
    }

    /** The measurement of the cases that are added from now on ends with so many answers, but not sooner. */
    public FakeTestbed enough(int answers, long leastMs) {
        enough = new EnoughAnswers(answers, leastMs);
        return this;
    }

    /** Length of the warm-up of the cases that are added from now on. */
    public FakeTestbed warmUpMs(long ms) {
        warmUpMs = ms;
        return this;
    }

    /** The cases that are added from now on are warmed up until they are steady, at most for so long. */
    public FakeTestbed untilSteady(long mostMs) {
        warmUp = CaseSchedule.WarmUp.UNTIL_STEADY;
        warmUpMs = mostMs;
        return this;
    }

    /** Where the host has its Java. */
    public FakeTestbed java(Path home) {
        java = home.toString();
        return this;
    }

    /** Where a driver that prepares its host puts files there. */
    public FakeTestbed directory(Path ofHost) {
        directory = ofHost.toString();
        return this;
    }

    /** The cases that are added from now on have a check that is answered with the number 5. */
    public FakeTestbed check() {
        String envelope = "<Envelope xmlns=\"http://schemas.xmlsoap.org/soap/envelope/\"><Body>%s</Body></Envelope>";
        write(compiled.resolve("checks/request.xml"), envelope.formatted("<order>${uiid}</order>"));
        write(compiled.resolve("checks/answer.xml"), envelope.formatted("<answer xmlns=\"urn:a\"> 5 </answer>"));
        checked = true;
        return this;
    }

    /** The processes of cases that are added from now on answer by a callback, to the address in their package. */
    public FakeTestbed callingBack() {
        callingBack = true;
        return this;
    }

    /** What the release of the engine consists of. */
    public FakeTestbed released(Map<String, String> digests) {
        released = new Checksums(digests);
        return this;
    }

    /** In the cases that are added from now on, the only instance of the mocked service is closed then. */
    public FakeTestbed unavailable(long atMs) {
        return event(
                EventPlan.Kind.SERVICE_UNAVAILABLE.text(),
                atMs,
                -1,
                Map.of("service", "quotes", "instance", "1"),
                "quotes[1] goes");
    }

    /** The process of the case of that id, which is added later, is replaced by another version then; its name ends with 2. */
    public FakeTestbed replaced(String id, long atMs) {
        String version = "Order" + id + "2";
        process(version, "engine-" + id, "mocks");
        write(
                compiled.resolve(versionOf(id)).resolve("order.bpel"),
                "<process version=\"2\" at=\"${server.mocks.address}\"/>\n");
        return event(
                EventPlan.Kind.PROCESS_REPLACED.text(),
                atMs,
                -1,
                Map.of("process", "Order" + id, "version", version, "package", versionOf(id)),
                "Order" + id + " is replaced by " + version);
    }

    private static String versionOf(String id) {
        return "processes/engine-" + id + "/Order" + id + ".Order" + id + "2";
    }

    /** The process of the case of that id, which is added later, is taken away then. */
    public FakeTestbed undeployed(String id, long atMs) {
        return event(
                EventPlan.Kind.PROCESS_UNDEPLOYED.text(),
                atMs,
                -1,
                Map.of("process", "Order" + id),
                "Order" + id + " is undeployed");
    }

    /** The process of the case of that id, which is added later, is deployed then. */
    public FakeTestbed deployed(String id, long atMs) {
        String process = "Order" + id;
        return event(
                EventPlan.Kind.PROCESS_DEPLOYED.text(),
                atMs,
                -1,
                Map.of("process", process, "version", process, "package", "processes/engine-" + id + "/" + process),
                process + " is deployed");
    }

    /** In the cases that are added from now on, the only instance of the mocked service appears at that request. */
    public FakeTestbed appears(long atRequest, String registry) {
        return event(
                EventPlan.Kind.NEW_SERVICE_INSTANCE.text(),
                -1,
                atRequest,
                Map.of("service", "quotes", "instance", "1", "type", "Quote", "registry", registry),
                "a new Quote appears");
    }

    /** The cases that are added from now on have one more event; the n-th of a type has the id {@code s.<type>.<n>}. */
    public FakeTestbed event(String type, long atMs, long atRequest, Map<String, String> parameters, String what) {
        String when = atMs >= 0 ? "at " + atMs + " ms" : "at request " + atRequest;
        EventPlan.Kind kind = Stream.of(EventPlan.Kind.values())
                .filter(k -> k.text().equals(type))
                .findFirst()
                .orElse(EventPlan.Kind.PLUGIN);
        long before = events.stream().filter(e -> e.type().equals(type)).count();
        events = new ArrayList<>(events);
        events.add(
                new EventPlan("s." + type + "." + (before + 1), kind, type, atMs, atRequest, parameters, when, what));
        return this;
    }

    /** Deadline of the ready probe of engines; the other servers have enough. */
    public FakeTestbed readyMs(long ms) {
        readyMs = ms;
        return this;
    }

    /** Deadline of the deployments of engines. */
    public FakeTestbed deployMs(long ms) {
        deployMs = ms;
        return this;
    }

    /** Adds a case whose engine and load client behave like that; it is run once. */
    public FakeTestbed add(String id, String engine, String load) {
        return add(id, engine, load, "mocks", 0);
    }

    /** Adds a case with another mock host and a fixed port of the engine (0: any). */
    public FakeTestbed add(String id, String engine, String load, String mocks, int port) {
        if (servers.stream().noneMatch(s -> s.name().equals(mocks))) {
            servers.add(server(mocks, "fake-mock", mocks, 0));
        }
        String name = "engine-" + id;
        servers.add(server(name, "fake-engine", engine, port));
        List<String> running = new ArrayList<>(registries);
        running.addAll(List.of(mocks, name));
        return add(id, List.of(process("Order" + id, name, mocks)), name, running, load);
    }

    /** Adds a case in which two processes are loaded together on one engine; both are checked if checks were asked for. */
    public FakeTestbed addMixed(String id, String engine) {
        String name = "engine-" + id;
        servers.add(server(name, "fake-engine", engine, 0));
        List<String> both = List.of(process("Order" + id, name, "mocks"), process("Browse" + id, name, "mocks"));
        return add(id, both, name, List.of("mocks", name), "ok");
    }

    /** A white box that is packaged for an engine. */
    private String process(String process, String name, String mocks) {
        String folder = "processes/" + name + "/" + process;
        write(
                compiled.resolve(folder).resolve("order.bpel"),
                "<process at=\"http://${server.%1$s.address}:${server.%1$s.port.http}/quotes-1\" text=\"${other}\"%2$s/>\n"
                        .formatted(mocks, callingBack ? " clients=\"${callback.client." + process + "}\"" : ""));
        processes.add(new ProcessPlan(
                        process,
                        ProcessPlan.Visibility.WHITE_BOX,
                        "",
                        callingBack,
                        "",
                        "",
                        Map.of(name, folder),
                        List.of(new PartnerPlan("quote", "quotes", 1)),
                        null)
                .callingBack(callingBack ? new CallbackPlan("done", List.of("{urn:a}answer", "@id")) : null));
        return process;
    }

    /** What the load client that stands in for the real one is to do is in place of a trace. */
    private static String trace(String id) {
        return "workloads/" + id + "/here.trace";
    }

    private FakeTestbed add(String id, List<String> called, String engine, List<String> running, String load) {
        write(
                compiled.resolve(trace(id)),
                "warmUpMs=" + warmUpMs + "\nmeasureMs=" + measureMs + "\nbehaviour=" + load + "\n");
        cases.add(new CasePlan(
                id,
                "Suite",
                engine,
                called,
                "office",
                running,
                List.of(new ClientPlan(
                        "here", trace(id), 1, relayed.isEmpty() ? Map.of() : Map.of(called.get(0), relayed))),
                new CaseSchedule(1, false, warmUp, warmUpMs, measureMs, 1000, 1000).withEnough(enough),
                List.of(),
                events,
                checked ? checks(called) : List.of(),
                paths));
        order.add(new Execution(id, 1));
        return this;
    }

    /** Of each process before anything is measured, unless an event brings it, and after each event that deploys one. */
    private List<CheckPlan> checks(List<String> called) {
        List<CheckPlan> checks = new ArrayList<>();
        for (String process : called) {
            boolean brought = events.stream()
                    .filter(event -> event.process().equals(process))
                    .findFirst()
                    .filter(event -> event.kind() == EventPlan.Kind.PROCESS_DEPLOYED)
                    .isPresent();
            if (!brought) {
                checks.add(CheckPlan.before(process, "checks/request.xml", "checks/answer.xml", uiid(checks)));
            }
        }
        events.stream()
                .filter(event -> !event.version().isEmpty())
                .forEach(event -> checks.add(new CheckPlan(
                        event.process(), "checks/request.xml", "checks/answer.xml", event.id(), uiid(checks))));
        return checks;
    }

    /** The identifier of the next check; the load client of these tests knows it by its begin. */
    private static String uiid(List<CheckPlan> before) {
        return "-check.1." + (before.size() + 1);
    }

    /**
     * In the cases that are added from now on clients call something else than the system under test, and the way to it is measured.
     *
     * @param address with placeholders
     */
    public FakeTestbed relayed(String address) {
        relayed = address + "/relayed";
        paths = List.of(new PathPlan("here", "mocks", address, "2 ms", "2 ms", 4));
        return this;
    }

    /** In the cases of engines that are added from now on a registry runs that behaves like that. */
    public FakeTestbed registry(String behaviour) {
        String name = "registry-" + servers.size();
        servers.add(server(name, "fake-registry", behaviour, 0));
        registries.add(name);
        return this;
    }

    /** Adds a case that calls the mocked service itself, without an engine. */
    public FakeTestbed addService(String id) {
        String process = blackBox(id, "http://${server.mocks.address}:${server.mocks.port.http}/quotes-1");
        return add(id, List.of(process), "mocks", List.of("mocks"), "ok");
    }

    /** Adds a case that calls what runs at that address already, without any server. */
    public FakeTestbed addBlackBox(String id, String endpoint) {
        return add(id, List.of(blackBox(id, endpoint)), "", List.of(), "ok");
    }

    private String blackBox(String id, String endpoint) {
        String process = "Service" + id;
        processes.add(new ProcessPlan(
                process, ProcessPlan.Visibility.BLACK_BOX, endpoint, false, "", "", Map.of(), List.of(), null));
        return process;
    }

    /** Adds a repetition of a case to the end of the order. */
    public FakeTestbed again(String id, int repetition) {
        order.add(new Execution(id, repetition));
        return this;
    }

    private static ServerPlan server(String name, String type, String behaviour, int port) {
        return new ServerPlan(
                name,
                type,
                "here",
                Map.of(
                        "behaviour",
                        behaviour,
                        "heap",
                        Integer.toString(24 << 20),
                        "jvm-options",
                        "-XX:TieredStopAtLevel=1"),
                Map.of("http", port),
                List.of());
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The plan of all that was added. */
    public Plan plan() {
        return Plan.of(new ModelOrigin("fake", "Fake", 42, profile, modelHash))
                .withHosts(List.of(
                        new HostPlan("here", "127.0.0.1", true, Map.of(), directory, java, Map.of("FROM_HOST", "yes"))))
                .withServers(servers)
                .withServices(List.of(new ServicePlan(
                        "quotes",
                        "Quote",
                        "mocks",
                        "",
                        "",
                        List.of(new ServiceInstance(1, "quotes-1", "own-1")),
                        "{urn:quotes}Quote")))
                .withProcesses(processes)
                .withWorkloads(List.of(SamplePlan.closed("office", 1)))
                .withCases(cases, order);
    }

    /** A request to run it in that folder. */
    public Driver.Request request(Path runFolder) {
        return new Driver.Request(
                plan(),
                compiled,
                runFolder,
                types(),
                classPaths(),
                Map.of("soabench", "test"),
                Map.of(),
                EventTypes.of(List.of(new Pause(), new Crash())));
    }

    /** Stops a server for a while. */
    private record Pause() implements EventType {

        @Override
        public String name() {
            return "pause";
        }

        @Override
        public List<Step> steps() {
            return List.of(
                    new Step("0", new Signal("STOP"), ""), new Step("${event:time}", new Signal("CONT"), "it goes on"));
        }
    }

    /** Kills an engine and starts it again after a while. */
    private record Crash() implements EventType {

        @Override
        public String name() {
            return "kill";
        }

        @Override
        public List<Step> steps() {
            return List.of(new Step("0", new Kill(), ""), new Step("${event:time}", new StartAgain(), "it is back"));
        }
    }

    /** The behaviour of the mock host that all cases have that name no other. */
    public FakeTestbed mockHost(String behaviour) {
        servers.set(0, mocks(behaviour));
        return this;
    }

    private static ServerPlan mocks(String behaviour) {
        ServerPlan plain = server("mocks", "fake-mock", behaviour, 0);
        return new ServerPlan(
                plain.name(),
                plain.type(),
                plain.host(),
                plain.parameters(),
                new TreeMap<>(Map.of("http", 0, "own-1", 0)),
                plain.serves());
    }

    /** The fake types. */
    public Map<String, ServerType> types() {
        return ServerTypes.of(List.of(
                new FakeType("fake-engine", true, readyMs, deployMs, released),
                new FakeType("fake-mock", false, READY_MS, DEPLOY_MS, Checksums.NONE),
                new FakeType("fake-registry", false, READY_MS, DEPLOY_MS, Checksums.NONE)));
    }

    /** Where the fake programs are. */
    public static Map<String, List<Path>> classPaths() {
        List<Path> here = List.of(location(FakeServer.class));
        return Map.of(PROGRAM, here, Driver.LOAD_CLIENT, here, Driver.AGENT, agent());
    }

    /** What of this program's own class path the agent of a host needs; it has this suite's metric. */
    private static List<Path> agent() {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(own.split(File.pathSeparator))
                .filter(entry -> entry.matches(".*(soabench|jackson|drivers/).*"))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    /** The jar or folder of a class. */
    public static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A server type whose program is {@link FakeServer}. */
    record FakeType(String name, boolean engine, long readyMs, long deployMs, Checksums checksums)
            implements Engine, MockHost, Registry {

        @Override
        public String licence() {
            return "Apache-2.0";
        }

        @Override
        public String notice() {
            return engine ? "This engine is a fake." : "";
        }

        @Override
        public Recovery recovery(Map<String, String> parameters) {
            return switch (parameters.get("behaviour")) {
                case "never-again" -> Recovery.IMPOSSIBLE;
                case "keeps" -> Recovery.ALL;
                default -> Recovery.EMPTY;
            };
        }

        @Override
        public List<Program> programs() {
            return List.of(new Program("fake", PROGRAM));
        }

        @Override
        public Lifecycle lifecycle() {
            String base = "http://${address}:${port:http}";
            List<String> command = List.of(
                    "${java}",
                    "-Xmx${param:heap:MiB}m",
                    "${param:jvm-options:words}",
                    "-cp",
                    "${classpath:fake}",
                    "io.soabench.driver.FakeServer",
                    "--host",
                    "${address}",
                    "--port",
                    "${port:http}",
                    "--behaviour",
                    "${param:behaviour}",
                    "--out",
                    "${out}/calls-${name}.csv");
            Lifecycle.Builder life = Lifecycle.of(
                            command,
                            engine
                                    ? new Lifecycle.Probe(base + "/health", 200, readyMs)
                                    : new Lifecycle.Probe("line:ready", 0, readyMs))
                    .environment(Map.of("FROM_TYPE", "${name}"))
                    .files(Map.of("conf/server.properties", "name=${name}\nservices=${services}\n"))
                    .graceMs(GRACE_MS)
                    .serves(base + "/${service}", null)
                    .logs("*.log", "conf/*");
            if (engine) {
                life.deploys(
                                action("PUT", base + "/deployments/${process}", "zip:${package}"),
                                new Lifecycle.Probe(base + "/processes/${process}", 200, deployMs),
                                action("DELETE", base + "/deployments/${process}", ""),
                                base + "/processes/${process}")
                        .redeploys()
                        .batches(new Lifecycle.Batches(
                                "http://${address}:${port:http}/batches/${process}", Lifecycle.TOKEN))
                        .calledBack(base + "/processes/${process}/${link}")
                        .statistics(action("GET", base + "/statistics", ""))
                        .reportsMetrics(
                                action("GET", base + "/statistics", ""),
                                Map.of("queue", List.of("waiting")),
                                action("GET", base + "/instances", ""));
            }
            switch (name) {
                case "fake-registry" ->
                    life.registers(
                            List.of(
                                    action("POST", base + "/publications", "text:tModel ${port-type:name}"),
                                    action("POST", base + "/publications", "text:${service} ${access}")),
                            base + "/inquiry");
                case "fake-mock" ->
                    life.changes(action("PUT", base + "/${service}", ""), action("DELETE", base + "/${service}", ""));
                default -> {
                    // The engine: neither changes nor registers services.
                }
            }
            return life.build();
        }

        private Lifecycle.HttpAction action(String method, String url, String body) {
            return new Lifecycle.HttpAction(method, url, "application/zip", body, List.of(200, 201), deployMs);
        }

        @Override
        public void packageProcess(ProcessSource process, Path folder) throws IOException {
            process.copyDocuments(folder);
        }
    }
}
