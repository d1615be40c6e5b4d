package io.soabench.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.HostOrder.Asked;
import io.soabench.agent.protocol.HostWord.Said;
import io.soabench.driver.EnvironmentRecord.Fingerprint;
import io.soabench.plan.Json;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ProtocolTest {

    private static final HttpAction ACTION =
            new HttpAction("PUT", "http://a:1/x", "text/xml", "zip:/p", List.of(200, 201), 500);

    static List<HostOrder> orders() {
        return List.of(
                new HostOrder.Place(part(), 1),
                new HostOrder.Start(2),
                new HostOrder.Ready(3),
                new HostOrder.Publish(4),
                new HostOrder.Deploy(5),
                new HostOrder.Deployed(6),
                new HostOrder.Check(1, 7),
                new HostOrder.Await("done", 7),
                new HostOrder.Collect(100, List.of("engine"), 8),
                new HostOrder.Undeploy(9),
                new HostOrder.Stop(10),
                new HostOrder.Pack(10),
                new HostOrder.Clean(11),
                new HostOrder.Cancel(),
                new HostOrder.Look(),
                new HostOrder.Observe(),
                new HostOrder.Tell("load-here", "start 17"),
                new HostOrder.Signal("engine", "STOP"),
                new HostOrder.Send(ACTION),
                new HostOrder.Trips("http://a:1"),
                new HostOrder.Time(),
                new HostOrder.Describe(),
                new HostOrder.Fingerprint(),
                new HostOrder.Follow(Map.of("load-here", 12L)));
    }

    private static HostPart part() {
        return new HostPart(
                "token",
                "3",
                "Buy",
                "http://a:1/buy",
                new HostPart.Places("/t/run", "/t/run/out", "/t"),
                new HostPart.Limits(1, 2, 3, 4),
                5,
                Map.of("server.mocks.address", "127.0.0.1"),
                List.of(new HostPart.Server(
                        "engine",
                        "127.0.0.1",
                        Map.of("http", 20001),
                        new HostPart.Placing(
                                "/t/run/e", Map.of("a.xml", "<a/>"), List.of(new HostPart.Copy("/c", "/d"))),
                        new HostPart.Program(List.of("java", "-v"), Map.of("A", "b"), "/t/run/e/work"),
                        new Probe("tcp://a:1", 0, 10),
                        List.of(new HostPart.Publishing("quotes-1", ACTION)),
                        new HostPart.Deployment(List.of(ACTION), null, List.of()),
                        null,
                        10,
                        List.of("*.log"))),
                List.of(new HostPart.Client("load-here", new HostPart.Program(List.of("java"), Map.of(), "/w"), 10)),
                List.of(new HostPart.Check("checks/1.xml", "/c/checks/1.xml", "u", "action", "{n}l", 9)));
    }

    static List<HostWord> words() {
        return List.of(
                HostWord.Answer.done(),
                HostWord.Answer.of(
                        new HostProblem(HostProblem.Code.NOT_READY, "engine", "not ready", "logs/engine", "mend it")),
                HostWord.Answer.of(new HostReply.Checked(1, 200, "PGEvPg==", "")),
                HostWord.Answer.of(new HostReply.Sent(404, "nothing")),
                HostWord.Answer.of(new HostReply.Trips(List.of(1L, 2L))),
                HostWord.Answer.of(new HostReply.Time(1_700_000_000_000_000_001L)),
                HostWord.Answer.of(
                        new HostReply.Description(List.of(), Map.of("a.B", "b.jar"), new Processors(4, 1, 1, 9))),
                HostWord.Answer.of(new HostReply.Seen(new Fingerprint(1, "b", "k", "0-3", "", 0.5, 2, 3, 4))),
                new HostWord.Answer(
                        null,
                        List.of(new HostWord.ServerState(
                                "engine", 7, false, true, 143, "asked", -1, List.of("8 sleep"), 9)),
                        List.of(new HostWord.ClientState("load-here", 8, true, -1, "", List.of(), Map.of("ready", ""))),
                        "a note",
                        null),
                new HostWord.Started("engine", 7),
                new HostWord.Ready("engine"),
                new HostWord.Ended("engine", 1, 2, "no more", "logs/engine/stderr.log"),
                new HostWord.Line("load-here", 0, 6, "ready"),
                new HostWord.Found(Finding.notWritten("metrics.csv", "full")),
                new HostWord.Alive());
    }

    @ParameterizedTest
    @MethodSource("orders")
    void shouldTakeAnOrderThroughJson(HostOrder order) {
        String line = Json.line(new Asked(17, order));

        assertThat(line).doesNotContain("\n");
        assertThat(Json.parse(line, Asked.class)).isEqualTo(new Asked(17, order));
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldTakeAWordThroughJson(HostWord word) {
        String line = Json.line(new Said(0, word));

        assertThat(line).doesNotContain("\n");
        assertThat(Json.parse(line, Said.class)).isEqualTo(new Said(0, word));
    }

    @Test
    void shouldCoverAllOrdersAndWords() {
        assertThat(orders()).map(order -> (Object) order.getClass()).containsAll(leaves(HostOrder.class));
        assertThat(words()).map(word -> (Object) word.getClass()).containsAll(leaves(HostWord.class));
        assertThat(words())
                .filteredOn(HostWord.Answer.class::isInstance)
                .map(word -> ((HostWord.Answer) word).reply())
                .filteredOn(reply -> reply != null)
                .map(reply -> (Object) reply.getClass())
                .containsAll(leaves(HostReply.class));
    }

    private static List<Object> leaves(Class<?> type) {
        return type.isSealed()
                ? List.of(type.getPermittedSubclasses()).stream()
                        .flatMap(each -> leaves(each).stream())
                        .toList()
                : List.of(type);
    }

    @Test
    void shouldPutTheFolderOfTheRunBeforeALog() {
        HostProblem problem = new HostProblem(
                HostProblem.Code.NOT_READY, "engine", "server engine is not ready", "logs/engine", "mend it");

        assertThat(problem.sentence(Path.of("cases/a/1")))
                .isEqualTo("server engine is not ready; see cases/a/1/logs/engine, mend it");
        assertThat(HostProblem.of(HostProblem.Code.SILENT, "", "silence").sentence(Path.of("cases/a/1")))
                .isEqualTo("silence");
    }
}
