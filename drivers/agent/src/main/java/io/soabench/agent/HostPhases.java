package io.soabench.agent;

import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.agent.protocol.HostReply;
import io.soabench.driver.AnswerText;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.FolderOperations;
import io.soabench.driver.run.Preparation;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.AnswerJudge;
import io.soabench.plan.CallbackPlan;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.InstanceMetric;
import io.soabench.plan.RequestHeaders;
import io.soabench.plan.RunFiles;
import io.soabench.plan.ServerIdentity;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The phases of one repetition on this host, without those in which load is sent: there a host only watches. Used by one thread. */
final class HostPhases {

    private static final long POLL_MS = 50;

    /** The first digit of the statuses of success. */
    private static final int SUCCESS_CLASS = 2;

    /** The status of an answer; a callback has none of its own. */
    private static final int ANSWERED = 200;

    private final HostCase host;
    private final HostPart part;
    private final ServerClient exchange;
    /** The processes whose deployment was begun, in that order. */
    private final List<HostPart.Deployment> deploying = new ArrayList<>();

    private final Set<HostPart.Deployment> deployed = new HashSet<>();

    /**
     * Creates the phases of a repetition.
     *
     * @throws IOException when the certificate of the run's authority cannot be used
     */
    HostPhases(HostCase host, ServerClient exchange) throws IOException {
        this.host = host;
        this.part = host.part();
        this.exchange = exchange.trusting(part.authority());
    }

    /** Sends an action to a server of the repetition. */
    CompletableFuture<HttpResponse<byte[]>> send(HttpAction action) throws IOException {
        return exchange.send(action);
    }

    // ---- place

    void place(Waiting waiting) throws PhaseFailed, RunInterrupted, IOException {
        Path root = Path.of(part.places().root());
        FolderOperations.remove(root);
        if (!part.authority().isEmpty()) {
            Files.createDirectories(root);
            Files.writeString(root.resolve(HostPart.AUTHORITY_FILE), part.authority());
        }
        for (HostPart.Server server : part.servers()) {
            unlessCancelled(waiting);
            place(server);
        }
        for (HostPart.Client client : part.clients()) {
            Files.createDirectories(Path.of(client.program().work()));
            Files.createDirectories(host.logsOf(client.name()));
        }
    }

    private void place(HostPart.Server server) throws IOException, HostFailed {
        Path work = Files.createDirectories(Path.of(server.program().work()));
        Files.createDirectories(host.logsOf(server.name()));
        for (Map.Entry<String, String> file : server.placing().files().entrySet()) {
            Path target = work.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.getValue());
        }
        if (!server.placing().token().isEmpty()) {
            ProgramToken.make(Path.of(server.placing().token()));
        }
        if (server.placing().identity() != null) {
            place(server.placing().identity(), server.name(), work);
        }
        for (HostPart.Copy copy : server.placing().copies()) {
            FolderOperations.copy(Path.of(copy.from()), Path.of(copy.to()), part::filled);
        }
    }

    private static void place(ServerIdentity identity, String server, Path work) throws IOException, HostFailed {
        if (!identity.hasKey()) {
            throw new HostFailed(
                    Code.REFUSED,
                    server,
                    "server " + server + " speaks TLS, but nobody has made its certificate; run the testbed by"
                            + " soabench:run, which makes it");
        }
        Path certificate = work.resolve(ServerIdentity.CERTIFICATE_FILE);
        Files.createDirectories(certificate.getParent());
        Files.writeString(certificate, identity.certificates());
        SecretFile.write(work.resolve(ServerIdentity.KEY_FILE), identity.key());
    }

    private static void unlessCancelled(Waiting waiting) throws PhaseFailed, RunInterrupted {
        waiting.until(() -> true, Duration.ZERO, 0);
    }

    // ---- start, ready, publish

    void start(Waiting waiting) throws PhaseFailed, RunInterrupted {
        for (HostPart.Server server : part.servers()) {
            unlessCancelled(waiting);
            if (host.server(server.name()).filter(ChildProcess::runs).isEmpty()) {
                requireFreePorts(server);
                host.startServer(server);
            }
        }
        // Clients and mock hosts warm up at the same time. They are idle when the process is deployed and checked.
        for (HostPart.Client client : part.clients()) {
            if (host.client(client.name()).filter(ChildProcess::runs).isEmpty()) {
                host.startClient(client);
            }
        }
        host.watch();
    }

    private static void requireFreePorts(HostPart.Server server) throws HostFailed {
        for (Map.Entry<String, Integer> port : server.ports().entrySet()) {
            if (!Ports.free(server.address(), port.getValue())) {
                throw new HostFailed(
                        Code.PORT_TAKEN,
                        server.name(),
                        "port " + port.getValue() + " (" + port.getKey() + ") of server " + server.name() + " is in use"
                                + Ports.owner(port.getValue())
                                        .map(owner -> " by " + owner)
                                        .orElse("")
                                + ", though it was free when the run was checked; end that program or choose another"
                                + " port");
            }
        }
    }

    void ready(Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted {
        ready(part.servers(), waiting, endNs);
    }

    /** Waits until servers are ready. They are asked in turns, so that none is reported later because another one takes long. */
    private void ready(List<HostPart.Server> servers, Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted {
        Map<HostPart.Server, ServerProber.Question> open = new LinkedHashMap<>();
        try {
            host.look();
            for (HostPart.Server server : servers) {
                open.put(server, probing(waiting).question(server.ready(), started(server), endNs));
            }
            boolean all = waiting.until(
                    () -> {
                        for (HostPart.Server server : List.copyOf(open.keySet())) {
                            ask(server, open, waiting);
                        }
                        return open.isEmpty();
                    },
                    waiting.left(endNs),
                    ServerProber.POLL_MS);
            if (!all) {
                throw notReady(open.keySet().iterator().next());
            }
        } finally {
            open.values().forEach(ServerProber.Question::close);
        }
    }

    /** Asks a server once more, and removes its question when the answer is right. */
    private void ask(HostPart.Server server, Map<HostPart.Server, ServerProber.Question> open, Waiting waiting)
            throws PhaseFailed {
        ServerProber.Question question = open.get(server);
        if (question.attempt().holds()) {
            open.remove(server);
            host.markReady(server.name());
        } else if (waiting.left(question.endNs()).isZero()) {
            throw notReady(server);
        }
    }

    private static HostFailed notReady(HostPart.Server server) {
        return new HostFailed(new HostProblem(
                Code.NOT_READY,
                server.name(),
                "server " + server.name() + " is not ready: " + inVain(server.ready()),
                RunFiles.LOGS + "/" + server.name(),
                HostCase.REMEDY));
    }

    private static String inVain(Probe probe) {
        return ServerProber.words(probe) + " did not come true within " + probe.timeoutMs() + " ms"
                + " (a slow or busy machine needs longer: -Dsoabench.startFactor=3)";
    }

    private ChildProcess started(HostPart.Server server) throws HostFailed {
        return host.server(server.name())
                .orElseThrow(() -> new HostFailed(
                        Code.REFUSED, server.name(), "server " + server.name() + " was not started on this host"));
    }

    private ServerProber probing(Waiting waiting) {
        return new ServerProber(waiting, exchange, host::look);
    }

    private WatchedExchange watched(Waiting waiting) {
        return new WatchedExchange(waiting, exchange, host::look);
    }

    void publish(Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        for (HostPart.Server registry : part.servers()) {
            for (HostPart.Publishing step : registry.publish()) {
                String what = "publication of " + step.service() + " in registry " + registry.name();
                HttpAction action = step.action();
                HttpResponse<byte[]> answer = watched(waiting).send(action, what, endNs);
                if (!action.expected().contains(answer.statusCode())) {
                    throw new HostFailed(
                            Code.NOT_PUBLISHED,
                            registry.name(),
                            what + " was refused: " + action.method() + " " + action.url() + " was answered with "
                                    + ServerClient.words(answer));
                }
            }
        }
    }

    // ---- deploy, deployed, check

    void deploy(Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        Optional<HostPart.Server> tested = tested();
        if (tested.isPresent()) {
            for (HostPart.Deployment each : tested.get().deployments()) {
                if (each.first()) {
                    deploy(tested.get(), each, waiting, endNs);
                }
            }
        }
    }

    private void deploy(HostPart.Server server, HostPart.Deployment each, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        forget(each.process());
        deploying.add(each);
        deployment(waiting, server, each).deploy(each.deploy(), watched(waiting), endNs);
        deployed.add(each);
    }

    private void forget(String process) {
        deploying.removeIf(each -> each.process().equals(process));
        deployed.removeIf(each -> each.process().equals(process));
    }

    private Optional<HostPart.Server> tested() {
        return part.servers().stream()
                .filter(server -> !server.deployments().isEmpty())
                .findFirst();
    }

    private ProcessDeployment deployment(Waiting waiting, HostPart.Server server, HostPart.Deployment of) {
        return new ProcessDeployment(
                waiting,
                of.process(),
                server.name(),
                Path.of(part.places().root()).resolve("package.zip"));
    }

    void deployed(Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        Optional<HostPart.Server> tested = tested();
        if (tested.isEmpty()) {
            for (HostPart.Target target : part.targets()) {
                if (!probing(waiting).connected(target.endpoint(), endNs)) {
                    host.look();
                    throw new HostFailed(
                            Code.NOT_ANSWERING, "", Preparation.takesNoConnection(target.process(), target.endpoint()));
                }
            }
            return;
        }
        for (HostPart.Deployment each : deploying) {
            answers(tested.get(), each, waiting, endNs);
        }
    }

    private void answers(HostPart.Server server, HostPart.Deployment each, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        Probe probe = each.deployed();
        if (probe != null && !probing(waiting).answered(probe, started(server), endNs)) {
            throw new HostFailed(new HostProblem(
                    Code.NOT_ANSWERING,
                    server.name(),
                    "process " + each.process() + " does not answer on server " + server.name() + ": " + inVain(probe),
                    RunFiles.LOGS + "/" + server.name(),
                    ""));
        }
    }

    // ---- events of processes

    void redeploy(HostOrder.Redeploy order, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        HostPart.Server server = tested().orElseThrow(() -> unknown(order.process()));
        HostPart.Deployment wanted = server.deployments().stream()
                .filter(each ->
                        each.process().equals(order.process()) && each.version().equals(order.version()))
                .findFirst()
                .orElseThrow(() -> unknown(order.process()));
        deploy(server, wanted, waiting, endNs);
        answers(server, wanted, waiting, endNs);
    }

    private static HostFailed unknown(String process) {
        return new HostFailed(Code.REFUSED, "", "process " + process + " is none that this host deploys");
    }

    void startAgain(HostOrder.StartAgain order, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        HostPart.Server server = tested().filter(each -> each.name().equals(order.server()))
                .orElseThrow(() -> new HostFailed(
                        Code.REFUSED, order.server(), order.server() + " is not the server under test of this host"));
        if (!started(server).isEnding()) {
            throw new HostFailed(
                    Code.REFUSED,
                    server.name(),
                    "server " + server.name() + " runs; it can be started after its end only");
        }
        requireFreePorts(server);
        host.startServer(server);
        ready(List.of(server), waiting, endNs);
        List<HostPart.Deployment> before = List.copyOf(deploying);
        if (order.deploys()) {
            for (HostPart.Deployment each : before) {
                deploy(server, each, waiting, endNs);
            }
        }
        for (HostPart.Deployment each : before) {
            answers(server, each, waiting, endNs);
        }
    }

    void withdraw(String process, Waiting waiting) throws PhaseFailed, IOException {
        HostPart.Server server = tested().orElseThrow(() -> unknown(process));
        HostPart.Deployment present = deploying.stream()
                .filter(each -> each.process().equals(process))
                .findFirst()
                .orElseThrow(() -> unknown(process));
        Optional<String> problem =
                deployment(waiting, server, present).undeploy(present.undeploy(), exchange, started(server));
        if (problem.isPresent()) {
            throw new HostFailed(Code.REFUSED, server.name(), problem.get());
        }
        forget(process);
    }

    HostReply check(int number, Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        if (number < 1 || number > part.checks().size()) {
            throw new HostFailed(
                    Code.REFUSED,
                    "",
                    "there is no check " + number + ", this host has "
                            + part.checks().size());
        }
        HostPart.Check check = part.checks().get(number - 1);
        if (check.calledBack()) {
            // A load client that is not ready does not listen for callbacks.
            await(ClientOutput.READY, waiting.left(endNs).toMillis(), waiting, endNs);
        }
        String envelope = Files.readString(Path.of(check.request()))
                .replace("${uiid}", check.uiid())
                .replace(CallbackPlan.ADDRESS, check.callback());
        RequestHeaders headers = headers(check);
        HttpResponse<byte[]> answer = watched(waiting)
                .call(
                        check,
                        headers,
                        envelope,
                        "check " + number + " of " + check.target().process() + " (" + check.name() + ")",
                        endNs);
        int status = answer.statusCode();
        byte[] message = AnswerText.readable(
                answer.body(), answer.headers().firstValue("Content-Type").orElse(""));
        if (check.calledBack() && status / 100 == SUCCESS_CLASS) {
            message = callback(check, number, waiting, endNs);
            status = ANSWERED;
        }
        // Secrets are removed: a wrong answer is kept, and a server may repeat the headers that it was sent.
        message = headers.hidden(message);
        return new HostReply.Checked(
                number,
                status,
                Base64.getEncoder().encodeToString(message),
                AnswerJudge.problem(status, message, check.element(), Optional.empty())
                        .orElse(""));
    }

    private static RequestHeaders headers(HostPart.Check check) throws PhaseFailed {
        try {
            return RequestHeaders.of(check.target().process(), check.headers(), System.getenv());
        } catch (IllegalArgumentException e) {
            throw new HostFailed(Code.REFUSED, "", e.getMessage());
        }
    }

    /** Waits for the callback of a check, which the load client of this host receives and reports. */
    private byte[] callback(HostPart.Check check, int number, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted {
        String begin = check.uiid() + " ";
        long untilNs = Math.min(
                endNs,
                waiting.clock().epochNanos()
                        + Duration.ofMillis(check.timeoutMs()).toNanos());
        boolean called = waiting.until(
                () -> {
                    host.look();
                    host.requireClients();
                    return callbackLine(begin).isPresent();
                },
                waiting.left(untilNs),
                POLL_MS);
        if (!called) {
            throw new HostFailed(new HostProblem(
                    Code.NOT_ANSWERING,
                    "",
                    "wrong answer: " + check.target().process() + " took check " + number + " (" + check.name()
                            + "), but did not call " + check.callback() + " back within " + check.timeoutMs()
                            + " ms with what relates to " + check.uiid(),
                    RunFiles.LOGS,
                    ""));
        }
        return Base64.getDecoder().decode(callbackLine(begin).orElseThrow().substring(begin.length()));
    }

    private Optional<String> callbackLine(String begin) {
        return host.clients().stream()
                .flatMap(client -> Optional.ofNullable(client.said().get(ClientOutput.CALLED)).stream())
                .filter(called -> called.startsWith(begin))
                .findFirst();
    }

    /** Waits until every load client has reported a word, and with the last word has ended. */
    void await(HostOrder.Await order, Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted {
        await(order.word(), order.ms(), waiting, endNs);
    }

    private void await(String word, long ms, Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted {
        boolean done = waiting.until(
                () -> {
                    host.look();
                    host.requireClients();
                    return host.clients().stream()
                            .allMatch(client -> client.said().containsKey(word)
                                    && !(word.equals(ClientOutput.DONE) && client.runs()));
                },
                waiting.left(endNs),
                POLL_MS);
        if (!done) {
            throw new HostFailed(new HostProblem(
                    Code.NOT_ANSWERING,
                    "",
                    "load clients have not reported \"" + word + "\" within " + ms + " ms",
                    RunFiles.LOGS,
                    ""));
        }
    }

    // ---- collect

    void collect(HostOrder.Collect order, Waiting waiting, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        for (HostPart.Server server : part.servers()) {
            if (server.statistics() == null || order.hung().contains(server.name())) {
                continue;
            }
            long settleNs = Math.min(
                    endNs,
                    waiting.clock().epochNanos()
                            + Duration.ofMillis(order.settleMs()).toNanos());
            new ServerCounters(watched(waiting))
                    .read(
                            server.name(),
                            server.statistics(),
                            host.out().resolve(RunFiles.Each.STATISTICS.of(server.name())),
                            settleNs,
                            endNs);
        }
        history(order, waiting, endNs);
    }

    /** Reads the instances of the server under test, if the model asks for one of their metrics. */
    private void history(HostOrder.Collect order, Waiting waiting, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        Optional<HostPart.Server> tested = tested();
        if (tested.isEmpty() || order.hung().contains(tested.get().name())) {
            return;
        }
        MetricSource.Asked asked = tested.get().asked();
        if (asked != null && InstanceMetric.among(asked.metrics())) {
            new InstanceHistory(watched(waiting))
                    .read(
                            tested.get().name(),
                            asked.telling() == null ? null : asked.telling().history(),
                            host.out()
                                    .resolve(RunFiles.Each.INSTANCES.of(
                                            tested.get().name())),
                            endNs);
        }
    }

    // ---- back

    /**
     * Undeploys the processes, the last first, and returns the failures. A process whose deployment failed is not reported. A server that does
     * not give one back may still give back the others.
     */
    String undeploy(Waiting waiting) throws IOException {
        Optional<HostPart.Server> tested = tested();
        Optional<ChildProcess> child = tested.flatMap(server -> host.server(server.name()));
        List<String> problems = new ArrayList<>();
        for (int i = deploying.size() - 1;
                i >= 0 && child.isPresent() && child.get().runs();
                i--) {
            HostPart.Deployment each = deploying.get(i);
            deployment(waiting, tested.get(), each)
                    .undeploy(each.undeploy(), exchange, child.get())
                    .filter(problem -> deployed.contains(each))
                    .ifPresent(problems::add);
        }
        return String.join("; ", problems);
    }

    void stop(Waiting waiting) throws PhaseFailed, IOException {
        host.watchNoMore();
        List<String> problems = new ArrayList<>();
        for (ChildProcess child : host.children()) {
            try {
                child.stop(host.grace(child.name()), waiting);
            } catch (PhaseFailed e) {
                problems.add(e.getMessage());
            }
        }
        host.keepArchives();
        host.observeNoMore();
        for (HostPart.Server server : part.servers()) {
            keepLogs(server);
        }
        if (!problems.isEmpty()) {
            throw new HostFailed(Code.NOT_STOPPED, "", String.join("; ", problems));
        }
    }

    private void keepLogs(HostPart.Server server) throws IOException {
        Path work = Path.of(server.program().work());
        if (!Files.isDirectory(work)) {
            return;
        }
        for (String glob : server.logs()) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
            for (Path file : FolderOperations.files(work)) {
                Path relative = work.relativize(file);
                if (matcher.matches(relative)) {
                    Path target = host.logsOf(server.name()).resolve(relative.toString());
                    Files.createDirectories(target.getParent());
                    // A recording without its middle cannot be read.
                    if (EngineRecording.is(file.getFileName().toString())) {
                        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                    } else {
                        host.budgetOf(server).keep(file, target);
                    }
                }
            }
        }
    }

    void pack() throws IOException {
        Records.pack(host.out(), Path.of(part.places().root()).resolve(HostOrder.Pack.RECORDS));
    }

    void clean() throws IOException {
        FolderOperations.remove(Path.of(part.places().root()));
    }
}
