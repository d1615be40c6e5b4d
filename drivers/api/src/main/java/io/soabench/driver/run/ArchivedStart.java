package io.soabench.driver.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A start of a program with an archive of its classes, or without. Whoever starts it says at its end whether it ended
 * well. For one start, in one thread at a time.
 */
public final class ArchivedStart {

    /** An archive that does not fit is not used, and classes that cannot be archived are not; the JVM need not tell. */
    private static final String SILENT = "-Xlog:cds*=off";

    private final List<String> command;
    private final ClassArchives keeper;
    private final Path archive;
    private final Path fresh;

    private ArchivedStart(List<String> command, ClassArchives keeper, Path archive, Path fresh) {
        this.command = command;
        this.keeper = keeper;
        this.archive = archive;
        this.fresh = fresh;
    }

    static ArchivedStart plain(List<String> command) {
        return new ArchivedStart(List.copyOf(command), null, null, null);
    }

    static ArchivedStart using(List<String> command, Path archive) {
        return new ArchivedStart(with(command, "-XX:SharedArchiveFile=" + archive), null, archive, null);
    }

    static ArchivedStart making(List<String> command, ClassArchives keeper, Path archive, Path fresh) {
        return new ArchivedStart(with(command, "-XX:ArchiveClassesAtExit=" + fresh), keeper, archive, fresh);
    }

    /** Before all options of the program: the last word is theirs. */
    private static List<String> with(List<String> command, String option) {
        List<String> all = new ArrayList<>(command);
        all.addAll(1, List.of(SILENT, option));
        return List.copyOf(all);
    }

    /** What to start. */
    public List<String> command() {
        return command;
    }

    /** The archive that it will leave; nothing when it uses one, or none. */
    public Optional<Path> leaves() {
        return Optional.ofNullable(fresh).map(unused -> archive);
    }

    /** Whether it uses an archive that an earlier one has left. */
    public boolean uses() {
        return archive != null && fresh == null;
    }

    /** Removes the archive that it uses, if it uses one: a JVM crashes when a part of it is missing, and so would the next one. */
    public void distrust() {
        if (uses()) {
            remove(archive);
        }
    }

    /**
     * To be called when the program has ended, or was never started. Without effect unless it was to leave an archive.
     *
     * @param well whether it has done all its work and ended by itself: what others leave is not complete, or holds too little
     */
    public void ended(boolean well) {
        if (fresh == null || !Files.exists(fresh)) {
            return;
        }
        try {
            if (well) {
                keeper.keep(fresh, archive);
            }
        } catch (IOException e) {
            // The next one makes its own.
            return;
        } finally {
            remove(fresh);
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It is removed with those that were abandoned, or are used no more.
            return;
        }
    }
}
