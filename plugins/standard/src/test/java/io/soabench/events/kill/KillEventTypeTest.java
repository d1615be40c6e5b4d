package io.soabench.events.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.plugin.EventType;
import io.soabench.plugin.EventType.Kill;
import io.soabench.plugin.EventType.StartAgain;
import io.soabench.plugin.EventTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** That an engine is really killed and started again is part of what every driver must do: {@code DriverContract}. */
class KillEventTypeTest {

    @Test
    void shouldBeFoundAndRight() {
        assertThat(EventTypes.load(KillEventType.class.getClassLoader()))
                .hasEntrySatisfying("kill", type -> assertThat(type).isInstanceOf(KillEventType.class));
    }

    @Test
    void shouldKillAtOnceAndStartAfterItsTime() {
        assertThat(new KillEventType().steps())
                .extracting(EventType.Step::afterMs, EventType.Step::action)
                .containsExactly(tuple("0", new Kill()), tuple("${event:time}", new StartAgain()));
    }

    @Test
    void shouldDeclareItsTime() throws IOException {
        try (InputStream types = KillEventType.class.getResourceAsStream("/META-INF/soabench/types.testbed")) {
            assertThat(new String(types.readAllBytes(), StandardCharsets.UTF_8))
                    .containsPattern("event type kill \"[^\"]+\" \\{ parameter time duration = 2 s min 1 ms");
        }
    }
}
