package io.soabench.driver.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A start of a program with an archive of its classes, or without. The starter states at its end whether it ended well. For one start, in one
 * thread at a time.
 */
public final class ArchivedStart {

    /** An archive that does not fit is not used, and classes that cannot be archived are not; the JVM need not print that. */
    private static final String NO_MESSAGES = "-Xlog:cds*=off";

    private final List<String> command;
    private final ClassArchives archives;
    private final Path archive;
    private final Path fresh;

    private ArchivedStart(List<String> command, ClassArchives archives, Path archive, Path fresh) {
        this.command = command;
        this.archives = archives;
        this.archive = archive;
        this.fresh = fresh;
    }

    static ArchivedStart plain(List<String> command) {
        return new ArchivedStart(List.copyOf(command), null, null, null);
    }

    static ArchivedStart using(List<String> command, Path archive) {
        return new ArchivedStart(with(command, "-XX:SharedArchiveFile=" + archive), null, archive, null);
    }

    static ArchivedStart making(List<String> command, ClassArchives archives, Path archive, Path fresh) {
        return new ArchivedStart(with(command, "-XX:ArchiveClassesAtExit=" + fresh), archives, archive, fresh);
    }

    /** Adds an option before all options of the program: the program's own options win. */
    private static List<String> with(List<String> command, String option) {
        List<String> all = new ArrayList<>(command);
        all.addAll(1, List.of(NO_MESSAGES, option));
        return List.copyOf(all);
    }

    /** Returns the command to start. */
    public List<String> command() {
        return command;
    }

    /** Returns the archive that it will leave; nothing when it uses one, or none. */
    public Optional<Path> leaves() {
        return Optional.ofNullable(fresh).map(unused -> archive);
    }

    /** Returns whether it uses an archive that an earlier one has left. */
    public boolean uses() {
        return archive != null && fresh == null;
    }

    /**
     * Removes the archive that this start uses, if any. A JVM crashes when a part of its archive is missing, so the
     * next start would crash, too.
     */
    public void removeArchive() {
        if (uses()) {
            remove(archive);
        }
    }

    /**
     * Keeps the archive of a program that has ended, or was never started. Without effect unless the program was to leave one.
     *
     * @param well whether the program has done all its work and ended by itself: other archives are incomplete
     */
    public void ended(boolean well) {
        if (fresh == null || !Files.exists(fresh)) {
            return;
        }
        try {
            if (well) {
                archives.keep(fresh, archive);
            }
        } catch (IOException e) {
            // The next start of the program makes its own archive.
            return;
        } finally {
            remove(fresh);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The file is removed later, with other incomplete or unused archives.
            return;
        }
    }
}
