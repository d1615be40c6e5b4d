package io.soabench.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.mock.CallLog;
import io.soabench.mock.Callbacks;
import io.soabench.mock.MockService;
import io.soabench.mock.MockServices;
import io.soabench.mock.PlannedReply;
import io.soabench.plan.AnswerJudge;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.CompiledFiles;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ProcessPlan;
import io.soabench.plan.RightAnswer;
import io.soabench.plan.RowFile;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The reference engine and the mocked partners of a compiled testbed in this JVM: deploys processes and sends them the functional checks,
 * as a run does. What is right is judged as in a run; how often partners are called is counted, as the ledger does.
 */
final class CheckRig implements AutoCloseable {

    static {
        // Else each answer waits for an acknowledgement, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** How long a right process may take on a busy machine. */
    static final Duration LONG = Duration.ofSeconds(60);

    /** How long is waited for a process that may never answer; more than the 3 s that the examples wait for a partner. */
    static final Duration SHORT = Duration.ofSeconds(5);

    /** Of the records that make requests so many are sent; under load each of them would be judged. */
    private static final int ROWS = 25;

    private static final String DESCRIPTOR = "soabench-process.json";

    /** What the paths of partners begin with; then comes the number of the deployment that calls them. */
    private static final String SERVICES = "/services/";

    private final Path compiled;
    private final Plan plan;
    private final Path mocks;
    private final Engine engine;
    private final HttpServer partners;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final BlockingQueue<byte[]> called = new LinkedBlockingQueue<>();
    private final CallLog log;
    private final AtomicInteger deployments = new AtomicInteger();
    private volatile MockServices services;
    private volatile Callbacks callbacks;

    /** @param mocks a folder for what the mock host is given */
    CheckRig(Path compiled, Plan plan, Path mocks) throws Exception {
        this.compiled = compiled;
        this.plan = plan;
        this.mocks = mocks;
        engine = Engine.start(EngineConfiguration.DEFAULT.withPorts(0, 0), new SystemEngineClock());
        partners = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        partners.setExecutor(threads);
        partners.createContext(SERVICES, this::answer);
        partners.createContext("/called", this::calledBack);
        partners.start();
        log = CallLog.open(mocks.resolve("calls.csv"));
    }

    private String url() {
        return "http://127.0.0.1:" + partners.getAddress().getPort();
    }

    /** Of each process that has a package for the reference engine its folder. */
    Map<String, Path> packages() throws IOException {
        Map<String, Path> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(compiled.resolve("processes"))) {
            files.filter(file -> file.endsWith(DESCRIPTOR))
                    .forEach(file ->
                            found.put(version(file.getParent().getFileName().toString()), file.getParent()));
        }
        return found;
    }

    /** What an event brings has its name behind that of the process whose place it takes. */
    private static String version(String folder) {
        return folder.substring(folder.indexOf('.') + 1);
    }

    /** The right answers to the checks of a process. */
    String answers(String process) throws IOException {
        Set<String> all = new TreeSet<>();
        for (CasePlan each : plan.cases()) {
            for (CheckPlan check : each.checks()) {
                if (isOf(check, process)) {
                    all.add(Files.readString(compiled.resolve(check.answer())));
                }
            }
        }
        return String.join("\n", all);
    }

    /** The files of a package, with its partners where they are here. */
    Map<String, byte[]> files(String process, Path folder) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        ObjectMapper json = new ObjectMapper();
        JsonNode descriptor = json.readTree(entries.get(DESCRIPTOR));
        ObjectNode addresses = json.createObjectNode();
        descriptor.get("partners").fieldNames().forEachRemaining(link -> addresses.put(link, url() + "/called"));
        plan.processOf(process)
                .partners()
                .forEach(partner ->
                        addresses.put(partner.link(), url() + SERVICES + partner.service() + "-" + partner.instance()));
        ObjectNode here = json.createObjectNode();
        here.set("process", descriptor.get("process"));
        here.set("partners", addresses);
        here.set("service", descriptor.get("service"));
        entries.put(DESCRIPTOR, json.writeValueAsBytes(here));
        load(engine.url() + descriptor.get("service").get("path").asText());
        return entries;
    }

    /** Reads the mocks, which call a process back at an address; a model without services has none. */
    private void load(String address) throws IOException {
        if (Files.notExists(compiled.resolve("mocks"))) {
            return;
        }
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> all = Files.list(compiled.resolve("mocks"))) {
            for (Path folder : all.toList()) {
                String instance = folder.getFileName().toString();
                Path copy = mocks.resolve(instance);
                copy(folder, copy);
                Path behaviours = compiled.resolve(CompiledFiles.behaviours(instance, 1));
                copy(behaviours, copy);
                MockPlan mock =
                        Json.read(folder.resolve(RunFiles.MOCK), MockPlan.class).listening("", false);
                MockPlan.Callback later = mock.callback();
                Json.write(
                        copy.resolve(RunFiles.MOCK),
                        later == null
                                ? mock
                                : mock.callingBack(new MockPlan.Callback(
                                        later.operation(),
                                        later.soapAction(),
                                        address,
                                        later.message(),
                                        later.copies())));
                folders.add(copy);
            }
        }
        try {
            services = MockServices.load(folders);
        } catch (Exception e) {
            throw new IOException(e);
        }
        if (callbacks != null) {
            callbacks.stop(Duration.ZERO);
        }
        callbacks = new Callbacks(services, HostClock.system(), log);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.write(target, Files.readAllBytes(file));
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        MockService service =
                services.at(path.substring(path.lastIndexOf('/') + 1)).orElseThrow();
        PlannedReply reply = service.reply(
                HostClock.system().epochNanos(),
                exchange.getRequestHeaders().getFirst("SOAPAction"),
                null,
                service.scan(body, body.length, "utf-8"));
        // Not what an earlier mutant asks that never ends: it has the same identifiers.
        if (path.startsWith(SERVICES + deployments + "/")) {
            calls.merge(reply.uiid(), 1, Integer::sum);
            callbacks.begin(reply, body, body.length, "utf-8");
        }
        send(exchange, reply.status(), reply.body().bytes());
    }

    private void calledBack(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        send(exchange, 202, new byte[0]);
        called.add(body);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", PlannedReply.CONTENT_TYPE);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    /**
     * Deploys a process and sends it its checks.
     *
     * @param patience how long it may take to answer
     * @return what is found wrong first, or nothing
     */
    Optional<String> wrong(String process, Map<String, byte[]> entries, Duration patience) throws Exception {
        String address;
        try {
            deployments.incrementAndGet();
            address = engine.deployer().deploy("checked", numbered(entries)).url();
        } catch (RefusedDeploymentException e) {
            return Optional.of("refused: " + e.getMessage());
        }
        CasePlan of = plan.cases().stream()
                .filter(each -> each.checks().stream().anyMatch(check -> isOf(check, process)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(process + " has no check"));
        for (int n = 1; n <= of.checks().size(); n++) {
            CheckPlan check = of.checks().get(n - 1);
            if (isOf(check, process)) {
                Optional<String> problem = check.answer().endsWith(".rows")
                        ? rows(process, address, check, patience)
                        : one(process, address, check, check.uiid(), patience);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    /** The same files, with the number of this deployment in the addresses of partners. */
    private Map<String, byte[]> numbered(Map<String, byte[]> entries) {
        Map<String, byte[]> numbered = new TreeMap<>(entries);
        String descriptor = new String(entries.get(DESCRIPTOR), StandardCharsets.UTF_8);
        numbered.put(
                DESCRIPTOR,
                descriptor
                        .replace(url() + SERVICES, url() + SERVICES + deployments + "/")
                        .getBytes(StandardCharsets.UTF_8));
        return numbered;
    }

    private static boolean isOf(CheckPlan check, String process) {
        return check.request().startsWith("checks/" + process + "/");
    }

    private Optional<String> one(String process, String address, CheckPlan check, String uiid, Duration patience)
            throws Exception {
        String envelope = Files.readString(compiled.resolve(check.request()));
        return judged(
                process,
                address,
                envelope,
                uiid,
                Optional.of(RightAnswer.of(compiled, check.answer(), uiid)),
                answer -> Optional.empty(),
                patience);
    }

    /** As the load does: each answer must hold the values of its row. */
    private Optional<String> rows(String process, String address, CheckPlan check, Duration patience) throws Exception {
        RowFile rows = RowFile.open(compiled.resolve(check.answer()));
        String template = Files.readString(
                compiled.resolve(check.answer().substring(0, check.answer().length() - ".rows".length()) + ".xml"));
        for (int row = 0; row < Math.min(ROWS, rows.size()); row++) {
            int at = row;
            Optional<String> problem = judged(
                    process,
                    address,
                    rows.filled(template, row),
                    "row." + check.answer().length() + "." + row,
                    Optional.empty(),
                    answer -> rows.answers().stream()
                            .flatMap(place ->
                                    AnswerJudge.wrongValue(answer, place.path(), rows.value(at, place.column()))
                                            .stream())
                            .findFirst(),
                    patience);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** What is wrong with an answer that is one. */
    @FunctionalInterface
    private interface Values {

        Optional<String> wrong(byte[] answer);
    }

    private Optional<String> judged(
            String process,
            String address,
            String envelope,
            String uiid,
            Optional<String> right,
            Values values,
            Duration patience)
            throws Exception {
        ProcessPlan what = plan.processOf(process);
        calls.clear();
        called.clear();
        HttpResponse<byte[]> response;
        try {
            response = client.send(
                    HttpRequest.newBuilder(URI.create(address))
                            .timeout(patience)
                            .header("Content-Type", PlannedReply.CONTENT_TYPE)
                            .header("SOAPAction", '"' + what.soapAction() + '"')
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    envelope.replace("${uiid}", uiid).replace(CallbackPlan.ADDRESS, url() + "/called"),
                                    StandardCharsets.UTF_8))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            return Optional.of("no answer: " + e);
        }
        int status = response.statusCode();
        byte[] answer = response.body();
        if (what.callsBack() && status / 100 == 2) {
            answer = callback(patience);
            status = 200;
            if (answer == null) {
                return Optional.of("no callback");
            }
        }
        byte[] found = answer;
        Optional<String> problem =
                AnswerJudge.problem(status, found, what.answerElement(), right).or(() -> values.wrong(found));
        if (problem.isPresent()) {
            return problem;
        }
        OptionalInt prescribed = what.calls().calls();
        int made = calls.getOrDefault(uiid, 0);
        return prescribed.isEmpty() || prescribed.getAsInt() == made
                ? Optional.empty()
                : Optional.of(made + " calls instead of " + prescribed.getAsInt());
    }

    /** The callback of a process; {@code null} when it does not come in time, or a good while after the process has ended. */
    private byte[] callback(Duration patience) throws InterruptedException {
        long endNs = System.nanoTime() + patience.toNanos();
        byte[] answer = null;
        while (answer == null && System.nanoTime() < endNs) {
            boolean ended = engine.running() == 0;
            answer = called.poll(1, TimeUnit.SECONDS);
            if (answer == null && ended && patience.equals(SHORT)) {
                return null;
            }
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        engine.close();
        partners.stop(0);
        threads.shutdownNow();
        if (callbacks != null) {
            callbacks.stop(Duration.ZERO);
        }
        log.close();
    }
}
