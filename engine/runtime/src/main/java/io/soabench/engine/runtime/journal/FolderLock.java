package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock on a folder that only one engine may use at a time. It is held until it is closed or the process ends.
 *
 * <p>Thread-safe.
 */
public final class FolderLock implements Closeable {
    /** The permissions of a folder that its owner alone can read. */
    public static final String OF_FOLDERS = "rwx------";

    /** The permissions of a file that its owner alone can read. */
    public static final String OF_FILES = "rw-------";

    /**
     * The folders that this process has locked. A file lock belongs to a process, and closing any channel of the lock
     * file releases it. So a folder in this set is refused before its lock file is opened.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path real;
    private final FileChannel file;

    private FolderLock(Path real, FileChannel file) {
        this.real = real;
        this.file = file;
    }

    /**
     * Locks a folder, which is created if it does not exist.
     *
     * @param name the name of the content of the folder, for messages
     * @throws FolderInUseException if another engine has locked it
     * @throws IOException if the file system refuses
     */
    public static FolderLock on(Path folder, String name) throws IOException {
        create(folder);
        Path real = folder.toRealPath();
        if (!OPEN.add(real)) {
            throw inUse(folder, name);
        }
        FileChannel file = null;
        try {
            file = FileChannel.open(
                    folder.resolve("lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    permissions(folder, OF_FILES));
            if (file.tryLock() == null) {
                throw inUse(folder, name);
            }
            return new FolderLock(real, file);
        } catch (IOException e) {
            if (file != null) {
                file.close();
            }
            OPEN.remove(real);
            throw e;
        }
    }

    private static FolderInUseException inUse(Path folder, String name) {
        return new FolderInUseException(
                name + " in " + folder + " is in use by another engine; stop that one or choose another folder.");
    }

    /** Creates a folder that only its owner can read, if it does not exist, and forces its entry to the disk. */
    public static void create(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, permissions(folder, OF_FOLDERS));
            forceEntries(folder.toAbsolutePath().getParent());
        }
    }

    /** Returns permissions as an attribute of new files; empty when the file system has no such permissions. */
    public static FileAttribute<?>[] permissions(Path folder, String text) {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(text);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }

    /** Writes the names of the files in a folder to the disk; returns when they are there. */
    public static void forceEntries(Path folder) throws IOException {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        OPEN.remove(real);
    }
}
