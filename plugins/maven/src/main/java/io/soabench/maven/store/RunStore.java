package io.soabench.maven.store;

import io.soabench.plan.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A folder that keeps finished runs as {@code <testbed>/<run>/}, with checksums and an index. A run in it is never
 * changed or overwritten. Used by one thread.
 */
public final class RunStore {

    private static final Set<String> STORE_FILES = Set.of(FileSums.NAME, PublishedRun.NAME);

    private final Path folder;

    /** Creates the store in a folder, which {@link #publish} makes when it is missing. */
    public RunStore(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** A run that may be published. */
    public static final class Candidate {
        private final Path run;
        private final Path target;
        private final boolean present;
        private final String entry;
        private final FileSums sums;

        private Candidate(Path run, Path target, boolean present, String entry, FileSums sums) {
            this.run = run;
            this.target = target;
            this.present = present;
            this.entry = entry;
            this.sums = sums;
        }

        /** Returns the folder of the run in the store. */
        public Path target() {
            return target;
        }

        /** Returns the number of its files. */
        public int files() {
            return sums.sums().size();
        }
    }

    /**
     * Checks a run, without changing anything.
     *
     * @param run its folder
     * @throws StoreRefused when it has not ended, is not analysed, or when the store has another run of that name
     */
    public Candidate check(Path run) throws IOException {
        PublishedRun entry = new EntryReader(run).entry();
        Path target = folder.resolve(name(entry.testbed(), "testbed", run)).resolve(name(entry.id(), "run", run));
        FileSums sums = FileSums.of(run, STORE_FILES);
        boolean present = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (present) {
            refuseOthers(sums, target);
        }
        return new Candidate(run, target, present, Json.text(entry), sums);
    }

    /** Returns a name that is a file name of its own, so that no run can leave the store. */
    private static String name(String name, String of, Path run) {
        if (name.isBlank()
                || name.startsWith(".")
                || name.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))) {
            throw new StoreRefused("the name \"" + name.replaceAll("\\p{Cntrl}", "?") + "\" of the " + of + " in " + run
                    + " cannot be the name of a folder; a name has no slash, and begins with no dot");
        }
        return name;
    }

    private static void refuseOthers(FileSums sums, Path target) throws IOException {
        if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreRefused(target + " is no folder, so that no run can be there; move it away");
        }
        FileSums there = FileSums.of(target, STORE_FILES);
        sums.firstDifference(there).ifPresent(path -> {
            throw new StoreRefused(target + " has other content under this name (the first difference is " + path
                    + "), and a store never changes a run; publish into another folder with -Dstore, or move that run"
                    + " away if this one is to replace it");
        });
        Path file = target.resolve(FileSums.NAME);
        String recorded = Files.isRegularFile(file) ? Files.readString(file) : "";
        if (!recorded.equals(FileSums.of(target, Set.of(FileSums.NAME)).text())) {
            throw new StoreRefused("the files of " + target + " are not those of its " + FileSums.NAME
                    + "; sha256sum -c names them; move that run away, then publish this one again");
        }
    }

    /**
     * Copies a run into the store. An exception or the end of this process leaves nothing of it there.
     *
     * @return false when the store had it already
     */
    public boolean publish(Candidate run) throws IOException {
        if (run.present) {
            return false;
        }
        try (RunCopy copy = new RunCopy(folder)) {
            copy.copy(run.run, run.sums);
            copy.add(PublishedRun.NAME, run.entry);
            copy.add(FileSums.NAME, run.sums.with(PublishedRun.NAME, run.entry).text());
            copy.place(run.target);
        }
        return true;
    }

    /**
     * Makes the index anew from the folders of the store: {@code index.json} and {@code index.html}.
     *
     * @return the runs that cannot be read, each with the reason, as sentences
     */
    public List<String> index() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new StoreRefused("there is no store " + folder + "; -Dstore names the folder of one");
        }
        StoreIndex index = StoreIndex.of(folder);
        Json.write(folder.resolve(StoreIndex.NAME), index);
        StorePage.write(folder, index);
        return index.unreadable().stream()
                .map(each -> each.folder() + " cannot be read: " + each.reason())
                .toList();
    }

    /** Returns the page of the index. */
    public Path page() {
        return folder.resolve(StorePage.NAME);
    }
}
