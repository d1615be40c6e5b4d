package io.soabench.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A secret that a program shares with its client, so that no other program can give it orders. It is made on the host, and is in no record
 * of a run. Thread-safe.
 */
final class ProgramToken {

    private static final int BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private ProgramToken() {}

    /**
     * Makes a file with a new token, which only its owner can read from the moment when it is there.
     *
     * @throws IOException when the file exists; another program might have it open
     */
    static void make(Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        SecretFile.write(file, HexFormat.of().formatHex(bytes) + "\n");
    }
}
