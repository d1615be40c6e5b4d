package io.soabench.agent;

import io.soabench.agent.protocol.Finding;
import io.soabench.driver.run.FolderOperations;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * A watch over the disk: every two seconds it measures how much the servers of a repetition have written, and how much
 * room is left. Used by one thread.
 */
public final class DiskWatch {

    private static final long INTERVAL_NS = 2_000_000_000L;

    private final Path disk;
    private final long workLimitBytes;
    private final long floorBytes;
    private final HostClock clock;
    private long nextNs;

    /**
     * Creates a watch that has not checked the disk yet.
     *
     * @param disk a folder on the disk of which something must be left
     * @param workLimitBytes number of bytes that one server may write
     * @param floorBytes free bytes that the disk must keep
     */
    public DiskWatch(Path disk, long workLimitBytes, long floorBytes, HostClock clock) {
        this.disk = disk;
        this.workLimitBytes = workLimitBytes;
        this.floorBytes = floorBytes;
        this.clock = clock;
    }

    /**
     * Returns why the servers must be stopped; nothing between two checks of the disk.
     *
     * @param folders of the servers, by name
     */
    public Optional<Finding> look(Map<String, Path> folders) {
        long now = clock.epochNanos();
        if (now < nextNs) {
            return Optional.empty();
        }
        nextNs = now + INTERVAL_NS;
        Optional<Finding.Use> largest = folders.entrySet().stream()
                .map(each -> use(each.getKey(), each.getValue()))
                .max(Comparator.comparingLong(Finding.Use::bytes));
        if (largest.isPresent() && largest.get().bytes() > workLimitBytes) {
            return Optional.of(Finding.workLimit(largest.get(), workLimitBytes));
        }
        long free = FolderOperations.free(disk);
        return free >= floorBytes
                ? Optional.empty()
                : Optional.of(Finding.diskNearlyFull(disk.toString(), largest.orElse(null), free));
    }

    private static Finding.Use use(String server, Path root) {
        Sum sum = new Sum();
        try {
            if (Files.isDirectory(root)) {
                Files.walkFileTree(root, sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + root, e);
        }
        return new Finding.Use(
                server,
                sum.bytes,
                sum.largest == null ? null : root.relativize(sum.largest).toString(),
                sum.largestBytes);
    }

    /**
     * Adds up the sizes of files. Files and folders may come and go meanwhile; a file that has disappeared counts as
     * empty.
     */
    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;
        private Path largest;
        private long largestBytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            if (attributes.size() > largestBytes) {
                largest = file;
                largestBytes = attributes.size();
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}
