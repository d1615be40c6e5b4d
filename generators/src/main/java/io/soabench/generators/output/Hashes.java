package io.soabench.generators.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** SHA-256, hexadecimal. */
public final class Hashes {

    private static final int BUFFER = 1 << 16;

    private Hashes() {}

    /** Returns the hash of a file's content. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Returns the hash of a testbed file's words, so that comments and layout do not count. A file that is no text in UTF-8
     * has a hash, too, because the language reports it with its place.
     */
    public static String ofModel(Path file) throws IOException {
        String words = ModelWords.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(sha256().digest(words.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the hash of several files: of the lines {@code <sha256>  <name>}, sorted by name. */
    public static String of(Map<String, Path> files) throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            hashes.put(file.getKey(), of(file.getValue()));
        }
        return ofHashes(hashes);
    }

    /** Returns the hash of several files whose hashes are known, by name: of the lines {@code <sha256>  <name>}, sorted by name. */
    public static String ofHashes(Map<String, String> hashes) {
        MessageDigest digest = sha256();
        new TreeMap<>(hashes)
                .forEach((name, hash) -> digest.update((hash + "  " + name + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
