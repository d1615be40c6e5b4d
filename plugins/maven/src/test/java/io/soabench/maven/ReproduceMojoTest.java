package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import io.soabench.maven.store.RunBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundles and parameters that the goal refuses before it runs anything. */
final class ReproduceMojoTest {

    @TempDir
    private Path folder;

    private Path bundle;

    @BeforeEach
    void bundle() throws IOException {
        Path run = folder.resolve("first");
        SampleRun.write(
                run,
                1,
                new SampleRun.Shape().engines(1).repetitions(1).measureS(2).defects(false));
        Analyzer.analyze(run);
        Path testbed = Files.writeString(folder.resolve("sample.testbed"), "testbed sample\n");
        bundle = folder.resolve("bundle.zip");
        new RunBundle(run, testbed, List.of(testbed)).write(bundle, LocalDate.of(2026, 3, 4), "Jane Doe", "");
    }

    private ReproduceMojo reproduce() {
        ReproduceMojo goal = new ReproduceMojo();
        goal.output = folder.resolve("output").toFile();
        goal.bundle = bundle.toFile();
        goal.fail = "differs";
        goal.cases = "*";
        return goal;
    }

    private static void refused(ReproduceMojo goal, String start) {
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageStartingWith(start);
    }

    @Test
    void shouldRefuseAModelWithAnotherHash() throws IOException {
        refused(reproduce(), "the model in the bundle is not that of run ");

        try (Stream<Path> made = Files.list(folder.resolve("output/reproduce"))) {
            assertThat(made.filter(Files::isDirectory)).singleElement().satisfies(fresh -> {
                assertThat(fresh.resolve("bundle")).isDirectory();
                assertThat(fresh.resolve("sample")).doesNotExist();
            });
        }
    }

    @Test
    void shouldRefuseAGoalWithoutABundle() {
        ReproduceMojo goal = reproduce();
        goal.bundle = null;

        refused(goal, "no bundle is named; add -Dbundle=FILE.zip");
        assertThat(folder.resolve("output")).doesNotExist();
    }

    @Test
    void shouldRefuseParametersThatTheBundleHas() {
        ReproduceMojo goal = reproduce();
        goal.seed = 7L;

        refused(
                goal,
                "a bundle has its own model, seed, profile and cases and is run from the start; leave -Dtestbed,");
    }

    @Test
    void shouldRefuseAnUnknownReasonForAFailure() {
        ReproduceMojo goal = reproduce();
        goal.fail = "always";

        refused(goal, "-Dsoabench.fail is \"always\"; use differs, contradicted or never");
    }

    @Test
    void shouldRefuseWhatIsNoBundle() throws IOException {
        Files.writeString(bundle, "no zip");

        refused(reproduce(), bundle + " is no zip file (");
    }
}
