package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.CasePlan;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

    private static List<Recorder> recorders(Plan plan) {
        return plan.cases().stream().map(each -> each.schedule().recorder()).toList();
    }

    /** Returns a plan with two cases on the engine, of which the first names a recorder. */
    private static Plan plan(Recorder first) {
        Plan plan = SamplePlan.plan("a", "b");
        return plan.withCases(
                List.of(recorded(plan.cases().get(0), first), plan.cases().get(1)), plan.order());
    }

    private static CasePlan recorded(CasePlan of, Recorder by) {
        return of.withSchedule(of.schedule().withRecorder(by));
    }

    @Test
    void shouldKnowItsWords() throws MojoFailureException {
        assertThat(recorders(RecorderChoice.of("none").in(plan(Recorder.JFR)))).containsOnlyNulls();
        assertThat(recorders(RecorderChoice.of("jfr").in(plan(Recorder.ASYNC_PROFILER))))
                .containsExactly(Recorder.JFR, Recorder.JFR);
        assertThat(recorders(RecorderChoice.of(null).in(plan(Recorder.JFR)))).containsExactly(Recorder.JFR, null);
        assertThatThrownBy(() -> RecorderChoice.of("perf"))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage("-Dsoabench.record is \"perf\"; use one of none, jfr, async-profiler");
    }

    @Test
    void shouldRecordNothingOfACaseWithoutServer() throws MojoFailureException {
        CasePlan outside = SamplePlan.testCase("c", "", SamplePlan.PROCESS, SamplePlan.WORKLOAD);

        Plan chosen = RecorderChoice.of("jfr").in(SamplePlan.plan().withCases(List.of(outside)));

        assertThat(recorders(chosen)).containsOnlyNulls();
    }

    @Test
    void shouldPrepareTheRecordersThatCasesName() throws MojoFailureException, IOException {
        assertThat(RecorderChoice.recordings(plan(null), RecorderChoiceTest::none, folder))
                .isEmpty();
        assertThat(RecorderChoice.recordings(plan(Recorder.JFR), RecorderChoiceTest::none, folder))
                .isEqualTo(Map.of(Recorder.JFR, EngineRecording.FLIGHT_RECORDER));
    }

    @Test
    void shouldRecordEnginesOfOtherHostsByTheFlightRecorderOnly() throws MojoFailureException, IOException {
        Plan elsewhere = plan(Recorder.JFR).withHosts(List.of(SamplePlan.remote(SamplePlan.HOST, "10.0.0.1")));

        assertThat(RecorderChoice.recordings(elsewhere, RecorderChoiceTest::none, folder))
                .containsOnlyKeys(Recorder.JFR);
        Plan chosen = RecorderChoice.of("async-profiler").in(elsewhere);
        assertThatThrownBy(() -> RecorderChoice.recordings(chosen, RecorderChoiceTest::none, folder))
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(
                        "async-profiler records servers on this machine only, and \"engine\" of case a is on another one;"
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
