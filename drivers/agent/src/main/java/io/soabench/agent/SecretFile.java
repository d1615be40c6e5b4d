package io.soabench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A writer of files that only their owner can read. Thread-safe. */
final class SecretFile {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private SecretFile() {}

    /**
     * Makes a file, which only its owner can read from the moment when it is there.
     *
     * @throws IOException when the file exists; another program might have it open
     */
    static void write(Path file, String text) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createFile(file, posix ? new FileAttribute<?>[] {OWNER} : new FileAttribute<?>[0]);
        Files.writeString(file, text);
    }
}
