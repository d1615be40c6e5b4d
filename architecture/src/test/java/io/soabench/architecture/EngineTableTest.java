package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of examples and engines in the README agrees with the models of the examples. */
final class EngineTableTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern SERVER = Pattern.compile("(?m)^server [\\w-]+ *: *([\\w-]+)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\[([\\w-]+)]\\(examples/\\1/\\) \\| (.*) \\|$");
    private static final Pattern CODE = Pattern.compile("`([\\w-]+)`");
    private static final Set<String> ENGINES = Set.of(
            "reference", "ode", "orchestra", "camunda", "operaton", "cibseven", "flowable", "camel", "activevos");

    @Test
    void shouldNameTheEnginesOfEachExampleThatComparesThem() throws IOException {
        Map<String, Set<String>> models = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples"), 2)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".testbed")).toList()) {
                SERVER.matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1))
                        .filter(ENGINES::contains)
                        .forEach(engine -> models.computeIfAbsent(
                                        file.getParent().getFileName().toString(), absent -> new TreeSet<>())
                                .add(engine));
            }
        }
        models.values().removeIf(engines -> engines.equals(Set.of("reference")));
        Map<String, Set<String>> table = new TreeMap<>();
        Matcher rows = ROW.matcher(Files.readString(ROOT.resolve("README.md")));
        while (rows.find()) {
            table.put(
                    rows.group(1),
                    CODE.matcher(rows.group(2))
                            .results()
                            .map(found -> found.group(1))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }

        assertThat(table).isEqualTo(models).containsKeys("fork", "engines", "against-ode");
    }
}
