package io.soabench.maven;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A class path whose jars have no signatures, for a program that must start soon. Most classes of the renderer come
 * from signed jars. A JVM would verify the signatures in every rendering, and keeps such classes in no archive. So each
 * signed jar is copied once without its signature; Maven has already verified its checksum.
 *
 * <p>The copies are in one folder, which several programs may use at a time, and which may be removed at any time.
 * Where the folder cannot be written, the original jars are used.
 */
final class UnsignedJars {

    /** The names of the files of a signature. */
    private static final Pattern SIGNATURE = Pattern.compile("(?i)META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");

    private UnsignedJars() {}

    /**
     * Returns the same class path without signatures.
     *
     * @param folder of the copies; made when there is none
     */
    static List<Path> of(List<Path> classPath, Path folder) {
        try {
            Files.createDirectories(folder);
            List<Path> unsigned = new ArrayList<>();
            for (Path jar : classPath) {
                unsigned.add(withoutSignature(jar, folder));
            }
            return unsigned;
        } catch (IOException e) {
            return classPath;
        }
    }

    private static boolean signed(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            return file.stream()
                    .anyMatch(entry -> SIGNATURE.matcher(entry.getName()).matches());
        }
    }

    private static Path withoutSignature(Path jar, Path folder) throws IOException {
        Path copy = folder.resolve(digest(jar) + "-" + jar.getFileName());
        if (Files.isRegularFile(copy)) {
            return copy;
        }
        if (!signed(jar)) {
            return jar;
        }
        Path work = Files.createTempFile(folder, "copy", ".jar");
        try {
            Files.copy(jar, work, StandardCopyOption.REPLACE_EXISTING);
            try (FileSystem zip = FileSystems.newFileSystem(work)) {
                strip(zip.getPath("META-INF"));
            }
            Files.move(work, copy, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(work);
        }
        return copy;
    }

    private static void strip(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.toList();
        }
        for (Path file : files) {
            if (SIGNATURE.matcher("META-INF/" + file.getFileName()).matches()) {
                Files.delete(file);
            }
        }
        Path manifest = folder.resolve("MANIFEST.MF");
        Manifest whole;
        try (var in = Files.newInputStream(manifest)) {
            whole = new Manifest(in);
        }
        // Digests of single files.
        whole.getEntries().clear();
        try (OutputStream out = Files.newOutputStream(manifest)) {
            whole.write(out);
        }
    }

    /** Returns a digest of a file's attributes, without its content. */
    private static String digest(Path file) throws IOException {
        String text = file.toAbsolutePath() + "\n" + Files.size(file) + "\n"
                + Files.getLastModifiedTime(file).toMillis();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
