package io.soabench.events.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.plugin.EventType;
import io.soabench.plugin.EventType.Signal;
import io.soabench.plugin.EventTypes;
import io.soabench.plugin.Template;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** That a server is really stopped and goes on is part of what every driver must do: {@code DriverContract}. */
class PauseEventTypeTest {

    @Test
    void shouldBeFoundAndRight() {
        assertThat(EventTypes.load(PauseEventType.class.getClassLoader()))
                .hasEntrySatisfying("pause", type -> assertThat(type).isInstanceOf(PauseEventType.class));
    }

    @Test
    void shouldStopAtOnceAndGoOnAfterItsTime() {
        assertThat(new PauseEventType().steps())
                .extracting(EventType.Step::afterMs, EventType.Step::action)
                .containsExactly(tuple("0", new Signal("STOP")), tuple("${event:time}", new Signal("CONT")));
    }

    @Test
    void shouldUseOnlyParametersThatItDeclares() throws IOException {
        String declared;
        try (InputStream types = PauseEventType.class.getResourceAsStream("/META-INF/soabench/types.testbed")) {
            String all = new String(types.readAllBytes(), StandardCharsets.UTF_8);
            declared = all.substring(all.indexOf("event type pause "));
        }
        List<String> parameters = Pattern.compile("parameter (\\S+)")
                .matcher(declared)
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(new PauseEventType().steps())
                .flatExtracting(step -> Template.names(step.afterMs()))
                .allSatisfy(name -> assertThat(parameters).contains("parameter " + name.substring("event:".length())))
                .isNotEmpty();
    }
}
