package io.soabench.ode;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The released parts that make up the engine, checked before it starts: what is measured is ODE as released, whichever
 * repository or disk its parts came from. A few tenths of a second for 36 MB.
 */
final class Parts {

    private static final int BUFFER = 1 << 16;

    /** SHA-256 in hexadecimal by file name. */
    private final Map<String, String> expected;

    Parts(Map<String, String> expected) {
        this.expected = Map.copyOf(expected);
    }

    /** The parts of this version of the server type. */
    static Parts released() {
        Map<String, String> expected = new TreeMap<>();
        try (InputStream in = Parts.class.getResourceAsStream("parts.sha256")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +", 2))
                    .forEach(line -> expected.put(line[1], line[0]));
        } catch (IOException e) {
            throw new IllegalStateException("parts.sha256 cannot be read from the program's own archive", e);
        }
        return new Parts(expected);
    }

    /**
     * Checks that all parts are there and are what was released.
     *
     * @param classPath as in the system property {@code java.class.path}
     * @throws OdeRefused with one sentence a part
     */
    void check(String classPath) throws OdeRefused {
        Map<String, Path> present = new TreeMap<>();
        Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> path.getFileName() != null)
                .forEach(path -> present.putIfAbsent(path.getFileName().toString(), path));
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, String> part : new TreeMap<>(expected).entrySet()) {
            Path file = present.get(part.getKey());
            if (file == null) {
                problems.add(part.getKey() + " is not on the class path; ODE needs it");
                continue;
            }
            try {
                if (!sha256(file).equals(part.getValue())) {
                    problems.add(file + " is not what was released; delete it, and the next run fetches it again");
                }
            } catch (IOException e) {
                problems.add(file + " cannot be read (" + e.getMessage()
                        + "); delete it, and the next run fetches it again");
            }
        }
        if (!problems.isEmpty()) {
            throw new OdeRefused(problems);
        }
    }

    private static String sha256(Path file) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
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
