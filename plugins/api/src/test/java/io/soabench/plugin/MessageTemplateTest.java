package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.MessageTemplate.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTemplateTest {

    private static List<String> names(String... paths) {
        List<Value> values = List.of(paths).stream()
                .map(path -> new Value(path, MessageTemplate.Type.TEXT))
                .toList();
        return new MessageTemplate("urn:a", "order", java.util.Collections.nCopies(paths.length + 1, ""), values)
                .names();
    }

    @Test
    void shouldNameAValueByItsLastStepAndByItsPathWhereSeveralHaveIt() {
        assertThat(names("@n", "item/price", "id")).containsExactly("n", "price", "id");
        assertThat(names("from/id", "to/@id", "sum")).containsExactly("from.id", "to.id", "sum");
        assertThat(names()).isEmpty();
    }
}
