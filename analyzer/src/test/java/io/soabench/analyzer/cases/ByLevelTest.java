package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Engines with a property of each. */
final class ByLevelTest {

    private static String words(String... engines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String each : engines) {
            values.put(each.substring(0, 1), each.substring(1));
        }
        return ByLevel.words(values, UnaryOperator.identity());
    }

    @Test
    void shouldNameEnginesWithTheSamePropertyTogether() {
        assertThat(words("a512", "b1024")).isEqualTo("a 512, b 1024");
        assertThat(words("a512", "b1024", "c512", "d512")).isEqualTo("a, c and d 512; b 1024");
    }
}
