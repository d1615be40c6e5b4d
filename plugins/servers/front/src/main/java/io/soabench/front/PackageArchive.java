package io.soabench.front;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A reader of deployed zip files, within limits. */
final class PackageArchive {

    private static final int MOST_FILES = 1_000;
    private static final int MOST_BYTES = 32 * 1024 * 1024;

    private PackageArchive() {}

    /**
     * Writes the files of a zip into a folder.
     *
     * @param folder an existing, empty folder
     * @throws FrontRefused when it is not a zip, too large, or names a file outside of itself
     */
    static void unpack(byte[] zip, Path folder) throws FrontRefused {
        Path root = folder.toAbsolutePath().normalize();
        int files = 0;
        int left = MOST_BYTES;
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = root.resolve(entry.getName()).normalize();
                if (!target.startsWith(root)) {
                    throw new FrontRefused("the archive names a file outside of itself: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] content = in.readNBytes(left + 1);
                left -= content.length;
                files++;
                if (left < 0 || files > MOST_FILES) {
                    throw new FrontRefused(
                            "the archive has more than " + MOST_FILES + " files or " + MOST_BYTES + " bytes");
                }
                Files.createDirectories(target.getParent());
                Files.write(target, content);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new FrontRefused("the archive cannot be unpacked: " + e.getMessage(), e);
        }
        if (files == 0) {
            throw new FrontRefused("the archive is no zip, or holds no file");
        }
    }
}
