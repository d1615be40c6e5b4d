package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.scheduling.Neighbours;
import io.soabench.engine.server.admin.AdminInterface;
import io.soabench.engine.server.admin.AdminToken;
import io.soabench.engine.server.admin.EngineState;
import io.soabench.engine.server.admin.PoolState;
import io.soabench.engine.server.batch.BatchLane;
import io.soabench.engine.server.batch.Batches;
import io.soabench.engine.server.counters.PoolCounters;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.registry.UddiInquiry;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.Planner;
import io.soabench.engine.server.replica.ReplicaPlan;
import io.soabench.engine.server.replica.ReplicaState;
import io.soabench.engine.server.replica.ReplicaThreads;
import io.soabench.engine.server.request.RefusalLog;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.request.ServiceDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A running engine: replicas behind one port, what they have in common, and the admin interface.
 */
public final class Engine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());
    private static final long LOOK_NS = 2_000_000;
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(1);

    private final EngineConfiguration configuration;
    private final EngineClock clock;
    private final Counters own = new Counters();
    private final ServiceDirectory directory = new ServiceDirectory();
    private final EnginePlan plan;
    private final Map<ReplicaPlan, ReplicaThreads> placed = new LinkedHashMap<>();
    private final PoolCounters performance = new PoolCounters(() -> placed.values().stream()
            .flatMap(threads -> threads.threads().stream())
            .toList());
    private final CountDownLatch shutdown = new CountDownLatch(1);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Runnable broken;
    private final Exhaustion exhaustion;
    private final Failures failures;
    private final HeldMemory memory;
    private final List<Replica> replicas = new ArrayList<>();
    private Counters counters = own;
    private Deployer deployer;
    private Listener listener;
    private AdminInterface admin;
    private long readyNs;
    private volatile boolean closing;

    private Engine(EngineConfiguration configuration, EnginePlan plan, EngineClock clock, Runnable broken) {
        this.configuration = configuration;
        this.plan = plan;
        this.clock = clock;
        this.broken = broken;
        this.exhaustion = new Exhaustion(Exhaustion.Heap.OWN, clock, LOOK_PAUSE, broken);
        this.failures = new Failures(own, clock, exhaustion);
        this.memory = new HeldMemory(configuration.maxHeldBytes());
        opened.push(exhaustion);
        opened.push(performance);
    }

    /**
     * Starts an engine; it is ready when this returns.
     *
     * @throws EngineStartException when a port is in use or something to deploy is not acceptable; nothing runs then
     */
    public static Engine start(EngineConfiguration configuration, EngineClock clock) throws EngineStartException {
        return start(
                configuration,
                plan(configuration),
                clock,
                () -> LOG.log(System.Logger.Level.ERROR, "The engine cannot go on: its memory is exhausted."));
    }

    /**
     * How an engine is divided into replicas on this machine.
     *
     * @throws EngineStartException when the machine does not tell what is needed
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
     * Starts an engine that says when it cannot go on.
     *
     * @param plan its replicas; of a plan with processes only the one that this process is
     * @param broken called when the memory is exhausted or an event loop has ended; should end the process, with as little memory as
     *     possible
     */
    static Engine start(EngineConfiguration configuration, EnginePlan plan, EngineClock clock, Runnable broken)
            throws EngineStartException {
        Engine engine = new Engine(configuration, plan, clock, broken);
        try {
            engine.open();
            return engine;
        } catch (EngineStartException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void open() throws EngineStartException {
        Replica.Common common = new Replica.Common(
                directory,
                new ReplyTargets(configuration.replyTo()),
                memory,
                failures,
                new RefusalLog(clock),
                clock,
                new Neighbours(),
                () -> {
                    if (!closing) {
                        broken.run();
                    }
                });
        for (ReplicaPlan one : plan.replicas()) {
            ReplicaThreads threads = new ReplicaThreads(one);
            AtomicLong last = new AtomicLong(one.id() - one.of());
            Replica replica = new Replica(share(one), common, threads, () -> last.addAndGet(one.of()));
            opened.push(replica);
            replicas.add(replica);
            placed.put(one, threads);
        }
        complain();
        List<Counters> counted = new ArrayList<>();
        counted.add(own);
        replicas.forEach(replica -> counted.add(replica.counters()));
        counters = new Counters(counted);
        listener = new Listener(configuration.host(), configuration.port(), replicas);
        opened.push(listener);
        UddiInquiry registries = new UddiInquiry(configuration.connectTimeout());
        opened.push(registries);
        deployer = new Deployer(
                directory, this::url, configuration.strict(), configuration.accepted(), registries::at, clock);
        deployFolder();
        try {
            AdminToken token =
                    configuration.adminToken() == null ? AdminToken.NONE : AdminToken.read(configuration.adminToken());
            admin = new AdminInterface(
                    configuration.adminPort(),
                    token,
                    deployer,
                    new State(),
                    new Batches(deployer, this::lanes, performance, clock),
                    memory,
                    failures,
                    clock);
            opened.push(admin);
        } catch (IOException e) {
            throw new EngineStartException(
                    "admin-port=" + configuration.adminPort() + " cannot be used: " + e.getMessage()
                            + "; choose another --admin-port",
                    e);
        }
        readyNs = clock.nanoTime();
    }

    /** The replica of a process has its share from its command line. */
    private EngineConfiguration share(ReplicaPlan replica) {
        return plan.hasProcesses() ? configuration : configuration.share(replica, plan.totals());
    }

    /** Says which threads are not where they should be. */
    private void complain() {
        plan.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
        placed.forEach(
                (one, threads) -> threads.problems().forEach(problem -> LOG.log(System.Logger.Level.WARNING, problem)));
    }

    private List<BatchLane> lanes() {
        return replicas.stream().flatMap(replica -> replica.lanes().stream()).toList();
    }

    private void deployFolder() throws EngineStartException {
        Path folder = configuration.deploy();
        if (folder == null) {
            return;
        }
        List<String> refused = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                deploy(file, refused);
            }
        } catch (IOException e) {
            throw new EngineStartException("deploy=" + folder + " cannot be read: " + e.getMessage(), e);
        }
        if (!refused.isEmpty()) {
            String all = String.join("\n  ", refused);
            throw new EngineStartException("deploy=" + folder + " holds what cannot be deployed:\n  " + all, null);
        }
    }

    /** Deploys a folder or zip; what speaks against it is added, with its name in front. */
    private void deploy(Path file, List<String> refused) throws IOException {
        String name = file.getFileName().toString();
        try {
            if (Files.isDirectory(file)) {
                deployer.deploy(name, Archive.folder(file));
            } else if (name.endsWith(".zip")) {
                deployer.deploy(
                        name.substring(0, name.length() - ".zip".length()), Archive.unzip(Files.readAllBytes(file)));
            }
        } catch (RefusedDeploymentException e) {
            e.problems().forEach(problem -> refused.add(name + ": " + problem));
        }
    }

    /** Address of the request handler, without a slash at the end. */
    public String url() {
        return "http://" + configuration.host() + ":" + port();
    }

    /** Port of the request handler. */
    public int port() {
        return listener.port();
    }

    /** Port of the admin interface. */
    public int adminPort() {
        return admin.port();
    }

    /** Deploys and undeploys. */
    public Deployer deployer() {
        return deployer;
    }

    /** What was counted. */
    public Counters counters() {
        return counters;
    }

    /** Instances that have not ended. */
    public int running() {
        return replicas.stream().mapToInt(replica -> replica.kernel().running()).sum();
    }

    /**
     * Takes no new connections and starts no new instances, and waits for those that run to end and for their answers to leave.
     *
     * @param atMost how long
     * @return whether all have ended
     */
    boolean drain(Duration atMost) {
        long end = clock.nanoTime() + atMost.toNanos();
        listener.close();
        deployer.close();
        while (running() > 0 && clock.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NS);
        }
        replicas.forEach(Replica::flush);
        return running() == 0;
    }

    /** Waits until somebody asks for the end by the admin interface. */
    public void awaitShutdown() throws InterruptedException {
        shutdown.await();
    }

    private final class State implements EngineState {
        @Override
        public Counters counters() {
            return counters;
        }

        @Override
        public Map<String, Long> gauges() {
            Map<String, Long> gauges = new LinkedHashMap<>();
            gauges.put("instancesRunning", (long) running());
            gauges.put("kernelBytes", sum(replica -> replica.kernel().messageBytes()));
            gauges.put("kernelQueue", sum(Replica::queued));
            gauges.put("invokerQueue", sum(replica -> replica.invoker().waiting()));
            gauges.put("admissionQueue", sum(replica -> replica.clients().waiting()));
            gauges.put("clientConnections", sum(replica -> replica.clients().open()));
            gauges.put("connectionBytes", memory.bytes());
            boolean affine = configuration.policy() == SchedulingPolicy.AFFINE;
            gauges.put("httpThreads", sum(replica -> replica.configuration().httpThreads()));
            gauges.put("kernelThreads", sum(replica -> replica.scheduler().threads()));
            gauges.put(
                    "invokerThreads",
                    affine ? 0L : sum(replica -> replica.configuration().invokerThreads()));
            return gauges;
        }

        @Override
        public long uptimeMs() {
            return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - readyNs);
        }

        private long sum(ToLongFunction<Replica> value) {
            return replicas.stream().mapToLong(value).sum();
        }

        @Override
        public CompletableFuture<List<RunningInstance>> instances(int most) {
            return ofAll(replica -> replica.kernel().instances(most), List.of(), (some, more) -> Stream.concat(
                            some.stream(), more.stream())
                    .toList());
        }

        @Override
        public CompletableFuture<RunningInstance> instance(long id) {
            return ofAll(replica -> replica.kernel().instance(id), null, (some, other) -> some == null ? other : some);
        }

        @Override
        public PoolCounters performance() {
            return performance;
        }

        @Override
        public List<PoolState> pools() {
            return Pools.of(configuration.policy(), replicas);
        }

        @Override
        public void resize(int threads) {
            Pools.resize(replicas, threads);
        }

        @Override
        public int smallestPool() {
            return Math.max(1, replicas.size());
        }

        @Override
        public CompletableFuture<Boolean> endInstance(long id) {
            return ofAll(replica -> replica.kernel().endInstance(id), false, Boolean::logicalOr);
        }

        @Override
        public CompletableFuture<Integer> endInstances(String deployment) {
            return ofAll(replica -> replica.kernel().endInstances(deployment), 0, Integer::sum);
        }

        private <T> CompletableFuture<T> ofAll(
                Function<Replica, CompletableFuture<T>> asked, T nothing, BinaryOperator<T> both) {
            CompletableFuture<T> all = CompletableFuture.completedFuture(nothing);
            for (Replica replica : replicas) {
                all = all.thenCombine(asked.apply(replica), both);
            }
            return all;
        }

        @Override
        public List<ReplicaState> replicas() {
            return placed.entrySet().stream()
                    .map(one -> ReplicaState.of(one.getKey(), one.getValue()))
                    .toList();
        }

        @Override
        public void requestShutdown() {
            shutdown.countDown();
        }
    }

    /** Stops everything in reverse order of opening; running instances are given up. */
    @Override
    public void close() {
        closing = true;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.WARNING, "Something did not stop cleanly.", e);
            }
        }
    }
}
