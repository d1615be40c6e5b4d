package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every example of the repository parses, validates, formats to itself and is written as it was read. */
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../../examples");

    @TestFactory
    Stream<DynamicTest> shouldBeCorrectAndFormatted() throws IOException {
        return models().stream()
                .map(model -> DynamicTest.dynamicTest(EXAMPLES.relativize(model).toString(), () -> check(model)));
    }

    private static List<Path> models() throws IOException {
        if (!Files.isDirectory(EXAMPLES)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
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
