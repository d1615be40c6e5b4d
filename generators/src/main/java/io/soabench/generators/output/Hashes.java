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

    /** Of a file's content. */
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

    /** Of several files: of the lines {@code <sha256>  <name>}, sorted by name. */
    public static String of(Map<String, Path> files) throws IOException {
        MessageDigest digest = sha256();
        for (Map.Entry<String, Path> file : new TreeMap<>(files).entrySet()) {
            String line = of(file.getValue()) + "  " + file.getKey() + "\n";
            digest.update(line.getBytes(StandardCharsets.UTF_8));
        }
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
