package io.soabench.maven;

import java.io.File;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options of a JVM with a class path, so that it is soon at work. Most classes of the renderer come from signed jars: a JVM would check the
 * signatures in every rendering anew, and keeps such classes in no archive. So each signed jar is copied without its signature, once; Maven
 * has compared what it got with its checksum. The first JVM with a class path leaves an archive of its classes for those that follow.
 *
 * <p>All this is in one folder, which may be removed at any time, and which several programs may use at a time. Where nothing can be written
 * there, the class path is used as it is. One instance is for one start, in one thread.
 */
final class RendererStart implements AutoCloseable {

    private static final String ARCHIVE = ".jsa";

    /** What a signature consists of. */
    private static final Pattern SIGNATURE = Pattern.compile("(?i)META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");

    private final List<Path> classPath;
    private final Path archive;
    private final Path fresh;

    private RendererStart(List<Path> classPath, Path archive, Path fresh) {
        this.classPath = classPath;
        this.archive = archive;
        this.fresh = fresh;
    }

    /**
     * Prepares a start.
     *
     * @param folder where copies and archives are kept; made when there is none
     */
    static RendererStart of(List<Path> classPath, Path folder) {
        try {
            Files.createDirectories(folder);
            List<Path> unsigned = new ArrayList<>();
            for (Path jar : classPath) {
                unsigned.add(withoutSignature(jar, folder));
            }
            Path archive = folder.resolve(digest(unsigned) + ARCHIVE);
            // Two programs that make the same archive make a file each.
            return new RendererStart(
                    unsigned,
                    archive,
                    folder.resolve("new-" + ProcessHandle.current().pid() + ARCHIVE));
        } catch (IOException e) {
            return new RendererStart(classPath, null, null);
        }
    }

    /** The options, class path included. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        if (archive != null) {
            // An archive that does not fit is not used; the JVM need not tell.
            options.add("-Xlog:disable");
            options.add("-Xshare:auto");
            options.add(
                    Files.isRegularFile(archive)
                            ? "-XX:SharedArchiveFile=" + archive
                            : "-XX:ArchiveClassesAtExit=" + fresh);
        }
        options.add("-cp");
        options.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        return options;
    }

    /** Keeps the archive of a JVM that has done all its work, in place of those that nobody will use any more. */
    void succeeded() {
        if (fresh == null || !Files.isRegularFile(fresh)) {
            return;
        }
        try (Stream<Path> files = Files.list(archive.getParent())) {
            Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
            for (Path old : files.filter(file -> file.toString().endsWith(ARCHIVE) && !file.equals(archive))
                    .toList()) {
                Files.deleteIfExists(old);
            }
        } catch (IOException e) {
            // The next rendering makes its own.
            fresh.toFile().deleteOnExit();
        }
    }

    /** Removes what a JVM left that has failed. */
    @Override
    public void close() throws IOException {
        if (fresh != null) {
            Files.deleteIfExists(fresh);
        }
    }

    private static boolean signed(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            return file.stream()
                    .anyMatch(entry -> SIGNATURE.matcher(entry.getName()).matches());
        }
    }

    private static Path withoutSignature(Path jar, Path folder) throws IOException {
        Path copy = folder.resolve(digest(List.of(jar)) + "-" + jar.getFileName());
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

    /** Of this JVM, and of what the files are as far as a JVM asks. */
    private static String digest(List<Path> files) throws IOException {
        StringBuilder text =
                new StringBuilder(System.getProperty("java.home")).append(System.getProperty("java.vm.version"));
        for (Path file : files) {
            text.append('\n').append(file.toAbsolutePath());
            text.append('\n').append(Files.size(file));
            text.append('\n').append(Files.getLastModifiedTime(file).toMillis());
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
