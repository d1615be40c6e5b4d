package io.soabench.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CamelServerTypeTest {

    private final CamelServerType type = new CamelServerType();

    private static String declaration() throws IOException {
        return new String(
                CamelServerType.class
                        .getResourceAsStream("/META-INF/soabench/types.testbed")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
    }

    private static Set<String> declared(String keyword) throws IOException {
        return Pattern.compile("(?m)^ +" + keyword + " (\\S+)")
                .matcher(declaration())
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldBeInTheCatalogue() {
        assertThat(ServerTypes.load(getClass().getClassLoader())).containsOnlyKeys("camel");
    }

    @Test
    void shouldUseWhatItDeclaresAndNothingElse() throws IOException {
        String arguments = String.join(" ", type.lifecycle().start().arguments());

        assertThat(Placeholders.missing(type, "engine", declared("parameter"), declared("port")))
                .isEmpty();
        assertThat(Placeholders.problems(type)).isEmpty();
        assertThat(declared("parameter")).isNotEmpty().allMatch(name -> arguments.contains("${param:" + name));
        assertThat(declaration()).contains("runs camel", "licence \"" + type.licence() + '"');
    }

    @Test
    void shouldNameItsEngineAsTheArtifactThatHasTheVersion() {
        assertThat(type.programs().get(0).with().get(0)).startsWith("org.apache.camel:camel-core:");
    }
}
