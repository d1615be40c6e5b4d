package io.soabench.maven;

import io.soabench.analyzer.compare.ComparisonRefusal;
import io.soabench.analyzer.compare.RunsRefused;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The lookup of runs by the names that users give them. A name is
 *
 * <ul>
 *   <li>the folder of a run,
 *   <li>{@code latest} or another name of a run of the chosen testbed; without a testbed, of any testbed below the output folder
 *       if only one has such a run,
 *   <li>{@code <testbed>/<name>}.
 * </ul>
 */
final class RunFolders {

    private final Path output;
    private final Optional<String> testbed;

    /**
     * Creates the lookup.
     *
     * @param testbed name of the testbed that the user chose, if any
     */
    RunFolders(Path output, Optional<String> testbed) {
        this.output = output;
        this.testbed = testbed;
    }

    /**
     * Returns the folders of all names, in the order of the names.
     *
     * @throws RunsRefused with a reason for each that is not found
     */
    List<Path> of(String names) {
        List<Path> found = new ArrayList<>();
        List<ComparisonRefusal> unknown = new ArrayList<>();
        for (String name : words(names)) {
            List<Path> runs = named(name);
            if (runs.size() == 1) {
                found.add(runs.get(0));
            } else {
                unknown.add(new ComparisonRefusal("unknown", unknown(name, runs)));
            }
        }
        if (!unknown.isEmpty()) {
            throw new RunsRefused(unknown);
        }
        return found;
    }

    /** Returns the words between commas, without empty ones. */
    static List<String> words(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split(",", -1))
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .toList();
    }

    private String unknown(String name, List<Path> runs) {
        return runs.isEmpty()
                ? "there is no run \"" + name + "\": neither a folder with a " + RunFiles.PLAN + ", nor a run in "
                        + PrintedText.shown(output)
                        + testbed.map(of -> " of " + of).orElse("")
                        + "; name its folder, or the folder of all runs with -Dsoabench.output"
                : "several testbeds have a run \"" + name + "\"; name one as TESTBED/" + name
                        + ", or add -Dtestbed=FILE";
    }

    private List<Path> named(String name) {
        Optional<Path> folder = folder(name);
        if (folder.isPresent()) {
            return List.of(folder.get());
        }
        if (testbed.isPresent()) {
            return new TestbedFolders(output, testbed.get()).run(name).stream().toList();
        }
        int slash = name.indexOf('/');
        if (slash > 0) {
            return new TestbedFolders(output, name.substring(0, slash))
                    .run(name.substring(slash + 1)).stream().toList();
        }
        Set<Path> runs = new LinkedHashSet<>();
        for (String each : testbeds()) {
            new TestbedFolders(output, each).run(name).ifPresent(runs::add);
        }
        return List.copyOf(runs);
    }

    private static Optional<Path> folder(String name) {
        try {
            Path path = Path.of(name);
            return Files.isRegularFile(path.resolve(RunFiles.PLAN)) && Files.isRegularFile(path.resolve(RunFiles.RUN))
                    ? Optional.of(path.toRealPath())
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    private List<String> testbeds() {
        if (!Files.isDirectory(output)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(output)) {
            return entries.filter(entry -> Files.isDirectory(entry.resolve("runs")))
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + output + ": " + e.getMessage(), e);
        }
    }
}
