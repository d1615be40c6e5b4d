package io.soabench.driver.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Operations on whole folders: copies, packs and removals. */
public final class FolderOperations {

    /** Larger files are copied as they are: they are traces, not texts with placeholders. */
    private static final long LONGEST_TEXT = 8L << 20;

    /** The beginnings of placeholders in placed files. */
    private static final List<String> PLACEHOLDERS = List.of("${server.", "${callback.");

    private FolderOperations() {}

    /** Copies a folder; the text of each file with placeholders of servers or callbacks goes through the function. */
    public static void copy(Path from, Path to, UnaryOperator<String> fill) throws IOException {
        for (Path source : files(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            Files.createDirectories(target.getParent());
            if (Files.size(source) <= LONGEST_TEXT) {
                // One byte is one character, so that other bytes than the placeholder's stay what they are.
                String text = Files.readString(source, StandardCharsets.ISO_8859_1);
                if (PLACEHOLDERS.stream().anyMatch(text::contains)) {
                    Files.writeString(target, fill.apply(text), StandardCharsets.ISO_8859_1);
                    continue;
                }
            }
            Files.copy(source, target);
        }
    }

    /** Returns all files below a folder, sorted by path. */
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Packs a folder; entries are sorted and carry no date, so that equal folders give equal archives. */
    public static void zip(Path folder, Path archive) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Path file : files(folder)) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    /** Removes a folder and all below it; links are removed, not followed. Nothing happens when it is not there. */
    public static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns the bytes that can still be written where the folder is. */
    public static long free(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the free space of " + folder + ": " + e.getMessage(), e);
        }
    }
}
