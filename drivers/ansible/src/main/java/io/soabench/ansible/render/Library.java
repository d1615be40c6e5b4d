package io.soabench.ansible.render;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The jars of all programs, each once: {@code lib/<16 digits of its SHA-256>/<file name>}. A folder of classes is packed as a
 * jar. Used by one thread.
 */
final class Library {

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
            String path = path(Digest.of(in), jar.getFileName().toString());
            jars.put(path, jar);
            return path;
        }
    }

    private String addFolder(Path folder) throws IOException {
        byte[] jar = Folders.jar(folder);
        String path = path(Digest.of(jar), "classes.jar");
        packed.put(path, jar);
        return path;
    }

    private String path(String digest, String name) {
        String path = "lib/" + digest.substring(0, DIGITS) + "/" + name;
        digests.put(path, digest);
        return path;
    }

    /** SHA-256 of a file of the library. */
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
