package io.soabench.engine.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.KernelWorker;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.server.admin.AdminInterface;
import io.soabench.engine.server.admin.AdminToken;
import io.soabench.engine.server.admin.EngineState;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.guard.Exhaustion;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.invoker.EventLoopWorker;
import io.soabench.engine.server.invoker.Invoker;
import io.soabench.engine.server.registry.UddiInquiry;
import io.soabench.engine.server.request.Admission;
import io.soabench.engine.server.request.ClientConnections;
import io.soabench.engine.server.request.HttpRequests;
import io.soabench.engine.server.request.RefusalLog;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.request.RequestStage;
import io.soabench.engine.server.request.ServerConnection;
import io.soabench.engine.server.request.ServiceDirectory;
import io.soabench.engine.server.request.WorkerChoice;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A running engine: the three stages wired together, and the admin interface.
 *
 * <p>Wiring is decided here and nowhere else: under {@link SchedulingPolicy#AFFINE} the event loops of the request handler are
 * also the kernel's workers and the invoker's loops; under {@link SchedulingPolicy#PIPELINE} each stage has its own threads.
 */
public final class Engine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Engine.class.getName());
    private static final int BACKLOG = 1024;
    private static final long STOP_MS = 1_500;
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(1);

    private final EngineConfiguration configuration;
    private final EngineClock clock;
    private final Counters counters = new Counters();
    private final ServiceDirectory directory = new ServiceDirectory();
    private final CountDownLatch shutdown = new CountDownLatch(1);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Runnable broken;
    private final Exhaustion exhaustion;
    private final Failures failures;
    private final HeldMemory memory;
    private final List<KernelWorker> kernelWorkers = new ArrayList<>();
    private Kernel kernel;
    private Invoker invoker;
    private ClientConnections clients;
    private Deployer deployer;
    private Channel listener;
    private AdminInterface admin;
    private long readyNs;
    private volatile boolean closing;

    private Engine(EngineConfiguration configuration, EngineClock clock, Runnable broken) {
        this.configuration = configuration;
        this.clock = clock;
        this.broken = broken;
        this.exhaustion = new Exhaustion(Exhaustion.Heap.OWN, clock, LOOK_PAUSE, broken);
        this.failures = new Failures(counters, clock, exhaustion);
        this.memory = new HeldMemory(configuration.maxHeldBytes());
        opened.push(exhaustion);
    }

    /**
     * Starts an engine; it is ready when this returns.
     *
     * @throws EngineStartException when a port is in use or something to deploy is not acceptable; nothing runs then
     */
    public static Engine start(EngineConfiguration configuration, EngineClock clock) throws EngineStartException {
        return start(
                configuration,
                clock,
                () -> LOG.log(System.Logger.Level.ERROR, "The engine cannot go on: its memory is exhausted."));
    }

    /**
     * Starts an engine that says when it cannot go on.
     *
     * @param broken called when the memory is exhausted or an event loop has ended; should end the process, with as little memory as
     *     possible
     */
    static Engine start(EngineConfiguration configuration, EngineClock clock, Runnable broken)
            throws EngineStartException {
        Engine engine = new Engine(configuration, clock, broken);
        try {
            engine.open();
            return engine;
        } catch (EngineStartException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void open() throws EngineStartException {
        EventLoopGroup http = group("http", configuration.httpThreads());
        EventLoopGroup outgoing = configuration.policy() == SchedulingPolicy.AFFINE
                ? http
                : group("invoker", configuration.invokerThreads());
        invoker = new Invoker(
                outgoing,
                counters,
                clock,
                configuration.partnerTimeout(),
                configuration.connectTimeout(),
                configuration.maxConnections(),
                configuration.maxBodyBytes(),
                memory,
                failures);
        opened.push(invoker);
        kernel = new Kernel(
                new KernelLimits(
                        configuration.maxInstances(),
                        configuration.maxActivities(),
                        configuration.maxValue(),
                        configuration.maxWaitingBytes(),
                        configuration.maxKernelBytes()),
                invoker,
                clock,
                counters,
                error -> failures.report("An instance", error));
        Admission calls = () -> invoker.waiting() < configuration.queueCapacity();
        clients = new ClientConnections(http, configuration.clients(), clock, () -> !kernel.isFull() && calls.admits());
        kernel.whenPlaceFree(clients::placeFree);
        RequestStage stage = new RequestStage(
                directory,
                kernel,
                workers(http),
                calls,
                clients,
                new ReplyTargets(configuration.replyTo()),
                memory,
                failures,
                new RefusalLog(clock),
                counters,
                configuration.maxBodyBytes());
        listener = listen(http, stage);
        UddiInquiry registries = new UddiInquiry(configuration.connectTimeout());
        opened.push(registries);
        deployer = new Deployer(
                directory, this::url, configuration.strict(), configuration.accepted(), registries::at, clock);
        deployFolder();
        try {
            AdminToken token =
                    configuration.adminToken() == null ? AdminToken.NONE : AdminToken.read(configuration.adminToken());
            admin = new AdminInterface(
                    configuration.adminPort(), token, deployer, new State(), memory, failures, clock);
            opened.push(admin);
        } catch (IOException e) {
            throw new EngineStartException(
                    "admin-port=" + configuration.adminPort() + " cannot be used: " + e.getMessage()
                            + "; choose another --admin-port",
                    e);
        }
        readyNs = clock.nanoTime();
    }

    private EventLoopGroup group(String name, int threads) {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
        for (EventExecutor loop : group) {
            loop.terminationFuture().addListener(ended -> {
                if (!closing) {
                    // Its connections are lost, and new ones would be given to it.
                    broken.run();
                }
            });
        }
        opened.push(() -> group.shutdownGracefully(0, STOP_MS / 2, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS));
        return group;
    }

    private WorkerChoice workers(EventLoopGroup http) {
        if (configuration.policy() == SchedulingPolicy.AFFINE) {
            IdentityHashMap<EventExecutor, Worker> byLoop = new IdentityHashMap<>();
            for (EventExecutor loop : http) {
                byLoop.put(loop, new EventLoopWorker((EventLoop) loop));
            }
            return byLoop::get;
        }
        for (int i = 0; i < configuration.kernelWorkers(); i++) {
            KernelWorker worker =
                    new KernelWorker("kernel-" + (i + 1), configuration.queueCapacity(), clock, kernel::failed);
            kernelWorkers.add(worker);
            opened.push(worker);
        }
        AtomicInteger next = new AtomicInteger();
        return arrival -> kernelWorkers.get(Math.floorMod(next.getAndIncrement(), kernelWorkers.size()));
    }

    private Channel listen(EventLoopGroup http, RequestStage stage) throws EngineStartException {
        EventLoopGroup acceptor = group("accept", 1);
        HttpRequests requests = new HttpRequests(stage);
        try {
            Channel channel = new ServerBootstrap()
                    .group(acceptor, http)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel accepted) {
                            accepted.pipeline().addLast(new ServerConnection(stage, requests));
                        }
                    })
                    .bind(configuration.host(), configuration.port())
                    .awaitUninterruptibly()
                    .sync()
                    .channel();
            opened.push(() -> channel.close().awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS));
            return channel;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineStartException("The start was interrupted.", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Netty throws what the socket threw, unchecked.
            throw new EngineStartException(
                    "host=" + configuration.host() + " port=" + configuration.port() + " cannot be used: "
                            + e.getMessage() + "; choose another --port or --host",
                    e);
        }
    }

    private void deployFolder() throws EngineStartException {
        Path folder = configuration.deploy();
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (Files.isDirectory(file)) {
                    deployer.deploy(name, Archive.folder(file));
                } else if (name.endsWith(".zip")) {
                    deployer.deploy(
                            name.substring(0, name.length() - ".zip".length()),
                            Archive.unzip(Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw new EngineStartException("deploy=" + folder + " cannot be read: " + e.getMessage(), e);
        } catch (RefusedDeploymentException e) {
            throw new EngineStartException(
                    "deploy=" + folder + " holds a process that cannot be deployed:\n  "
                            + String.join(
                                    "\n  ",
                                    e.problems().stream().map(Object::toString).toList()),
                    e);
        }
    }

    /** Address of the request handler, without a slash at the end. */
    public String url() {
        return "http://" + configuration.host() + ":" + port();
    }

    /** Port of the request handler. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
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
        return kernel.running();
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
            gauges.put("instancesRunning", (long) kernel.running());
            gauges.put("kernelBytes", kernel.messageBytes());
            gauges.put(
                    "kernelQueue",
                    kernelWorkers.stream().mapToLong(KernelWorker::queued).sum());
            gauges.put("invokerQueue", (long) invoker.waiting());
            gauges.put("admissionQueue", (long) clients.waiting());
            gauges.put("clientConnections", (long) clients.open());
            gauges.put("connectionBytes", memory.bytes());
            boolean affine = configuration.policy() == SchedulingPolicy.AFFINE;
            gauges.put("httpThreads", (long) configuration.httpThreads());
            gauges.put("kernelThreads", affine ? 0L : configuration.kernelWorkers());
            gauges.put("invokerThreads", affine ? 0L : configuration.invokerThreads());
            return gauges;
        }

        @Override
        public long uptimeMs() {
            return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - readyNs);
        }

        @Override
        public CompletableFuture<List<RunningInstance>> instances(int most) {
            return kernel.instances(most);
        }

        @Override
        public CompletableFuture<Boolean> endInstance(long id) {
            return kernel.endInstance(id);
        }

        @Override
        public CompletableFuture<Integer> endInstances(String deployment) {
            return kernel.endInstances(deployment);
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
