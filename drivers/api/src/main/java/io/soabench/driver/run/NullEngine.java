package io.soabench.driver.run;

import io.soabench.driver.Driver;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CaseSchedule;
import io.soabench.plan.ClientPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockRequest;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RequestForm;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServiceInstance;
import io.soabench.plan.ServicePlan;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plugin.Relay;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A testbed whose engine does nothing: a relay that passes the requests of a load client on to a mock host, which
 * answers at once. Its response times are the share of the harness: load client, mock host, and the connections between
 * them. It is made from a testbed of a user: hosts, the first mocked service with an operation that is answered, and
 * its mock host are those of the testbed.
 */
final class NullEngine {

    /** The requests per second: so few that they do not wait for each other. */
    private static final int RATE = 200;

    /** The length of the warm-up, after which the code of the relay is compiled. */
    private static final long WARM_UP_MS = 3_000;

    /** 1,200 requests: a 99th percentile needs a thousand. */
    private static final long MEASURE_MS = 6_000;

    private static final long TIME_OUT_MS = 2_000;
    private static final int THREADS = 50;

    private static final String NAME = RunFiles.CALIBRATION;
    private static final String RELAY = ServerPlan.RELAY + "." + NAME;
    private static final String CHUNK = "default";
    private static final Pattern ADDRESS =
            Pattern.compile("(?:http|\\$\\{scheme})://\\$\\{address}:\\$\\{port:([^}]+)}(/.*)");

    private NullEngine() {}

    /** A service with its server and the form of its address. */
    private record Served(
            ServicePlan service,
            ServiceInstance instance,
            ServerPlan server,
            MockPlan mock,
            MockOperation operation,
            String port,
            String path) {}

    /**
     * Compiles the testbed.
     *
     * @param request of the testbed
     * @param folder of the run in which it is measured; made, the compiled testbed lies in it
     * @return the request for the run; nothing when the testbed has no mocked service, no relay or no load client
     * @throws IOException when a file cannot be read or written
     */
    static Optional<Driver.Request> of(Driver.Request request, Path folder) throws IOException {
        Plan plan = request.plan();
        Optional<Served> found = served(request);
        Optional<CasePlan> first =
                plan.cases().stream().filter(of -> !of.clients().isEmpty()).findFirst();
        ServerType relay = request.types().get(ServerPlan.RELAY);
        if (found.isEmpty()
                || first.isEmpty()
                || relay == null
                || !relay.programs().stream()
                        .allMatch(program -> request.classPaths().containsKey(program.key()))) {
            return Optional.empty();
        }
        Path compiled = folder.resolve("compiled");
        write(request.compiled(), compiled, found.get());
        return Optional.of(new Driver.Request(
                plan(plan, first.get(), found.get()),
                compiled,
                folder,
                request.types(),
                request.classPaths(),
                request.versions(),
                request.unobtainable()));
    }

    private static Optional<Served> served(Driver.Request request) throws IOException {
        for (ServicePlan service : request.plan().services()) {
            ServerPlan server = request.plan().serverOf(service.server());
            ServerType type = request.types().get(server.type());
            if (type == null
                    || request.unobtainable().containsKey(type.name())
                    || type.lifecycle().serviceAddress() == null) {
                continue;
            }
            Matcher address = ADDRESS.matcher(type.lifecycle().serviceAddress());
            Path folder = request.compiled()
                    .resolve("mocks")
                    .resolve(service.instances().get(0).path());
            if (!address.matches() || !Files.isReadable(folder.resolve(RunFiles.MOCK))) {
                continue;
            }
            MockPlan mock = Json.read(folder.resolve(RunFiles.MOCK), MockPlan.class);
            Optional<MockOperation> answered = mock.operations().stream()
                    .filter(operation -> !operation.oneWay())
                    .findFirst();
            if (answered.isPresent()) {
                ServiceInstance instance = ServiceInstance.sharing(
                        service.instances().get(0).index(),
                        service.instances().get(0).path());
                return Optional.of(new Served(
                        service,
                        instance,
                        server,
                        mock.listening("", false).callingBack(null),
                        answered.get(),
                        address.group(1),
                        address.group(2).replace("${service}", instance.path())));
            }
        }
        return Optional.empty();
    }

    private static Plan plan(Plan plan, CasePlan like, Served served) {
        Map<String, Integer> ports = new TreeMap<>();
        served.server().ports().keySet().forEach(port -> ports.put(port, 0));
        ServerPlan mocks = new ServerPlan(
                served.server().name(),
                served.server().type(),
                served.server().host(),
                served.server().parameters(),
                ports,
                List.of(served.service().name()));
        String engineHost = like.server().isEmpty()
                ? mocks.host()
                : plan.serverOf(like.server()).host();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(
                Relay.TO,
                "${server." + mocks.name() + ".address}:${server." + mocks.name() + ".port." + served.port() + "}");
        parameters.put(Relay.REQUEST_LATENCY, "constant:0");
        parameters.put(Relay.RESPONSE_LATENCY, "constant:0");
        parameters.put(Relay.SEED, "0");
        ServerPlan relay = new ServerPlan(
                RELAY, ServerPlan.RELAY, engineHost, parameters, Map.of(ServerPlan.RELAY_PORT, 0), List.of());
        ServicePlan service = new ServicePlan(
                served.service().name(),
                served.service().type(),
                mocks.name(),
                served.service().uiid(),
                "answers at once",
                List.of(served.instance()),
                served.service().portType());
        ProcessPlan process = new ProcessPlan(
                        NAME,
                        ProcessPlan.Visibility.BLACK_BOX,
                        ServerPlan.scheme(mocks.parameters()) + "://${server." + RELAY + ".address}:${server." + RELAY
                                + ".port." + ServerPlan.RELAY_PORT + "}" + served.path(),
                        false,
                        served.operation().soapAction(),
                        "",
                        Map.of(),
                        List.of(),
                        null)
                .requested(new RequestForm(served.mock().soapVersion(), List.of()));
        CasePlan only = new CasePlan(
                NAME,
                NAME,
                RELAY,
                List.of(NAME),
                NAME,
                List.of(mocks.name(), RELAY),
                List.of(new ClientPlan(like.clients().get(0).host(), trace(), THREADS, Map.of())),
                new CaseSchedule(1, false, CaseSchedule.WarmUp.FIXED, WARM_UP_MS, MEASURE_MS, TIME_OUT_MS, TIME_OUT_MS),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return Plan.of(new ModelOrigin(
                        NAME,
                        "What the harness itself takes",
                        0,
                        "",
                        plan.origin().modelHash()))
                .withHosts(plan.hosts())
                .withServers(List.of(mocks, relay))
                .withServices(List.of(service))
                .withProcesses(List.of(process))
                .withWorkloads(List.of(WorkloadPlan.constant(
                                NAME, WorkloadPlan.Load.OPEN, 0, RATE, RATE + " requests a second, equal gaps")
                        .withChunks(List.of(CHUNK))))
                .withCases(List.of(only));
    }

    private static String trace() {
        return CompiledFiles.REPETITION_FOLDER + "workloads/" + NAME + ".trace";
    }

    private static void write(Path path, Path compiled, Served served) throws IOException {
        String instance = served.instance().path();
        Path mock = compiled.resolve("mocks").resolve(instance);
        copy(path.resolve("mocks").resolve(instance), mock);
        Json.write(mock.resolve(RunFiles.MOCK), served.mock());
        StringBuilder arrivals = new StringBuilder(
                "# soabench workload trace 1\n# workload=" + NAME + " kind=open clients=0 chunks=" + CHUNK + "\n");
        StringBuilder behaviours = new StringBuilder("# soabench behaviour trace 1\n# service="
                + served.mock().service() + " instance=" + served.mock().instance() + "\n");
        long gapUs = 1_000_000 / RATE;
        for (int n = 1; n * gapUs < (WARM_UP_MS + MEASURE_MS) * 1_000; n++) {
            arrivals.append("1\t").append(n).append('\t').append(n * gapUs).append("\t0\n");
            behaviours.append(NAME).append(".1.").append(n).append("\t0\n");
        }
        text(compiled.resolve(CompiledFiles.inRepetition(trace(), 1)), arrivals.toString());
        text(
                compiled.resolve(CompiledFiles.behaviours(instance, 1)).resolve(CompiledFiles.BEHAVIOUR),
                behaviours.toString());
        text(
                compiled.resolve("requests").resolve(NAME).resolve(CHUNK + ".xml"),
                MockRequest.envelope(served.mock().soapVersion(), served.mock().uiid(), served.operation(), "${uiid}"));
    }

    private static void text(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
