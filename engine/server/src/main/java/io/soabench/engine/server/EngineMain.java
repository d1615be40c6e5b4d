package io.soabench.engine.server;

import io.soabench.engine.bpel.source.Leniency;
import io.soabench.engine.overseer.placement.BindingPolicy;
import io.soabench.engine.overseer.placement.ReplicaPolicy;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.Explanation;
import io.soabench.engine.server.replica.Planner;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.replica.Totals;
import io.soabench.engine.server.request.ClientLimits;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The engine's command line. Exit status: 0 stopped as asked, 2 wrong options, port or deployment, 3 out of memory. */
@Command(
        name = "soabench-engine",
        description = "Runs WS-BPEL 2.0 processes.",
        mixinStandardHelpOptions = true,
        versionProvider = EngineMain.Version.class,
        sortOptions = false)
public final class EngineMain implements Callable<Integer> {
    private static final long STOP_MS = 2_000;
    private static final int BROKEN = 3;
    private static final String AUTO = "auto";
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = DEFAULT.host();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the services, 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port = DEFAULT.port();

    @Option(
            names = "--admin-port",
            paramLabel = "PORT",
            description = "Port of the admin interface on loopback, 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int adminPort = DEFAULT.adminPort();

    @Option(
            names = "--admin-token",
            paramLabel = "FILE",
            description =
                    "File whose first line the admin interface demands, as 'Authorization: Bearer …'; for hosts that"
                            + " several people use (default: none is demanded).")
    private Path adminToken;

    @Option(
            names = "--deploy",
            paramLabel = "DIR",
            description = "Deploys every zip and every sub-folder of this folder at start.")
    private Path deploy;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description =
                    "affine: an instance stays on the event loop of its request, unless an idle one takes it over;"
                            + " pipeline: each stage has its own threads; task: threads take activities of instances from one"
                            + " queue; instance: a thread for each instance (default: affine).")
    private SchedulingPolicy policy = DEFAULT.policy();

    @Option(
            names = "--http-threads",
            paramLabel = "N",
            description = "Event loops of the request handler (default: one a processor).")
    private int httpThreads = DEFAULT.httpThreads();

    @Option(
            names = "--kernel-workers",
            paramLabel = "N",
            description = "Threads of the kernel under policies pipeline and task (default: one a processor).")
    private int kernelWorkers = DEFAULT.kernelWorkers();

    @Option(
            names = "--invoker-threads",
            paramLabel = "N",
            description = "Event loops of the invoker, but under policy affine (default: half the processors).")
    private int invokerThreads = DEFAULT.invokerThreads();

    @Option(
            names = "--replicas",
            paramLabel = "N|auto",
            description =
                    "Replicas of the engine behind one port, each with stages of its own; auto: one a NUMA node, or"
                            + " a shared cache (default: 1).")
    private String replicas = "1";

    @Option(
            names = "--replica-kind",
            paramLabel = "KIND",
            description = "threads: of one process; processes: each with a heap of its own; auto: processes where there"
                    + " are several on several NUMA nodes, else threads (default: auto).")
    private String replicaKind = AUTO;

    @Option(
            names = "--binding",
            paramLabel = "POLICY",
            description = "Where the threads of a pool run: default (anywhere), per-cpu, per-core or interleaved"
                    + " (default: default).")
    private String binding = BindingPolicy.DEFAULT.text();

    @Option(
            names = "--memory",
            paramLabel = "POLICY",
            description = "Where replicas run and take memory: default (anywhere), local (a NUMA node each), shared (a"
                    + " cache each) or non-shared (default: default).")
    private String memory = ReplicaPolicy.DEFAULT.text();

    @Option(
            names = "--totals",
            paramLabel = "KIND",
            description = "constant: replicas divide threads, heap and limits of one; grown: each has as much as one"
                    + " (default: constant).")
    private Totals totals = Totals.CONSTANT;

    @Option(
            names = "--explain",
            description =
                    "Prints what the machine is made of, how the engine would be divided on it and why, and ends.")
    private boolean explain;

    @Option(
            names = "--drain",
            paramLabel = "MS",
            description = "Time that instances have to end in when the engine is asked to stop, in milliseconds"
                    + " (default: ${DEFAULT-VALUE}).")
    private long drainMs = DEFAULT.drain().toMillis();

    @Option(
            names = "--counters",
            paramLabel = "EVENT,…",
            description = "Performance counters of the threads of all pools, counted from the start; names as 'overseer"
                    + " counters' lists them (default: none).")
    private String counters = DEFAULT.counters();

    @Option(
            names = "--monitor",
            paramLabel = "FILE",
            description =
                    "Writes what monitors see to this file, as comma-separated values: memory, collectors, processor"
                            + " time of threads, queues and what was done of them, counters (default: nothing is written).")
    private Path monitor;

    @Option(
            names = "--monitor-interval",
            paramLabel = "MS",
            description = "Milliseconds from one observation of the monitors to the next (default: ${DEFAULT-VALUE}).")
    private long monitorIntervalMs = DEFAULT.monitorInterval().toMillis();

    @Option(
            names = "--max-instances",
            paramLabel = "N",
            description = "Instances at once; further requests get 503 (default: ${DEFAULT-VALUE}).")
    private int maxInstances = DEFAULT.maxInstances();

    @Option(
            names = "--max-activities",
            paramLabel = "N",
            description = "Activities of one instance at once; more raise limitExceeded (default: ${DEFAULT-VALUE}).")
    private int maxActivities = DEFAULT.maxActivities();

    @Option(
            names = "--max-value",
            paramLabel = "BYTES",
            description = "Largest value that a process makes; more raise limitExceeded (default: ${DEFAULT-VALUE}, an"
                    + " eighth of the heap, at most 64 MiB).")
    private int maxValue = DEFAULT.maxValue();

    @Option(
            names = "--max-waiting-bytes",
            paramLabel = "BYTES",
            description =
                    "Messages that wait at one instance; further ones get 503 (default: ${DEFAULT-VALUE}, a sixteenth"
                            + " of the heap).")
    private long maxWaitingBytes = DEFAULT.maxWaitingBytes();

    @Option(
            names = "--max-kernel-bytes",
            paramLabel = "BYTES",
            description =
                    "What all instances hold: messages, variables, scopes that can be compensated. Beyond it none is started;"
                            + " half as much again, and answers and values raise limitExceeded (default: ${DEFAULT-VALUE},"
                            + " a quarter of the heap).")
    private long maxKernelBytes = DEFAULT.maxKernelBytes();

    @Option(
            names = "--queue-capacity",
            paramLabel = "N",
            description =
                    "Requests waiting for a kernel worker and calls waiting for a connection; further requests get"
                            + " 503 (default: ${DEFAULT-VALUE}).")
    private int queueCapacity = DEFAULT.queueCapacity();

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections to one partner (default: ${DEFAULT-VALUE}).")
    private int maxConnections = DEFAULT.maxConnections();

    @Option(
            names = "--max-body-bytes",
            paramLabel = "BYTES",
            description = "Largest request or answer (default: ${DEFAULT-VALUE}).")
    private int maxBodyBytes = DEFAULT.maxBodyBytes();

    @Option(
            names = "--max-held-bytes",
            paramLabel = "BYTES",
            description =
                    "Memory of all connections for unfinished requests, unread answers and unfinished answers of partners;"
                            + " what is beyond is refused with 503 or closed (default: a quarter of the heap).")
    private long maxHeldBytes = DEFAULT.maxHeldBytes();

    @Option(
            names = "--partner-timeout",
            paramLabel = "MS",
            description = "Time for a partner call in milliseconds (default: ${DEFAULT-VALUE}).")
    private long partnerTimeoutMs = DEFAULT.partnerTimeout().toMillis();

    @Option(
            names = "--connect-timeout",
            paramLabel = "MS",
            description = "Time for looking a partner's host name up, and again for connecting, in milliseconds"
                    + " (default: ${DEFAULT-VALUE}).")
    private long connectTimeoutMs = DEFAULT.connectTimeout().toMillis();

    @Option(
            names = "--max-clients",
            paramLabel = "N",
            description = "Client connections; further ones get 503 and are closed (default: ${DEFAULT-VALUE}).")
    private int maxClients = DEFAULT.clients().maxConnections();

    @Option(
            names = "--client-idle-timeout",
            paramLabel = "MS",
            description =
                    "Closes a client connection without a request for so long, in milliseconds (default: ${DEFAULT-VALUE}).")
    private long clientIdleMs = DEFAULT.clients().idle().toMillis();

    @Option(
            names = "--head-timeout",
            paramLabel = "MS",
            description = "Time to send a request's head in milliseconds, else 408 (default: ${DEFAULT-VALUE}).")
    private long headTimeoutMs = DEFAULT.clients().head().toMillis();

    @Option(
            names = "--request-timeout",
            paramLabel = "MS",
            description = "Time to send a whole request in milliseconds, else 408 (default: ${DEFAULT-VALUE}).")
    private long requestTimeoutMs = DEFAULT.clients().request().toMillis();

    @Option(
            names = "--admission-wait",
            paramLabel = "MS",
            description = "Time that a request waits for a place when the engine is at its limit, in milliseconds, then"
                    + " 503; 0 refuses at once (default: ${DEFAULT-VALUE}).")
    private long admissionMs = DEFAULT.clients().admission().toMillis();

    @Option(
            names = "--reply-to",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Where answers may be posted that a request wants elsewhere (ReplyTo, FaultTo), beside the addresses"
                            + " of the partners that processes are configured with; 'any' for everywhere (default: none).")
    private Set<String> replyTo = DEFAULT.replyTo();

    @Option(
            names = "--strict",
            description = "Refuses processes with any problem (default: those for which the standard has a fault at run"
                    + " time, such as an expression that is no XPath, are warnings).")
    private boolean strict = DEFAULT.strict();

    @Option(
            names = "--accept",
            paramLabel = "WORD,…",
            description = "Deploys, with a warning, what the standard forbids and other engines tolerate: some of"
                    + " transitive-imports, same-definitions, import-namespaces, boolean-words, child-order,"
                    + " undeclared-exchanges, old-syntax, other-port-types, single-parts, needless-attributes,"
                    + " bare-declarations, unused-documents, missing-addresses, or all (default: none).")
    private String accept = "";

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = EngineMain.class.getPackage().getImplementationVersion();
            return new String[] {"soabench-engine " + (version == null ? "(not packaged)" : version)};
        }
    }

    /** Ends the process with a sentence, without making anything: when it is needed, there is no memory. */
    static final class Halt implements Runnable {
        private final FileOutputStream out = new FileOutputStream(FileDescriptor.err);
        private final byte[] sentence =
                ("soabench-engine: The engine cannot go on: its memory is exhausted, or a thread that"
                                + " it needs has ended; give it a larger heap (-Xmx) or lower --max-instances, --max-held-bytes or"
                                + " --max-body-bytes.\n")
                        .getBytes(StandardCharsets.UTF_8);

        @Override
        public void run() {
            try {
                out.write(sentence);
            } catch (IOException e) {
                // Nobody listens.
            } finally {
                Runtime.getRuntime().halt(BROKEN);
            }
        }
    }

    /** Runs the engine until it is asked to stop. */
    public static void main(String[] arguments) {
        LeakSampling.unlessAskedFor();
        int status = commandLine().execute(arguments);
        if (status != 0) {
            System.exit(status);
        }
    }

    static CommandLine commandLine() {
        return new CommandLine(new EngineMain()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Running engine;
        try {
            if (deploy != null && !Files.isDirectory(deploy)) {
                throw new IllegalArgumentException("deploy=" + deploy + " is no folder; name an existing one");
            }
            EngineConfiguration configuration = configuration();
            if (explain) {
                out.print(Explanation.of(Planner.planWithReasons(
                        configuration.replicas(),
                        configuration.pools(),
                        Runtime.getRuntime().maxMemory())));
                out.flush();
                return 0;
            }
            out.println("configuration " + configuration);
            out.flush();
            EnginePlan plan = Engine.plan(configuration);
            engine = plan.hasProcesses()
                    ? ReplicatedEngine.start(configuration, plan, new SystemEngineClock())
                    : Engine.start(configuration, plan, new SystemEngineClock(), new Halt());
            engine.warnings().forEach(warning -> err.println("soabench-engine: warning: " + warning));
            err.flush();
        } catch (IllegalArgumentException | EngineStartException e) {
            err.println("soabench-engine: " + e.getMessage());
            return 2;
        }
        CountDownLatch closed = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(engine, Duration.ofMillis(drainMs), closed), "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        out.println("ready services=" + engine.url() + "/processes admin=http://127.0.0.1:" + engine.adminPort());
        out.flush();
        engine.awaitShutdown();
        stop(engine, Duration.ofMillis(drainMs), closed);
        return 0;
    }

    private static void stop(Running engine, Duration drain, CountDownLatch closed) {
        if (closed.getCount() == 0) {
            return;
        }
        Thread closing = new Thread(
                () -> {
                    engine.drain(drain);
                    engine.close();
                    closed.countDown();
                },
                "close");
        closing.setDaemon(true);
        closing.start();
        try {
            closed.await(STOP_MS + drain.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What the options say.
     *
     * @throws IllegalArgumentException with a sentence, if something is out of its range
     */
    EngineConfiguration configuration() {
        return EngineConfiguration.builder()
                .host(host)
                .port(port)
                .adminPort(adminPort)
                .adminToken(
                        adminToken == null ? null : adminToken.toAbsolutePath().normalize())
                .deploy(deploy == null ? null : deploy.toAbsolutePath().normalize())
                .policy(policy)
                .httpThreads(httpThreads)
                .kernelWorkers(kernelWorkers)
                .invokerThreads(invokerThreads)
                .maxInstances(maxInstances)
                .maxActivities(maxActivities)
                .maxValue(maxValue)
                .maxWaitingBytes(maxWaitingBytes)
                .maxKernelBytes(maxKernelBytes)
                .queueCapacity(queueCapacity)
                .maxConnections(maxConnections)
                .maxBodyBytes(maxBodyBytes)
                .maxHeldBytes(maxHeldBytes)
                .partnerTimeout(Duration.ofMillis(partnerTimeoutMs))
                .connectTimeout(Duration.ofMillis(connectTimeoutMs))
                .clients(new ClientLimits(
                        maxClients,
                        Duration.ofMillis(clientIdleMs),
                        Duration.ofMillis(headTimeoutMs),
                        Duration.ofMillis(requestTimeoutMs),
                        Duration.ofMillis(admissionMs)))
                .replyTo(replyTo)
                .replicas(replicas())
                .drain(Duration.ofMillis(drainMs))
                .counters(counters)
                .monitor(monitor == null ? null : monitor.toAbsolutePath().normalize())
                .monitorInterval(Duration.ofMillis(monitorIntervalMs))
                .strict(strict)
                .accepted(Leniency.read(accept))
                .build();
    }

    private ReplicaSettings replicas() {
        int count = ReplicaSettings.AUTO;
        if (!replicas.equalsIgnoreCase(AUTO)) {
            try {
                count = Integer.parseInt(replicas);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("replicas=" + replicas + " is no number; use one, or auto", e);
            }
            if (count < 1) {
                throw new IllegalArgumentException("replicas=" + replicas + " is below 1; raise it, or use auto");
            }
        }
        return new ReplicaSettings(
                count,
                replicaKind.equalsIgnoreCase(AUTO)
                        ? Optional.empty()
                        : Optional.of(word("replica-kind", replicaKind, ReplicaKind.values(), ReplicaKind::text)),
                word("binding", binding, BindingPolicy.values(), BindingPolicy::text),
                word("memory", memory, ReplicaPolicy.values(), ReplicaPolicy::text),
                totals);
    }

    private static <T> T word(String option, String said, T[] all, Function<T, String> text) {
        for (T one : all) {
            if (text.apply(one).equalsIgnoreCase(said)) {
                return one;
            }
        }
        throw new IllegalArgumentException(option + "=" + said + " is unknown; use one of "
                + Arrays.stream(all).map(text).collect(Collectors.joining(", ")));
    }
}
