package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The goal itself, with all that it checks; a real Maven runs it elsewhere. */
final class ValidateMojoTest {

    private final List<String> said = new ArrayList<>();

    @TempDir
    Path output;

    private ValidateMojo validate(Path model) {
        ValidateMojo goal = new ValidateMojo();
        goal.testbed = model.toFile();
        goal.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence content) {
                said.add(content.toString());
            }
        });
        return goal;
    }

    @ParameterizedTest
    @MethodSource("io.soabench.maven.BrokenModelsTest#examples")
    void shouldFindEveryExampleValid(Path model) throws Exception {
        validate(model).execute();

        assertThat(said).last().asString().endsWith(model.getFileName() + " is valid");
    }

    @Test
    void shouldSayHowBusyEnginesWereInTheLatestRun() throws Exception {
        Path run = output.resolve("quickstart/runs/earlier");
        Files.createDirectories(run);
        SampleRun.write(
                run,
                42,
                new SampleRun.Shape().engines(1).repetitions(2).measureS(3).defects(false));
        Analyzer.analyze(run);
        ValidateMojo goal = validate(Path.of("../../examples/quickstart/quickstart.testbed"));
        goal.output = output.toFile();
        goal.execute();
        assertThat(said).as("there is no latest run").noneMatch(line -> line.contains("processors"));

        Files.createSymbolicLink(run.resolveSibling("latest"), run);
        goal.execute();

        int title = said.indexOf("processors in use, as run earlier measured them:");
        assertThat(title).isPositive();
        assertThat(said.get(title + 1))
                .matches(
                        "  reference under \\w+ \\(\\w+\\): [\\d.]+ processors; all of the experiment on its host \\d+ % of \\d+");
    }

    @Test
    void shouldRefuseWhatIsNoTestbed() throws Exception {
        Path model = Path.of("../../examples/quickstart/wsdl/quote.wsdl");
        assertThat(model).exists();

        assertThatThrownBy(() -> validate(model).execute())
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(
                        model
                                + " is no testbed: the name of a model file ends in \".testbed\"; name such a file, or rename this one");
        assertThat(said).isEmpty();
    }
}
