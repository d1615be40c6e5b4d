package io.soabench.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The hidden folder beside a report in which the next report is made, so that a reader never sees half of it. It is deleted when it is
 * closed, and when the program is asked to end. The next program deletes the folder of a killed one. A lock distinguishes it from the
 * folder of a running one.
 */
final class RenderingFolder implements AutoCloseable {

    private static final String PREFIX = ".rendering-";
    private static final String LOCK = "lock";

    /** Number of attempts to delete the folder: while the program ends, its other threads may still write. */
    private static final int ATTEMPTS = 40;

    private static final long PAUSE_MS = 50;

    private final Path report;
    private final Path folder;
    private final FileChannel lock;
    private final Thread atExit = new Thread(this::removeAtExit, "remove-rendering");

    private RenderingFolder(Path report, Path folder, FileChannel lock) {
        this.report = report;
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Creates a folder.
     *
     * @param report folder of the report; created when it does not exist
     */
    static RenderingFolder create(Path report) throws IOException {
        Files.createDirectories(report);
        removeLeftovers(report);
        Path folder = Files.createTempDirectory(report, PREFIX);
        FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock.lock();
        RenderingFolder rendering = new RenderingFolder(report, folder, lock);
        Runtime.getRuntime().addShutdownHook(rendering.atExit);
        return rendering;
    }

    private static void removeLeftovers(Path report) throws IOException {
        List<Path> folders;
        try (Stream<Path> files = Files.list(report)) {
            folders = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .filter(Files::isDirectory)
                    .toList();
        }
        for (Path folder : folders) {
            if (!inUse(folder)) {
                delete(folder);
            }
        }
    }

    private static boolean inUse(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns the path in which the report is made. */
    Path path() {
        return folder;
    }

    /** Replaces the files of an earlier report by the finished ones. The end of the program waits for it. */
    synchronized void publish(List<String> files) throws IOException {
        for (String file : files) {
            Files.move(folder.resolve(file), report.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private synchronized void removeAtExit() {
        for (int attempt = 0; attempt < ATTEMPTS && Files.exists(folder); attempt++) {
            try {
                delete(folder);
            } catch (IOException | UncheckedIOException e) {
                // Another thread wrote meanwhile; the next attempt finds what it wrote.
                pause();
            }
        }
    }

    private static void pause() {
        try {
            boolean unused = new CountDownLatch(1).await(PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
        delete(folder);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The program is ending: the hook finds nothing left to do.
            atExit.setName(atExit.getName() + " (ending)");
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
