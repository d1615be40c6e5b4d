package io.soabench.local;

import io.soabench.driver.run.Folders;
import io.soabench.driver.run.Settings;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Looks every two seconds how much the servers of a repetition have written, and how much room is left. */
final class DiskWatch {

    private static final long INTERVAL_NS = 2_000_000_000L;

    private final Path run;
    private final Settings settings;
    private final HostClock clock;
    private long nextNs;

    DiskWatch(Path run, Settings settings, HostClock clock) {
        this.run = run;
        this.settings = settings;
        this.clock = clock;
    }

    /** What a server's folder holds. */
    private record Use(Server server, long bytes, Path largest, long largestBytes) {

        String words(String verb) {
            return server.name() + " " + verb + " " + mib(bytes)
                    + (largest == null
                            ? ""
                            : ", of which " + server.root().relativize(largest) + " " + mib(largestBytes));
        }
    }

    /** Why the servers must be stopped, as one sentence; nothing between two looks. */
    Optional<String> problem(Collection<Server> servers) {
        long now = clock.epochNanos();
        if (now < nextNs) {
            return Optional.empty();
        }
        nextNs = now + INTERVAL_NS;
        Optional<Use> largest = servers.stream().map(DiskWatch::use).max(Comparator.comparingLong(Use::bytes));
        if (largest.isPresent() && largest.get().bytes() > settings.workLimitBytes()) {
            return Optional.of("server " + largest.get().words("was stopped: its work folder holds")
                    + ", and at most " + mib(settings.workLimitBytes())
                    + " are allowed; make it write less, or raise soabench.workLimit");
        }
        long free = Folders.free(run);
        if (free >= settings.floorBytes()) {
            return Optional.empty();
        }
        return Optional.of("the servers were stopped before the disk of " + run + " is full: " + mib(free) + " are left"
                + largest.map(use -> "; the work folder of server " + use.words("holds"))
                        .orElse("")
                + "; make room and resume the run");
    }

    static String mib(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
    }

    private static Use use(Server server) {
        Sum sum = new Sum();
        try {
            if (Files.isDirectory(server.root())) {
                Files.walkFileTree(server.root(), sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + server.root(), e);
        }
        return new Use(server, sum.bytes, sum.largest, sum.largestBytes);
    }

    /** Adds the sizes of files up; files and folders come and go meanwhile, and what is gone counts nothing. */
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
