package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.MockPlan.MockOperation;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationChoiceTest {

    private final OperationChoice choice = new OperationChoice(List.of(
            operation("one", "urn:1", "{n}e"),
            operation("two", "urn:2", "{n}e"),
            operation("three", "urn:3", "{n}f"),
            operation("empty", "", "")));

    private static MockOperation operation(String name, String action, String element) {
        return new MockOperation(name, action, element, true, "");
    }

    private String name(String action, String element) {
        return choice.of(action, element).map(MockOperation::name).orElse("none");
    }

    @Test
    void shouldGoByTheElementWhenItIsUnique() {
        assertThat(name("urn:1", "{n}f")).isEqualTo("three");
        assertThat(name("", "{n}f")).isEqualTo("three");
        assertThat(name("", "")).isEqualTo("empty");
    }

    @Test
    void shouldGoByTheActionWhenSeveralShareTheElement() {
        assertThat(name("urn:2", "{n}e")).isEqualTo("two");
        assertThat(name("urn:3", "{n}e")).isEqualTo("one");
    }

    @Test
    void shouldGoByTheActionWhenNobodyHasTheElement() {
        assertThat(name("urn:2", "{n}other")).isEqualTo("two");
        assertThat(name("urn:9", "{n}other")).isEqualTo("none");
        assertThat(name("", "{n}other")).isEqualTo("none");
    }
}
