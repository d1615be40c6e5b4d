package io.soabench.maven;

import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
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
 * The folders of one testbed below the output folder: {@code compiled/}, {@code doc/}, {@code runs/<id>/}, {@code
 * runs/latest}. It never removes a run.
 */
final class TestbedFolders {

    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;

    TestbedFolders(Path output, String testbed) {
        this.folder = output.resolve(testbed);
    }

    /** Returns the folder of the compiled testbed. */
    Path compiled() {
        return folder.resolve("compiled");
    }

    /** Returns the folder of the page that describes it. */
    Path doc() {
        return folder.resolve("doc");
    }

    /** Returns the folder of the runs. */
    Path runs() {
        return folder.resolve("runs");
    }

    /** Makes an empty folder for a new run; {@code runs/latest} leads to it once {@link #begun} is called. */
    Path newRun(Instant now) {
        return fresh(runs(), now);
    }

    /** Makes an empty folder that is named after the time, beside others of that kind and the link to the newest. */
    static Path fresh(Path all, Instant now) {
        String id = ID.format(now);
        try {
            Files.createDirectories(all);
            link(all);
            for (int n = 1; ; n++) {
                Path fresh = all.resolve(n == 1 ? id : id + "-" + n);
                try {
                    Files.createDirectory(fresh);
                } catch (FileAlreadyExistsException taken) {
                    continue;
                }
                return fresh;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + all + ": " + e.getMessage(), e);
        }
    }

    /** Removes the folder of the runs if it is empty, after the driver has removed a refused run. */
    void refused() {
        try {
            Files.deleteIfExists(runs());
        } catch (DirectoryNotEmptyException e) {
            // Earlier runs.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + runs() + ": " + e.getMessage(), e);
        }
    }

    /** Returns the path of {@code latest}, which must be a symbolic link or missing. */
    private static Path link(Path runs) throws IOException {
        Path link = runs.resolve(RunFiles.LATEST);
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
            throw new IOException(link + " is not a symbolic link; move it away");
        }
        return link;
    }

    /** Lets {@code runs/latest} lead to a run whose first repetition begins. A refused run never becomes the latest. */
    static void begun(Path run) {
        Path runs = run.getParent();
        try {
            Path link = link(runs);
            Path fresh = runs.resolve(".latest-" + run.getFileName());
            Files.deleteIfExists(fresh);
            Files.createSymbolicLink(fresh, run.getFileName());
            Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the link \"latest\" in " + runs + ": " + e.getMessage(), e);
        }
    }

    /** Returns the run with that name, {@code latest} included; empty when there is none. */
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
