package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The generators ask a server type for what they must know: none is known to them by its name. */
final class ServerTypeNamesTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final Pattern DECLARED = Pattern.compile("(?m)^server type (\\S+) ");

    /** Words of English too, which comments and variables may have; as a text of its own they are names. */
    private static final Set<String> ENGLISH = Set.of("reference", "lean", "relay", "front");

    private static Stream<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all
                    .filter(file ->
                            file.toString().endsWith(end) && !file.toString().contains("/target/"))
                    .toList()
                    .stream();
        }
    }

    private static Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>(Set.of("relay"));
        for (Path declarations : files(ROOT.resolve("plugins"), "src/main/resources/META-INF/soabench/types.testbed")
                .toList()) {
            Matcher matcher = DECLARED.matcher(Files.readString(declarations));
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        return names;
    }

    /** The names that a source has, each once. */
    private static List<String> named(String source, Set<String> names) {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            String word = ENGLISH.contains(name) ? "\"" + name + "\"" : "(?i)(?<![a-z])" + name + "(?![a-z0-9])";
            if (Pattern.compile(word + "|io\\.soabench\\." + name + "\\b")
                    .matcher(source)
                    .find()) {
                found.add(name);
            }
        }
        return found;
    }

    @Test
    void shouldKnowTheNamesOfTheServerTypes() throws IOException {
        assertThat(names()).contains("reference", "axis2", "lean", "juddi", "ode", "relay");
    }

    @Test
    void shouldRecogniseAName() throws IOException {
        assertThat(named("type.equals(\"axis2\")", names())).containsExactly("axis2");
        assertThat(named("private static final String AXIS2 = x;", names())).containsExactly("axis2");
        assertThat(named("class=\"io.soabench.lean.Receiver\"", names())).containsExactly("lean");
        assertThat(named("the relay of a latency, a \"relay.\" prefix, a reference, mode, code", names()))
                .isEmpty();
    }

    @Test
    void shouldFindNoNameOfAServerTypeInTheGenerators() throws IOException {
        Set<String> names = names();
        Map<String, List<String>> found = new TreeMap<>();
        List<Path> sources =
                files(ROOT.resolve("generators/src/main/java"), ".java").toList();
        for (Path source : sources) {
            List<String> named = named(Files.readString(source), names);
            if (!named.isEmpty()) {
                found.put(ROOT.relativize(source).toString(), named);
            }
        }
        assertThat(sources).hasSizeGreaterThan(50);
        assertThat(found).isEmpty();
    }
}
