package io.soabench.maven.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The SHA-256 sums of all files of a folder.
 *
 * @param sums hexadecimal sums by path; paths are relative to the folder and have slashes
 */
record FileSums(SortedMap<String, String> sums) {

    /** The file that has the sums of all other files of its folder, as the program {@code sha256sum} writes them. */
    static final String NAME = "SHA256SUMS";

    /** Number of hexadecimal digits of a sum. */
    private static final int SUM_LENGTH = 64;

    /** Keeps its own copy of the sums. */
    FileSums {
        sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    }

    /**
     * Reads all files of a folder.
     *
     * @param except paths that are left out
     * @throws StoreRefused when something in the folder is neither a file nor a folder, for example a symbolic link
     */
    static FileSums of(Path folder, Set<String> except) throws IOException {
        SortedMap<String, String> sums = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = path(folder, file);
                if (!attributes.isRegularFile()) {
                    throw new StoreRefused("a store keeps only files and folders, but " + file
                            + " is something else, such as a link; put a file in its place, or remove it");
                }
                if (!except.contains(path)) {
                    sums.put(path, sum(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return new FileSums(sums);
    }

    /**
     * Reads the content of {@link #NAME}.
     *
     * @throws StoreRefused when a line is not one of {@code sha256sum}
     */
    static FileSums read(String text) {
        SortedMap<String, String> sums = new TreeMap<>();
        for (String line : text.lines().toList()) {
            boolean escaped = line.startsWith("\\");
            String plain = escaped ? line.substring(1) : line;
            if (!plain.matches("[0-9a-f]{64}  .+")) {
                throw new StoreRefused(
                        "\"" + line + "\" is no line of " + NAME + ", which has a sum, two blanks and a path");
            }
            String path = plain.substring(SUM_LENGTH + 2);
            sums.put(escaped ? unescaped(path) : path, plain.substring(0, SUM_LENGTH));
        }
        return new FileSums(sums);
    }

    private static String unescaped(String path) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '\\' && i + 1 < path.length()) {
                i++;
                c = switch (path.charAt(i)) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    default -> path.charAt(i);
                };
            }
            text.append(c);
        }
        return text.toString();
    }

    private static String path(Path folder, Path file) {
        return folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
    }

    private static String sum(Path file) throws IOException {
        return copied(file, OutputStream.nullOutputStream());
    }

    /** Copies a file into a stream and returns its sum. */
    static String copied(Path file, OutputStream to) throws IOException {
        MessageDigest digest = digest();
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(to);
        }
        return hexadecimal(digest);
    }

    /** Returns the sum of a text file. */
    static String sum(String text) {
        MessageDigest digest = digest();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return hexadecimal(digest);
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    static String hexadecimal(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns these sums and that of a text file. */
    FileSums with(String path, String text) {
        SortedMap<String, String> all = new TreeMap<>(sums);
        all.put(path, sum(text));
        return new FileSums(all);
    }

    /** Returns the first path that has another sum in the other folder, or is in one folder only. */
    Optional<String> firstDifference(FileSums other) {
        Set<String> paths = new TreeSet<>(sums.keySet());
        paths.addAll(other.sums.keySet());
        return paths.stream()
                .filter(path -> !sums.getOrDefault(path, "").equals(other.sums.getOrDefault(path, "")))
                .findFirst();
    }

    /** Returns the content of {@link #NAME}. */
    String text() {
        return sums.entrySet().stream().map(FileSums::line).collect(Collectors.joining());
    }

    /** Returns a line of {@code sha256sum}, which begins with a backslash when the name has characters that it escapes. */
    private static String line(Map.Entry<String, String> file) {
        String escaped =
                file.getKey().replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
        return (escaped.equals(file.getKey()) ? "" : "\\") + file.getValue() + "  " + escaped + "\n";
    }
}
