package io.soabench.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 digests of released files. A comparison with them proves that the measured files are the released ones, from
 * any repository or disk. It takes at most about a second for 100 MB.
 *
 * @param byFile hexadecimal digits in lower case by file name
 */
public record Checksums(Map<String, String> byFile) {

    /** An empty set of digests, with which no file is compared. */
    public static final Checksums NONE = new Checksums(Map.of());

    private static final int BUFFER = 1 << 16;

    /** Copies the map. */
    public Checksums {
        byFile = Map.copyOf(byFile);
    }

    /**
     * Reads a resource in the format of {@code sha256sum}. Each line has a digest, blanks and a file name. Lines that
     * begin with {@code #} are comments.
     *
     * @param owner the class beside which the resource lies
     * @throws IllegalStateException when the resource is missing or has a line of another form
     */
    public static Checksums read(Class<?> owner, String resource) {
        Map<String, String> byFile = new TreeMap<>();
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in the archive of " + owner.getName());
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (!line.matches("[0-9a-f]{64} +\\S+")) {
                    throw new IllegalStateException(resource + " has the line \"" + line
                            + "\"; expected is a SHA-256 of 64 digits, blanks, a file name");
                }
                byFile.put(line.substring(64).strip(), line.substring(0, 64));
            }
        } catch (IOException e) {
            throw new IllegalStateException(resource + " cannot be read: " + e.getMessage(), e);
        }
        return new Checksums(byFile);
    }

    /**
     * Compares the files of a class path.
     *
     * @return one sentence for each file that is missing or not what was released, sorted by name
     */
    public List<String> problems(List<Path> classPath) {
        Map<String, Path> present = new TreeMap<>();
        for (Path path : classPath) {
            present.putIfAbsent(String.valueOf(path.getFileName()), path);
        }
        List<String> problems = new ArrayList<>();
        new TreeMap<>(byFile).forEach((name, digest) -> {
            Path file = present.get(name);
            if (file == null) {
                problems.add(name + " is not on the class path, though it belongs to the release; run again online");
                return;
            }
            try (InputStream content = Files.newInputStream(file)) {
                if (!sha256(content).equals(digest)) {
                    problems.add(file + " is not what was released; delete it, and the next run fetches it again");
                }
            } catch (IOException e) {
                problems.add(file + " cannot be read (" + e.getMessage()
                        + "); delete it, and the next run fetches it again");
            }
        });
        return problems;
    }

    /** Returns the SHA-256 of the rest of a stream, as hexadecimal digits in lower case, and closes the stream. */
    public static String sha256(InputStream content) throws IOException {
        try (DigestInputStream in = new DigestInputStream(content, MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[BUFFER];
            while (in.read(buffer) >= 0) {
                // The stream digests what is read.
            }
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
