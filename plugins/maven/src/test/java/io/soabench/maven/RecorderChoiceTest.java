package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.EngineRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderChoiceTest {

    @TempDir
    private Path folder;

    private static Path none(String coordinates) {
        throw new IllegalStateException(coordinates + " is not needed");
    }

    private Path jar(String entry) throws IOException {
        Path jar = folder.resolve("async-profiler.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(new byte[] {1, 2, 3});
        }
        return jar;
    }

    @Test
    void shouldKnowItsWords() throws MojoFailureException, IOException {
        assertThat(RecorderChoice.of("none").recording(true, RecorderChoiceTest::none, folder))
                .isEmpty();
        assertThat(RecorderChoice.of("jfr").recording(true, RecorderChoiceTest::none, folder))
                .contains(EngineRecording.FLIGHT_RECORDER);
        assertThatThrownBy(() -> RecorderChoice.of("perf"))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.record is \"perf\"; use one of none, jfr, async-profiler");
    }

    @Test
    void shouldRefuseAsyncProfilerOnOtherHosts() throws MojoFailureException {
        RecorderChoice choice = RecorderChoice.of("async-profiler");

        assertThatThrownBy(() -> choice.recording(true, RecorderChoiceTest::none, folder))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.record=async-profiler records engines on this machine only;"
                        + " use -Dsoabench.record=jfr");
    }

    @Test
    void shouldKnowThePlatformsOfItsLibrary() throws MojoFailureException {
        assertThat(RecorderChoice.platform("Linux", "amd64")).isEqualTo("linux-x64");
        assertThat(RecorderChoice.platform("Linux", "aarch64")).isEqualTo("linux-arm64");
        assertThatThrownBy(() -> RecorderChoice.platform("Windows 11", "amd64"))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("async-profiler has no library for Windows 11 on amd64; use -Dsoabench.record=jfr");
    }

    @Test
    void shouldTakeTheLibraryOutOfTheJarOnce() throws IOException {
        Path cache = folder.resolve("cache");

        Path library = RecorderChoice.library(jar("linux-x64/libasyncProfiler.so"), "linux-x64", cache);

        assertThat(library).isAbsolute().hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(library.getParent()).isDirectoryContaining(library::equals);
        assertThat(RecorderChoice.library(folder.resolve("no.jar"), "linux-x64", cache))
                .isEqualTo(library);
        assertThatThrownBy(() -> RecorderChoice.library(jar("other"), "linux-arm64", cache))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("async-profiler.jar has no linux-arm64/libasyncProfiler.so");
        assertThat(cache.resolve("4.1/linux-arm64")).isEmptyDirectory();
    }
}
