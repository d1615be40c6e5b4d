package io.soabench.agent;

import io.soabench.driver.run.FolderOperations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The records of a host as one archive, on their way to the run record. File by file, so that memory never holds one of
 * them.
 */
public final class Records {

    private Records() {}

    /** Packs all files of a folder. */
    public static void pack(Path folder, Path archive) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (Path file : FolderOperations.files(folder)) {
                zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    /**
     * Unpacks an archive; files that are there are replaced.
     *
     * @throws IOException also when the archive is cut off, or holds what would lie outside the folder; nothing is written there
     */
    public static void unpack(Path archive, Path folder) throws IOException {
        Path root = folder.toRealPath();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path target = root.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !target.startsWith(root) || target.equals(root)) {
                    throw new IOException("the record holds \"" + entry.getName() + "\", which is no file within it");
                }
                Files.createDirectories(target.getParent());
                try (InputStream content = zip.getInputStream(entry)) {
                    Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
