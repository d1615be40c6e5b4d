package io.soabench.driver;

import io.soabench.plan.HostClock;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The names of the folders of runs: {@code runs/<yyyyMMdd-HHmmss>} and the link {@code runs/latest}. */
public final class RunFolder {

    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private RunFolder() {}

    /**
     * Makes the folder of a new run and lets {@code latest} point at it.
     *
     * @param runs folder of all runs of a testbed; made when it is missing
     */
    public static Path create(Path runs, HostClock clock) {
        String id = ID.format(clock.now());
        try {
            Files.createDirectories(runs);
            Path folder = runs.resolve(id);
            for (int k = 2; !created(folder); k++) {
                folder = runs.resolve(id + "-" + k);
            }
            Path link = runs.resolve(RunFiles.LATEST);
            Path part = runs.resolve(RunFiles.LATEST + ".part");
            Files.deleteIfExists(part);
            Files.createSymbolicLink(part, folder.getFileName());
            Files.move(part, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a run folder in " + runs + ": " + e.getMessage(), e);
        }
    }

    private static boolean created(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Returns the newest run, or nothing when there is none. */
    public static Optional<Path> latest(Path runs) {
        Path link = runs.resolve(RunFiles.LATEST);
        if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    runs.resolve(Files.readSymbolicLink(link).getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the link " + link + ": " + e.getMessage(), e);
        }
    }
}
