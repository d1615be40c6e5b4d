package io.soabench.maven.store;

import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The index of a store, as {@value #NAME} has it. Equal stores give equal bytes.
 *
 * @param format version of this format, {@link #FORMAT}
 * @param runs the newest first
 * @param unreadable folders in which there is no run that can be read, by name
 */
record StoreIndex(int format, List<Item> runs, List<Unreadable> unreadable) {

    /** The file in the folder of the store. */
    static final String NAME = "index.json";

    /** The version of the format. */
    static final int FORMAT = 1;

    /** The files that readers look for, by their names in the index. */
    private static final Map<String, String> FILES = files();

    private static Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("report", RunFiles.REPORT + "/index.html");
        files.put("results", RunFiles.REPORT + "/results.html");
        files.put("summary", RunFiles.REPORT + "/" + RunFiles.SUMMARY);
        files.put("pdf", RunFiles.REPORT + "/report.pdf");
        files.put("database", EntryReader.DATABASE);
        files.put("checksums", FileSums.NAME);
        return files;
    }

    /**
     * A run.
     *
     * @param folder path in the store
     * @param files paths in the store by name, of those that the run has
     * @param run its entry
     */
    record Item(String folder, Map<String, String> files, PublishedRun run) {}

    /**
     * A folder that should be a run.
     *
     * @param folder path in the store
     * @param reason the rest of a sentence about the folder
     */
    record Unreadable(String folder, String reason) {}

    /** Reads the entries of all runs of a store. Hidden folders and links are not runs. */
    static StoreIndex of(Path store) throws IOException {
        List<Item> runs = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        for (Path testbed : folders(store)) {
            for (Path run : folders(testbed)) {
                String folder = testbed.getFileName() + "/" + run.getFileName();
                try {
                    PublishedRun entry = Json.read(run.resolve(PublishedRun.NAME), PublishedRun.class);
                    String own = entry.testbed() + "/" + entry.id();
                    if (own.equals(folder)) {
                        runs.add(new Item(folder, present(run, folder), entry));
                    } else {
                        unreadable.add(new Unreadable(folder, "its " + PublishedRun.NAME + " is of the run " + own));
                    }
                } catch (UncheckedIOException e) {
                    unreadable.add(new Unreadable(folder, reason(e)));
                }
            }
        }
        runs.sort(Comparator.comparing((Item item) -> item.run().startedAt())
                .reversed()
                .thenComparing(Item::folder));
        return new StoreIndex(FORMAT, List.copyOf(runs), List.copyOf(unreadable));
    }

    private static String reason(UncheckedIOException failed) {
        return failed.getCause() instanceof NoSuchFileException
                ? "it has no " + PublishedRun.NAME + "; publish the run by the goal, from another folder"
                : "its " + PublishedRun.NAME + " cannot be used: " + Json.reason(failed);
    }

    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> !entry.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private static Map<String, String> present(Path run, String folder) {
        Map<String, String> present = new LinkedHashMap<>();
        FILES.forEach((name, path) -> {
            if (Files.isRegularFile(run.resolve(path))) {
                present.put(name, folder + "/" + path);
            }
        });
        return present;
    }
}
