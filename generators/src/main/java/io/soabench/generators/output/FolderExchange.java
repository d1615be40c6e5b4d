package io.soabench.generators.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A writer that fills a folder beside the wanted one and puts it in its place at the end. Until then, and when anything
 * fails, the old folder stays as it was.
 */
public final class FolderExchange {

    /** Name of the file that lists all others. */
    public static final String MANIFEST = "MANIFEST.sha256";

    private FolderExchange() {}

    /** Writes the content of a folder. */
    @FunctionalInterface
    public interface Filling<E extends Exception> {

        /** Writes all files into an existing, empty folder. */
        void fill(Path folder) throws IOException, E;
    }

    /** Replaces a folder, or makes it. */
    public static <E extends Exception> void replace(Path folder, Filling<E> filling) throws IOException, E {
        Path target = folder.toAbsolutePath().normalize();
        Files.createDirectories(target.getParent());
        sweep(target);
        Path part = fresh(target, "part");
        try {
            filling.fill(part);
            seal(part);
            exchange(part, target);
        } finally {
            delete(part);
        }
    }

    private static void exchange(Path part, Path target) throws IOException {
        if (!Files.exists(target)) {
            move(part, target);
            return;
        }
        Path old = fresh(target, "old");
        try {
            move(target, old.resolve("old"));
            try {
                move(part, target);
            } catch (IOException e) {
                move(old.resolve("old"), target);
                throw e;
            }
        } finally {
            delete(old);
        }
    }

    /**
     * Removes the remains of killed processes beside the target. Before that, an old folder is moved back to its place.
     */
    private static void sweep(Path target) throws IOException {
        try (DirectoryStream<Path> left =
                Files.newDirectoryStream(target.getParent(), target.getFileName() + ".{part,old}-*")) {
            for (Path folder : left) {
                String name = folder.getFileName().toString();
                String pid = name.substring(name.lastIndexOf('-') + 1);
                if (!pid.matches("[0-9]{1,18}")
                        || ProcessHandle.of(Long.parseLong(pid)).isPresent()) {
                    continue;
                }
                if (Files.isDirectory(folder.resolve("old")) && !Files.exists(target)) {
                    move(folder.resolve("old"), target);
                }
                delete(folder);
            }
        }
    }

    /** Returns an empty folder beside the target that no other process uses. */
    private static Path fresh(Path target, String kind) throws IOException {
        Path folder = target.resolveSibling(target.getFileName() + "." + kind + "-"
                + ProcessHandle.current().pid());
        delete(folder);
        return Files.createDirectory(folder);
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            throw new IOException(to + " was made by someone else meanwhile; compile again", e);
        }
    }

    /** Writes all files of a folder with their checksums into {@value #MANIFEST}, and replaces an earlier one. */
    public static void seal(Path folder) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.walk(folder)) {
            names = files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.equals(MANIFEST))
                    .sorted()
                    .toList();
        }
        StringBuilder lines = new StringBuilder();
        for (String name : names) {
            lines.append(Hashes.of(folder.resolve(name)))
                    .append("  ")
                    .append(name)
                    .append('\n');
        }
        Files.writeString(folder.resolve(MANIFEST), lines, StandardCharsets.UTF_8);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
