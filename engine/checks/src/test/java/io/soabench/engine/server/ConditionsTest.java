package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    @Test
    void shouldAskUntilTheConditionHolds() throws Exception {
        AtomicInteger asked = new AtomicInteger();

        Conditions.await("the third question", () -> asked.incrementAndGet() == 3);

        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldNameTheConditionAtTheDeadline() {
        assertThatThrownBy(() -> Conditions.await("a miracle", Duration.ofMillis(1), () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a miracle");
    }

    @Test
    void shouldEndWhenTheTestIsInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Conditions.await("a miracle", () -> false))
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining("a miracle");
    }

    @Test
    void shouldFailWithTheErrorOfTheCondition() {
        assertThatThrownBy(() -> Conditions.await("an answer", () -> {
                    throw new IOException("no connection");
                }))
                .hasMessage("no connection");
    }
}
