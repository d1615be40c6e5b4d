package io.soabench.engine.server.durable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The file system of the folder of a durable engine. What is forced to a file system in memory survives the end of the
 * process, but not that of the machine. Immutable.
 *
 * @param type the name of the file system, such as {@code ext4}
 */
public record FolderStorage(String type) {
    /** The file systems of Linux that have no disk: tmpfs(5). */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** Returns the file system of an existing folder. */
    public static FolderStorage of(Path folder) {
        try {
            return new FolderStorage(Files.getFileStore(folder).type());
        } catch (IOException | SecurityException e) {
            return new FolderStorage("unknown");
        }
    }

    /** Returns whether the files are in memory. */
    public boolean isInMemory() {
        return IN_MEMORY.contains(type);
    }

    /** Returns where the files are, and the type of the file system. */
    public String text() {
        return (isInMemory() ? "memory" : "disk") + " (" + type + ")";
    }

    /** Returns the warning about a folder with files in memory. */
    public String warning(Path folder) {
        return "durable=" + folder + " is in memory (" + type
                + "), so its content is lost with the machine; choose a folder on a disk";
    }
}
