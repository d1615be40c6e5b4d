package io.soabench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/**
 * A secret that a program shares with its client, so that no other program can give it orders. It is made on the host, and is in no record
 * of a run. Thread-safe.
 */
final class ProgramToken {

    private static final int BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final FileAttribute<Set<PosixFilePermission>> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private ProgramToken() {}

    /**
     * Makes a file with a new token, which only its owner can read from the moment when it is there.
     *
     * @throws IOException when the file exists; another program might have it open
     */
    static void make(Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createFile(file, posix ? new FileAttribute<?>[] {OWNER} : new FileAttribute<?>[0]);
        Files.writeString(file, HexFormat.of().formatHex(bytes) + "\n");
    }
}
