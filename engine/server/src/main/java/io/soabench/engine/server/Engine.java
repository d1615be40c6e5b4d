package io.soabench.engine.server;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.server.admin.AdminInterface;
import io.soabench.engine.server.admin.AdminRoutes;
import io.soabench.engine.server.admin.AdminService;
import io.soabench.engine.server.admin.AdminToken;
import io.soabench.engine.server.admin.EngineState;
import io.soabench.engine.server.batch.BatchLane;
import io.soabench.engine.server.batch.Batches;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.deploy.Secrets;
import io.soabench.engine.server.deploy.StoredVersions;
import io.soabench.engine.server.durable.DurableState;
import io.soabench.engine.server.durable.FolderStorage;
import io.soabench.engine.server.durable.RecoveryGate;
import io.soabench.engine.server.durable.VersionRoutes;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.monitor.MonitorFile;
import io.soabench.engine.server.peer.Peers;
import io.soabench.engine.server.registry.UddiInquiry;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.InstanceCounter;
import io.soabench.engine.server.replica.InstanceNumbers;
import io.soabench.engine.server.replica.Planner;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaThreads;
import io.soabench.engine.server.request.RefusalLog;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.request.ServiceDirectory;
import io.soabench.engine.server.soap.MessageIds;
import io.soabench.engine.server.tls.PartnerTls;
import io.soabench.engine.server.tls.ServerTls;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportChoice;
import io.soabench.engine.server.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A running engine: replicas behind one port, the objects that they share, and the admin interface. It runs in one
 * process, alone or as one replica of several processes.
 *
 * <p>Threading: one thread starts an engine and closes it; other methods may be called by any thread. Failure: an
 * engine that cannot start has closed all that it had opened when the {@link EngineStartException} is thrown. Source:
 * P13, section 3.
 */
public final class Engine implements RunningEngine {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());
    private static final String LOOPBACK = "127.0.0.1";
    private static final long LOOK_NS = 2_000_000;
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(1);

    private final EngineConfiguration configuration;
    private final EngineClock clock;
    private final Counters own = new Counters();
    private final ServiceDirectory directory = new ServiceDirectory();
    private final EnginePlan plan;
    private final Transport transport;
    private final ReplicaIdentity identity;
    private final Map<ReplicaPlan, ReplicaThreads> placed = new LinkedHashMap<>();
    private final PoolCounters performance = new PoolCounters(() -> placed.values().stream()
            .flatMap(threads -> threads.threads().stream())
            .toList());
    private final CountDownLatch shutdown = new CountDownLatch(1);
    private final CloseStack opened = new CloseStack();
    private final Runnable broken;
    private final Consumer<IOException> diskFailed;
    private final Exhaustion exhaustion;
    private final Failures failures;
    private final HeldMemory memory;
    private final List<Replica> replicas = new ArrayList<>();
    private final List<InstanceCounter> numbers = new ArrayList<>();
    private Counters counters = own;
    private ServerTls tls;
    private Deployer deployer;
    private Listener listener;
    private Listener peerListener;
    private AdminInterface admin;
    private DurableState durable;
    private RecoveryGate gate;
    private long readyNs;
    private volatile boolean recordsStates;
    /** Whether the engine takes no new clients any more. */
    private volatile boolean stopping;

    private volatile boolean closing;

    /**
     * The identity of an engine that is one replica of several processes.
     *
     * @param peers the other replicas
     * @param adminToken the token that clients of its admin interface must send
     * @param lastId the number after which its instances are numbered
     * @param versions the stored versions of processes, if the engine is durable
     * @param opened gets the state of a durable engine before it recovers its instances
     */
    record ReplicaIdentity(
            Peers peers, String adminToken, long lastId, List<StoredVersion> versions, Consumer<DurableState> opened) {}

    private Engine(
            EngineConfiguration configuration,
            EnginePlan plan,
            ReplicaIdentity identity,
            EngineClock clock,
            Exhaustion.Heap heap,
            Runnable broken,
            Consumer<IOException> diskFailed)
            throws EngineStartException {
        this.configuration = configuration;
        this.transport = transport(configuration).transport();
        this.identity = identity;
        this.plan = plan;
        this.clock = clock;
        this.broken = broken;
        this.diskFailed = diskFailed;
        this.exhaustion = new Exhaustion(heap, clock, LOOK_PAUSE, broken);
        this.failures = new Failures(own, clock, exhaustion);
        this.memory = new HeldMemory(configuration.maxHeldBytes());
        opened.push(exhaustion);
        opened.push(performance);
    }

    /**
     * Starts an engine; it is ready when this returns.
     *
     * @throws EngineStartException if a port is in use or a deployment is refused; nothing runs then
     */
    public static Engine start(EngineConfiguration configuration, EngineClock clock) throws EngineStartException {
        return start(
                configuration,
                plan(configuration),
                clock,
                () -> LOG.log(System.Logger.Level.ERROR, "The engine cannot go on: its memory is exhausted."));
    }

    /** Starts an engine with threads as replicas that measures another heap than its own. */
    static Engine start(EngineConfiguration configuration, EngineClock clock, Exhaustion.Heap heap)
            throws EngineStartException {
        return open(new Engine(configuration, plan(configuration), null, clock, heap, () -> {}, error -> {}));
    }

    /**
     * Returns the division of an engine into replicas on this machine.
     *
     * @throws EngineStartException if the machine does not report the needed facts
     */
    static EnginePlan plan(EngineConfiguration configuration) throws EngineStartException {
        try {
            return Planner.plan(
                    configuration.replicas(),
                    configuration.pools(),
                    Runtime.getRuntime().maxMemory());
        } catch (IllegalArgumentException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    /**
     * Returns the interface of the operating system by which an engine uses its sockets on this machine.
     *
     * @throws EngineStartException if the machine does not have the chosen interface
     */
    static TransportChoice transport(EngineConfiguration configuration) throws EngineStartException {
        try {
            return TransportChoice.of(configuration.transport());
        } catch (TransportException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    /**
     * Returns the TLS of the services of an engine; null if they have none.
     *
     * @throws EngineStartException if a file of the configuration cannot be used
     */
    static ServerTls tls(EngineConfiguration configuration, EngineClock clock) throws EngineStartException {
        try {
            return ServerTls.of(configuration.tls(), clock.epochMs());
        } catch (IllegalArgumentException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    /**
     * Returns the TLS of an engine for calls to https partners.
     *
     * @throws EngineStartException if a file of the configuration cannot be used
     */
    static PartnerTls partnerTls(EngineConfiguration configuration, EngineClock clock) throws EngineStartException {
        try {
            return new PartnerTls(configuration.tls(), configuration.connectTimeout(), clock.epochMs());
        } catch (IllegalArgumentException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    /**
     * Starts an engine that reports when it cannot continue.
     *
     * @param plan its replicas, which are threads of this process
     * @param broken called when the memory is exhausted, or an event loop or a listener has ended; should end the process, with as
     *     little memory as possible
     */
    static Engine start(EngineConfiguration configuration, EnginePlan plan, EngineClock clock, Runnable broken)
            throws EngineStartException {
        return start(configuration, plan, clock, broken, error -> {
            LOG.log(System.Logger.Level.ERROR, "The engine cannot go on: its disk fails.", error);
            broken.run();
        });
    }

    /**
     * Starts an engine that reports when it cannot continue.
     *
     * @param plan its replicas, which are threads of this process
     * @param broken called when the memory is exhausted, or an event loop or a listener has ended; should end the process, with as
     *     little memory as possible
     * @param diskFailed called when the disk of a durable engine fails; should end the process
     */
    static Engine start(
            EngineConfiguration configuration,
            EnginePlan plan,
            EngineClock clock,
            Runnable broken,
            Consumer<IOException> diskFailed)
            throws EngineStartException {
        if (plan.hasProcesses()) {
            throw new EngineStartException(
                    "replica-kind=processes is not possible within one process; start " + EngineMain.class.getName()
                            + ", or use replica-kind=threads",
                    null);
        }
        return open(new Engine(configuration, plan, null, clock, Exhaustion.Heap.OWN, broken, diskFailed));
    }

    /**
     * Starts one replica of several processes. Clients reach it after {@link #listen}, and the effects of recovered
     * instances wait for that, too.
     *
     * @param plan the plan of this replica alone
     * @param broken called when the memory is exhausted, or an event loop or a listener has ended; should end the process
     * @param diskFailed called when the disk of a durable engine fails; should end the process
     */
    static Engine startReplica(
            EngineConfiguration configuration,
            EnginePlan plan,
            ReplicaIdentity identity,
            EngineClock clock,
            Runnable broken,
            Consumer<IOException> diskFailed)
            throws EngineStartException {
        return open(new Engine(configuration, plan, identity, clock, Exhaustion.Heap.OWN, broken, diskFailed));
    }

    private static Engine open(Engine engine) throws EngineStartException {
        try {
            engine.open();
            return engine;
        } catch (EngineStartException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void open() throws EngineStartException {
        tls = tls(configuration, clock);
        PartnerTls partnerTls = partnerTls(configuration, clock);
        openDurable();
        Replica.Common common = new Replica.Common(
                transport,
                directory,
                new ReplyTargets(configuration.replyTo()),
                partnerTls,
                memory,
                failures,
                new RefusalLog(clock),
                clock,
                messageIds(),
                new WorkerGroup(),
                identity == null ? null : identity.peers(),
                durable,
                this::endUnlessClosing);
        int of = plan.replicas().get(0).of();
        long lastId = identity == null ? InstanceNumbers.lastBefore(clock.epochMs(), of) : identity.lastId();
        if (durable != null) {
            lastId = Math.max(lastId, InstanceNumbers.multiple(durable.highestId(), of));
        }
        for (ReplicaPlan one : plan.replicas()) {
            ReplicaThreads threads = new ReplicaThreads(one);
            InstanceCounter ids = new InstanceCounter(lastId + one.id() - one.of(), one.of());
            Replica replica = replica(one, common, threads, ids::next);
            opened.push(replica);
            replicas.add(replica);
            numbers.add(ids);
            placed.put(one, threads);
        }
        logWarnings();
        List<Counters> counted = new ArrayList<>();
        counted.add(own);
        replicas.forEach(replica -> counted.add(replica.counters()));
        counters = new Counters(counted);
        if (identity == null && durable == null) {
            listen();
        } else if (identity != null) {
            Replica only = replicas.get(0);
            peerListener = new Listener(
                    transport,
                    null,
                    LOOPBACK,
                    0,
                    false,
                    List.of(new Listener.Target(only.http(), only::peerConnection)),
                    new Listener.Watch(failures, this::endUnlessClosing));
            opened.push(peerListener);
        }
        UddiInquiry registries = new UddiInquiry(configuration.connectTimeout(), partnerTls::sslContext);
        opened.push(registries);
        deployer = new Deployer(
                directory,
                this::url,
                configuration.strict(),
                configuration.accepted(),
                registries::at,
                clock,
                new Secrets(System.getenv()),
                durable == null ? StoredVersions.NONE : durable.stored());
        if (durable == null) {
            deployFolder();
        }
        try {
            LiveSamples samples = new LiveSamples(replicas, placed, performance);
            monitor(samples);
            count();
            EngineState state = new LiveState(
                    configuration,
                    replicas,
                    placed,
                    counters,
                    performance,
                    memory,
                    durable,
                    samples,
                    () -> TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - readyNs),
                    () -> stopping,
                    shutdown::countDown);
            AdminService service =
                    new AdminRoutes(deployer, state, new Batches(deployer, this::lanes, performance, clock));
            if (durable != null) {
                AdminService recovered = identity == null ? service : new VersionRoutes(service, deployer);
                gate = new RecoveryGate(recovered, durable::recoveredInstances, durable::instancesToRecover);
                service = gate;
            }
            admin = new AdminInterface(
                    configuration.adminPort(),
                    configuration.tls().admin() ? tls : null,
                    token(),
                    service,
                    memory,
                    failures,
                    this::endUnlessClosing,
                    clock);
            opened.push(admin);
        } catch (IOException e) {
            throw EngineStartException.ofAdminPort(configuration.adminPort(), e);
        }
        if (durable != null) {
            recover();
        }
        readyNs = clock.nanoTime();
        recordsStates = durable != null && !configuration.snapshotAtStop().isZero();
    }

    /** Ends the process because a thread or socket that the engine needs has ended, unless the engine closes it. */
    private void endUnlessClosing() {
        if (!closing) {
            broken.run();
        }
    }

    private void openDurable() throws EngineStartException {
        Path folder = configuration.durable();
        if (folder == null) {
            return;
        }
        checkDurablePort(configuration);
        Consumer<IOException> failed = error -> {
            if (!closing) {
                diskFailed.accept(error);
            }
        };
        ReplicaPlan first = plan.replicas().get(0);
        try {
            durable = identity == null
                    ? DurableState.open(
                            folder,
                            url(),
                            first.of(),
                            clock,
                            configuration.keys(),
                            configuration.snapshotRecords(),
                            failed)
                    : DurableState.openReplica(
                            folder,
                            first.id() - 1,
                            first.of(),
                            identity.versions(),
                            clock,
                            configuration.keys(),
                            configuration.snapshotRecords(),
                            failed);
            opened.push(durable);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
        if (identity != null) {
            identity.opened().accept(durable);
        }
    }

    /**
     * Checks that a durable engine has a fixed port.
     *
     * @throws EngineStartException if any port is wanted
     */
    static void checkDurablePort(EngineConfiguration configuration) throws EngineStartException {
        if (configuration.durable() != null && configuration.port() == 0) {
            throw new EngineStartException(
                    "durable=" + configuration.durable()
                            + " takes a port that is the same at each start; give one with --port",
                    null);
        }
    }

    /** Returns the exception for a folder that a durable engine cannot use. */
    static EngineStartException unusable(Path folder, Exception reason) {
        return new EngineStartException("durable=" + folder + " cannot be used: " + reason.getMessage(), reason);
    }

    /**
     * Loads the processes and instances of the previous start of a durable engine, and accepts clients afterwards. A
     * replica that is a process waits for its parent before it accepts clients.
     */
    private void recover() throws EngineStartException {
        try {
            durable.recover(deployer);
        } catch (IOException | RefusedDeploymentException e) {
            throw unusable(configuration.durable(), e);
        }
        replicas.forEach(Replica::recover);
        durable.recovered();
        if (identity == null) {
            deployFolder();
            listen();
        }
        gate.ready();
    }

    private void deployFolder() throws EngineStartException {
        if (configuration.deploy() != null) {
            DeployFolder.deploy(configuration.deploy(), deployer::deploy);
        }
    }

    /**
     * Returns the source of message identifiers. A durable engine has the same name at each start, and a part of the
     * identifier that is new at each start, and another one in each replica that is a process.
     */
    private MessageIds messageIds() {
        return durable == null
                ? new MessageIds(UUID.randomUUID().toString())
                : new MessageIds(
                        durable.engine(),
                        Long.toString(clock.epochMs(), Character.MAX_RADIX)
                                + (identity == null
                                        ? ""
                                        : "r" + plan.replicas().get(0).id()));
    }

    private Replica replica(ReplicaPlan one, Replica.Common common, ReplicaThreads threads, LongSupplier ids)
            throws EngineStartException {
        try {
            return new Replica(share(one), common, threads, replicas.size(), ids);
        } catch (TransportException e) {
            throw new EngineStartException(e.getMessage(), e);
        }
    }

    /**
     * Accepts clients, and lets recovered instances go on. A replica that is a process shares the port with the other
     * replicas.
     */
    void listen() throws EngineStartException {
        listener = new Listener(
                transport,
                tls,
                configuration.host(),
                configuration.port(),
                identity != null,
                replicas.stream()
                        .map(replica -> new Listener.Target(replica.http(), replica::connection))
                        .toList(),
                new Listener.Watch(failures, this::endUnlessClosing));
        opened.push(listener);
        if (durable != null) {
            replicas.forEach(Replica::letEffectsLeave);
        }
    }

    /** Sets the number above which new instances are numbered, before clients and other replicas reach this one. */
    void numberAbove(long highest) {
        for (int i = 0; i < numbers.size(); i++) {
            ReplicaPlan one = plan.replicas().get(i);
            numbers.get(i).raise(InstanceNumbers.multiple(highest, one.of()) + one.id() - one.of());
        }
    }

    private void monitor(LiveSamples samples) throws EngineStartException {
        if (configuration.monitor() == null) {
            return;
        }
        try {
            opened.push(new MonitorFile(configuration.monitor(), configuration.monitorInterval(), samples, clock));
        } catch (IOException e) {
            throw new EngineStartException(
                    "monitor=" + configuration.monitor() + " cannot be written: " + e
                            + "; name a file in a folder that there is",
                    e);
        }
    }

    private void count() throws EngineStartException {
        if (!configuration.counters().isBlank()) {
            try {
                performance.choose(configuration.counters());
            } catch (IllegalArgumentException e) {
                throw new EngineStartException("counters=" + configuration.counters() + ": " + e.getMessage(), e);
            }
        }
    }

    private AdminToken token() {
        if (identity != null) {
            return AdminToken.of(identity.adminToken());
        }
        return configuration.adminToken() == null ? AdminToken.NONE : AdminToken.read(configuration.adminToken());
    }

    /** Returns the limits of one replica. A replica that is a process has its share from its command line. */
    private EngineConfiguration share(ReplicaPlan replica) {
        return identity != null ? configuration : configuration.share(replica, plan.totals());
    }

    /** Logs the warnings of the plan, and the threads that are not bound as planned. */
    private void logWarnings() {
        plan.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        placed.forEach(
                (one, threads) -> threads.problems().forEach(problem -> LOG.log(System.Logger.Level.WARNING, problem)));
    }

    private List<BatchLane> lanes() {
        return replicas.stream().flatMap(replica -> replica.lanes().stream()).toList();
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(recoveryWarnings());
        warnings.addAll(storageWarnings(configuration.durable()));
        deployer.deployed().forEach(process -> process.warnings()
                .forEach(warning ->
                        warnings.add("deployment '" + process.deployment().name() + "': " + warning)));
        return warnings;
    }

    /** Returns a sentence about the folder of a durable engine, if its files are in memory. */
    static List<String> storageWarnings(Path folder) {
        FolderStorage storage = folder == null ? null : FolderStorage.of(folder);
        return storage != null && storage.isInMemory() ? List.of(storage.warning(folder)) : List.of();
    }

    /** Returns sentences about instances that were not recovered, and about damage of a durable engine. */
    List<String> recoveryWarnings() {
        return durable == null ? List.of() : durable.warnings();
    }

    /** Returns the address of the request handler, without a slash at the end. */
    @Override
    public String url() {
        return configuration.tls().scheme() + "://" + configuration.host() + ":" + port();
    }

    /** Returns the port of the request handler. */
    public int port() {
        return listener == null ? configuration.port() : listener.port();
    }

    /** Returns the port for other replicas that are processes. */
    int peerPort() {
        return peerListener.port();
    }

    /** Returns the port of the admin interface. */
    @Override
    public int adminPort() {
        return admin.port();
    }

    /** Returns the deployer of this engine. */
    public Deployer deployer() {
        return deployer;
    }

    /** Returns the counters of all replicas together. */
    public Counters counters() {
        return counters;
    }

    /** Returns the replicas of this process. */
    List<Replica> replicas() {
        return List.copyOf(replicas);
    }

    /** Returns the number of instances that have not ended. */
    public int running() {
        return replicas.stream().mapToInt(replica -> replica.kernel().running()).sum();
    }

    /**
     * Refuses new connections and new instances. Waits until the running instances have ended and their answers are
     * sent.
     *
     * @param atMost the longest wait
     * @return true if all instances have ended
     */
    @Override
    public boolean drain(Duration atMost) {
        stopping = true;
        long end = clock.nanoTime() + atMost.toNanos();
        if (listener != null) {
            listener.close();
        }
        deployer.close();
        while (running() > 0 && clock.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
        replicas.forEach(Replica::flush);
        return running() == 0;
    }

    /** Waits until a client of the admin interface asks the engine to stop. */
    @Override
    public void awaitShutdown() throws InterruptedException {
        shutdown.await();
    }

    /**
     * Stops the engine and closes its parts in reverse order of opening. Running instances are lost, except those of a
     * durable engine.
     */
    @Override
    public void close() {
        stopping = true;
        closing = true;
        if (durable != null) {
            if (recordsStates) {
                snapshot();
            }
            durable.freeze();
        }
        opened.close();
    }

    /** Lets the end of a durable engine not wait for its instances to record their states. */
    void keepRecords() {
        recordsStates = false;
    }

    /** Lets the instances of a durable engine record their states, so that a later version can go on from them. */
    private void snapshot() {
        deployer.close();
        long endNs = clock.nanoTime() + configuration.snapshotAtStop().toNanos();
        int kept = 0;
        for (Replica replica : replicas) {
            kept += replica.snapshot(Duration.ofNanos(Math.max(0, endNs - clock.nanoTime())));
        }
        if (kept > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    kept
                            + " instances have not recorded their states, so only this version of the engine can go on with"
                            + " them.");
        }
    }
}
