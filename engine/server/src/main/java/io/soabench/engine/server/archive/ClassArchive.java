package io.soabench.engine.server.archive;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of the classes that an engine loads up to its first answer, for one virtual machine and its jars. One
 * thread makes it.
 *
 * <p>It is a static archive, which holds the classes of the JDK too. Java 17 detects a missing end in it, while it
 * crashes with a dynamic one. {@value #VERIFY} detects damaged bytes by reading all of it once. A virtual machine
 * starts without an archive that does not fit. Source: JEP 310, JEP 350; {@code filemap.cpp} of JDK 17.
 */
public final class ClassArchive {
    /** The option by which the virtual machine compares checksums before it uses an archive. */
    static final String VERIFY = "-XX:+VerifySharedSpaces";

    /** The name of the property by which the virtual machine passes the archive's name to the engine. */
    private static final String NAMED = "soabench.engine.archive";

    private static final String NO_MESSAGES = "-Xlog:cds*=off";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final List<String> options;
    private final String classPath;
    private final String mainClass;

    /**
     * Makes an archive for engines that are started like this process; nothing is written yet.
     *
     * @param own the options of this virtual machine; options that an archive does not allow are left out
     * @param classPath the class path, of jars only
     * @param mainClass the command line of the engine
     */
    public ClassArchive(List<String> own, String classPath, String mainClass) {
        this.options = own.stream().filter(ClassArchive::isPassedOn).toList();
        this.classPath = Stream.of(classPath.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        this.mainClass = mainClass;
    }

    /**
     * Returns whether an option is passed on to a virtual machine with an archive. Only options of the heap and of the
     * addressing of objects matter to an archive. Other options, such as ports, cannot be used by two machines at once.
     */
    private static boolean isPassedOn(String option) {
        return option.startsWith("-Xm") || option.startsWith("-XX:+Use") || option.startsWith("-XX:-Use");
    }

    /** Returns the options with which a virtual machine uses an archive, and the engine reports whether it does. */
    public static List<String> using(Path archive) {
        return List.of("-XX:SharedArchiveFile=" + archive, VERIFY, NO_MESSAGES, "-D" + NAMED + "=" + archive);
    }

    /**
     * Returns a sentence about whether this virtual machine uses the archive of {@link #using}; empty if there is none.
     */
    public static Optional<String> sentence() {
        return sentence(System.getProperty(NAMED), System.getProperty("java.vm.info", ""));
    }

    static Optional<String> sentence(String archive, String machine) {
        if (archive == null) {
            return Optional.empty();
        }
        return Optional.of(
                machine.contains("sharing")
                        ? "archive=" + archive + ": classes come from it"
                        : "archive=" + archive + " does not fit this Java, its heap or these jars, or is damaged; it is"
                                + " not used, make it again with --archive");
    }

    /**
     * Writes the archive; takes some seconds.
     *
     * @param file in an existing folder; an older archive there is replaced at the end, when the new one has been tested
     */
    public void write(Path file) throws ArchiveException, InterruptedException {
        Path target = file.toAbsolutePath().normalize();
        if (target.getParent() == null || !Files.isDirectory(target.getParent()) || Files.isDirectory(target)) {
            throw new ArchiveException("archive=" + file + " cannot be written; name a file in a folder that there is");
        }
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (!Files.isRegularFile(Path.of(entry))) {
                throw new ArchiveException("an archive cannot be made of classes in a folder, such as '" + entry
                        + "'; start the engine from its jars");
            }
        }
        Path folder = null;
        try {
            folder = Files.createTempDirectory(target.getParent(), "archive-");
            Path list = folder.resolve("classes.txt");
            Path fresh = folder.resolve("classes.jsa");
            try (WarmUpRun warmUp = new WarmUpRun(java(List.of("-XX:DumpLoadedClassList=" + list), engine()))) {
                warmUp.run(TIMEOUT);
            }
            run(java(
                    List.of(
                            "-Xshare:dump",
                            "-XX:SharedClassListFile=" + list,
                            "-XX:SharedArchiveFile=" + fresh,
                            NO_MESSAGES),
                    List.of()));
            run(java(
                    List.of("-Xshare:on", "-XX:SharedArchiveFile=" + fresh, VERIFY, NO_MESSAGES),
                    List.of(mainClass, "--version")));
            try (FileChannel written = FileChannel.open(fresh, StandardOpenOption.READ)) {
                written.force(true);
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ArchiveException("archive=" + file + " cannot be written: " + e, e);
        } finally {
            remove(folder);
        }
    }

    private List<String> engine() {
        return List.of(mainClass, "--host", "127.0.0.1", "--port", "0", "--admin-port", "0");
    }

    private List<String> java(List<String> ofArchive, List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(ofArchive);
        command.addAll(List.of("-cp", classPath));
        command.addAll(program);
        return command;
    }

    private static void run(List<String> command) throws ArchiveException, IOException, InterruptedException {
        Path printed = Files.createTempFile("archive-", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            try {
                if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                    throw new ArchiveException("'" + String.join(" ", command) + "' has not ended within "
                            + TIMEOUT.toSeconds() + " s; try it on a machine that is less busy");
                }
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() != 0) {
                throw new ArchiveException("this Java cannot make an archive: '" + String.join(" ", command)
                        + "' ended with status " + process.exitValue() + ": "
                        + Files.readString(printed).strip());
            }
        } finally {
            Files.deleteIfExists(printed);
        }
    }

    private static void remove(Path folder) {
        if (folder == null) {
            return;
        }
        try {
            for (String name : List.of("classes.txt", "classes.jsa")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // The remaining files are small, or will be found on a full disk.
            return;
        }
    }
}
