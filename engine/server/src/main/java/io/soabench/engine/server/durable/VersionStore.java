package io.soabench.engine.server.durable;

import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.store.DeploymentStore;
import io.soabench.engine.runtime.journal.store.DurableFolder;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.server.deploy.Archive;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The versions of processes in the folder of a durable engine. It locks the folder, so that one engine uses it. An
 * engine whose replicas are processes has one store, in their parent.
 *
 * <p>Thread-safe, except opening and closing. Failure: an error of the disk goes to the given receiver.
 */
public final class VersionStore implements StoredVersions, RecoverableVersions, Closeable {
    private static final String URL = "url";
    private static final String ZONE = "zone";

    private final Path path;
    private final String url;
    private final Consumer<IOException> failed;
    private final Deque<Closeable> opened = new ArrayDeque<>();
    private DurableFolder folder;
    private DeploymentStore store;

    private VersionStore(Path path, String url, Consumer<IOException> failed) {
        this.path = path;
        this.url = url;
        this.failed = failed;
    }

    /**
     * Opens the folder of an engine, and creates it if it does not exist.
     *
     * @param url the address of the request handler, the same at each start of the engine
     * @param failed the receiver of an error of the disk, called by any thread
     * @throws IOException if another engine has the folder open, it is damaged, or the disk fails
     */
    public static VersionStore open(Path path, String url, EngineClock clock, Consumer<IOException> failed)
            throws IOException {
        VersionStore versions = new VersionStore(path, url, failed);
        try {
            versions.open(clock);
            return versions;
        } catch (IOException | RuntimeException e) {
            versions.close();
            throw e;
        }
    }

    private void open(EngineClock clock) throws IOException {
        QuotaText.learn();
        folder = DurableFolder.open(path, UUID.randomUUID());
        opened.push(folder);
        store = DeploymentStore.open(folder, clock::epochMs);
        opened.push(store);
        for (StoredVersion version : store.versions()) {
            String before = version.deployment().settings().get(URL);
            if (!url.equals(before)) {
                // Instances may have sent this address to partners.
                throw new IOException("The processes in " + path + " were deployed at " + before + ", but not at " + url
                        + "; start the engine with the same --host, --port and use of TLS.");
            }
        }
    }

    /** Returns the name of the engine, the same at each start. */
    UUID engine() {
        return folder.engine();
    }

    /** Returns the zone of times without one, in which a version was deployed. */
    public static ZoneId zone(StoredVersion version) {
        return ZoneId.of(version.deployment().settings().get(ZONE));
    }

    @Override
    public List<StoredVersion> versions() {
        return store.versions();
    }

    /** Returns the version of a name that takes new messages; null for none. */
    public StoredVersion current(String name) {
        return store.current(name);
    }

    @Override
    public byte[] archive(StoredVersion version) throws IOException {
        return store.archive(version.version());
    }

    @Override
    public void keepOnly(List<StoredVersion> kept) throws IOException {
        for (StoredVersion version : store.versions()) {
            if (!kept.contains(version)) {
                store.release(version.version());
            }
        }
    }

    /**
     * Returns the versions that take new messages, those that have instances, and those that have replaced one of the
     * latter. Messages for instances of a replaced version find it by the versions between.
     *
     * @param versions all versions, in the order of their numbers
     * @param ofInstances the numbers of versions that have instances
     */
    public static List<StoredVersion> kept(List<StoredVersion> versions, Set<Long> ofInstances) {
        Set<Long> numbers = new TreeSet<>();
        List<StoredVersion> kept = new ArrayList<>();
        for (StoredVersion version : versions) {
            if (!version.undeployed()
                    || ofInstances.contains(version.version())
                    || numbers.contains(version.deployment().replaces())) {
                numbers.add(version.version());
                kept.add(version);
            }
        }
        return kept;
    }

    @Override
    public boolean isCurrent(String name, Map<String, byte[]> entries) {
        StoredVersion current = store.current(name);
        return current != null && current.deployment().sha256().equals(DeploymentStore.sha256(Archive.zip(entries)));
    }

    @Override
    public void store(String name, Map<String, byte[]> entries, Deployment deployment)
            throws RefusedDeploymentException {
        StoredVersion stored = store(name, Archive.zip(entries), fingerprint(deployment.program()), deployment.zone());
        deployment.stored(stored.version(), deployment.zone());
    }

    /**
     * Records a version that replicas will deploy, in place of the current one of its name.
     *
     * @param archive the files as {@link Archive#zip} writes them
     * @param fingerprint the {@link #fingerprint} of the program
     * @param zone the zone of times without one
     * @throws RefusedDeploymentException if there is no room; nothing has changed then
     */
    public StoredVersion store(String name, byte[] archive, long fingerprint, ZoneId zone)
            throws RefusedDeploymentException {
        TreeMap<String, String> settings = new TreeMap<>();
        settings.put(URL, url);
        settings.put(ZONE, zone.getId());
        try {
            return store.deploy(name, archive, fingerprint, settings);
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
        undeployed(deployment.version());
    }

    /**
     * Records that a version takes no new messages.
     *
     * @throws UncheckedIOException if there is no room; nothing has changed then
     */
    public void undeployed(long version) {
        try {
            store.undeploy(version);
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
    static long fingerprint(Program program) {
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

    /** Releases the folder. */
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
