package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page {@code docs/reference/parameters.md} and the goals of the Maven plug-in have the same names. */
final class ParametersTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final Path GOALS = ROOT.resolve("plugins/maven/src/main/java/io/soabench/maven");
    private static final Pattern PARAMETER = Pattern.compile("@Parameter\\(\\s*property = \"([^\"]+)\"");
    private static final Pattern GOAL = Pattern.compile("@Mojo\\(\\s*name = \"([^\"]+)\"");

    @Test
    void shouldDocumentEveryParameterInARowOfItsOwn() throws IOException {
        assertThat(named(page(), "(?m)^\\| `-D([A-Za-z.]+)")).isEqualTo(declared(PARAMETER));
    }

    @Test
    void shouldDocumentEveryGoal() throws IOException {
        Set<String> goals = declared(GOAL);
        // The goal help is made by Maven's own plug-in.
        goals.add("help");

        assertThat(named(page(), "(?m)^\\| `mvn soabench:([a-z]+)")).isEqualTo(goals);
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/reference/parameters.md"));
    }

    private static Set<String> declared(Pattern pattern) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(GOALS)) {
            for (Path file : files.toList()) {
                if (Files.isRegularFile(file)) {
                    names.addAll(named(Files.readString(file), pattern.pattern()));
                }
            }
        }
        assertThat(names).isNotEmpty();
        return names;
    }

    private static Set<String> named(String text, String pattern) {
        Set<String> names = new TreeSet<>();
        Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .forEach(names::add);
        return names;
    }
}
