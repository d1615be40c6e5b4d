package io.soabench.maven;

import io.soabench.plan.EngineRecording;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.maven.plugin.MojoFailureException;

/** The recorder of engines that a user chooses. */
enum RecorderChoice {
    /** Nothing is recorded. */
    NONE(Words.NONE),
    /** The flight recorder of the virtual machine. */
    JFR("jfr"),
    /** The profiler of this name, a native library; on this machine only. */
    ASYNC_PROFILER("async-profiler");

    /** The words of the parameter that annotations need. */
    static final class Words {

        /** The word for no recorder. */
        static final String NONE = "none";

        private Words() {}
    }

    private static final String VERSION = "4.1";

    /** The coordinates of the profiler, whose jar has the library for each platform. */
    static final String COORDINATES = "tools.profiler:async-profiler:" + VERSION;

    private static final String LIBRARY = "libasyncProfiler.so";

    private final String word;

    RecorderChoice(String word) {
        this.word = word;
    }

    /** Returns the choice of a word. */
    static RecorderChoice of(String word) throws MojoFailureException {
        return Arrays.stream(values())
                .filter(each -> each.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new MojoFailureException("-Dsoabench.record is \"" + word + "\"; use one of "
                        + Arrays.stream(values()).map(each -> each.word).collect(Collectors.joining(", "))));
    }

    /**
     * Returns the recording, with its library ready to be loaded.
     *
     * @param otherHosts whether engines may run on other machines
     * @param jars returns the jar of coordinates
     * @param cache folder that keeps the library
     * @return empty when nothing is to be recorded
     */
    Optional<EngineRecording> recording(boolean otherHosts, Function<String, Path> jars, Path cache)
            throws MojoFailureException, IOException {
        return switch (this) {
            case NONE -> Optional.empty();
            case JFR -> Optional.of(EngineRecording.FLIGHT_RECORDER);
            case ASYNC_PROFILER -> {
                if (otherHosts) {
                    throw new MojoFailureException("-Dsoabench.record=" + word
                            + " records engines on this machine only; use -Dsoabench.record=" + JFR.word);
                }
                yield Optional.of(new EngineRecording(library(
                                jars.apply(COORDINATES),
                                platform(System.getProperty("os.name"), System.getProperty("os.arch")),
                                cache.resolve(word))
                        .toString()));
            }
        };
    }

    /** Returns the name of a platform in the jar. */
    static String platform(String system, String processor) throws MojoFailureException {
        if (system.equals("Linux") && (processor.equals("amd64") || processor.equals("aarch64"))) {
            return processor.equals("amd64") ? "linux-x64" : "linux-arm64";
        }
        throw new MojoFailureException("async-profiler has no library for " + system + " on " + processor
                + "; use -Dsoabench.record=" + JFR.word);
    }

    /** Returns the library of a platform, which is taken out of the jar once. */
    static Path library(Path jar, String platform, Path cache) throws IOException {
        Path library = cache.resolve(VERSION).resolve(platform).resolve(LIBRARY).toAbsolutePath();
        if (Files.exists(library)) {
            return library;
        }
        Files.createDirectories(library.getParent());
        Path part = Files.createTempFile(library.getParent(), LIBRARY, ".part");
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(platform + "/" + LIBRARY);
            if (entry == null) {
                throw new IOException(jar + " has no " + platform + "/" + LIBRARY);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            }
            // Another run may do the same.
            Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        return library;
    }
}
