package io.soabench.engine.runtime.journal.store;

import io.soabench.engine.runtime.journal.DiskFullException;
import io.soabench.engine.runtime.journal.FolderLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a durable engine. Only its owner can read it, and one engine uses it at a time.
 *
 * <p>Threading: one thread, which is never interrupted.
 */
public final class DurableFolder implements Closeable {
    private static final String IDENTITY = "engine.id";

    private static final Pattern REPLICA = Pattern.compile("replica-(\\d{1,9})");

    private final Path folder;
    private final FolderLock lock;
    private final UUID engine;

    private DurableFolder(Path folder, FolderLock lock, UUID engine) {
        this.folder = folder;
        this.lock = lock;
        this.engine = engine;
    }

    /**
     * Opens a folder, which is created if it does not exist.
     *
     * @param fresh the identity of a new engine; ignored when the folder has one
     * @throws IOException if another engine has locked it, the identity cannot be read, or the file system refuses
     */
    public static DurableFolder open(Path folder, UUID fresh) throws IOException {
        FolderLock lock = FolderLock.on(folder, "The durable state");
        try {
            return new DurableFolder(folder, lock, identity(folder, fresh));
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Returns the identity of the engine to which a folder belongs, without locking the folder.
     *
     * @throws IOException if it has none
     */
    public static UUID identity(Path folder) throws IOException {
        Path file = folder.resolve(IDENTITY);
        if (!Files.exists(file)) {
            throw new IOException("The folder " + folder + " has no file " + IDENTITY
                    + "; name the folder that the engine was started with.");
        }
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("The file " + file + " has no identity of an engine; restore it from a backup.", e);
        }
    }

    private static UUID identity(Path folder, UUID fresh) throws IOException {
        Path file = folder.resolve(IDENTITY);
        if (Files.exists(file)) {
            return identity(folder);
        }
        if (Files.exists(deployments(folder))) {
            // Checksums begin with the identity, so nothing could be read with another one.
            throw new IOException("The file " + file + " is missing; restore it from a backup.");
        }
        Path unfinished = folder.resolve(IDENTITY + ".unfinished");
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try (FileChannel channel =
                FileChannel.open(unfinished, options, FolderLock.permissions(folder, FolderLock.OF_FILES))) {
            ByteBuffer bytes = ByteBuffer.wrap((fresh + "\n").getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw DiskFullException.of(e, folder);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        FolderLock.forceEntries(folder);
        return fresh;
    }

    /** Returns the identity of the engine. */
    public UUID engine() {
        return engine;
    }

    /** Returns the folder of the journal of a replica. */
    public Path replica(int number) {
        return replica(folder, number);
    }

    /** Returns the folder of the journal of a replica in the folder of an engine. */
    public static Path replica(Path folder, int number) {
        return folder.resolve("replica-" + number);
    }

    /**
     * Returns the numbers of the replicas that have a folder, in their order.
     *
     * @throws IOException if the folder cannot be read
     */
    public List<Integer> replicas() throws IOException {
        return replicas(folder);
    }

    /**
     * Returns the numbers of the replicas that have a folder in the folder of an engine, in their order.
     *
     * @throws IOException if the folder cannot be read
     */
    public static List<Integer> replicas(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> REPLICA.matcher(path.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Integer.valueOf(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the folder of the archives. */
    public Path deployments() {
        return deployments(folder);
    }

    /** Returns the folder of the archives in the folder of an engine. */
    static Path deployments(Path folder) {
        return folder.resolve("deployments");
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
