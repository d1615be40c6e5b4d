package io.soabench.start;

import io.soabench.model.issue.Issue;
import io.soabench.model.issue.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a testbed before publication, in a hidden folder next to the final one. Publication moves all of them, the model last. A draft
 * that is closed before, or whose JVM ends early, leaves no file, also where some were moved already.
 */
final class TestbedDraft implements AutoCloseable {

    private static final String MODEL_ENDING = ".testbed";

    private final Path directory;
    private final Path folder;
    private final List<Path> madeAbove;
    private final ExitHook atExit;

    /** The files that were moved and the folders that were made for them, in this order; emptied when all files are moved. */
    private final List<Path> moved = Collections.synchronizedList(new ArrayList<>());

    private TestbedDraft(Path directory, Path folder, List<Path> madeAbove) {
        this.directory = directory;
        this.folder = folder;
        this.madeAbove = madeAbove;
        atExit = new ExitHook("remove-draft", this::remove);
    }

    /** Refuses a directory that has a testbed, and a path that is no directory, before anything else is done. */
    static void requireRoom(Path directory) throws StartRefusedException, IOException {
        Path there = directory.toAbsolutePath().normalize();
        if (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(there)) {
            throw new StartRefusedException(there + " is there and is no folder; choose another one");
        }
        try (Stream<Path> content = Files.list(there)) {
            List<Path> models = content.filter(file -> file.toString().endsWith(MODEL_ENDING))
                    .sorted()
                    .toList();
            if (!models.isEmpty()) {
                throw new StartRefusedException(there + " already has a testbed, "
                        + models.get(0).getFileName() + ", and nothing is overwritten; choose another folder");
            }
        }
    }

    /** Returns an empty draft of a directory. */
    static TestbedDraft beside(Path directory) throws IOException {
        Path there = directory.toAbsolutePath().normalize();
        Path parent = there.getParent() == null ? there : there.getParent();
        List<Path> made = new ArrayList<>();
        for (Path above = parent; above != null && !Files.exists(above); above = above.getParent()) {
            made.add(above);
        }
        Files.createDirectories(parent);
        return new TestbedDraft(there, Files.createTempDirectory(parent, ".soabench-init-"), made);
    }

    /** Returns the folder that holds the files for now. */
    Path folder() {
        return folder;
    }

    /** Adds a file of text. */
    void text(String name, String text) throws IOException {
        bytes(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a file, or replaces it. */
    void bytes(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name).normalize();
        if (!file.startsWith(folder)) {
            throw new IOException(name + " is outside of the testbed");
        }
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    /** Removes all files from the draft. */
    void clear() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Returns an issue as it reads once the files are published. */
    Issue published(Issue issue) {
        return new Issue(
                issue.severity(),
                issue.code(),
                new Place(
                        moved(issue.path()), issue.place().line(), issue.place().column()),
                published(issue.message()));
    }

    /** Returns a sentence as it reads once the files are published. */
    String published(String sentence) {
        return sentence.replace(folder.toString(), directory.toString());
    }

    private Path moved(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return absolute.startsWith(folder) ? directory.resolve(folder.relativize(absolute)) : absolute;
    }

    /**
     * Moves all files to the directory, which is made if it is missing. If a file cannot be moved, {@link #close} removes those that were.
     *
     * @return the files in the directory, sorted
     * @throws StartRefusedException when a file of that name is there
     */
    List<Path> publish() throws StartRefusedException, IOException {
        List<Path> files = files();
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            // A new folder of that name gets the rights that the user's folders have.
            Files.createDirectory(directory);
            moved.add(directory);
        } else {
            for (Path file : files) {
                Path target = moved(file);
                if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                    throw new StartRefusedException(
                            target + " is already there, and nothing is overwritten; choose another folder");
                }
            }
        }
        // The model comes last: as long as it is missing, there is no testbed.
        List<Path> order = files.stream()
                .sorted(Comparator.comparing((Path file) -> file.toString().endsWith(MODEL_ENDING)))
                .toList();
        for (Path file : order) {
            Path target = moved(file);
            makeFolder(target.getParent());
            try {
                Files.move(file, target);
            } catch (FileAlreadyExistsException e) {
                throw new StartRefusedException(
                        target + " is already there, and nothing is overwritten; choose another folder", e);
            }
            moved.add(target);
        }
        moved.clear();
        madeAbove.clear();
        return files.stream().map(this::moved).sorted().toList();
    }

    private void makeFolder(Path missing) throws IOException {
        if (!Files.isDirectory(missing)) {
            makeFolder(missing.getParent());
            Files.createDirectory(missing);
            moved.add(missing);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Override
    public void close() {
        atExit.close();
    }

    private void remove() {
        List<Path> lastFirst = new ArrayList<>(moved);
        Collections.reverse(lastFirst);
        lastFirst.forEach(TestbedDraft::delete);
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(TestbedDraft::delete);
        } catch (IOException e) {
            // It is gone already.
        }
        madeAbove.forEach(TestbedDraft::delete);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A folder that has files of another program stays.
        }
    }
}
