package io.soabench.ansible.render;

import io.soabench.driver.run.FolderOperations;
import io.soabench.plugin.Checksums;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The jars of all programs, each once: {@code lib/<16 digits of its SHA-256>/<file name>}. A folder of classes is packed as a
 * jar. Used by one thread.
 */
final class SharedJars {

    private static final int DIGITS = 16;

    private final Map<String, Path> jars = new TreeMap<>();
    private final Map<String, byte[]> packed = new TreeMap<>();
    private final Map<String, String> digests = new LinkedHashMap<>();
    private final Map<Path, String> known = new LinkedHashMap<>();

    /** Adds a class path. */
    List<String> add(List<Path> classPath) throws IOException {
        List<String> paths = new ArrayList<>();
        for (Path entry : classPath) {
            String path = known.get(entry);
            if (path == null) {
                path = Files.isDirectory(entry) ? addFolder(entry) : addJar(entry);
                known.put(entry, path);
            }
            paths.add(path);
        }
        return paths;
    }

    private String addJar(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            String path = path(Checksums.sha256(in), jar.getFileName().toString());
            jars.put(path, jar);
            return path;
        }
    }

    private String addFolder(Path folder) throws IOException {
        byte[] jar = jar(folder);
        String path = path(Checksums.sha256(new ByteArrayInputStream(jar)), "classes.jar");
        packed.put(path, jar);
        return path;
    }

    /** Packs a folder. Sorted, undated, not compressed: equal folders give equal bytes with every version of zlib. */
    private static byte[] jar(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : FolderOperations.files(folder)) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString());
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private String path(String digest, String name) {
        String path = "lib/" + digest.substring(0, DIGITS) + "/" + name;
        digests.put(path, digest);
        return path;
    }

    /** Returns the SHA-256 of a jar. */
    String digest(String path) {
        return digests.get(path);
    }

    /** Writes all files below a folder. */
    void write(Path folder) throws IOException {
        for (Map.Entry<String, Path> jar : jars.entrySet()) {
            Files.copy(jar.getValue(), made(folder.resolve(jar.getKey())));
        }
        for (Map.Entry<String, byte[]> jar : packed.entrySet()) {
            Files.write(made(folder.resolve(jar.getKey())), jar.getValue());
        }
    }

    private static Path made(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return file;
    }
}
