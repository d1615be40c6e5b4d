package io.soabench.maven;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The folders of one testbed below the output folder: {@code compiled/}, {@code runs/<id>/}, {@code runs/latest}. Never
 * removes a run.
 */
final class Workspace {

    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;

    Workspace(Path output, String testbed) {
        this.folder = output.resolve(testbed);
    }

    /** Where the compiled testbed stands. */
    Path compiled() {
        return folder.resolve("compiled");
    }

    /** A new run's folder, made now; {@code runs/latest} leads to it from now on. */
    Path newRun(Instant now) {
        Path runs = folder.resolve("runs");
        String id = ID.format(now);
        try {
            Files.createDirectories(runs);
            for (int n = 1; ; n++) {
                Path run = runs.resolve(n == 1 ? id : id + "-" + n);
                try {
                    Files.createDirectory(run);
                } catch (FileAlreadyExistsException taken) {
                    continue;
                }
                pointLatestAt(run);
                return run;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for the run in " + runs + ": " + e.getMessage(), e);
        }
    }

    private static void pointLatestAt(Path run) throws IOException {
        Path runs = run.getParent();
        Path link = runs.resolve("latest");
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
            throw new IOException(link + " is not a symbolic link; move it away");
        }
        Path fresh = runs.resolve(".latest-" + run.getFileName());
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, run.getFileName());
        Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The run with that name, {@code latest} included; empty when there is none. */
    Optional<Path> run(String id) {
        Path run = folder.resolve("runs").resolve(id).normalize();
        if (!run.startsWith(folder.resolve("runs")) || !Files.isDirectory(run)) {
            return Optional.empty();
        }
        try {
            return Optional.of(run.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
