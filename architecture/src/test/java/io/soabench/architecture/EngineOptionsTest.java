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

/** The page {@code docs/engine/options.md} has every option of the engine's command line, and no other. */
final class EngineOptionsTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final Pattern DECLARED = Pattern.compile("\"(--[a-z-]+)\"");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(--[a-z-]+)");

    @Test
    void shouldDocumentEveryOption() throws IOException {
        Set<String> declared = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(ROOT.resolve("engine/server/src/main/java"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                declared.addAll(found(DECLARED, source));
            }
        }
        // Every command line of the house has these two.
        declared.remove("--version");
        declared.remove("--help");

        assertThat(found(ROW, ROOT.resolve("docs/engine/options.md")))
                .hasSizeGreaterThan(20)
                .isEqualTo(declared);
    }

    private static Set<String> found(Pattern pattern, Path file) throws IOException {
        Set<String> names = new TreeSet<>();
        pattern.matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .forEach(names::add);
        return names;
    }
}
