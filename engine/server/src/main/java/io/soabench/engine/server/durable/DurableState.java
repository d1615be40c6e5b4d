package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.ReplyDestinations;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.JournalStatistics;
import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.deploy.Archive;
import io.soabench.engine.server.deploy.Deployer;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.engine.server.deploy.StoredVersions;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The folder of a durable engine whose replicas are threads, while the engine runs: its processes and its instances.
 *
 * <p>Each replica has a journal in the folder {@code replica-N}, with numbers from 0 on. An earlier life of the engine may have had more
 * replicas: the replica {@code j mod N} has the journal {@code j} of these too, until its instances have ended.
 *
 * <p>Threading: thread-safe, except opening, recovery and closing, which one thread does. Failure: an error of the disk
 * goes to the given receiver, and the engine acknowledges nothing any more.
 */
public final class DurableState implements StoredVersions, AutoCloseable {
    private static final String URL = "url";
    private static final String ZONE = "zone";

    private final Path path;
    private final String url;
    private final RequestKeys keys;
    private final Consumer<IOException> failed;
    private final Deque<Closeable> opened = new ArrayDeque<>();
    private final Map<Long, Deployment> deployments = new HashMap<>();
    private DurableFolder folder;
    private DeploymentStore store;
    private final List<List<DurableInstances>> journals = new ArrayList<>();
    private final List<DurableInstances.Recovered> recovered = new CopyOnWriteArrayList<>();

    private DurableState(Path path, String url, RequestKeys keys, Consumer<IOException> failed) {
        this.path = path;
        this.keys = keys;
        this.url = url;
        this.failed = failed;
    }

    /**
     * Opens the folder of an engine, and creates it if it does not exist.
     *
     * @param url the address of the request handler, the same at each start of the engine
     * @param replicas the number of replicas, which may differ at each start
     * @param bounds the bounds of the requests with keys that it remembers
     * @param failed the receiver of an error of the disk, called by any thread
     * @throws IOException if another engine has the folder open, it is damaged, or the disk fails
     */
    public static DurableState open(
            Path path,
            String url,
            int replicas,
            EngineClock clock,
            RequestKeys.Bounds bounds,
            Consumer<IOException> failed)
            throws IOException {
        DurableState state = new DurableState(path, url, new RequestKeys(bounds, clock), failed);
        try {
            state.open(replicas, clock);
            return state;
        } catch (IOException | RuntimeException e) {
            state.close();
            throw e;
        }
    }

    private void open(int replicas, EngineClock clock) throws IOException {
        folder = DurableFolder.open(path, UUID.randomUUID());
        opened.push(folder);
        store = DeploymentStore.open(folder, clock::epochMs);
        opened.push(store);
        Set<Integer> numbers = new TreeSet<>(folder.replicas());
        for (int replica = 0; replica < replicas; replica++) {
            journals.add(new ArrayList<>());
            numbers.add(replica);
        }
        // In their order, so that the first journal of a replica is its own.
        for (int number : numbers) {
            journals.get(number % replicas).add(openJournal(number, clock));
        }
        for (StoredVersion version : store.versions()) {
            String before = version.deployment().settings().get(URL);
            if (!url.equals(before)) {
                // Instances may have sent this address to partners.
                throw new IOException("The processes in " + path + " were deployed at " + before + ", but not at " + url
                        + "; start the engine with the same --host, --port and use of TLS.");
            }
        }
    }

    private DurableInstances openJournal(int number, EngineClock clock) throws IOException {
        JournalFolder files = JournalFolder.open(folder.replica(number));
        opened.push(files);
        DurableInstances instances = DurableInstances.open(
                files, new JournalIdentity(folder.engine(), number), JournalSettings.SEGMENT_BYTES, clock, keys);
        opened.push(instances);
        return instances;
    }

    /** Returns the name of the engine, the same at each start. */
    public String engine() {
        return folder.engine().toString();
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

    /** Returns the highest number of an instance in the journals; 0 if there is none. */
    public long highestId() {
        return journals().stream().mapToLong(DurableInstances::highestId).max().orElse(0);
    }

    /** Handles an error of the disk. */
    public void diskFailed(IOException error) {
        failed.accept(error);
    }

    // ---- recovery

    /**
     * Deploys the processes that were deployed, and deletes old versions that no instance needs.
     *
     * @throws IOException if an archive cannot be read
     * @throws RefusedDeploymentException if this engine refuses a process
     */
    public void recover(Deployer deployer) throws IOException, RefusedDeploymentException {
        Set<Long> needed = new TreeSet<>();
        journals().forEach(instances -> needed.addAll(instances.versions()));
        Set<Long> kept = kept(store.versions(), needed);
        List<StoredVersion> versions = new ArrayList<>();
        for (StoredVersion version : store.versions()) {
            if (kept.contains(version.version())) {
                versions.add(version);
            } else {
                store.release(version.version());
            }
        }
        Map<String, Long> current = new HashMap<>();
        for (StoredVersion version : versions) {
            recover(deployer, version, current);
            if (version.undeployed() && versions.stream().noneMatch(later -> replaces(later, version))) {
                deployer.undeployAgain(version.name());
                current.remove(version.name());
            }
        }
    }

    /**
     * Returns the numbers of the versions that take new messages, of those that have instances, and of those that have
     * replaced one of the latter. Messages for instances of a replaced version find it by the versions between.
     *
     * @param versions all versions, in the order of their numbers
     * @param ofInstances the numbers of versions that have instances
     */
    static Set<Long> kept(List<StoredVersion> versions, Set<Long> ofInstances) {
        Set<Long> kept = new TreeSet<>();
        for (StoredVersion version : versions) {
            if (!version.undeployed()
                    || ofInstances.contains(version.version())
                    || kept.contains(version.deployment().replaces())) {
                kept.add(version.version());
            }
        }
        return kept;
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
        Map<String, byte[]> entries = Archive.unzip(store.archive(version.version()));
        Deployment deployment = deployer.deployAgain(
                        name,
                        entries,
                        version.version(),
                        ZoneId.of(version.deployment().settings().get(ZONE)))
                .deployment();
        if (fingerprint(deployment.program()) != version.deployment().fingerprint()) {
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

    // ---- versions

    @Override
    public boolean isCurrent(String name, Map<String, byte[]> entries) {
        StoredVersion current = store.current(name);
        return current != null && current.deployment().sha256().equals(DeploymentStore.sha256(Archive.zip(entries)));
    }

    @Override
    public void store(String name, Map<String, byte[]> entries, Deployment deployment)
            throws RefusedDeploymentException {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(URL, url);
        settings.put(ZONE, deployment.zone().getId());
        try {
            StoredVersion stored =
                    store.deploy(name, Archive.zip(entries), fingerprint(deployment.program()), settings);
            deployment.stored(stored.version(), deployment.zone());
        } catch (DiskFullException e) {
            throw new RefusedDeploymentException(
                    "DISK", "", "the disk of " + path + " is full; make room and deploy again");
        } catch (IOException e) {
            failed.accept(e);
            throw new RefusedDeploymentException("DISK", "", "the archive cannot be stored: " + e.getMessage());
        }
    }

    @Override
    public void undeployed(Deployment deployment) {
        try {
            store.undeploy(deployment.version());
        } catch (DiskFullException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            failed.accept(e);
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a number that changes with the operations and partner links of a program. Records refer to these by their
     * numbers.
     */
    private static long fingerprint(Program program) {
        StringBuilder text = new StringBuilder(program.name().toString());
        for (ServiceOperation operation : program.provided()) {
            text.append('\n')
                    .append(operation.index())
                    .append(' ')
                    .append(operation.partnerLink())
                    .append(' ')
                    .append(operation.name());
        }
        for (PartnerOperation operation : program.consumed()) {
            text.append('\n').append(operation.partnerLinkName()).append(' ').append(operation.name());
        }
        return text.append('\n').append(program.partnerLinks()).toString().hashCode();
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
