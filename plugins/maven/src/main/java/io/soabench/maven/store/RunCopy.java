package io.soabench.maven.store;

import io.soabench.driver.run.FolderOperations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Map;

/**
 * A copy that is being made in a hidden folder of the store. One move puts it in its place; without that move, {@link
 * #close} removes it. So does Ctrl-C, on another thread; everything later is refused then.
 */
final class RunCopy implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final Path store;
    private final Path hidden;
    private final Thread interruption = new Thread(this::stop, "store-interruption");
    private volatile boolean stopped;

    /** Makes the hidden folder, and the store when it is missing. */
    RunCopy(Path store) throws IOException {
        this.store = store;
        Files.createDirectories(store);
        this.hidden = fresh(store);
        Runtime.getRuntime().addShutdownHook(interruption);
    }

    private static Path fresh(Path store) throws IOException {
        String name = ".publish-" + ProcessHandle.current().pid();
        for (int n = 1; ; n++) {
            try {
                return Files.createDirectory(store.resolve(name + "-" + n));
            } catch (FileAlreadyExistsException taken) {
                // The folder belongs to another copy, or was left by a process that was killed.
            }
        }
    }

    /**
     * Copies files of a run.
     *
     * @throws StoreRefused when a file has changed since its sum was taken
     */
    synchronized void copy(Path run, FileSums sums) throws IOException {
        for (Map.Entry<String, String> file : sums.sums().entrySet()) {
            if (!copied(run.resolve(file.getKey()), hidden.resolve(file.getKey()))
                    .equals(file.getValue())) {
                throw new StoreRefused(run.resolve(file.getKey())
                        + " changed while it was copied; publish the run when nothing writes" + " to it");
            }
        }
    }

    private String copied(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        MessageDigest digest = FileSums.digest();
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(from);
                OutputStream out = Files.newOutputStream(to)) {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                refuseStopped();
                digest.update(chunk, 0, length);
                out.write(chunk, 0, length);
            }
        }
        return FileSums.hexadecimal(digest);
    }

    /** Adds a text file. */
    synchronized void add(String path, String text) throws IOException {
        refuseStopped();
        Files.write(hidden.resolve(path), text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Moves the copy into its place.
     *
     * @param target a folder that does not exist
     */
    synchronized void place(Path target) throws IOException {
        refuseStopped();
        Files.createDirectories(target.getParent());
        try {
            Files.move(hidden, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteEmpty(target.getParent());
            throw e;
        }
    }

    private void refuseStopped() {
        if (stopped) {
            throw new StoreRefused("the copy into " + store + " was interrupted and removed; start the goal again");
        }
    }

    /** Removes the copy unless it is in its place. Called by any thread. */
    void stop() {
        stopped = true;
        synchronized (this) {
            try {
                FolderOperations.remove(hidden);
                deleteEmpty(store);
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "cannot remove " + hidden + ", which no run needs: " + e.getMessage(), e);
            }
        }
    }

    private static void deleteEmpty(Path folder) throws IOException {
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException | NoSuchFileException e) {
            // Other runs are there, or another process removed it.
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException e) {
            // The process ends now, and its end has removed the copy.
        }
    }
}
