package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.dsl.TestbedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.ZipFile;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models and runs that the goal bundles and refuses. */
final class BundleMojoTest {

    /** The hash of the model in a simulated run. */
    private static final String NO_HASH = "0".repeat(64);

    @TempDir
    private Path folder;

    private Path run;
    private Path model;

    @BeforeEach
    void writeRun() throws IOException {
        run = folder.resolve("output/sample/runs/first");
        SampleRun.write(
                run,
                1,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(run);
        TestbedFolders.begun(run);
        model = Files.writeString(folder.resolve("sample.testbed"), "testbed sample\n");
    }

    private BundleMojo bundle() {
        BundleMojo goal = new BundleMojo();
        goal.testbed = model.toFile();
        goal.output = folder.resolve("output").toFile();
        goal.run = "latest";
        return goal;
    }

    @Test
    void shouldBundleARunWithItsModel() throws Exception {
        String hash = CheckedTestbed.of(
                        new TestbedReader().read(model),
                        TestbedMojo.serverTypes(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Long.MAX_VALUE)
                .modelHash();
        Path journal = run.resolve("run.json");
        Files.writeString(journal, Files.readString(journal).replace(NO_HASH, hash));

        bundle().execute();

        try (ZipFile zip =
                new ZipFile(folder.resolve("output/bundles/sample-first.zip").toFile())) {
            assertThat(zip.getEntry("sample-first/model/sample.testbed")).isNotNull();
            assertThat(zip.getEntry("sample-first/run/run.json")).isNotNull();
            assertThat(new String(
                            zip.getInputStream(zip.getEntry("sample-first/CITATION.cff"))
                                    .readAllBytes(),
                            StandardCharsets.UTF_8))
                    .contains("  - name: \"The authors of the testbed sample\"\n");
        }
    }

    @Test
    void shouldRefuseAModelThatHasChanged() {
        assertThatThrownBy(bundle()::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageEndingWith(
                        "sample.testbed or a file of it has changed since the run first; take the files of"
                                + " that time from version control, then start the goal again");
        assertThat(folder.resolve("output/bundles")).doesNotExist();
    }

    @Test
    void shouldRefuseARunThatIsNotThere() {
        BundleMojo goal = bundle();
        goal.run = "second";

        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageStartingWith("there is no run \"second\" of sample in ")
                .hasMessageEndingWith(
                        "; name one with -Dsoabench.run, or the folder of all runs with -Dsoabench.output");
    }
}
