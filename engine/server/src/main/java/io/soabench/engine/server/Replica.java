package io.soabench.engine.server;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.EndedInstances;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.scheduling.Scheduler;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.server.batch.BatchLane;
import io.soabench.engine.server.durable.DurableState;
import io.soabench.engine.server.durable.RecoveredEffects;
import io.soabench.engine.server.guard.Failures;
import io.soabench.engine.server.guard.HeldMemory;
import io.soabench.engine.server.invoker.Invoker;
import io.soabench.engine.server.peer.PeerGate;
import io.soabench.engine.server.peer.Peers;
import io.soabench.engine.server.replica.Placement;
import io.soabench.engine.server.request.Admission;
import io.soabench.engine.server.request.ClientConnections;
import io.soabench.engine.server.request.HttpRequests;
import io.soabench.engine.server.request.RecoveredReplies;
import io.soabench.engine.server.request.RefusalLog;
import io.soabench.engine.server.request.ReplyTargets;
import io.soabench.engine.server.request.RequestContext;
import io.soabench.engine.server.request.ServerConnection;
import io.soabench.engine.server.request.ServiceDirectory;
import io.soabench.engine.server.soap.MessageIds;
import io.soabench.engine.server.tls.PartnerTls;
import io.soabench.engine.server.transport.Transport;
import io.soabench.engine.server.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A replica of the engine: request handler, kernel and invoker, wired together, with threads, counters and client
 * connections of their own. Replicas share the deployed programs, and no data that is written often. Source: P13,
 * section 3, figure 1.
 *
 * <p>This class alone decides on the wiring. Under {@link SchedulingPolicy#AFFINE} the event loops of the request
 * handler are also the workers of the kernel and the loops of the invoker. Under any other policy, each stage has its
 * own threads. The {@link Placement} decides on the processors of the threads.
 *
 * <p>Threading: one thread opens and closes a replica; other methods may be called by any thread.
 */
final class Replica implements AutoCloseable {
    private static final long STOP_MS = 1_500;

    /**
     * The objects that all replicas of a virtual machine share.
     *
     * @param transport the interface of the operating system for sockets
     * @param directory the deployed services
     * @param replyTargets the addresses that answers may be posted to
     * @param partnerTls the TLS of calls to https partners
     * @param memory the memory that connections may hold
     * @param failures the counter and log of errors of the engine
     * @param refusals the log of refusals
     * @param clock the time
     * @param messageIds the source of message identifiers, which contain the name of the engine
     * @param group workers that take work of each other, those of other replicas included
     * @param peers other replicas that are processes; null if there are none
     * @param durable the folder in which instances survive a crash; null if they do not
     * @param loopEnded called when an event loop has ended that nobody has closed; its connections are lost
     */
    record Common(
            Transport transport,
            ServiceDirectory directory,
            ReplyTargets replyTargets,
            PartnerTls partnerTls,
            HeldMemory memory,
            Failures failures,
            RefusalLog refusals,
            EngineClock clock,
            MessageIds messageIds,
            WorkerGroup group,
            Peers peers,
            DurableState durable,
            Runnable loopEnded) {}

    private final EngineConfiguration configuration;
    private final Common common;
    private final int number;
    private final List<DurableInstances> journals;
    private final Placement placement;
    private final Counters counters = new Counters();
    private final CloseStack opened = new CloseStack();
    private final EventLoopGroup http;
    private final Invoker invoker;
    private final Kernel kernel;
    private final PolicyThreads threads;
    private final ClientConnections clients;
    private final RequestContext stage;
    private final HttpRequests requests;
    private final RequestContext peerStage;
    private final HttpRequests peerRequests;
    private final PeerGate.UnauthenticatedConnections unauthenticated = new PeerGate.UnauthenticatedConnections();
    private volatile boolean closing;

    /**
     * Starts the threads of a replica. Each is bound to its processors when this returns.
     *
     * @param configuration its share of the limits of the engine
     * @param number its number among those of this process, from 0
     * @param ids the numbers of its instances
     * @throws TransportException if event loops cannot be made; nothing runs then
     */
    Replica(EngineConfiguration configuration, Common common, Placement placement, int number, LongSupplier ids)
            throws TransportException {
        this.configuration = configuration;
        this.common = common;
        this.number = number;
        this.placement = placement;
        http = group(EngineConfiguration.HTTP, configuration.httpThreads());
        EventLoopGroup outgoing = configuration.policy() == SchedulingPolicy.AFFINE
                ? http
                : group(EngineConfiguration.INVOKER, configuration.invokerThreads());
        invoker = new Invoker(
                common.transport(),
                outgoing,
                counters,
                common.clock(),
                configuration.partnerTimeout(),
                configuration.connectTimeout(),
                configuration.maxConnections(),
                configuration.maxBodyBytes(),
                common.partnerTls(),
                common.memory(),
                common.failures());
        opened.push(invoker);
        kernel = new Kernel(
                new KernelLimits(
                        configuration.maxInstances(),
                        configuration.maxActivities(),
                        configuration.maxValue(),
                        configuration.maxWaitingBytes(),
                        configuration.maxKernelBytes()),
                invoker,
                common.clock(),
                counters,
                error -> common.failures().report("An instance", error),
                ids,
                common.messageIds().engine());
        kernel.startNoneWhile(common.failures()::isMemoryShort);
        if (configuration.history() > 0) {
            kernel.keep(new EndedInstances(configuration.history()));
        }
        DurableState durable = common.durable();
        journals = durable == null ? List.of() : durable.journals(number);
        Admission calls = () -> invoker.waiting() < configuration.queueCapacity()
                && (journals.isEmpty() || journals.get(0).hasRoom());
        clients = new ClientConnections(
                http,
                configuration.clients(),
                common.clock(),
                () -> !kernel.isFull() && calls.admits(),
                common.failures());
        ClientConnections peerClients = common.peers() == null
                ? null
                : new ClientConnections(
                        http,
                        configuration.clients().unbounded(),
                        common.clock(),
                        () -> !kernel.isFull() && calls.admits(),
                        common.failures());
        kernel.whenPlaceFree(
                peerClients == null
                        ? clients::placeFree
                        : () -> {
                            clients.placeFree();
                            peerClients.placeFree();
                        });
        threads = new PolicyThreads(configuration, placement, http, common.group(), common.clock(), kernel);
        opened.push(threads);
        if (durable != null) {
            invoker.sendKeys();
            List<EventExecutor> loops = new ArrayList<>();
            http.forEach(loops::add);
            DurableInstances.attach(kernel, journals, loops, () -> current(loops), durable::diskFailed);
        }
        stage = new RequestContext(
                common.directory(),
                kernel,
                threads.choice(),
                calls,
                clients,
                common.replyTargets(),
                common.messageIds(),
                common.memory(),
                common.failures(),
                common.refusals(),
                counters,
                configuration.maxBodyBytes(),
                durable == null ? null : durable.keys(),
                common.peers(),
                false);
        requests = new HttpRequests(stage);
        peerStage = peerClients == null ? null : stage.ofPeers(peerClients);
        peerRequests = peerClients == null ? null : new HttpRequests(peerStage);
    }

    /** Returns the event loop of the calling thread; null if it is none of them. */
    private static EventExecutor current(List<EventExecutor> loops) {
        for (EventExecutor loop : loops) {
            if (loop.inEventLoop()) {
                return loop;
            }
        }
        return null;
    }

    private EventLoopGroup group(String role, int threads) throws TransportException {
        EventLoopGroup group;
        try {
            group = common.transport().loops(threads, placement.threads(role));
        } catch (TransportException e) {
            opened.close();
            throw e;
        }
        opened.push(() -> Transport.close(group, STOP_MS));
        List<Future<?>> started = new ArrayList<>();
        for (EventExecutor loop : group) {
            loop.terminationFuture().addListener(ended -> {
                if (!closing) {
                    // New connections would still be given to this loop.
                    common.loopEnded().run();
                }
            });
            started.add(loop.submit(() -> {}));
        }
        // A thread binds itself before anything else.
        started.forEach(start -> start.awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS));
        return group;
    }

    /** Returns the places where instances of a batch run: each worker, or the places that the policy chooses. */
    List<BatchLane> lanes() {
        Scheduler scheduler = threads.scheduler();
        return scheduler.workers().stream()
                .map(worker -> new BatchLane(kernel, () -> scheduler.place(worker), invoker::run))
                .toList();
    }

    /** Loads the instances of the previous start of a durable engine, on all workers. */
    void recover() {
        common.durable()
                .recover(
                        number,
                        (deployment, id, records) ->
                                kernel.recover(deployment, threads.choice().worker(http.next()), id, records),
                        new RecoveredReplies(invoker));
    }

    /** Lets the effects of these instances leave, not all of them at the same moment. */
    void letEffectsLeave() {
        journals.forEach(instances -> new RecoveredEffects(instances, http.next()).run());
    }

    /**
     * Lets the instances of a durable engine record their states, as the last records of them. No instance starts any
     * more.
     *
     * @param atMost the longest wait
     * @return the number of instances that keep their records
     */
    int snapshot(Duration atMost) {
        return DurableInstances.snapshot(kernel, journals, atMost, common.clock());
    }

    /** Makes the handler of one client connection. */
    ServerConnection connection() {
        return new ServerConnection(stage, requests);
    }

    /** Makes the handler of one connection to the port for other replicas. */
    PeerGate peerConnection() {
        return new PeerGate(
                peerStage.peers().secret(), unauthenticated, () -> new ServerConnection(peerStage, peerRequests));
    }

    /** Returns the event loops of client connections. */
    EventLoopGroup http() {
        return http;
    }

    /** Returns the kernel, which runs the instances. */
    Kernel kernel() {
        return kernel;
    }

    /** Returns the invoker, which calls the partners. */
    Invoker invoker() {
        return invoker;
    }

    /** Returns the connections of clients. */
    ClientConnections clients() {
        return clients;
    }

    /** Returns the counters of this replica. */
    Counters counters() {
        return counters;
    }

    /** Returns its share of the limits of the engine. */
    EngineConfiguration configuration() {
        return configuration;
    }

    /** Waits until the event loops have run the tasks they were given before, for a limited time. */
    void flush() {
        List<Future<?>> turns = new ArrayList<>();
        for (EventExecutor loop : http) {
            turns.add(loop.submit(() -> {}));
        }
        turns.forEach(turn -> turn.awaitUninterruptibly(STOP_MS, TimeUnit.MILLISECONDS));
    }

    /** Returns the scheduler, whose threads run the instances. */
    Scheduler scheduler() {
        return threads.scheduler();
    }

    /** Returns the number of tasks that wait for a thread of the scheduler. */
    long queued() {
        return threads.scheduler().queued();
    }

    /**
     * Stops the replica and closes its parts in reverse order of opening. Running instances are lost, except those of a
     * durable engine.
     */
    @Override
    public void close() {
        closing = true;
        opened.close();
    }
}
