package io.soabench.engine.server;

import io.soabench.contracts.source.Leniency;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.archive.ArchiveException;
import io.soabench.engine.server.archive.ClassArchive;
import io.soabench.engine.server.durable.JournalCommand;
import io.soabench.engine.server.group.ReplicaProtocol;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.PlacementExplanation;
import io.soabench.engine.server.replica.Planner;
import io.soabench.engine.server.transport.TransportChoice;
import io.soabench.engine.server.transport.TransportOption;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command line of the engine. Exit status: 0 stopped on request; 2 wrong options, port or deployment; 3 out of
 * memory; 4 the disk of a durable engine failed.
 */
@Command(
        name = "soabench-engine",
        description = "Runs WS-BPEL 2.0 processes.",
        mixinStandardHelpOptions = true,
        versionProvider = EngineMain.Version.class,
        subcommands = JournalCommand.class,
        sortOptions = false)
public final class EngineMain implements Callable<Integer> {
    private static final long STOP_MS = 2_000;
    private static final int BROKEN = 3;
    private static final EngineConfiguration DEFAULT = EngineConfiguration.DEFAULT;

    @Spec
    private CommandSpec spec;

    /** Whether this object is the program of the process, and not a part of another one. */
    private boolean isProgram;

    /** The streams of the process that runs an engine; null if the caller has given others. */
    private DetachedStreams streams;

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
            names = "--transport",
            paramLabel = "TRANSPORT",
            description = "By what sockets are used: nio (Java's own), io_uring (Linux, by a native library) or auto"
                    + " (io_uring where this machine has it, else nio) (default: ${DEFAULT-VALUE}).")
    private TransportOption transport = DEFAULT.transport();

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

    @Mixin
    private final ReplicaOptions replicaOptions = new ReplicaOptions();

    @Option(
            names = "--explain",
            description =
                    "Prints what the machine is made of, how the engine would be divided on it and why, and ends.")
    private boolean explain;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description =
                    "Writes an archive of the engine's classes for this Java and these jars, says how an engine is"
                            + " started with it, sooner, and ends (default: none is made or used).")
    private Path archive;

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

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final ClientOptions clients = new ClientOptions();

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Option(
            names = "--durable",
            paramLabel = "DIR",
            description =
                    "Keeps processes and instances in this folder: after a crash they go on at the next start with it"
                            + " (default: they end with the engine).")
    private Path durable;

    @Option(
            names = "--snapshot-at-stop",
            paramLabel = "MS",
            description =
                    "Time in which the instances of a durable engine record their states when the engine is asked to"
                            + " stop, in milliseconds, so that a later version can go on from them (default:"
                            + " ${DEFAULT-VALUE}, they do not).")
    private long snapshotAtStopMs = DEFAULT.snapshotAtStop().toMillis();

    @Option(
            names = "--snapshot-records",
            paramLabel = "N",
            description =
                    "Records of an instance of a durable engine, or KiB of them, after which its state replaces them while"
                            + " it runs; 0 for never (default: ${DEFAULT-VALUE}).")
    private int snapshotRecords = DEFAULT.snapshotRecords();

    @Mixin
    private final KeyOptions keys = new KeyOptions();

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
                    + " bare-declarations, unused-documents, missing-addresses,"
                    + " untyped-properties, unassigned-parts, or all (default: none).")
    private String accept = "";

    /** The version in the manifest of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = EngineMain.class.getPackage().getImplementationVersion();
            return new String[] {"soabench-engine " + (version == null ? "(not packaged)" : version)};
        }
    }

    /**
     * The end of the process with a sentence. It allocates nothing, since it runs when the memory is exhausted. A thread
     * that is ready ends the process if nobody reads the sentence.
     */
    static final class Halt implements Runnable {
        private static final int PAUSES = 10;
        private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

        private final Thread late = new Thread(this::haltLate, "halt");
        private volatile boolean asked;
        private final FileOutputStream out = new FileOutputStream(FileDescriptor.err);
        private final byte[] sentence =
                ("soabench-engine: The engine cannot go on: its memory is exhausted, or a thread that"
                                + " it needs has ended; give it a larger heap (-Xmx) or lower --max-instances, --max-held-bytes or"
                                + " --max-body-bytes.\n")
                        .getBytes(StandardCharsets.UTF_8);

        Halt() {
            late.setDaemon(true);
            late.start();
        }

        private void haltLate() {
            while (!asked) {
                LockSupport.park(this);
            }
            for (int i = 0; i < PAUSES; i++) {
                LockSupport.parkNanos(this, PAUSE_NS);
            }
            Runtime.getRuntime().halt(BROKEN);
        }

        @Override
        public void run() {
            asked = true;
            LockSupport.unpark(late);
            try {
                out.write(sentence);
            } catch (IOException e) {
                // The standard error is closed.
            } finally {
                Runtime.getRuntime().halt(BROKEN);
            }
        }
    }

    private void haltBecauseOf(IOException error) {
        haltBecauseOf(durable, error, spec.commandLine().getErr(), this::awaitWritten);
    }

    private void awaitWritten() {
        if (streams != null) {
            streams.awaitWritten();
        }
    }

    /**
     * Ends the process because its disk fails. The content of the disk is unknown then, so the engine must not
     * acknowledge anything any more.
     *
     * @param folder the folder of the durable engine
     * @param written waits until the sentence was written, for a limited time
     */
    static void haltBecauseOf(Path folder, IOException error, PrintWriter err, Runnable written) {
        try {
            err.println("soabench-engine: The disk of " + folder + " fails (" + error.getMessage()
                    + "), so the engine ends; check the disk, and start the engine again.");
            err.flush();
            written.run();
        } finally {
            Runtime.getRuntime().halt(ReplicaProtocol.DISK_FAILED);
        }
    }

    /** Runs the engine until it is asked to stop. */
    public static void main(String[] arguments) {
        BufferEvents.unlessAskedFor();
        LeakSampling.unlessAskedFor();
        EngineMain program = new EngineMain();
        program.isProgram = true;
        int status = commandLine(program).execute(arguments);
        program.awaitWritten();
        if (status != 0) {
            System.exit(status);
        }
    }

    static CommandLine commandLine() {
        return commandLine(new EngineMain());
    }

    private static CommandLine commandLine(EngineMain program) {
        return new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (isProgram && archive == null && !explain) {
            streams = DetachedStreams.open(new SystemEngineClock());
            spec.commandLine().setOut(streams.out()).setErr(streams.err());
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        EngineConfiguration configuration;
        RunningEngine engine;
        try {
            if (archive != null) {
                archive(out);
                return 0;
            }
            if (deploy != null && !Files.isDirectory(deploy)) {
                throw new IllegalArgumentException("deploy=" + deploy + " is no folder; name an existing one");
            }
            configuration = configuration();
            TransportChoice choice = Engine.transport(configuration);
            if (explain) {
                out.println(choice.reason());
                out.print(PlacementExplanation.of(Planner.planWithReasons(
                        configuration.replicas(),
                        configuration.pools(),
                        Runtime.getRuntime().maxMemory())));
                out.flush();
                return 0;
            }
            out.println("configuration " + configuration);
            out.println(choice.reason());
            ClassArchive.sentence().ifPresent(out::println);
            out.flush();
            EnginePlan plan = Engine.plan(configuration);
            engine = plan.hasProcesses()
                    ? ReplicatedEngine.start(
                            configuration, plan, new SystemEngineClock(), new Halt(), this::haltBecauseOf)
                    : Engine.start(configuration, plan, new SystemEngineClock(), new Halt(), this::haltBecauseOf);
            engine.warnings().forEach(warning -> err.println("soabench-engine: warning: " + warning));
            err.flush();
        } catch (IllegalArgumentException | EngineStartException | ArchiveException e) {
            err.println("soabench-engine: " + e.getMessage());
            return 2;
        }
        CountDownLatch closed = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(engine, closed), "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        if (streams != null) {
            streams.awaitErr();
        }
        String adminScheme = configuration.tls().admin() ? "https" : "http";
        out.println("ready services=" + engine.url() + "/processes admin=" + adminScheme + "://127.0.0.1:"
                + engine.adminPort());
        out.flush();
        engine.awaitShutdown();
        stop(engine, closed);
        return 0;
    }

    private void archive(PrintWriter out) throws ArchiveException, InterruptedException {
        Path file = archive.toAbsolutePath().normalize();
        new ClassArchive(
                        ManagementFactory.getRuntimeMXBean().getInputArguments(),
                        System.getProperty("java.class.path"),
                        EngineMain.class.getName())
                .write(file);
        out.println("archive=" + file + " is written; start this engine with: "
                + String.join(" ", ClassArchive.using(file)));
        out.flush();
    }

    private void stop(RunningEngine engine, CountDownLatch closed) {
        if (closed.getCount() == 0) {
            return;
        }
        Thread closing = new Thread(
                () -> {
                    engine.drain(Duration.ofMillis(drainMs));
                    engine.close();
                    closed.countDown();
                },
                "close");
        closing.setDaemon(true);
        closing.start();
        try {
            closed.await(STOP_MS + drainMs + snapshotAtStopMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        awaitWritten();
    }

    /**
     * Returns the configuration given by the options.
     *
     * @throws IllegalArgumentException with a sentence, if a value is out of its range
     */
    EngineConfiguration configuration() {
        EngineConfigurationBuilder builder = EngineConfiguration.builder()
                .host(host)
                .port(port)
                .adminPort(adminPort)
                .adminToken(
                        adminToken == null ? null : adminToken.toAbsolutePath().normalize())
                .deploy(deploy == null ? null : deploy.toAbsolutePath().normalize())
                .policy(policy)
                .transport(transport)
                .httpThreads(httpThreads)
                .kernelWorkers(kernelWorkers)
                .invokerThreads(invokerThreads)
                .replicas(replicaOptions.settings())
                .drain(Duration.ofMillis(drainMs))
                .counters(counters)
                .monitor(monitor == null ? null : monitor.toAbsolutePath().normalize())
                .monitorInterval(Duration.ofMillis(monitorIntervalMs))
                .durable(durable == null ? null : durable.toAbsolutePath().normalize())
                .snapshotAtStop(Duration.ofMillis(snapshotAtStopMs))
                .snapshotRecords(snapshotRecords)
                .tls(tls.settings())
                .strict(strict)
                .accepted(Leniency.read(accept));
        return keys.on(clients.on(limits.on(builder))).build();
    }
}
