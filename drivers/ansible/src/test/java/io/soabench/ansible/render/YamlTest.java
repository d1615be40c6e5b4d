package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class YamlTest {

    @Test
    void shouldWriteBlocksInTheOrderOfTheMap() {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("ports", Map.of("http", 80));
        content.put("logs", List.of("*.log", "yes", "1"));
        content.put("empty", List.of());
        content.put("deployed", null);

        assertThat(Yaml.text("A comment.", content))
                .isEqualTo(
                        """
                        ---
                        # A comment.
                        ports:
                          http: 80
                        logs:
                          - '*.log'
                          - 'yes'
                          - '1'
                        empty: []
                        deployed: null
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " begins and ends with a blank ",
                "two\nlines\n",
                "no end\nof line",
                "blank at the end \nof a line\n",
                "\n\nbegins with empty lines",
                "  indented\nless\n",
                "a: b # no comment",
                "\t tab",
                "\u00e4\u20ac\ud83d\ude00",
                "{{ template }}",
                "many\nlines {{ of }}\na template\n",
                "null",
                "0644",
                "1e3",
                "!tag",
                "@at",
                "back\\slash \"quoted\" 'twice'",
                "bell\u0007"
            })
    void shouldKeepEveryText(String text) {
        assertThat(read(Yaml.text("c", Map.of("key", text)))).isEqualTo(text);
    }

    @Test
    void shouldBreakLongLinesWithoutChangingThem() {
        String text = "a word and ".repeat(60) + "\nshort\n";
        String oneLine = "a word and ".repeat(60) + "end";

        String yaml = Yaml.text("c", Map.of("key", List.of(Map.of("deep", List.of(text, oneLine)))));

        assertThat(yaml.lines()).allMatch(line -> line.length() <= 120);
        assertThat(read(yaml)).isEqualTo(List.of(Map.of("deep", List.of(text, oneLine))));
    }

    private static Object read(String yaml) {
        return ((Map<?, ?>) new org.yaml.snakeyaml.Yaml(new Plain()).load(yaml)).get("key");
    }

    /** Takes an unsafe text for a text, as Ansible does. */
    private static final class Plain extends SafeConstructor {
        Plain() {
            super(new LoaderOptions());
            yamlConstructors.put(
                    new org.yaml.snakeyaml.nodes.Tag("!unsafe"),
                    yamlConstructors.get(org.yaml.snakeyaml.nodes.Tag.STR));
        }
    }
}
