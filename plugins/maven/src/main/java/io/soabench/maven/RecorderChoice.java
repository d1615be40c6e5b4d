package io.soabench.maven;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.maven.plugin.MojoFailureException;

/**
 * The choice of the recorders of a run: those that its suites name, one for all cases, or none.
 *
 * @param bySuite whether each case keeps the recorder of its suite
 * @param all the recorder of all cases; empty for none
 */
record RecorderChoice(boolean bySuite, Optional<Recorder> all) {

    /** The word for no recorder. */
    static final String NONE = "none";

    private static final String VERSION = "4.1";

    /** The coordinates of the profiler, whose jar has the library for each platform. */
    static final String COORDINATES = "tools.profiler:async-profiler:" + VERSION;

    private static final String LIBRARY = "libasyncProfiler.so";
    private static final String PROPERTY = "-Dsoabench.record";
    private static final String OTHERWISE = "use " + PROPERTY + "=" + Recorder.JFR.word();

    /** Returns the choice of a word; {@code null} is that of the suites. */
    static RecorderChoice of(String word) throws MojoFailureException {
        if (word == null) {
            return new RecorderChoice(true, Optional.empty());
        }
        Optional<Recorder> all = Recorder.of(word);
        if (all.isEmpty() && !word.equals(NONE)) {
            throw new MojoFailureException(PROPERTY + " is \"" + word + "\"; use one of " + NONE + ", "
                    + Arrays.stream(Recorder.values()).map(Recorder::word).collect(Collectors.joining(", ")));
        }
        return new RecorderChoice(false, all);
    }

    /** Returns a plan whose cases name the chosen recorders. A case without a server has none. */
    Plan in(Plan plan) {
        return bySuite
                ? plan
                : plan.withCases(
                        plan.cases().stream()
                                .map(each -> each.withSchedule(each.schedule()
                                        .withRecorder(each.server().isEmpty() ? null : all.orElse(null))))
                                .toList(),
                        plan.order());
    }

    /**
     * Returns the recordings by the recorders that the cases of a plan name, with libraries ready to be loaded.
     *
     * @param jars returns the jar of coordinates
     * @param cache folder that keeps the libraries
     * @return empty when nothing is to be recorded
     */
    static Map<Recorder, EngineRecording> recordings(Plan plan, Function<String, Path> jars, Path cache)
            throws MojoFailureException, IOException {
        Map<Recorder, EngineRecording> recordings = new EnumMap<>(Recorder.class);
        for (CasePlan each : plan.cases()) {
            Recorder recorder = each.schedule().recorder();
            if (recorder == Recorder.JFR) {
                recordings.put(recorder, EngineRecording.FLIGHT_RECORDER);
            } else if (recorder == Recorder.ASYNC_PROFILER) {
                if (!plan.hostOf(plan.serverOf(each.server()).host()).local()) {
                    throw new MojoFailureException(recorder.word() + " records servers on this machine only, and \""
                            + each.server() + "\" of case " + each.id() + " is on another one; " + OTHERWISE);
                }
                if (!recordings.containsKey(recorder)) {
                    Path library = library(
                            jars.apply(COORDINATES),
                            platform(System.getProperty("os.name"), System.getProperty("os.arch")),
                            cache.resolve(recorder.word()));
                    if (library.toString().contains("=")) {
                        throw new MojoFailureException(recorder.word() + " cannot be loaded from \"" + library
                                + "\", because a virtual machine ends the path at \"=\"; choose another local"
                                + " repository with -Dmaven.repo.local, or " + OTHERWISE);
                    }
                    recordings.put(recorder, new EngineRecording(library.toString()));
                }
            }
        }
        return recordings;
    }

    /** Returns the name of a platform in the jar. */
    static String platform(String system, String processor) throws MojoFailureException {
        if (system.equals("Linux") && (processor.equals("amd64") || processor.equals("aarch64"))) {
            return processor.equals("amd64") ? "linux-x64" : "linux-arm64";
        }
        throw new MojoFailureException(
                "async-profiler has no library for " + system + " on " + processor + "; " + OTHERWISE);
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
