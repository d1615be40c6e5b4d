package io.soabench.ide.feature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names of files for a model. */
final class CandidateFiles {

    /** The depth of searched folders below that of the model. */
    private static final int DEPTH = 4;

    private CandidateFiles() {}

    /**
     * Returns the files below the folder of a model, relative to it, sorted.
     *
     * @param endings accepted endings of names
     */
    static List<String> below(Path model, List<String> endings, int most) {
        Path folder = model.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(
                folder,
                DEPTH,
                (file, attributes) -> attributes.isRegularFile()
                        && endings.stream().anyMatch(file.toString()::endsWith)
                        && !file.equals(model))) {
            return files.map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.startsWith("target/") && !name.startsWith("."))
                    .sorted()
                    .limit(most)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
