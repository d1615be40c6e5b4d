package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the goals for several runs take, and what they refuse; what they write is rendered elsewhere. */
final class SeveralRunsMojoTest {

    @TempDir
    private Path output;

    private final List<String> errors = new ArrayList<>();

    private <T extends SeveralRunsMojo> T prepared(T goal, String differs) {
        goal.output = output.toFile();
        goal.differs = differs;
        goal.setLog(new SystemStreamLog() {
            @Override
            public void error(CharSequence content) {
                errors.add(content.toString());
            }
        });
        return goal;
    }

    private CompareMojo compare(String runs, String differs, String fail) {
        CompareMojo goal = prepared(new CompareMojo(), differs);
        goal.runs = runs;
        goal.fail = fail;
        return goal;
    }

    private void refused(SeveralRunsMojo goal, String message, String... starts) {
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(message);
        assertThat(errors).hasSize(starts.length);
        for (int i = 0; i < starts.length; i++) {
            assertThat(errors.get(i)).startsWith(starts[i]);
        }
        assertThat(output.resolve("compare")).doesNotExist();
        assertThat(output.resolve("history")).doesNotExist();
        errors.clear();
    }

    private Path run(String testbed, String name) {
        Path run = output.resolve(testbed).resolve("runs").resolve(name);
        SampleRun.write(
                run,
                testbed.length(),
                new SampleRun.Shape().engines(1).repetitions(2).measureS(2).defects(false));
        return run;
    }

    @Test
    void shouldRefuseWordsThatItDoesNotKnow() {
        refused(
                compare("a,b", "version,weather", "never"),
                "the runs cannot be combined: 1 reason",
                "[differs] runs cannot differ in \"weather\"; -Dsoabench.differs is one or more of version, server,"
                        + " environment, model, validity");
        refused(
                compare("a,b", null, "always"),
                "the runs cannot be combined: 1 reason",
                "[fail] -Dsoabench.fail is \"always\"; use worse or never");
    }

    @Test
    void shouldRefuseAllRunsThatAreNotThere() {
        refused(
                compare("nobody, x/nothing", null, "never"),
                "the runs cannot be combined: 2 reasons",
                "[unknown] there is no run \"nobody\": neither a folder with a plan.json, nor a run in ",
                "[unknown] there is no run \"x/nothing\"");
        refused(compare(null, null, "never"), "the runs cannot be combined: 1 reason", "[number] from 2 to 26 runs");
    }

    @Test
    void shouldRefuseRunsThatDifferInMoreThanIsMeant() {
        run("one", "first");
        run("three", "second");

        refused(
                compare("first,second", null, "worse"),
                "the runs cannot be combined: 1 reason",
                "[model] seed: 3 in A, 5 in B; run both with the same model, profile and seed, or set"
                        + " -Dsoabench.differs=model when this difference is meant");
    }

    @Test
    void shouldFindRunsByTheirNames() throws IOException {
        Path first = run("one", "first").toRealPath();
        Path other = run("three", "first").toRealPath();
        Path second = run("three", "second").toRealPath();
        TestbedFolders.begun(output.resolve("three/runs/second"));
        RunFolders any = new RunFolders(output, Optional.empty());

        assertThat(any.of("second")).containsExactly(second);
        assertThat(any.of("latest, one/first")).containsExactly(second, first);
        assertThat(any.of(first + "," + second)).containsExactly(first, second);
        assertThat(new RunFolders(output, Optional.of("three")).of("first,latest"))
                .containsExactly(other, second);
        assertThatThrownBy(() -> any.of("first"))
                .hasMessage("[unknown] several testbeds have a run \"first\"; name one as TESTBED/first, or add"
                        + " -Dtestbed=FILE");
    }

    @Test
    void shouldRefuseFewerThanTenRuns() throws IOException {
        HistoryMojo goal = prepared(new HistoryMojo(), null);
        refused(
                goal,
                "the runs cannot be combined: 1 reason",
                "[unknown] no folder of runs is named; add -Druns=DIR, or -Dtestbed=FILE for those of a testbed");
        goal.runs = output.resolve("none").toString();
        refused(goal, "the runs cannot be combined: 1 reason", "[unknown] there is no folder ");
        goal.runs = Files.createDirectory(output.resolve("empty")).toString();
        refused(
                goal,
                "the runs cannot be combined: 1 reason",
                "[few] a change series takes at least 10 runs, and there are 0; ");
        run("one", "first");
        goal.runs = output.resolve("one/runs").toString();
        refused(
                goal,
                "the runs cannot be combined: 1 reason",
                "[few] a change series takes at least 10 runs, and there is 1; ");
    }
}
