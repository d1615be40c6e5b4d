package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plugin.EventType.Kill;
import io.soabench.plugin.EventType.Request;
import io.soabench.plugin.EventType.Signal;
import io.soabench.plugin.EventType.StartAgain;
import io.soabench.plugin.EventType.Step;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventTypesTest {

    private record Type(String name, List<Step> steps) implements EventType {}

    private static Step step(EventType.ServerAction action) {
        return new Step("0", action, "");
    }

    private static HttpAction post(String url, int status) {
        return new HttpAction("POST", url, "", "", List.of(status), 100);
    }

    @Test
    void shouldFindTypesByName() {
        EventType slow = new Type(
                "slow",
                List.of(step(new Request(post("http://${address}:${port:admin}/${name}?by=${event:by}", 200)))));
        EventType kill = new Type("kill", List.of(step(new Signal("KILL"))));

        assertThat(EventTypes.of(List.of(slow, kill)))
                .containsOnlyKeys("kill", "slow")
                .containsEntry("slow", slow);
    }

    @Test
    void shouldAcceptWhatIsKilledAndStartedAgain() {
        EventType crash = new Type("crash", List.of(step(new Kill()), step(new StartAgain())));

        assertThat(EventTypes.of(List.of(crash))).containsOnlyKeys("crash");
    }

    @Test
    void shouldTellAllMistakesAtOnce() {
        List<EventType> types = List.of(
                new Type("twice", List.of(step(new Signal("STOP")))),
                new Type("twice", List.of(step(new Signal("SIG-STOP")))),
                new Type("service-unavailable", List.of(step(new Signal("STOP")))),
                new Type("again", List.of(step(new StartAgain()))),
                new Type("gone", List.of(step(new Kill()))),
                new Type("nothing", List.of()),
                new Type("late", List.of(new Step("${param:time}", new Signal("CONT"), ""))),
                new Type(
                        "asks",
                        List.of(step(new Request(new HttpAction("GET", "http://${host}/", "", "", List.of(), 0))))));

        assertThatThrownBy(() -> EventTypes.of(types))
                .isInstanceOfSatisfying(
                        PluginsRefused.class,
                        refused -> assertThat(refused.reasons())
                                .containsExactly(
                                        "event type \"twice\" is provided by " + Type.class.getName() + " and by "
                                                + Type.class.getName() + "; remove or rename one of them",
                                        "event type \"twice\" sends \"SIG-STOP\"; use the name of a signal, e.g. STOP",
                                        "event type \"service-unavailable\" is provided by SOABench itself and by "
                                                + Type.class.getName() + "; remove or rename one of them",
                                        "event type \"again\" starts a server again that it has not killed; kill it in"
                                                + " an earlier step",
                                        "event type \"gone\" leaves a server killed; start it again in a later step",
                                        "event type \"nothing\" has no steps; say what is done",
                                        "event type \"late\" uses ${param:time}, which is not known there; known are event:<name>",
                                        "event type \"asks\" uses ${host}, which is not known there; known are address, name, port:<name>,"
                                                + " param:<name>, event:<name>",
                                        "event type \"asks\" sends a request without a time-out or without expected HTTP statuses"));
    }
}
