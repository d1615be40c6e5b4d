package io.soabench.maven.store;

import io.soabench.plan.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A zip file of one run with the model that it ran, for an archive or the artifact of a publication. It has a page that
 * explains how to run the model again, checksums, {@code CITATION.cff} and the metadata of RO-Crate 1.1.
 */
public final class RunBundle {

    /** The folder of the model in the bundle. */
    static final String MODEL = "model";

    /** The folder of the run in the bundle. */
    static final String RUN = "run";

    /** The first date that a zip file can have. */
    private static final LocalDateTime NO_DATE = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final Path run;
    private final PublishedRun entry;
    private final SortedMap<String, Path> model = new TreeMap<>();
    private final String testbed;

    /**
     * Creates the bundle of a run.
     *
     * @param run its folder
     * @param testbed the model file that was run
     * @param sources the model file and all other files of the model
     * @throws StoreRefused when the run has not ended or is not analysed
     */
    public RunBundle(Path run, Path testbed, Collection<Path> sources) {
        this.run = run;
        this.entry = new EntryReader(run).entry();
        Path root = root(testbed.toAbsolutePath().normalize(), sources);
        sources.stream()
                .map(source -> source.toAbsolutePath().normalize())
                .forEach(source -> model.put(below(MODEL, root.relativize(source)), source));
        this.testbed = below(MODEL, root.relativize(testbed.toAbsolutePath().normalize()));
    }

    /** Returns the innermost folder that contains all files. */
    private static Path root(Path testbed, Collection<Path> sources) {
        Path root = testbed.getParent();
        for (Path source : sources) {
            while (!source.toAbsolutePath().normalize().startsWith(root)) {
                root = root.getParent();
            }
        }
        return root;
    }

    private static String below(String folder, Path path) {
        return folder + "/" + path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Returns a name for the file. */
    public String name() {
        return entry.testbed() + "-" + entry.id();
    }

    /** Returns the hash of the model that was run. */
    public String modelHash() {
        return entry.modelHash();
    }

    /**
     * Writes the file at once. An exception or the end of this process leaves nothing of it.
     *
     * @param today date of the publication
     * @param author persons or an organisation
     * @param license SPDX identifier of the licence of the data; empty when none is given
     * @throws StoreRefused when there is such a file
     */
    public void write(Path file, LocalDate today, String author, String license) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.exists(file)) {
            throw new StoreRefused(
                    file + " is there, and a bundle replaces no file; move it away, or name another with -Dbundle");
        }
        SortedMap<String, Path> files = new TreeMap<>(model);
        FileSums.of(run, Set.of(FileSums.NAME, PublishedRun.NAME))
                .sums()
                .keySet()
                .forEach(path -> files.put(RUN + "/" + path, run.resolve(path)));
        BundleTexts texts = new BundleTexts(entry, testbed, files.keySet());
        SortedMap<String, String> added = new TreeMap<>(Map.of(
                "README.md",
                texts.readme(),
                "CITATION.cff",
                texts.citation(today, author, license),
                BundleTexts.CRATE,
                Json.text(texts.crate(today, author, license)),
                RUN + "/" + PublishedRun.NAME,
                Json.text(entry)));
        Files.createDirectories(folder);
        Path part = folder.resolve("." + file.getFileName() + ".part");
        Thread interruption = new Thread(() -> remove(part), "bundle-interruption");
        Runtime.getRuntime().addShutdownHook(interruption);
        try {
            zip(part, files, added);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            remove(part);
            try {
                Runtime.getRuntime().removeShutdownHook(interruption);
            } catch (IllegalStateException e) {
                // The process is ending, and its shutdown hook removes the file.
            }
        }
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + part + ": " + e.getMessage(), e);
        }
    }

    private void zip(Path part, SortedMap<String, Path> files, SortedMap<String, String> added) throws IOException {
        SortedMap<String, String> sums = new TreeMap<>();
        try (OutputStream out = Files.newOutputStream(part);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, String> text : added.entrySet()) {
                begin(zip, text.getKey());
                zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
                sums.put(text.getKey(), FileSums.sum(text.getValue()));
            }
            for (Map.Entry<String, Path> file : files.entrySet()) {
                begin(zip, file.getKey());
                sums.put(file.getKey(), FileSums.copied(file.getValue(), zip));
            }
            begin(zip, FileSums.NAME);
            zip.write(new FileSums(sums).text().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void begin(ZipOutputStream zip, String path) throws IOException {
        ZipEntry next = new ZipEntry(name() + "/" + path);
        next.setTimeLocal(NO_DATE);
        zip.putNextEntry(next);
    }
}
