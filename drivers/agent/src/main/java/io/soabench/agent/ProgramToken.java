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
 * A secret between a program and the one that gives it orders. It is made on the host, sent to the program only, and in
 * no record of a run. Thread-safe.
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
     * @throws IOException when there is a file of that name, too: somebody else might have it open
     */
    static void make(Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createFile(file, posix ? new FileAttribute<?>[] {OWNER} : new FileAttribute<?>[0]);
        Files.writeString(file, HexFormat.of().formatHex(bytes) + "\n");
    }
}
