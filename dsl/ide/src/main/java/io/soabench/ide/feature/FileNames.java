package io.soabench.ide.feature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files that a model can name. */
final class FileNames {

    /** Folders below that of the model. */
    private static final int DEPTH = 4;

    private FileNames() {}

    /**
     * The files below the folder of a model, relative to it, sorted.
     *
     * @param endings of which a name has one
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
