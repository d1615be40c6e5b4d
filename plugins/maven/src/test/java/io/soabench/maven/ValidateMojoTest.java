package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The goal itself, with all that it checks; a real Maven runs it elsewhere. */
final class ValidateMojoTest {

    private final List<String> said = new ArrayList<>();

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
