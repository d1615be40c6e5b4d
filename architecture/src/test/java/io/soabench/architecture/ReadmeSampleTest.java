package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The testbed on the first page is valid beside the files of the quickstart. */
final class ReadmeSampleTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final Pattern SAMPLE = Pattern.compile("(?s)## What you write\n\n```\n(.*?)```");

    @Test
    void shouldBeValid(@TempDir Path folder) throws IOException {
        Matcher sample = SAMPLE.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(sample.find()).as("a testbed below the heading").isTrue();
        for (String part : List.of("bpel", "wsdl", "data")) {
            copy(ROOT.resolve("examples/quickstart").resolve(part), folder.resolve(part));
        }
        Path model = Files.writeString(folder.resolve("sample.testbed"), sample.group(1));

        TestbedReader.Result result = new TestbedReader().read(model);

        assertThat(result.issues()).isEmpty();
        assertThat(result.testbed().getName()).isEqualTo("quickstart");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
    }
}
