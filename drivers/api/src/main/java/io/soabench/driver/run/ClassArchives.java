package io.soabench.driver.run;

import io.soabench.plan.HostClock;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder with archives of the classes of Java programs (class data sharing, JEP 310 and 350), so that a program is
 * sooner at work. Its first start leaves an archive when it ends well; later ones use it as long as the JVM, its
 * options and the jars are the same. The folder may be removed at any time, and several programs may use it at a time.
 * Where nothing can be written, programs are started as they are.
 *
 * <p>For each program, the {@value #KEPT_ARCHIVES} archives that were used last are kept. Safe for use by many threads.
 */
public final class ClassArchives {

    /** The additional time for the end of a program that leaves an archive; on an idle machine it takes one to two seconds. */
    public static final Duration WRITING = Duration.ofSeconds(10);

    /** Archives of a program: of several JVMs or versions that are used in turn. */
    static final int KEPT_ARCHIVES = 3;

    static final String END = ".jsa";

    /** The beginning of the name of an incomplete file. */
    static final String INCOMPLETE = "new-";

    /** The age after which an incomplete file is left over from a killed program. */
    private static final Duration ABANDONED = Duration.ofDays(7);

    /** A JVM that finds the disk full ends with an error; the largest archive measured has 27 MB. */
    private static final long ROOM_BYTES = 256L << 20;

    private final Path folder;
    private final HostClock clock;

    /**
     * Creates the archives; nothing is made or read yet.
     *
     * @param clock source of the time at which an archive is used
     */
    public ClassArchives(Path folder, HostClock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Prepares the start of a program. A program is left as it is when it is not a Java program with a class path of
     * jars. The same holds when its options name archives or something that excludes them.
     *
     * @param environment entries that are added to those of this process
     * @param make whether an archive may be made if there is none
     */
    public ArchivedStart start(List<String> command, Map<String, String> environment, boolean make) {
        Optional<JavaCommand> java = JavaCommand.of(command, environment);
        if (java.isEmpty()) {
            return ArchivedStart.plain(command);
        }
        try {
            Path archive = folder.resolve(
                    java.get().program() + "-" + digest(java.get().facts()) + END);
            if (Files.isRegularFile(archive)) {
                // The time of the last use decides which archives are removed first.
                Files.setLastModifiedTime(archive, now());
                return ArchivedStart.using(command, archive);
            }
            return make ? making(command, archive) : ArchivedStart.plain(command);
        } catch (IOException e) {
            return ArchivedStart.plain(command);
        }
    }

    private ArchivedStart making(List<String> command, Path archive) throws IOException {
        Files.createDirectories(folder);
        FileStore disk = Files.getFileStore(folder);
        if (disk.getUsableSpace() < ROOM_BYTES) {
            return ArchivedStart.plain(command);
        }
        // The file is made now, because a JVM that cannot write its archive ends with an error. Each start has its own
        // file.
        return ArchivedStart.making(command, this, archive, Files.createTempFile(folder, INCOMPLETE, END));
    }

    /** Puts a complete archive in its place, and removes archives that no program will use any more. */
    void keep(Path fresh, Path archive) throws IOException {
        if (Files.size(fresh) == 0) {
            // The JVM wrote no archive, for a reason of its own.
            Files.delete(fresh);
            return;
        }
        // An archive of which a part is missing would make a JVM crash; so it is on the disk before it has its name.
        try (FileChannel file = FileChannel.open(fresh, StandardOpenOption.READ)) {
            file.force(true);
        }
        Files.setLastModifiedTime(fresh, now());
        Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
        String name = archive.getFileName().toString();
        prune(name.substring(0, name.lastIndexOf('-') + 1));
    }

    private void prune(String program) throws IOException {
        Map<Path, FileTime> used = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(program) && name.endsWith(END)) {
                    used.put(file, Files.getLastModifiedTime(file));
                } else if (name.startsWith(INCOMPLETE)
                        && Files.getLastModifiedTime(file)
                                .toInstant()
                                .isBefore(now().toInstant().minus(ABANDONED))) {
                    Files.deleteIfExists(file);
                }
            }
        }
        for (Path old : used.keySet().stream()
                .sorted(Comparator.comparing(used::get).reversed())
                .skip(KEPT_ARCHIVES)
                .toList()) {
            Files.deleteIfExists(old);
        }
    }

    private FileTime now() {
        return FileTime.from(clock.epochNanos(), TimeUnit.NANOSECONDS);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the properties of a file that a JVM compares. */
    static String facts(Path file) throws IOException {
        return file.toAbsolutePath()
                + File.pathSeparator
                + Files.size(file)
                + File.pathSeparator
                + Files.getLastModifiedTime(file).toMillis();
    }
}
