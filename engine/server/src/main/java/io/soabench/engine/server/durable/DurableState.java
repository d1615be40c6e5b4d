package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.ReplyDestinations;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.FolderInUseException;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.JournalStatistics;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.deploy.StoredVersions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * The folder of a durable engine, while the engine runs: its processes and its instances. A replica that is a process
 * has its part of the folder.
 *
 * <p>Each replica has a journal of its own, in the folder {@code replica-0}, {@code replica-1} and so on. An earlier life of the engine may
 * have had more replicas. The instances of its folder {@code replica-j} then go on in replica {@code j mod n} of n, and stay in their journal
 * until they have ended.
 *
 * <p>Threading: thread-safe, except opening, recovery and closing, which one thread does. Failure: an error of the disk
 * goes to the given receiver, and the engine acknowledges nothing any more.
 */
public final class DurableState implements AutoCloseable {
    /**
     * The time in nanoseconds in which a replica of a killed engine, which ends with its parent, gives its journals
     * free.
     */
    private static final long LOCK_WAIT_NS = TimeUnit.SECONDS.toNanos(20);

    private static final long LOCK_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path path;
    private final EngineClock clock;
    private final RequestKeys keys;
    private final int snapshotRecords;
    private final Consumer<IOException> failed;
    private final Deque<Closeable> opened = new ArrayDeque<>();
    private final Map<Long, Deployment> deployments = new HashMap<>();
    private final List<List<DurableInstances>> journals = new ArrayList<>();
    private final List<DurableInstances.Recovered> recovered = new CopyOnWriteArrayList<>();
    private UUID engine;
    private RecoverableVersions versions;
    private StoredVersions stored = StoredVersions.NONE;
    private Set<Long> needed = Set.of();

    private DurableState(
            Path path,
            RequestKeys.Bounds bounds,
            int snapshotRecords,
            EngineClock clock,
            Consumer<IOException> failed) {
        this.path = path;
        this.snapshotRecords = snapshotRecords;
        this.clock = clock;
        this.keys = new RequestKeys(bounds, clock);
        this.failed = failed;
    }

    /**
     * Opens the folder of an engine whose replicas are threads, and creates it if it does not exist.
     *
     * @param url the address of the request handler, the same at each start of the engine
     * @param replicas the number of replicas, which may differ at each start
     * @param bounds the bounds of the requests with keys that it remembers
     * @param snapshotRecords the number of records of an instance after which a snapshot replaces them; 0 for never
     * @param failed the receiver of an error of the disk, called by any thread
     * @throws IOException if another engine has the folder open, it is damaged, or the disk fails
     */
    public static DurableState open(
            Path path,
            String url,
            int replicas,
            EngineClock clock,
            RequestKeys.Bounds bounds,
            int snapshotRecords,
            Consumer<IOException> failed)
            throws IOException {
        DurableState state = new DurableState(path, bounds, snapshotRecords, clock, failed);
        try {
            VersionStore store = VersionStore.open(path, url, clock, failed);
            state.opened.push(store);
            state.engine = store.engine();
            state.versions = store;
            state.stored = store;
            state.openJournals(replicas, number -> number % replicas, 0);
            return state;
        } catch (IOException | RuntimeException e) {
            state.close();
            throw e;
        }
    }

    /**
     * Opens the part of the folder that belongs to one replica that is a process. Its parent has the folder open.
     *
     * @param replica the number of the replica, from 0 on
     * @param of the number of replicas, which may differ at each start
     * @param versions the versions of processes, in the order of their deployment
     * @param bounds the bounds of the requests with keys that it remembers
     * @param snapshotRecords the number of records of an instance after which a snapshot replaces them; 0 for never
     * @param failed the receiver of an error of the disk, called by any thread
     * @throws IOException if another engine has the journals open, they are damaged, or the disk fails
     */
    public static DurableState openReplica(
            Path path,
            int replica,
            int of,
            List<StoredVersion> versions,
            EngineClock clock,
            RequestKeys.Bounds bounds,
            int snapshotRecords,
            Consumer<IOException> failed)
            throws IOException {
        QuotaText.learn();
        DurableState state = new DurableState(path, bounds, snapshotRecords, clock, failed);
        try {
            state.engine = DurableFolder.identity(path);
            state.versions = new SharedVersions(path, versions);
            state.openJournals(1, number -> number % of - replica, replica);
            return state;
        } catch (IOException | RuntimeException e) {
            state.close();
            throw e;
        }
    }

    /**
     * Opens the journals of the replicas of this process.
     *
     * @param replicas the number of replicas of this process
     * @param home returns the place in this process of a journal with a number; another number for a journal of another
     *     process
     * @param first the number of the first journal, which is made if it does not exist, as are those after it for the
     *     other replicas
     */
    private void openJournals(int replicas, IntUnaryOperator home, int first) throws IOException {
        Set<Integer> numbers = new TreeSet<>(DurableFolder.replicas(path));
        for (int replica = 0; replica < replicas; replica++) {
            journals.add(new ArrayList<>());
            numbers.add(first + replica);
        }
        // In their order, so that the first journal of a replica is its own.
        for (int number : numbers) {
            int replica = home.applyAsInt(number);
            if (replica >= 0 && replica < replicas) {
                journals.get(replica).add(openJournal(number));
            }
        }
    }

    private DurableInstances openJournal(int number) throws IOException {
        JournalFolder files = openFolder(DurableFolder.replica(path, number));
        opened.push(files);
        DurableInstances instances = DurableInstances.open(
                files,
                new JournalIdentity(engine, number),
                JournalSettings.SEGMENT_BYTES,
                clock,
                keys,
                snapshotRecords);
        opened.push(instances);
        return instances;
    }

    /** Opens the files of a journal, after a replica of a killed engine that still has them has ended. */
    private JournalFolder openFolder(Path folder) throws IOException {
        long beginNs = clock.nanoTime();
        while (true) {
            try {
                return JournalFolder.open(folder);
            } catch (FolderInUseException e) {
                if (clock.nanoTime() - beginNs >= LOCK_WAIT_NS) {
                    throw e;
                }
                LockSupport.parkNanos(LOCK_PAUSE_NS);
            }
        }
    }

    /** Returns the name of the engine, the same at each start. */
    public String engine() {
        return engine.toString();
    }

    /** Returns the requests with keys; null if none are remembered. */
    public RequestKeys keys() {
        return keys.isOn() ? keys : null;
    }

    /** Returns the journals of a replica, its own first; replicas have numbers from 0 on. */
    public List<DurableInstances> journals(int replica) {
        return List.copyOf(journals.get(replica));
    }

    /** Returns the journals of all replicas. */
    public List<DurableInstances> journals() {
        return journals.stream().flatMap(List::stream).toList();
    }

    /** Returns the number of instances that were recovered so far. */
    public long recoveredInstances() {
        return journals().stream().mapToLong(DurableInstances::recovered).sum();
    }

    /** Returns the number of instances that are to be recovered. */
    public long instancesToRecover() {
        return journals().stream().mapToLong(DurableInstances::toRecover).sum();
    }

    /** Returns the highest number of an instance in the journals; 0 if there is none. */
    public long highestId() {
        return journals().stream().mapToLong(DurableInstances::highestId).max().orElse(0);
    }

    /** Handles an error of the disk. */
    public void diskFailed(IOException error) {
        failed.accept(error);
    }

    // ---- recovery

    /** Returns the store of the versions that are deployed from now on; a replica that is a process stores none. */
    public StoredVersions stored() {
        return stored;
    }

    /** Returns the numbers of the versions that had instances when {@link #recover(Deployer)} was called. */
    public Set<Long> needed() {
        return needed;
    }

    /**
     * Deploys the processes that were deployed, and deletes old versions that no instance needs.
     *
     * @throws IOException if an archive cannot be read
     * @throws RefusedDeploymentException if this engine refuses a process
     */
    public void recover(Deployer deployer) throws IOException, RefusedDeploymentException {
        needed = new TreeSet<>();
        journals().forEach(instances -> needed.addAll(instances.versions()));
        List<StoredVersion> kept = VersionStore.kept(versions.versions(), needed);
        versions.keepOnly(kept);
        Map<String, Long> current = new HashMap<>();
        for (StoredVersion version : kept) {
            recover(deployer, version, current);
            if (version.undeployed() && kept.stream().noneMatch(later -> replaces(later, version))) {
                deployer.undeployAgain(version.name());
                current.remove(version.name());
            }
        }
    }

    private static boolean replaces(StoredVersion later, StoredVersion version) {
        return later.deployment().replaces() == version.version();
    }

    private void recover(Deployer deployer, StoredVersion version, Map<String, Long> current)
            throws IOException, RefusedDeploymentException {
        String name = version.name();
        if (current.containsKey(name)
                && current.get(name) != version.deployment().replaces()) {
            // The versions between them are not needed any more.
            deployer.undeployAgain(name);
        }
        Map<String, byte[]> entries = Archive.unzip(versions.archive(version));
        Deployment deployment = deployer.deployAgain(name, entries, version.version(), VersionStore.zone(version))
                .deployment();
        if (VersionStore.fingerprint(deployment.program())
                != version.deployment().fingerprint()) {
            throw new IOException("This engine makes another program of version " + version.version() + " of '" + name
                    + "' than the one that has deployed it; start that one and let its instances end.");
        }
        deployments.put(version.version(), deployment);
        current.put(name, version.version());
    }

    /** Recovers the instances of a replica; their effects wait. */
    public void recover(int replica, DurableInstances.Recovery workers, ReplyDestinations destinations) {
        for (DurableInstances instances : journals.get(replica)) {
            recovered.add(instances.recover(deployments::get, workers, destinations));
        }
    }

    /** Releases the objects that only a recovery needs. */
    public void recovered() {
        deployments.clear();
    }

    /** Returns sentences about instances that were not recovered, and about damage. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (DurableInstances instances : journals()) {
            instances
                    .damage()
                    .forEach(damage -> warnings.add("the journal of instances in " + path + " is damaged: " + damage
                            + " Look at it with the command 'journal'."));
        }
        recovered.forEach(each -> warnings.addAll(each.quarantined()));
        return warnings;
    }

    /** Returns the current numbers by key. */
    public Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        for (DurableInstances instances : journals()) {
            JournalStatistics journal = instances.statistics();
            gauges.merge("journalRecords", journal.records(), Long::sum);
            gauges.merge("journalBytes", journal.bytes(), Long::sum);
            gauges.merge("journalSyncs", journal.syncs(), Long::sum);
            gauges.merge("journalSyncP99Us", journal.syncP99Ns() / 1_000, Math::max);
            gauges.merge("journalWaitingBytes", journal.waitingBytes(), Long::sum);
            gauges.merge("journalLagUs", journal.lagNs() / 1_000, Math::max);
            gauges.merge("journalSegments", (long) journal.segments(), Long::sum);
            gauges.merge("journalLiveBytes", instances.liveBytes(), Long::sum);
            gauges.merge("journalLiveInstances", (long) instances.liveInstances(), Long::sum);
            gauges.merge("journalSnapshots", instances.snapshots(), Long::sum);
            gauges.merge("journalRecordsReplaced", instances.replacedRecords(), Long::sum);
        }
        gauges.put(
                "instancesRecovered",
                recovered.stream()
                        .mapToLong(DurableInstances.Recovered::running)
                        .sum());
        gauges.put(
                "instancesQuarantined",
                recovered.stream().mapToLong(each -> each.quarantined().size()).sum());
        gauges.put("keysRemembered", (long) keys.size());
        gauges.put("keysForgotten", keys.forgotten());
        gauges.put("requestsRepeated", keys.repeated());
        return gauges;
    }

    // ---- the end

    /** Stops recording, so that the next start of the engine continues from this state. */
    public void freeze() {
        journals().forEach(DurableInstances::freeze);
    }

    /** Writes the waiting records, and releases the folder. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (IOException e) {
                // All acknowledged data is on the disk, and the next start reads it.
                failed.accept(e);
            }
        }
    }
}
