package io.soabench.engine.runtime.journal.store;

import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.DurabilityListener;
import io.soabench.engine.runtime.journal.Journal;
import io.soabench.engine.runtime.journal.JournalFiles;
import io.soabench.engine.runtime.journal.JournalFolder;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalSettings;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.Progress;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Deployed;
import io.soabench.engine.runtime.journal.record.RecordedEvent.Undeployed;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The versions of processes of a durable engine, with their archives.
 *
 * <p>A version survives a crash when {@link #deploy} has returned, and it is undeployed when {@link #undeploy} has
 * returned. An archive is kept until {@link #release}, because instances go on after the undeployment of their version.
 *
 * <p>Thread-safe by its own lock, which is held while the disk works. Threads that call it must never be interrupted.
 *
 * <p>Failure: a {@link DiskFullException} refuses one call and changes nothing. After any other failure of the disk all
 * calls fail.
 */
public final class DeploymentStore implements Closeable {
    /** The replica in the identity of the journal of deployments, which all replicas share. */
    private static final int NO_REPLICA = -1;

    /** The size of a segment in bytes. A deployment takes some hundred bytes. */
    static final int SEGMENT_BYTES = 256 * 1024;

    private final ArchiveFiles archives;
    private final LongSupplier clockMs;
    private final RecordCodec codec = new RecordCodec();
    private final NavigableMap<Long, StoredVersion> versions = new TreeMap<>();
    private JournalFiles files;
    private Journal journal;
    private boolean closesFiles;
    private long highestVersion;
    private long sequence;
    private IOException failure;

    private DeploymentStore(ArchiveFiles archives, LongSupplier clockMs) {
        this.archives = archives;
        this.clockMs = clockMs;
    }

    /**
     * Opens the store of a folder.
     *
     * @param clockMs the clock in milliseconds since 1970
     * @throws IOException if archives or records are missing or damaged, or the disk fails
     */
    public static DeploymentStore open(DurableFolder folder, LongSupplier clockMs) throws IOException {
        ArchiveFiles archives = new ArchiveFolder(folder.deployments());
        JournalFolder files = JournalFolder.open(folder.deployments().resolve("journal"));
        try {
            DeploymentStore store = open(archives, files, identity(folder.engine()), SEGMENT_BYTES, clockMs);
            store.closesFiles = true;
            return store;
        } catch (IOException e) {
            files.close();
            throw e;
        }
    }

    /** Returns the identity of the journal of the deployments of an engine. */
    public static JournalIdentity identity(UUID engine) {
        return new JournalIdentity(engine, NO_REPLICA);
    }

    static DeploymentStore open(
            ArchiveFiles archives, JournalFiles files, JournalIdentity owner, int segmentBytes, LongSupplier clockMs)
            throws IOException {
        DeploymentStore store = new DeploymentStore(archives, clockMs);
        store.recover(files, owner, segmentBytes);
        return store;
    }

    /** Reads the journal, compares it with the archives, and rewrites it. */
    private void recover(JournalFiles journalFiles, JournalIdentity owner, int segmentBytes) throws IOException {
        files = journalFiles;
        List<JournalRecord> records = new ArrayList<>();
        journal = Journal.open(
                files, owner, JournalSettings.ofSize(segmentBytes), (segment, record) -> records.add(record));
        if (!journal.report().corruptions().isEmpty()) {
            throw new IOException("The journal of deployments is damaged: "
                    + journal.report().corruptions().get(0).description() + " Restore the folder from a backup.");
        }
        for (JournalRecord record : records) {
            apply(record);
        }
        Set<Long> archived = archives.list();
        for (long archive : archived) {
            highestVersion = Math.max(highestVersion, archive);
            if (!versions.containsKey(archive)) {
                // Its deployment was never confirmed, or its release was interrupted.
                archives.delete(archive);
            }
        }
        // A release deletes the archive. The records of the version stay until the journal is rewritten.
        versions.values().removeIf(version -> version.undeployed() && !archived.contains(version.version()));
        for (long version : versions.keySet()) {
            archive(version);
        }
        rewrite();
    }

    private void apply(JournalRecord record) throws IOException {
        Recorded recorded;
        try {
            recorded = codec.decode(record);
        } catch (MalformedRecordException e) {
            throw new IOException("The journal of deployments cannot be read: " + e.getMessage(), e);
        }
        sequence = Math.max(sequence, recorded.sequence());
        if (recorded.event() instanceof Deployed deployed) {
            apply(deployed);
        } else if (recorded.event() instanceof Undeployed undeployed) {
            apply(undeployed);
        } else {
            throw new IOException("The journal of deployments has a record of type "
                    + recorded.event().type() + ", which belongs to instances.");
        }
    }

    private void apply(Deployed deployed) {
        highestVersion = Math.max(highestVersion, deployed.version());
        versions.putIfAbsent(deployed.version(), new StoredVersion(deployed, false));
        versions.computeIfPresent(
                deployed.replaces(), (number, version) -> new StoredVersion(version.deployment(), true));
    }

    private void apply(Undeployed undeployed) {
        highestVersion = Math.max(highestVersion, undeployed.version());
        versions.computeIfPresent(
                undeployed.version(), (number, version) -> new StoredVersion(version.deployment(), true));
    }

    /** Writes the present versions into the newest segment, and releases older segments. */
    private void rewrite() throws IOException {
        if (!journal.hasRoom()) {
            // The old records are still there, and the next start tries again.
            return;
        }
        List<RecordedEvent> events = new ArrayList<>();
        for (StoredVersion version : versions.values()) {
            events.add(version.deployment());
            if (version.undeployed()) {
                events.add(new Undeployed(version.version()));
            }
        }
        if (highestVersion > 0 && !versions.containsKey(highestVersion)) {
            // No later version may get the number of a version that instances have used.
            events.add(new Undeployed(highestVersion));
        }
        long first = Long.MAX_VALUE;
        for (RecordedEvent event : events) {
            first = Math.min(first, append(event));
        }
        if (!events.isEmpty()) {
            journal.release(first);
            journal.work();
        }
    }

    /** Appends a record; returns the segment that contains it when it is durable. */
    private long append(RecordedEvent event) throws IOException {
        if (!journal.hasRoom()) {
            // There may be room now.
            journal.work();
        }
        if (journal.failure() == null && !journal.hasRoom()) {
            throw new DiskFullException("The disk has no room for the journal of deployments.", null);
        }
        Waiting waiting = new Waiting();
        journal.append(codec.encode(new Recorded(0, ++sequence, Progress.at(clockMs.getAsLong()), event)), waiting);
        journal.work();
        if (waiting.segment == 0) {
            throw fail(
                    waiting.cause != null
                            ? waiting.cause
                            : new IOException("The disk filled up while a deployment was written."));
        }
        return waiting.segment;
    }

    /** The outcome of one append. The thread that waits for it also does the work of the journal. */
    private static final class Waiting implements DurabilityListener {
        private long segment;
        private IOException cause;

        @Override
        public void durable(long place) {
            segment = place;
        }

        @Override
        public void failed(IOException reason) {
            cause = reason;
        }
    }

    /** Stops the store because of an error of the disk; returns the exception for the caller. */
    private IOException fail(IOException cause) {
        failure = cause;
        return stopped();
    }

    private IOException stopped() {
        return new IOException(
                "The store of deployments has stopped (" + failure.getMessage()
                        + "); check the disk and start the engine again.",
                failure);
    }

    private void check() throws IOException {
        if (failure != null) {
            throw stopped();
        }
    }

    /** Returns the versions that have an archive, in the order of their deployment. */
    public synchronized List<StoredVersion> versions() {
        return List.copyOf(versions.values());
    }

    /** Returns the version of a deployment that takes new messages; null for none. */
    public synchronized StoredVersion current(String name) {
        return versions.values().stream()
                .filter(version -> version.name().equals(name) && !version.undeployed())
                .findFirst()
                .orElse(null);
    }

    /**
     * Adds a version of a process, which replaces the current one of the same name.
     *
     * @param name the name of the deployment
     * @param archive the bytes of the archive
     * @param fingerprint the fingerprint of the compiled program
     * @param settings the settings on which results depend
     * @throws DiskFullException if there is no room; nothing has changed then
     */
    public synchronized StoredVersion deploy(
            String name, byte[] archive, long fingerprint, NavigableMap<String, String> settings) throws IOException {
        check();
        StoredVersion before = current(name);
        // A number is used once, also if this method fails: its archive may exist again after a crash.
        long version = ++highestVersion;
        long replaces = before == null ? 0 : before.version();
        StoredVersion stored =
                new StoredVersion(new Deployed(version, name, replaces, sha256(archive), fingerprint, settings), false);
        try {
            archives.write(version, archive);
        } catch (DiskFullException e) {
            throw e;
        } catch (IOException e) {
            throw fail(e);
        }
        try {
            append(stored.deployment());
        } catch (DiskFullException e) {
            archives.delete(version);
            throw e;
        }
        apply(stored.deployment());
        return stored;
    }

    /**
     * Undeploys a version, which takes no new messages afterwards.
     *
     * @throws IllegalArgumentException if there is no such version
     * @throws DiskFullException if there is no room; nothing has changed then
     */
    public synchronized void undeploy(long version) throws IOException {
        check();
        if (!known(version).undeployed()) {
            Undeployed undeployed = new Undeployed(version);
            append(undeployed);
            apply(undeployed);
        }
    }

    /**
     * Deletes the archive of a version that takes no new messages and has no instances.
     *
     * @throws IllegalArgumentException if there is no such version, or it takes new messages
     */
    public synchronized void release(long version) throws IOException {
        check();
        StoredVersion stored = known(version);
        if (!stored.undeployed()) {
            throw new IllegalArgumentException("version " + version + " of '" + stored.name() + "' takes new messages");
        }
        archives.delete(version);
        versions.remove(version);
    }

    private StoredVersion known(long version) {
        StoredVersion stored = versions.get(version);
        if (stored == null) {
            throw new IllegalArgumentException("there is no version " + version);
        }
        return stored;
    }

    /**
     * Returns the archive of a version.
     *
     * @throws IllegalArgumentException if there is no such version
     * @throws IOException if the archive is missing or damaged
     */
    public synchronized byte[] archive(long version) throws IOException {
        return archive(archives, known(version));
    }

    /**
     * Returns the archive of a version in the folder of an engine, without a lock on the folder. Another process may
     * have the store open, as long as it does not release the version.
     *
     * @param folder the folder of the engine
     * @throws IOException if the archive is missing or damaged
     */
    public static byte[] archive(Path folder, StoredVersion stored) throws IOException {
        return archive(new ArchiveFolder(DurableFolder.deployments(folder)), stored);
    }

    private static byte[] archive(ArchiveFiles archives, StoredVersion stored) throws IOException {
        byte[] archive;
        try {
            archive = archives.read(stored.version());
        } catch (IOException e) {
            throw new IOException(
                    "The archive of version " + stored.version() + " of '" + stored.name()
                            + "' cannot be read; restore it from a backup.",
                    e);
        }
        if (!sha256(archive).equals(stored.deployment().sha256())) {
            throw new IOException("The archive of version " + stored.version() + " of '" + stored.name()
                    + "' is not what was deployed; restore it from a backup.");
        }
        return archive;
    }

    /** Returns the checksum of an archive in hexadecimal digits. */
    public static String sha256(byte[] archive) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each Java platform has SHA-256.", e);
        }
    }

    /** Closes the journal, and its files if this object has opened them. */
    @Override
    public synchronized void close() throws IOException {
        journal.close();
        if (closesFiles) {
            files.close();
        }
        failure = failure == null ? new IOException("It is closed.") : failure;
    }
}
