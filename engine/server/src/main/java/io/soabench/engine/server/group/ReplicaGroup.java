package io.soabench.engine.server.group;

import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.durable.VersionStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Replicas that are processes, at one port. If a replica ends, it is started again, and gets all deployments and
 * settings before clients reach it. The first start is immediate; if a replica ends soon after its start, the delay
 * before the next start grows. Durable replicas recover their instances before the others send them messages and before
 * clients reach them. Thread-safe. Source: P13, section 3, "replicated OS processes, each one independent from
 * the others".
 */
public final class ReplicaGroup implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReplicaGroup.class.getName());
    private static final long START_MS = 60_000;
    private static final long KNOWN_MS = 5_000;
    private static final long PROBE_MS = 1_000;
    private static final long STOP_MS = 1_500;

    /** The time in nanoseconds in which replicas of a killed engine, which end with their parent, give the port free. */
    private static final long PORT_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long PORT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int SECRET_BYTES = 24;
    /**
     * The age in nanoseconds after which the end of a process is a new failure, and not a repetition of the last one.
     */
    private static final long SETTLED_NS = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_DOUBLINGS = 5;

    private final ReplicaLaunch launch;
    private final EngineClock clock;
    private final PortReservation port;
    private final LivenessTimeout livenessTimeout;
    private final DurableGroup durable;
    private final List<ReplicaSlot> slots = new ArrayList<>();
    private final Map<String, byte[]> deployed = new LinkedHashMap<>();
    private final Map<String, byte[]> chosen = new LinkedHashMap<>();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "replicas");
        thread.setDaemon(true);
        return thread;
    });
    /** The processes that may still run. */
    private final Set<ReplicaProcess> alive = ConcurrentHashMap.newKeySet();

    private volatile boolean stopping;
    private int quickEnds;
    private long addressLists;
    private long highestId;

    /**
     * The durable state of all replicas together.
     *
     * @param versions the stored versions of processes
     * @param diskFailed the receiver of the error when the disk of a replica fails; should end the process
     */
    public record DurableGroup(VersionStore versions, Consumer<IOException> diskFailed) {}

    private ReplicaGroup(
            ReplicaLaunch launch,
            PortReservation port,
            LivenessTimeout livenessTimeout,
            DurableGroup durable,
            EngineClock clock) {
        this.launch = launch;
        this.durable = durable;
        this.port = port;
        this.livenessTimeout = livenessTimeout;
        this.clock = clock;
        launch.replicas().forEach(plan -> slots.add(new ReplicaSlot(plan)));
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the planned number of replicas. */
    public int size() {
        return slots.size();
    }

    /** Returns the port of all. */
    public int port() {
        return port.port();
    }

    /**
     * Takes a port.
     *
     * @param port 0 for any free one
     * @param launch the starter of replicas, called by {@link #start}
     * @param livenessTimeout the time without an answer after which a replica is ended and started again; at least a
     *     second
     * @param durable the durable state; null if instances end with their replica
     * @throws GroupStartException if the port cannot be used
     */
    public static ReplicaGroup at(
            String host,
            int port,
            ReplicaLaunch launch,
            Duration livenessTimeout,
            DurableGroup durable,
            EngineClock clock)
            throws GroupStartException {
        PortReservation reserved = reserve(host, port, durable == null ? 0 : PORT_NS, clock);
        return new ReplicaGroup(launch, reserved, new LivenessTimeout(livenessTimeout), durable, clock);
    }

    /** Takes a port, at which replicas of an engine that was killed may still listen for a moment. */
    private static PortReservation reserve(String host, int port, long waitNs, EngineClock clock)
            throws GroupStartException {
        long beginNs = clock.nanoTime();
        while (true) {
            try {
                return PortReservation.of(host, port);
            } catch (GroupStartException e) {
                if (clock.nanoTime() - beginNs >= waitNs) {
                    throw e;
                }
                LockSupport.parkNanos(PORT_PAUSE_NS);
            }
        }
    }

    /**
     * Starts all replicas, side by side. Clients reach none of them before {@link #listen}.
     *
     * @throws GroupStartException when one cannot start; none runs then
     */
    public void start() throws GroupStartException {
        List<ReplicaProcess> started = new ArrayList<>();
        GroupStartException failure = null;
        try {
            for (ReplicaSlot slot : slots) {
                started.add(spawned(slot));
            }
            for (int i = 0; i < started.size(); i++) {
                awaitReady(started.get(i));
                slots.get(i).assign(started.get(i));
            }
            settle(started);
        } catch (GroupStartException e) {
            failure = e;
            started.forEach(ReplicaProcess::kill);
        }
        if (failure != null) {
            close();
            throw failure;
        }
        sendAddresses();
    }

    /** Deletes versions that no recovered instance needs, and keeps the numbers of new instances above the old ones. */
    private void settle(List<ReplicaProcess> started) throws GroupStartException {
        if (durable == null) {
            return;
        }
        Set<Long> needed = new TreeSet<>();
        started.forEach(process -> needed.addAll(process.needed()));
        try {
            List<StoredVersion> versions = durable.versions().versions();
            durable.versions().keepOnly(VersionStore.kept(versions, needed));
        } catch (IOException e) {
            throw new GroupStartException("the folder of processes cannot be cleaned up: " + e.getMessage(), e);
        }
        started.forEach(this::sendHighestId);
    }

    /** Sends a process the highest number of an instance in all journals. */
    private void sendHighestId(ReplicaProcess started) {
        long highest = slots.stream()
                .map(ReplicaSlot::process)
                .filter(Objects::nonNull)
                .mapToLong(ReplicaProcess::highestId)
                .max()
                .orElse(0);
        highestId = Math.max(highestId, Math.max(highest, started.highestId()));
        try {
            started.send(ReplicaProtocol.ABOVE + " " + highestId);
        } catch (IOException e) {
            // The process has ended, and will be started again.
        }
    }

    /** Returns the number of instances that replicas have recovered so far. */
    public long recovered() {
        return alive.stream().mapToLong(ReplicaProcess::recovered).sum();
    }

    /** Returns the number of instances that replicas are to recover. */
    public long toRecover() {
        return alive.stream().mapToLong(ReplicaProcess::toRecover).sum();
    }

    /**
     * Accepts clients.
     *
     * @throws GroupStartException when a replica cannot listen; none runs then
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A probe reports its own failures.
    public void listen() throws GroupStartException {
        try {
            if (durable != null) {
                // Recovered instances go on now, and may get messages by way of each replica.
                awaitKnownByAllBut(null);
            }
            for (ReplicaSlot slot : slots) {
                slot.process().listen(START_MS);
                slot.ready();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new GroupStartException("the start was interrupted", e);
        } catch (GroupStartException e) {
            close();
            throw e;
        }
        for (ReplicaSlot slot : slots) {
            watch(slot, slot.process());
        }
        watch.scheduleWithFixedDelay(this::probe, PROBE_MS, PROBE_MS, TimeUnit.MILLISECONDS);
    }

    /** Starts a process and watches its end. Any failure is an exception of the start, so that another start follows. */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback cannot fail.
    private ReplicaProcess spawned(ReplicaSlot slot) throws GroupStartException {
        slot.beginStart(clock.nanoTime());
        try {
            long lastId = slot.chooseLastIdBefore(clock.epochMs(), slots.size());
            List<StoredVersion> versions =
                    durable == null ? List.of() : durable.versions().versions();
            ReplicaSetup setup = new ReplicaSetup(slot.plan(), secret(), secret(), lastId, versions);
            ReplicaProcess started = ReplicaProcess.of(setup, launch.start(slot.plan()), clock);
            alive.add(started);
            slot.spawned(started);
            started.ended().thenRun(() -> alive.remove(started));
            if (stopping) {
                // The stopping thread may have read the list before.
                started.kill();
            }
            return started;
        } catch (IOException | RuntimeException | Error e) {
            throw new GroupStartException("replica " + slot.id() + " cannot be started: " + reason(e), e);
        }
    }

    /** Waits until a process answers its admin interface. Clients do not reach it yet. */
    private void awaitReady(ReplicaProcess started) throws GroupStartException {
        try {
            started.awaitReady(START_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            started.kill();
            throw new GroupStartException("the start was interrupted", e);
        } catch (GroupStartException e) {
            started.kill();
            throw e;
        }
    }

    /** Sends the addresses of all replicas to each of them. */
    private void sendAddresses() {
        addressLists++;
        StringBuilder line =
                new StringBuilder(ReplicaProtocol.PEERS).append(' ').append(addressLists);
        for (ReplicaSlot slot : slots) {
            ReplicaProcess process = slot.process();
            if (process != null) {
                line.append(' ')
                        .append(slot.id())
                        .append('=')
                        .append(process.peer().text());
            }
        }
        for (ReplicaSlot slot : slots) {
            ReplicaProcess process = slot.process();
            if (process != null) {
                try {
                    process.send(line.toString());
                } catch (IOException e) {
                    // The process has ended, and will be started again.
                }
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The method ended() reports failures.
    private void watch(ReplicaSlot slot, ReplicaProcess process) {
        process.ended().thenRun(() -> {
            try {
                watch.execute(() -> ended(slot, process));
            } catch (RejectedExecutionException e) {
                // The engine stops.
            }
        });
    }

    /** Handles the end of a process, once. */
    private void ended(ReplicaSlot slot, ReplicaProcess process) {
        if (stopping || slot.process() != process) {
            return;
        }
        try {
            noteEnd(slot, process);
        } catch (RuntimeException | Error e) {
            // Without another start, the replica would be absent for ever.
            failed("The end of replica " + slot.id(), e);
            quickEnds++;
            restartLater(slot);
        }
    }

    private void noteEnd(ReplicaSlot slot, ReplicaProcess process) {
        long running = slot.lost(process.end(), durable != null);
        sendAddresses();
        if (hasDiskFailed(slot, process)) {
            return;
        }
        quickEnds = clock.nanoTime() - slot.startedNs() < SETTLED_NS ? quickEnds + 1 : 0;
        LOG.log(
                System.Logger.Level.WARNING,
                "Replica " + slot.id() + " (process " + process.pid() + ") is lost: " + process.end() + ". " + running
                        + " instances ran in it when it was looked at last; "
                        + (durable == null
                                ? "they are lost, and so are the requests that it had. It is started again."
                                : "they are recovered, but connections are lost. It is started again."));
        restartLater(slot);
    }

    /** Returns whether a replica has ended because its disk fails. Then the whole engine ends. */
    private boolean hasDiskFailed(ReplicaSlot slot, ReplicaProcess process) {
        if (durable == null || process == null || !process.hasDiskFailed()) {
            return false;
        }
        durable.diskFailed().accept(new IOException("replica " + slot.id() + " has ended for this reason"));
        return true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It reports its own failures.
    private void restartLater(ReplicaSlot slot) {
        long delayMs = quickEnds <= 1 ? 0 : PROBE_MS << Math.min(quickEnds - 2, MOST_DOUBLINGS);
        try {
            watch.schedule(() -> restart(slot), delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The engine stops.
        }
    }

    private void restart(ReplicaSlot slot) {
        if (stopping) {
            return;
        }
        ReplicaProcess started;
        try {
            started = spawned(slot);
        } catch (GroupStartException e) {
            notStarted(slot, null, e);
            return;
        }
        // A recovery may take long, and the other replicas are watched meanwhile.
        Thread waiting = new Thread(() -> awaitIntroduction(slot, started), "replica-" + slot.id() + "-ready");
        waiting.setDaemon(true);
        try {
            waiting.start();
        } catch (RuntimeException | Error e) {
            notStarted(slot, started, new GroupStartException(reason(e), e));
        }
    }

    /** Waits until a new process answers its admin interface, and has the thread of all replicas go on. */
    private void awaitIntroduction(ReplicaSlot slot, ReplicaProcess started) {
        Runnable next;
        try {
            awaitReady(started);
            next = () -> introduce(slot, started);
        } catch (GroupStartException e) {
            next = () -> notStarted(slot, started, e);
        } catch (RuntimeException | Error e) {
            next = () -> notStarted(slot, started, new GroupStartException(reason(e), e));
        }
        try {
            watch.execute(next);
        } catch (RejectedExecutionException e) {
            // The engine stops.
            started.kill();
        }
    }

    /** Lets the other replicas reach a new process, and then clients. */
    private void introduce(ReplicaSlot slot, ReplicaProcess started) {
        try {
            synchronized (this) {
                configure(started);
                slot.assign(started);
                sendAddresses();
            }
            if (stopping) {
                started.kill();
                return;
            }
            // Otherwise the other replicas could not forward the first messages for instances of the new replica.
            awaitKnownByAllBut(started);
            started.listen(START_MS);
            slot.ready();
            watch(slot, started);
            LOG.log(System.Logger.Level.INFO, "Replica " + slot.id() + " runs again (process " + started.pid() + ").");
        } catch (GroupStartException e) {
            notStarted(slot, started, e);
        } catch (RuntimeException | Error e) {
            notStarted(slot, started, new GroupStartException(reason(e), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Handles a process that could not be started; another one is started later.
     *
     * @param started the process; null if there was none
     */
    private void notStarted(ReplicaSlot slot, ReplicaProcess started, GroupStartException reason) {
        if (stopping) {
            return;
        }
        if (started != null) {
            started.kill();
        }
        quickEnds++;
        try {
            slot.lost(reason.getMessage(), durable != null);
            sendAddresses();
            if (hasDiskFailed(slot, started)) {
                return;
            }
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Replica " + slot.id() + " cannot be started again: " + reason.getMessage());
        } catch (RuntimeException | Error e) {
            failed("The failed start of replica " + slot.id(), e);
        }
        restartLater(slot);
    }

    private static String reason(Throwable failure) {
        return failure instanceof IOException ? failure.getMessage() : failure.toString();
    }

    /** Logs an error of the supervision, which goes on. */
    private static void failed(String what, Throwable error) {
        try {
            LOG.log(System.Logger.Level.ERROR, what + " could not be handled as usual.", error);
        } catch (RuntimeException | Error e) {
            // There is no memory for the log.
        }
    }

    private void awaitKnownByAllBut(ReplicaProcess started) throws InterruptedException {
        for (ReplicaSlot slot : slots) {
            ReplicaProcess process = slot.process();
            if (process != null && process != started) {
                process.awaitKnown(addressLists, KNOWN_MS);
            }
        }
    }

    /** Gives a new process the deployments and settings of the others. */
    private void configure(ReplicaProcess started) throws GroupStartException {
        if (durable == null) {
            deployed.forEach((name, archive) -> send(started, "PUT", "/deployments/" + name, archive));
        } else {
            sendHighestId(started);
            VersionCatchUp.send(started, durable.versions());
        }
        chosen.forEach((target, body) -> send(started, "PUT", target, body));
    }

    private static void send(ReplicaProcess started, String method, String target, byte[] body) {
        try {
            ReplicaAdmin.Answer answer = started.admin()
                    .ask(method, target, body, ReplicaAdmin.LATER)
                    .join();
            if (answer.status() / 100 != 2) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Replica " + started.id() + " refuses " + target + ", which others have taken: "
                                + answer.body());
            }
        } catch (CompletionException e) {
            LOG.log(System.Logger.Level.WARNING, "Replica " + started.id() + " does not take " + target + ": " + e);
        }
    }

    /** Checks all replicas. An error must not end the checks: an executor does not repeat a task that has failed. */
    private void probe() {
        try {
            probeAll();
        } catch (RuntimeException | Error e) {
            failed("A probe of the replicas", e);
        }
    }

    /**
     * Reads the counts of each replica, so that they are known if the replica is lost. Ends a replica that has missed
     * too many probes. Handles the end of a process that was not reported.
     */
    private void probeAll() {
        long beginNs = clock.nanoTime();
        Map<ReplicaSlot, Probe> probes = new LinkedHashMap<>();
        for (ReplicaSlot slot : slots) {
            ReplicaProcess process = slot.process();
            if (process != null && process.isAlive()) {
                probes.put(slot, new Probe(process, asked(process, "/statistics")));
            } else if (process != null && slot.state() == ReplicaSlot.State.READY) {
                ended(slot, process);
            }
        }
        probes.forEach((slot, probe) -> {
            try {
                slot.reported(probe.process(), probe.statistics().join().body());
            } catch (CompletionException e) {
                probeFailed(slot, probe.process(), beginNs);
            }
        });
    }

    private record Probe(ReplicaProcess process, CompletableFuture<ReplicaAdmin.Answer> statistics) {}

    private CompletableFuture<ReplicaAdmin.Answer> asked(ReplicaProcess process, String target) {
        return process.admin().ask("GET", target, new byte[0], livenessTimeout.ofProbe());
    }

    /**
     * Handles a missed probe. The process is about to end, is overloaded, or hangs. A hanging process is ended, since
     * its clients would wait in vain.
     */
    private void probeFailed(ReplicaSlot slot, ReplicaProcess process, long sinceNs) {
        try {
            // A thread that does nothing else answers this request.
            asked(process, "/health").join();
        } catch (CompletionException e) {
            MissedProbes missed = slot.missedProbe(process, sinceNs);
            if (livenessTimeout.isOver(missed, clock.nanoTime())) {
                process.killUnresponsive();
            }
        }
    }

    /**
     * Returns the sum of a counter at the last probe of each replica. Lost replicas are included, with their last known
     * values.
     */
    public long seen(Counter counter) {
        return slots.stream()
                .mapToLong(slot -> slot.known().path(counter.id()).longValue()
                        + slot.lostCounts().getOrDefault(counter.id(), 0L))
                .sum();
    }

    /** Returns whether the replicas take no new clients any more, because the engine stops. */
    boolean isStopping() {
        return stopping;
    }

    /** Returns the places of the replicas. */
    List<ReplicaSlot> slots() {
        return slots;
    }

    /** Returns the stored versions of processes; null if replicas are not durable. */
    VersionStore versions() {
        return durable == null ? null : durable.versions();
    }

    /**
     * Returns the deployed archives by name, unless replicas are durable. Only the holder of this object's lock changes
     * them.
     */
    Map<String, byte[]> deployed() {
        return deployed;
    }

    /**
     * Returns the settings changed while the engine runs, by target of the request. Only the holder of this object's
     * lock changes them.
     */
    Map<String, byte[]> chosen() {
        return chosen;
    }

    /** Returns the bytes of a text in UTF-8. */
    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Refuses new clients, and waits until the replicas have ended. Each replica waits for its instances.
     *
     * @param atMost the time limit of instances
     * @return whether all have ended
     */
    public boolean drain(Duration atMost) {
        stopping = true;
        for (ReplicaProcess process : alive) {
            if (slots.stream().anyMatch(slot -> slot.process() == process)) {
                process.stop();
            } else {
                // No client has reached it.
                process.kill();
            }
        }
        long end = clock.nanoTime() + atMost.toNanos() + TimeUnit.MILLISECONDS.toNanos(STOP_MS);
        boolean ended = true;
        try {
            for (ReplicaSlot slot : slots) {
                ReplicaProcess process = slot.process();
                if (process != null) {
                    ended &= process.awaitEnd(TimeUnit.NANOSECONDS.toMillis(end - clock.nanoTime()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return ended;
    }

    /** Ends all replicas that still run, and releases the port. */
    @Override
    public void close() {
        // Without the lock: its holder may wait for a replica that hangs.
        stopping = true;
        watch.shutdownNow();
        alive.forEach(ReplicaProcess::kill);
        try {
            port.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The port was not given back cleanly.", e);
        }
    }
}
