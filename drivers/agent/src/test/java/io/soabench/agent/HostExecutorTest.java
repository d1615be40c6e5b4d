package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostReply;
import io.soabench.agent.protocol.Orders;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Precedence;
import io.soabench.plan.RequestForm;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.SoapVersion;
import io.soabench.plan.Yielding;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.MetricRequest;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers and load clients are shell scripts. */
@Timeout(300)
final class HostExecutorTest {

    private static final String RUNS = "echo ready; exec sleep 60";
    private static final long LONG_MS = 30_000;

    @TempDir
    Path folder;

    private final LinkedBlockingQueue<HostMessage.Unasked> heard = new LinkedBlockingQueue<>();
    private final HostExecutor host = new HostExecutor(List.of(), HostClock.system());
    private HttpServer http;
    private long workBytes = 1 << 30;
    private Path disk;

    @BeforeEach
    void listen() {
        disk = folder;
        host.listen(heard::add);
    }

    @AfterEach
    void close() {
        host.close();
        if (http != null) {
            http.stop(0);
        }
    }

    private HostMessage.Answer ask(HostOrder order) {
        try {
            return host.ask(order).get(LONG_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(order + " is not answered", e);
        }
    }

    private void done(HostOrder... orders) {
        for (HostOrder order : orders) {
            assertThat(ask(order).problem()).as(order.toString()).isNull();
        }
    }

    private HostProblem problem(HostOrder order) {
        return ask(order).problem();
    }

    private <T extends HostMessage.Unasked> T hear(Class<T> kind) throws InterruptedException {
        HostMessage.Unasked word = heard.poll(60, TimeUnit.SECONDS);
        assertThat(word).isInstanceOf(kind);
        return kind.cast(word);
    }

    private HostPart.Target buy() {
        return new HostPart.Target("Buy", http == null ? "http://127.0.0.1:1/" : url("/buy"));
    }

    private HostPart part(List<HostPart.Server> servers, List<HostPart.Client> clients, List<HostPart.Check> checks) {
        return new HostPart(
                "executor-test-" + folder.getFileName(),
                "1",
                List.of(buy()),
                new HostPart.Places(
                        folder.resolve("run").toString(), folder.resolve("out").toString(), disk.toString()),
                new HostPart.Limits(1 << 20, workBytes, 0, 1000),
                60_000,
                Map.of("server.mocks.address", "10.0.0.1", "server.mocks.port.http", "8080"),
                servers,
                clients,
                checks);
    }

    private HostPart.Server server(String name, String script) {
        return server(name, script, Map.of(), new Probe("line:ready", 0, LONG_MS), List.of(), null);
    }

    private HostPart.Server server(
            String name,
            String script,
            Map<String, Integer> ports,
            Probe ready,
            List<HostPart.Deployment> deployments,
            HttpAction statistics) {
        Path root = folder.resolve("run").resolve(name);
        return new HostPart.Server(
                name,
                "127.0.0.1",
                ports,
                new HostPart.Placing(root.toString(), Map.of("conf/its.log", "of " + name), List.of()),
                new HostPart.Program(
                        List.of("sh", "-c", script),
                        Map.of(),
                        root.resolve("work").toString()),
                ready,
                List.of(),
                deployments,
                statistics,
                2000,
                List.of("conf/*.log"),
                null);
    }

    private HostOrder place(HostPart.Server... servers) {
        return new HostOrder.Place(part(List.of(servers), List.of(), List.of()), LONG_MS);
    }

    private HostOrder placeClient(String script) {
        HostPart.Program program = new HostPart.Program(
                List.of("sh", "-c", script),
                Map.of(),
                folder.resolve("run/load").toString());
        return new HostOrder.Place(
                part(List.of(), List.of(new HostPart.Client("load-here", program, 1000)), List.of()), LONG_MS);
    }

    private String url(String path) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + path;
    }

    private void serve(String path, int status, String answer) throws IOException {
        if (http == null) {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
            http.start();
        }
        http.createContext(path, exchange -> {
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
                return;
            }
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
    }

    private HttpAction action(String path) {
        return new HttpAction("GET", url(path), "", "", List.of(200), 5000);
    }

    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(ProcessTable::runs).isPresent();
    }

    @Test
    void shouldTakeServersThroughTheirPhases() throws IOException, InterruptedException {
        Path mock = Files.createDirectories(folder.resolve("compiled/mock"));
        Files.writeString(mock.resolve("a.wsdl"), "${server.mocks.address}:${server.mocks.port.http}");
        HostPart.Server plain = server("engine", RUNS);
        Path copied = folder.resolve("run/engine/services/mock");
        HostPart.Server engine = new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                new HostPart.Placing(
                        plain.placing().root(),
                        plain.placing().files(),
                        List.of(new HostPart.Copy(mock.toString(), copied.toString()))),
                plain.program(),
                plain.ready(),
                plain.publish(),
                null,
                null,
                plain.graceMs(),
                plain.logs(),
                null);

        done(place(server("mocks", RUNS), engine));
        assertThat(copied.resolve("a.wsdl")).hasContent("10.0.0.1:8080");
        done(new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));

        assertThat(hear(HostMessage.Started.class).name()).isEqualTo("mocks");
        long pid = hear(HostMessage.Started.class).pid();
        assertThat(runs(pid)).isTrue();
        assertThat(List.of(
                        hear(HostMessage.Ready.class).server(),
                        hear(HostMessage.Ready.class).server()))
                .containsExactlyInAnyOrder("mocks", "engine");
        assertThat(ask(new HostOrder.Look()).servers())
                .allMatch(server -> server.runs() && server.ready() && server.cpuMs() >= 0 && server.exit() == -1)
                .hasSize(2);

        HostMessage.Answer stopped = ask(new HostOrder.Stop(LONG_MS));

        assertThat(stopped.problem()).isNull();
        assertThat(stopped.servers())
                .allMatch(server -> !server.runs() && server.stopped() == ServerEnd.ASKED && server.exit() == 143);
        assertThat(runs(pid)).isFalse();
        assertThat(folder.resolve("out/logs/engine/stdout.log")).hasContent("ready");
        assertThat(folder.resolve("out/logs/engine/conf/its.log")).hasContent("of engine");
        done(new HostOrder.Pack(LONG_MS));
        assertThat(folder.resolve("run/records.zip")).isNotEmptyFile();
        done(new HostOrder.Clean(LONG_MS));
        assertThat(folder.resolve("run")).doesNotExist();
        assertThat(heard).as("nothing ended by itself").isEmpty();
    }

    @Test
    void shouldKnowATokenWithTheServerThatNobodyElseKnows() throws Exception {
        List<String> seen = new ArrayList<>();
        serve("/deploy", 200, "");
        http.createContext("/closed", exchange -> {
            seen.add(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        Path file = folder.resolve("run/engine/work/token");
        HttpAction closed = action("/closed").withToken(file.toString());
        HostPart.Server plain = server(
                "engine",
                "cat token; " + RUNS,
                Map.of(),
                new Probe("line:ready", 0, 5000),
                List.of(new HostPart.Deployment("Buy", "Buy", true, List.of(closed), null, List.of(closed))),
                null);
        HostPart.Server engine = new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                new HostPart.Placing(plain.placing().root(), Map.of(), List.of(), file.toString()),
                plain.program(),
                plain.ready(),
                plain.publish(),
                plain.deployments(),
                null,
                plain.graceMs(),
                List.of(),
                null);

        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            done(place(engine), new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));
            tokens.add(Files.readString(file).strip());
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            done(new HostOrder.Deploy(LONG_MS), new HostOrder.Undeploy(LONG_MS), new HostOrder.Stop(LONG_MS));
            assertThat(folder.resolve("out/logs/engine/stdout.log")).content().startsWith(tokens.get(i));
            done(new HostOrder.Clean(LONG_MS));
            assertThat(file).doesNotExist();
        }

        assertThat(tokens).doesNotHaveDuplicates().allMatch(token -> token.matches("[0-9a-f]{48}"));
        assertThat(seen)
                .containsExactly(
                        "Bearer " + tokens.get(0),
                        "Bearer " + tokens.get(0),
                        "Bearer " + tokens.get(1),
                        "Bearer " + tokens.get(1));
    }

    private HostPart.Server secure(ServerIdentity identity) {
        HostPart.Server plain = server("engine", RUNS);
        return new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                new HostPart.Placing(plain.placing().root(), Map.of(), List.of(), "", identity),
                plain.program(),
                plain.ready(),
                plain.publish(),
                plain.deployments(),
                null,
                plain.graceMs(),
                List.of(),
                null);
    }

    @Test
    void shouldPlaceAPrivateKeyThatNobodyElseCanReadAndRemoveIt() throws Exception {
        Path key = folder.resolve("run/engine/work").resolve(ServerIdentity.KEY_FILE);

        done(place(secure(new ServerIdentity("shown", "hidden"))));

        assertThat(key).hasContent("hidden");
        assertThat(Files.getPosixFilePermissions(key)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(folder.resolve("run/engine/work").resolve(ServerIdentity.CERTIFICATE_FILE))
                .hasContent("shown");
        done(new HostOrder.Clean(LONG_MS));
        assertThat(key).doesNotExist();
    }

    @Test
    void shouldRefuseAServerWhoseCertificateNobodyHasMade() throws Exception {
        HostProblem problem = ask(place(secure(ServerIdentity.UNMADE))).problem();

        assertThat(problem.code()).isEqualTo(HostProblem.Code.REFUSED);
        assertThat(problem.text())
                .isEqualTo("server engine speaks TLS, but nobody has made its certificate; run the testbed by"
                        + " soabench:run, which makes it");
    }

    /** Both servers print how nice they are and on which processors they may run. */
    private List<String> shared(Yielding wish, String file) throws IOException, InterruptedException {
        String script = "nice; grep Cpus_allowed_list: /proc/self/status; " + RUNS;
        HostPart plain = part(List.of(server("mocks", script), server("engine", script)), List.of(), List.of());
        HostPart part = new HostPart(
                plain.token(),
                plain.instance(),
                plain.targets(),
                plain.places(),
                plain.limits(),
                plain.leaseMs(),
                plain.addresses(),
                plain.servers(),
                plain.clients(),
                plain.checks(),
                new HostPart.Sharing("engine", true, wish),
                "");
        done(new HostOrder.Place(part, LONG_MS), new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));
        assertThat(hear(HostMessage.Started.class))
                .extracting(HostMessage.Started::precedence)
                .isNull();
        HostMessage.Started engine = hear(HostMessage.Started.class);
        assertThat(engine.precedence().yielding()).isEqualTo(wish);
        assertThat(ask(new HostOrder.Look()).servers())
                .extracting(HostMessage.ServerState::precedence)
                .containsExactly(null, engine.precedence());
        done(new HostOrder.Stop(LONG_MS));
        return Files.readAllLines(folder.resolve("out/logs").resolve(file).resolve("stdout.log"));
    }

    @Test
    void shouldLetOthersOfTheCaseGoBeforeTheServerUnderTest() throws Exception {
        List<String> engine = shared(Yielding.NICE, "engine");
        List<String> mocks = Files.readAllLines(folder.resolve("out/logs/mocks/stdout.log"));

        assertThat(Integer.parseInt(engine.get(0))).isEqualTo(Math.min(19, Integer.parseInt(mocks.get(0)) + 10));
        assertThat(engine.get(1)).as("any processor").isEqualTo(mocks.get(1));
    }

    @Test
    void shouldPutTheServerUnderTestAndTheOthersOnProcessorsOfTheirOwn() throws Exception {
        List<List<Integer>> cores = new Machine(Path.of("/"), HostClock.system()).usable();
        assumeTrue(cores.stream().mapToInt(List::size).sum() > 1, "one processor cannot be divided");
        assumeTrue(ProgramSearch.here().finds("taskset"), "taskset is missing");

        List<String> engine = shared(Yielding.CPUSET, "engine");
        List<String> mocks = Files.readAllLines(folder.resolve("out/logs/mocks/stdout.log"));

        HostPart.Sharing sharing = new HostPart.Sharing("engine", true, Yielding.CPUSET);
        Precedence divided = ProcessorDivision.of(cores, true, sharing);
        assertThat(engine.get(0)).as("as nice").isEqualTo(mocks.get(0));
        assertThat(engine.get(1)).endsWith("\t" + divided.own());
        assertThat(mocks.get(1)).endsWith("\t" + divided.others());
    }

    @Test
    void shouldSayHowAServerEndsBeforeThePhaseFailsThatWaitsForIt() throws InterruptedException {
        done(place(server("engine", "echo FATAL: no store >&2; exit 3")), new HostOrder.Start(LONG_MS));
        hear(HostMessage.Started.class);

        HostProblem problem = problem(new HostOrder.Ready(LONG_MS));

        HostMessage.Ended ended = hear(HostMessage.Ended.class);
        assertThat(ended.name()).isEqualTo("engine");
        assertThat(ended.exit()).isEqualTo(3);
        assertThat(ended.words()).isEqualTo("FATAL: no store");
        assertThat(ended.log()).isEqualTo("logs/engine/stderr.log");
        assertThat(problem.code()).isEqualTo(HostProblem.Code.ENDED);
        assertThat(problem.subject()).isEqualTo("engine");
        assertThat(problem.sentence(Path.of("cases/a/1")))
                .matches(
                        "server engine ended by itself \\d+\\.\\d s after its start with exit status 3; its last words were"
                                + " \"FATAL: no store\"; see cases/a/1/logs/engine/stderr.log, mend it or its settings and resume the"
                                + " run");
        assertThat(ask(new HostOrder.Stop(LONG_MS)).servers().get(0).stopped()).isEqualTo(ServerEnd.DIED);
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldSayThatAServerEndsWhileNoPhaseIsTaken() throws InterruptedException {
        done(place(server("engine", RUNS)), new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));
        long pid = hear(HostMessage.Started.class).pid();
        hear(HostMessage.Ready.class);

        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();

        assertThat(hear(HostMessage.Ended.class).exit()).isEqualTo(137);
        done(new HostOrder.Follow(Map.of()));
        assertThat(hear(HostMessage.Ended.class).exit())
                .as("who follows hears it again")
                .isEqualTo(137);
    }

    @Test
    void shouldGoOnWatchingAfterALookThatFails() throws InterruptedException {
        host.listen(word -> {
            if (word instanceof HostMessage.Ended) {
                throw new IllegalStateException("nobody takes it");
            }
        });
        done(place(server("mocks", RUNS), server("engine", RUNS)));
        done(new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));
        List<Long> pids = List.of(
                hear(HostMessage.Started.class).pid(),
                hear(HostMessage.Started.class).pid());
        hear(HostMessage.Ready.class);
        hear(HostMessage.Ready.class);

        assertThat(ProcessHandle.of(pids.get(0)).orElseThrow().destroyForcibly())
                .isTrue();
        assertThat(hear(HostMessage.Ended.class).name()).isEqualTo("mocks");
        assertThat(hear(HostMessage.Found.class).finding().sentence())
                .isEqualTo(
                        "the processes of a host cannot be watched: java.lang.IllegalStateException: nobody takes it;"
                                + " please report this");
        assertThat(ProcessHandle.of(pids.get(1)).orElseThrow().destroyForcibly())
                .isTrue();

        assertThat(hear(HostMessage.Ended.class).name()).isEqualTo("engine");
        assertThat(problem(new HostOrder.Ready(LONG_MS)).code()).isEqualTo(HostProblem.Code.FOUND);
    }

    @Test
    void shouldSayWhichServerIsNotReadyInTime() {
        HostPart.Server late = server("engine", RUNS, Map.of(), new Probe("line:never", 0, 300), null, null);
        done(place(late), new HostOrder.Start(LONG_MS));

        HostProblem problem = problem(new HostOrder.Ready(LONG_MS));

        assertThat(problem.code()).isEqualTo(HostProblem.Code.NOT_READY);
        assertThat(problem.sentence(Path.of("r")))
                .isEqualTo(
                        "server engine is not ready: line:never did not come true within 300 ms (a slow or busy machine needs"
                                + " longer: -Dsoabench.startFactor=3); see r/logs/engine, mend"
                                + " it or its settings and resume the run");
    }

    @Test
    void shouldReportAServerAsReadyWhileAnotherOneIsNot() throws Exception {
        serve("/health", 200, "");
        Path go = folder.resolve("go");
        HostPart.Server slow = server("database", "while [ ! -e " + go + " ]; do sleep 0.05; done; " + RUNS);
        HostPart.Server answering =
                server("engine", RUNS, Map.of(), new Probe(url("/health"), 200, LONG_MS), List.of(), null);
        String port = "tcp://127.0.0.1:" + http.getAddress().getPort();
        HostPart.Server connecting = server("mocks", RUNS, Map.of(), new Probe(port, 0, LONG_MS), List.of(), null);
        done(place(slow, answering, connecting), new HostOrder.Start(LONG_MS));

        CompletableFuture<HostMessage.Answer> ready = host.ask(new HostOrder.Ready(LONG_MS));

        for (int i = 0; i < 3; i++) {
            hear(HostMessage.Started.class);
        }
        assertThat(List.of(
                        hear(HostMessage.Ready.class).server(),
                        hear(HostMessage.Ready.class).server()))
                .containsExactlyInAnyOrder("engine", "mocks");
        assertThat(ready).isNotDone();
        Files.writeString(go, "");
        assertThat(hear(HostMessage.Ready.class).server()).isEqualTo("database");
        assertThat(ready.get(60, TimeUnit.SECONDS).problem()).isNull();
    }

    @Test
    void shouldSayWhichOfSeveralServersIsNotReadyInTime() {
        HostPart.Server late = server("engine", RUNS, Map.of(), new Probe("line:never", 0, 300), null, null);
        HostPart.Server later = server("mocks", RUNS, Map.of(), new Probe("line:never", 0, LONG_MS), null, null);
        done(place(later, late), new HostOrder.Start(LONG_MS));

        assertThat(problem(new HostOrder.Ready(LONG_MS)))
                .extracting(HostProblem::code, HostProblem::subject)
                .containsExactly(HostProblem.Code.NOT_READY, "engine");
    }

    @Test
    void shouldEndAPhaseThatIsCancelledAndLetNothingElseWaitForIt() throws Exception {
        HostPart.Server never = server("engine", RUNS, Map.of(), new Probe("line:never", 0, LONG_MS), null, null);
        done(place(never), new HostOrder.Start(LONG_MS));
        CompletableFuture<HostMessage.Answer> ready = host.ask(new HostOrder.Ready(LONG_MS));
        CompletableFuture<HostMessage.Answer> next = host.ask(new HostOrder.Publish(LONG_MS));
        CompletableFuture<HostMessage.Answer> stop = host.ask(new HostOrder.Stop(LONG_MS));

        assertThat(ask(new HostOrder.Time()).reply(HostReply.Time.class)).isPresent();
        assertThat(ask(new HostOrder.Look()).servers()).hasSize(1);
        assertThat(ready).isNotDone();
        done(new HostOrder.Cancel());

        assertThat(ready.get(60, TimeUnit.SECONDS).problem().code()).isEqualTo(HostProblem.Code.CANCELLED);
        assertThat(next.get(60, TimeUnit.SECONDS).problem().code()).isEqualTo(HostProblem.Code.CANCELLED);
        assertThat(stop.get(60, TimeUnit.SECONDS).problem())
                .as("is not cancelled")
                .isNull();
        assertThat(stop.get().servers().get(0).stopped()).isEqualTo(ServerEnd.ASKED);
    }

    @Test
    void shouldSayWhatALoadClientPrintsWithoutGap() throws InterruptedException {
        done(placeClient("echo ready; read words; echo grün \"$words\"; echo done; exit 4"));
        done(new HostOrder.Start(LONG_MS), new HostOrder.Await("ready", LONG_MS));
        assertThat(hear(HostMessage.Started.class).name()).isEqualTo("load-here");
        assertThat(heard).as("nobody follows").isEmpty();

        done(new HostOrder.Follow(Map.of("load-here", 0L)));
        assertThat(hear(HostMessage.Line.class)).isEqualTo(new HostMessage.Line("load-here", 0, 6, "ready"));
        done(new HostOrder.Tell("load-here", "start 17"));

        assertThat(hear(HostMessage.Line.class)).isEqualTo(new HostMessage.Line("load-here", 6, 21, "grün start 17"));
        assertThat(hear(HostMessage.Line.class)).isEqualTo(new HostMessage.Line("load-here", 21, 26, "done"));
        HostMessage.Ended ended = hear(HostMessage.Ended.class);
        assertThat(ended.exit()).isEqualTo(4);
        assertThat(ended.printed()).isEqualTo(26);
        done(new HostOrder.Follow(Map.of("load-here", 6L)));
        assertThat(hear(HostMessage.Line.class).text()).isEqualTo("grün start 17");
        assertThat(hear(HostMessage.Line.class).text()).isEqualTo("done");
        assertThat(hear(HostMessage.Ended.class)).isEqualTo(ended);
        assertThat(folder.resolve("out/logs/load-here/stdout.log")).hasContent("ready\ngrün start 17\ndone");
        assertThat(ask(new HostOrder.Look()).clients().get(0).said()).isEqualTo(Map.of("ready", "", "done", ""));
        assertThat(problem(new HostOrder.Await("done", LONG_MS)).code()).isEqualTo(HostProblem.Code.ENDED);
        assertThat(problem(new HostOrder.Tell("load-here", "measure 1")).text())
                .startsWith("load-here takes no measure command: ");
    }

    @Test
    void shouldEndServersThatWriteTooMuchAndSayWhy() throws InterruptedException {
        workBytes = 1000;
        done(place(server("engine", "head -c 5000 /dev/zero > big; " + RUNS)), new HostOrder.Start(LONG_MS));
        hear(HostMessage.Started.class);

        Finding finding = hear(HostMessage.Found.class).finding();

        assertThat(finding.code()).isEqualTo(Finding.Code.WORK_LIMIT);
        assertThat(finding.server().largest()).isEqualTo("work/big");
        assertThat(problem(new HostOrder.Ready(LONG_MS)).code()).isEqualTo(HostProblem.Code.FOUND);
        HostMessage.ServerState stopped =
                ask(new HostOrder.Stop(LONG_MS)).servers().get(0);
        assertThat(stopped.stopped()).as("not ended by itself").isEqualTo(ServerEnd.ASKED);
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldKeepARecordingWholeHoweverLargeItIs() {
        HostPart.Server plain = server(
                "engine",
                "head -c 2000000 /dev/zero > async-profiler-pid-7.jfr; head -c 2000000 /dev/zero > big.log; " + RUNS);
        HostPart.Server engine = new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                plain.placing(),
                plain.program(),
                plain.ready(),
                plain.publish(),
                plain.deployments(),
                plain.statistics(),
                plain.graceMs(),
                List.of("*.log", EngineRecording.GLOB),
                null);

        done(place(engine), new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS), new HostOrder.Stop(LONG_MS));

        assertThat(folder.resolve("out/logs/engine/async-profiler-pid-7.jfr").toFile())
                .hasSize(2_000_000);
        assertThat(folder.resolve("out/logs/engine/big.log").toFile().length()).isLessThan(2_000_000);
    }

    @Test
    void shouldSayThatTheDiskCannotBeWatched() throws InterruptedException {
        disk = folder.resolve("gone");
        done(place(server("engine", RUNS)), new HostOrder.Start(LONG_MS));
        hear(HostMessage.Started.class);

        assertThat(hear(HostMessage.Found.class).finding().sentence())
                .startsWith("cannot write " + disk + ": cannot read the free space of " + disk);
        assertThat(problem(new HostOrder.Ready(LONG_MS)).code()).isEqualTo(HostProblem.Code.FOUND);
        assertThat(ask(new HostOrder.Stop(LONG_MS)).servers().get(0).stopped()).isEqualTo(ServerEnd.ASKED);
    }

    @Test
    void shouldNotStartAServerWhosePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HostPart.Server server = server(
                    "engine", RUNS, Map.of("http", taken.getLocalPort()), new Probe("line:ready", 0, 1), null, null);
            done(place(server));

            HostProblem problem = problem(new HostOrder.Start(LONG_MS));

            assertThat(problem.code()).isEqualTo(HostProblem.Code.PORT_TAKEN);
            assertThat(problem.text())
                    .startsWith("port " + taken.getLocalPort() + " (http) of server engine is in use by process "
                            + ProcessHandle.current().pid());
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldSayThatAProgramCannotBeStarted() {
        HostPart.Server plain = server("engine", RUNS);
        HostPart.Server server = new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                plain.placing(),
                new HostPart.Program(
                        List.of("sh"), Map.of("A=B", "no name"), plain.program().work()),
                plain.ready(),
                plain.publish(),
                null,
                null,
                1,
                List.of(),
                null);
        done(place(server));

        assertThat(problem(new HostOrder.Start(LONG_MS)).text()).contains("A=B");
    }

    @Test
    void shouldDeployCheckCountAndUndeploy() throws IOException {
        String envelope =
                "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><a/></e:Body></e:Envelope>";
        serve("/buy", 200, envelope);
        serve("/deploy", 200, "");
        serve("/undeploy", 500, "<p>no  such</p> process");
        serve("/statistics", 200, "{\"instancesStarted\":2,\"instancesCompleted\":1,\"instancesFaulted\":1}");
        HostPart.Deployment deployment = new HostPart.Deployment(
                "Buy",
                "Buy",
                true,
                List.of(action("/deploy")),
                new Probe(url("/buy"), 200, 5000),
                List.of(action("/undeploy")));
        HostPart.Server engine = server(
                "engine",
                RUNS,
                Map.of(),
                new Probe("line:ready", 0, LONG_MS),
                List.of(deployment),
                action("/statistics"));
        Path request = Files.writeString(folder.resolve("request.xml"), "<order>${uiid}</order>");
        HostPart.Check check =
                new HostPart.Check("checks/1.xml", buy(), request.toString(), "u.1", "", "b", 5000, "", "");
        done(
                new HostOrder.Place(part(List.of(engine), List.of(), List.of(check)), LONG_MS),
                new HostOrder.Start(LONG_MS),
                new HostOrder.Ready(LONG_MS),
                new HostOrder.Deploy(LONG_MS),
                new HostOrder.Deployed(LONG_MS));

        HostReply.Checked checked = ask(new HostOrder.Check(1, LONG_MS))
                .reply(HostReply.Checked.class)
                .orElseThrow();

        assertThat(checked.status()).isEqualTo(200);
        assertThat(new String(checked.bytes(), StandardCharsets.UTF_8)).isEqualTo(envelope);
        assertThat(checked.problem()).as("another element").contains("b");
        assertThat(problem(new HostOrder.Check(2, LONG_MS)).code()).isEqualTo(HostProblem.Code.REFUSED);
        done(new HostOrder.Collect(1000, List.of("engine"), LONG_MS));
        assertThat(folder.resolve("out/statistics-engine.json")).doesNotExist();
        done(new HostOrder.Collect(1000, List.of(), LONG_MS));
        assertThat(folder.resolve("out/statistics-engine.json")).content().contains("\"instancesStarted\":2");
        assertThat(ask(new HostOrder.Undeploy(LONG_MS)).note())
                .isEqualTo("server engine did not undeploy Buy: status 500: no such process");
    }

    /** Returns the file of instances after a measurement by an engine with this request for its history. */
    private Path instances(String metric, HttpAction history) throws IOException {
        serve("/deploy", 200, "");
        HttpAction deploy = action("/deploy");
        HostPart.Server plain = server(
                "engine",
                RUNS,
                Map.of(),
                new Probe("line:ready", 0, LONG_MS),
                List.of(new HostPart.Deployment("Buy", "Buy", true, List.of(deploy), null, List.of(deploy))),
                null);
        HostPart.Server engine = new HostPart.Server(
                plain.name(),
                plain.address(),
                plain.ports(),
                plain.placing(),
                plain.program(),
                plain.ready(),
                plain.publish(),
                plain.deployments(),
                null,
                plain.graceMs(),
                List.of(),
                new MetricSource.Asked(Set.of(metric), new MetricRequest(action("/statistics"), Map.of(), history)));
        done(
                place(engine),
                new HostOrder.Start(LONG_MS),
                new HostOrder.Ready(LONG_MS),
                new HostOrder.Deploy(LONG_MS),
                new HostOrder.Collect(1000, List.of(), LONG_MS));
        return folder.resolve("out/history-engine.csv");
    }

    @Test
    void shouldKeepTheInstancesThatTheEngineHasKept() throws IOException {
        String lines = "process,start_epoch_us,end_epoch_us,reason\nBuy,1000,2000,\n";
        serve("/instances", 200, lines);

        assertThat(instances("instances-per-second", action("/instances"))).hasContent(lines);
    }

    @Test
    void shouldKeepTheReasonWhyAnEngineHasNoInstances() throws IOException {
        serve("/instances", 409, "history is off\n");

        assertThat(instances("instance-duration", action("/instances")))
                .hasContent("process,start_epoch_us,end_epoch_us,reason\n,,,history is off\n");
    }

    @Test
    void shouldKeepTheMessageOfARefusalInJson() throws IOException {
        serve("/instances", 409, "{\n  \"message\" : \"no history\"\n}");

        assertThat(instances("instance-duration", action("/instances")))
                .content()
                .endsWith("\n,,,no history\n");
    }

    @Test
    void shouldKeepTheReasonWhyATypeHasNoInstances() throws IOException {
        assertThat(instances("instance-duration", null))
                .hasContent(
                        "process,start_epoch_us,end_epoch_us,reason\n,,,servers of this type keep no history of instances\n");
    }

    @Test
    void shouldNotFailWhereTheHistoryIsNotAnswered() throws IOException {
        HttpAction closed = new HttpAction("GET", "http://127.0.0.1:1/instances", "", "", List.of(200), 5000);

        assertThat(instances("instance-duration", closed))
                .content()
                .contains(",,,")
                .contains("reading the instances of server engine failed");
    }

    @Test
    void shouldNotReadInstancesForOtherMetrics() throws IOException {
        serve("/instances", 200, "process,start_epoch_us,end_epoch_us,reason\n");

        assertThat(instances("queue", action("/instances"))).doesNotExist();
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void shouldSendTheHeadersOfTheModelWithACheckAndKeepTheirSecrets() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        http.start();
        List<String> sent = new CopyOnWriteArrayList<>();
        http.createContext("/buy", exchange -> {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (exchange.getRequestMethod().equals("POST")) {
                sent.add(authorization);
                sent.add(exchange.getRequestHeaders().getFirst("Content-Type"));
                sent.add(String.valueOf(exchange.getRequestHeaders().getFirst("SOAPAction")));
            }
            byte[] answer = ("<e:Envelope xmlns:e=\"" + SoapVersion.SOAP_12.namespace()
                            + "\"><e:Body><e:Fault><e:Reason>" + "<e:Text>no " + authorization
                            + "</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(500, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        Path secrets = Files.createDirectories(folder.resolve("home/.soabench/secrets"));
        Files.writeString(secrets.resolve("token"), "t0ken-of-the-tenant\n");
        Path request = Files.writeString(folder.resolve("request.xml"), "<order>${uiid}</order>");
        HostPart.Check check = new HostPart.Check(
                "checks/1.xml",
                buy(),
                request.toString(),
                "u.1",
                "urn:buy",
                "b",
                5000,
                "",
                "",
                new RequestForm(
                        SoapVersion.SOAP_12, List.of(new HeaderPlan("Authorization", "", "", "token", "Bearer", ""))));
        done(
                new HostOrder.Place(part(List.of(), List.of(), List.of(check)), LONG_MS),
                new HostOrder.Start(LONG_MS),
                new HostOrder.Ready(LONG_MS),
                new HostOrder.Deploy(LONG_MS),
                new HostOrder.Deployed(LONG_MS));
        String home = System.getProperty("user.home");
        System.setProperty("user.home", folder.resolve("home").toString());
        HostReply.Checked checked;
        try {
            checked = ask(new HostOrder.Check(1, LONG_MS))
                    .reply(HostReply.Checked.class)
                    .orElseThrow();
        } finally {
            System.setProperty("user.home", home);
        }

        assertThat(sent)
                .containsExactly(
                        "Bearer t0ken-of-the-tenant",
                        "application/soap+xml; charset=utf-8; action=\"urn:buy\"",
                        "null");
        assertThat(checked.problem()).isEqualTo("answered with a fault: no Bearer ***");
        assertThat(new String(checked.bytes(), StandardCharsets.UTF_8)).doesNotContain("t0ken");
        HostProblem missing = problem(new HostOrder.Check(1, LONG_MS));
        assertThat(missing.code()).isEqualTo(HostProblem.Code.REFUSED);
        assertThat(missing.text())
                .startsWith("header \"Authorization\" of process \"Buy\" needs the file of secrets token");
    }

    /** A load client that says that, once it is ready; and a check whose answer it takes. */
    private void placeCheckedClient(int status, String said) throws IOException {
        serve("/buy", status, "");
        Path request = Files.writeString(folder.resolve("request.xml"), "<order to='${callback}'>${uiid}</order>");
        HostPart.Check check = new HostPart.Check(
                "checks/1.xml", buy(), request.toString(), "-check.1.1", "", "b", 1_000, "", "http://127.0.0.1:1/Buy");
        HostPart.Program program = new HostPart.Program(
                List.of("sh", "-c", "sleep 0.3; echo ready; " + said + " sleep 60"),
                Map.of(),
                folder.resolve("run/load").toString());
        done(
                new HostOrder.Place(
                        part(List.of(), List.of(new HostPart.Client("load-here", program, 1000)), List.of(check)),
                        LONG_MS),
                new HostOrder.Start(LONG_MS),
                new HostOrder.Ready(LONG_MS),
                new HostOrder.Deploy(LONG_MS));
    }

    @Test
    void shouldTakeTheAnswerOfACheckFromTheLoadClientThatIsCalledBack() throws IOException {
        String envelope =
                "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><b/></e:Body></e:Envelope>";
        placeCheckedClient(
                202,
                "echo called -check.1.9 Zm9yZWlnbg==; sleep 0.2; echo called -check.1.1 "
                        + Base64.getEncoder().encodeToString(envelope.getBytes(StandardCharsets.UTF_8)) + ";");

        HostReply.Checked checked = ask(new HostOrder.Check(1, LONG_MS))
                .reply(HostReply.Checked.class)
                .orElseThrow();

        assertThat(new String(checked.bytes(), StandardCharsets.UTF_8)).isEqualTo(envelope);
        assertThat(checked.problem()).isEmpty();
    }

    @Test
    void shouldSayThatNobodyCalledBack() throws IOException {
        placeCheckedClient(202, "");

        assertThat(problem(new HostOrder.Check(1, LONG_MS)).sentence(Path.of("r")))
                .contains(
                        "wrong answer: Buy took check 1 (checks/1.xml), but did not call http://127.0.0.1:1/Buy back within"
                                + " 1000 ms with what relates to -check.1.1");
    }

    @Test
    void shouldNotWaitForTheCallbackOfACheckThatWasRefused() throws IOException {
        placeCheckedClient(503, "");

        HostReply.Checked checked = ask(new HostOrder.Check(1, LONG_MS))
                .reply(HostReply.Checked.class)
                .orElseThrow();

        assertThat(checked.status()).isEqualTo(503);
        assertThat(checked.problem()).isNotEmpty();
    }

    @Test
    void shouldSayThatTheServerRefusesTheProcess() throws IOException {
        serve("/deploy", 400, "bad process");
        HostPart.Deployment deployment =
                new HostPart.Deployment("Buy", "Buy", true, List.of(action("/deploy")), null, List.of());
        HostPart.Server engine =
                server("engine", RUNS, Map.of(), new Probe("line:ready", 0, LONG_MS), List.of(deployment), null);
        done(place(engine), new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));

        HostProblem problem = problem(new HostOrder.Deploy(LONG_MS));

        assertThat(problem.code()).isEqualTo(HostProblem.Code.NOT_DEPLOYED);
        assertThat(problem.sentence(Path.of("r")))
                .isEqualTo("server engine refused to deploy Buy: GET " + url("/deploy")
                        + " was answered with status 400: bad process; see r/logs/engine, correct the process or leave it out"
                        + " for this server");
        assertThat(ask(new HostOrder.Undeploy(LONG_MS)).note())
                .as("that nothing can be taken back is no news")
                .isEmpty();
    }

    @Test
    void shouldSendRequestsBesideThePhases() throws IOException {
        serve("/x", 404, "not here");
        serve("/", 200, "");

        assertThat(ask(new HostOrder.Send(action("/x"))).reply(HostReply.Sent.class))
                .contains(new HostReply.Sent(404, "not here"));
        HttpAction nobody = new HttpAction("GET", "http://127.0.0.1:1/", "", "", List.of(200), 2000);
        assertThat(problem(new HostOrder.Send(nobody)).code()).isEqualTo(HostProblem.Code.NO_ANSWER);
        assertThat(ask(new HostOrder.Trips(url("/")))
                        .reply(HostReply.Trips.class)
                        .map(HostReply.Trips::ns))
                .hasValueSatisfying(ns -> assertThat(ns).isNotEmpty().allMatch(each -> each > 0));
    }

    @Test
    void shouldSignalAServer() throws InterruptedException {
        done(place(server("engine", "trap 'echo heard' USR1; echo ready; while :; do sleep 0.1; done")));
        done(new HostOrder.Start(LONG_MS), new HostOrder.Ready(LONG_MS));

        done(new HostOrder.Signal("engine", "USR1"));

        Path log = folder.resolve("out/logs/engine/stdout.log");
        long endNs = HostClock.system().epochNanos() + TimeUnit.SECONDS.toNanos(60);
        while (!contains(log, "heard") && HostClock.system().epochNanos() < endNs) {
            Thread.sleep(20);
        }
        assertThat(contains(log, "heard")).isTrue();
        assertThat(problem(new HostOrder.Signal("other", "USR1")).text())
                .isEqualTo("other was not started on this host");
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldEndWhatStillRunsWhenAnotherRepetitionIsPlaced() throws InterruptedException {
        done(place(server("engine", "trap '' TERM; " + RUNS)), new HostOrder.Start(LONG_MS));
        long pid = hear(HostMessage.Started.class).pid();

        done(place(server("engine", RUNS)));

        assertThat(runs(pid)).isFalse();
        assertThat(ask(new HostOrder.Look()).servers()).isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldStartAgainOnlyWhatDoesNotRun() throws InterruptedException {
        done(place(server("engine", RUNS)), new HostOrder.Start(LONG_MS), new HostOrder.Start(LONG_MS));

        hear(HostMessage.Started.class);
        assertThat(heard).isEmpty();
        assertThat(ask(new HostOrder.Look()).servers()).hasSize(1);
    }

    @Test
    void shouldLeaveNothingWhenItIsClosed() throws InterruptedException {
        done(place(server("engine", "trap '' TERM; " + RUNS)), new HostOrder.Start(LONG_MS));
        Optional<ProcessHandle> process =
                ProcessHandle.of(hear(HostMessage.Started.class).pid());

        host.close();

        assertThat(problem(new HostOrder.Look()).code()).isEqualTo(HostProblem.Code.SILENT);
        assertThat(problem(new HostOrder.Stop(LONG_MS)).code()).isEqualTo(HostProblem.Code.SILENT);
        assertThat(process.orElseThrow().onExit()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldAnswerAlsoWhenAPlugInLacksAClass() throws Exception {
        MetricSource source = new MetricSource() {
            @Override
            public List<MetricRecord> metrics() {
                throw new NoClassDefFoundError("org/example/Reader");
            }

            @Override
            public void observe(List<Long> pids, Sink sink) {}
        };
        try (HostExecutor other = new HostExecutor(List.of(source), HostClock.system())) {
            HostMessage.Answer answer = other.ask(new HostOrder.Describe()).get(LONG_MS, TimeUnit.MILLISECONDS);

            assertThat(answer.problem().code()).isEqualTo(HostProblem.Code.BUG);
            assertThat(answer.problem().text()).contains("org/example/Reader");
        }
    }

    static List<HostOrder> orders() {
        return Orders.all().stream()
                .filter(order -> !(order instanceof HostOrder.Place))
                .toList();
    }

    /** Whatever is asked, and however little sense it makes: nobody gets a bug, and all get an answer. */
    @ParameterizedTest
    @MethodSource("orders")
    void shouldAnswerEveryOrderWhenNothingIsPlaced(HostOrder order) {
        HostProblem problem = problem(order);

        assertThat(problem == null ? HostProblem.Code.REFUSED : problem.code()).isNotEqualTo(HostProblem.Code.BUG);
        if (order instanceof HostOrder.InTurn phase) {
            assertThat(problem == null).as(order.toString()).isEqualTo(phase.compensates());
        }
    }
}
