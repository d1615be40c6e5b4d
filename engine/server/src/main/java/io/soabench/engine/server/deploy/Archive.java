package io.soabench.engine.server.deploy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A reader of archives and folders that returns their files, within limits on number and size. No state. */
public final class Archive {
    /** The code of problems with an archive as a whole. */
    static final String CODE = "ARCHIVE";

    private static final int MAX_ENTRIES = 1_000;
    private static final int MAX_BYTES = 32 * 1024 * 1024;
    private static final int BLOCK = 8192;

    /** The earliest time that a zip can contain. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private Archive() {}

    /**
     * Returns the files of a zip by name.
     *
     * @throws RefusedDeploymentException if the bytes are no zip, the files are too large, or a name leaves the archive
     */
    public static Map<String, byte[]> unzip(byte[] zip) throws RefusedDeploymentException {
        Map<String, byte[]> entries = new TreeMap<>();
        int left = MAX_BYTES;
        try (ZipInputStream input = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = input.getNextEntry(); entry != null; entry = input.getNextEntry()) {
                if (entry.isDirectory()) {
                    continue;
                }
                String name = entry.getName().replace('\\', '/');
                check(name, entries.size());
                byte[] content = read(input, left, name);
                left -= content.length;
                if (entries.put(name, content) != null) {
                    throw new RefusedDeploymentException(CODE, name, "the archive has two files of this name");
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The latter is thrown for names that are no text.
            throw new RefusedDeploymentException(CODE, "", "the archive is no readable zip: " + e.getMessage());
        }
        if (entries.isEmpty()) {
            throw new RefusedDeploymentException(CODE, "", "the archive is no zip, or holds no file");
        }
        return entries;
    }

    /** Returns a zip of files by name. The same files result in the same bytes. */
    public static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream output = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : new TreeMap<>(entries).entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(NO_TIME);
                output.putNextEntry(entry);
                output.write(file.getValue());
                output.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes all bytes", e);
        }
        return bytes.toByteArray();
    }

    private static void check(String name, int count) throws RefusedDeploymentException {
        if (name.startsWith("/")
                || name.contains(":")
                || List.of(name.split("/", -1)).contains("..")) {
            throw new RefusedDeploymentException(CODE, name, "the name leaves the archive; use a relative name");
        }
        if (count >= MAX_ENTRIES) {
            throw new RefusedDeploymentException(CODE, name, "the archive has more than " + MAX_ENTRIES + " files");
        }
    }

    private static byte[] read(ZipInputStream input, int limit, String name)
            throws IOException, RefusedDeploymentException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] block = new byte[BLOCK];
        for (int n = input.read(block); n >= 0; n = input.read(block)) {
            content.write(block, 0, n);
            if (content.size() > limit) {
                throw new RefusedDeploymentException(
                        CODE, name, "the archive is larger than " + MAX_BYTES + " bytes when unpacked");
            }
        }
        return content.toByteArray();
    }

    /**
     * Returns the files below a folder by relative name.
     *
     * @throws IOException if a file cannot be read
     */
    public static Map<String, byte[]> folder(Path folder) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.put(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
        return entries;
    }
}
