package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.model.issue.Issue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every example of the repository parses, validates, formats to itself and is written as it was read. */
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../../examples");

    @TestFactory
    Stream<DynamicTest> shouldBeCorrectAndFormatted() throws IOException {
        return models(EXAMPLES).stream()
                .map(model -> DynamicTest.dynamicTest(EXAMPLES.relativize(model).toString(), () -> check(model)));
    }

    private static List<Path> models(Path folder) throws IOException {
        List<Path> models;
        try (Stream<Path> files = Files.walk(folder)) {
            models = files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
        assertThat(models).as("models in %s", folder).contains(folder.resolve("quickstart/quickstart.testbed"));
        return models;
    }

    @Test
    void shouldFailWhenThereAreNoExamples(@TempDir Path elsewhere) {
        assertThatThrownBy(() -> models(elsewhere.resolve("examples"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> models(elsewhere)).isInstanceOf(AssertionError.class);
    }

    private static void check(Path model) throws IOException {
        TestbedReader reader = new TestbedReader();
        TestbedReader.Result result = reader.read(model);
        assertThat(result.issues(Issue.Severity.ERROR)).isEmpty();
        String text = Files.readString(model);
        assertThat(reader.format(text)).isEqualTo(text);
        assertThat(reader.serialize(result.testbed())).isEqualTo(text);
    }
}
