package io.soabench.engine.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder with the folders of durable engines. It is deleted when it is closed. One thread uses it. */
final class BenchFolder implements AutoCloseable {
    private final Path path;
    private int copies;

    BenchFolder(String prefix) throws IOException {
        path = Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), prefix);
    }

    Path path() {
        return path;
    }

    /**
     * Copies the folder of an engine that has ended. The copy is on the disk when this returns, so that no later force
     * of an engine has to write it.
     */
    Path copy(Path original) throws IOException {
        Path copy = path.resolve("copy-" + ++copies);
        copyTo(original, copy);
        return copy;
    }

    /** Copies a folder and all that is in it. */
    static void copyTo(Path original, Path copy) throws IOException {
        for (Path from : contents(original)) {
            Path to = copy.resolve(original.relativize(from).toString());
            if (Files.isDirectory(from)) {
                Files.createDirectories(to);
            } else {
                Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
                try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE)) {
                    file.force(true);
                }
            }
        }
    }

    /** Deletes a folder and all that is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> inside = contents(folder);
        for (Path file : inside.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
        }
    }

    /** Returns a folder and all that is in it, each folder before its content. */
    private static List<Path> contents(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        }
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }
}
