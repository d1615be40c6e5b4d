package io.soabench.metrics.process;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The size of the files of a server: of those below the folders in which its processes work. A walk through a new cluster of
 * PostgreSQL looks at about a thousand files. It is therefore taken only if the model names the metric.
 */
public final class DiskMetrics implements MetricSource {

    private static final String SIZE = "disk-size";

    /** More files than these are no work folder of a server, and a walk through them would disturb it. */
    private static final int MOST_FILES = 50_000;

    private static final List<MetricRecord> METRICS = List.of(new MetricRecord(
            SIZE,
            Kind.GAUGE,
            "bytes",
            "files below the working folders of the server's processes",
            "Lengths of files, not of the blocks that they take. Files elsewhere are not counted. Files that are deleted and"
                    + " still open are not seen. Taken only if the model names it."));

    private final Path proc;
    private List<Long> observed = List.of();

    /** Creates the source for this machine. */
    public DiskMetrics() {
        this(Path.of("/proc"));
    }

    DiskMetrics(Path proc) {
        this.proc = proc;
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    /** Remembers the processes: the files are looked at by {@link #ask}, which follows. */
    @Override
    public void observe(List<Long> pids, Sink sink) {
        observed = List.copyOf(pids);
    }

    @Override
    public void ask(Asked server, Sink sink) {
        if (!server.metrics().contains(SIZE)) {
            return;
        }
        Set<Path> folders = folders();
        if (folders.isEmpty()) {
            sink.unavailable(SIZE, "/proc/PID/cwd cannot be read: the server belongs to another user, or has ended");
            return;
        }
        Sizes sizes = new Sizes();
        try {
            for (Path folder : folders) {
                Files.walkFileTree(folder, sizes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at the files in " + folders + ": " + e, e);
        }
        if (sizes.files > MOST_FILES) {
            sink.unavailable(SIZE, "there are more than " + MOST_FILES + " files in " + folders);
        } else {
            sink.value(SIZE, (double) sizes.bytes);
        }
    }

    /** Returns the working folder of the first process, and those of its descendants that are neither below nor above others. */
    private Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        for (long pid : observed) {
            try {
                Path folder =
                        Files.readSymbolicLink(proc.resolve(Long.toString(pid)).resolve("cwd"));
                if (isOwn(folder)
                        && folders.stream().noneMatch(each -> each.startsWith(folder) || folder.startsWith(each))) {
                    folders.add(folder);
                }
            } catch (IOException e) {
                // A process of another user, or one that has ended meanwhile.
            }
        }
        return folders;
    }

    /** Returns whether a folder may be the server's own: the root is not, nor is one that the server has removed. */
    private static boolean isOwn(Path folder) {
        return folder.getNameCount() > 0 && Files.isDirectory(folder);
    }

    @Override
    public void close() {
        observed = List.of();
    }

    /** The sum of the lengths of all files. Files come and go during the walk. */
    private static final class Sizes extends SimpleFileVisitor<Path> {

        private long bytes;
        private int files;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            files++;
            return files > MOST_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) {
            return FileVisitResult.CONTINUE;
        }
    }
}
