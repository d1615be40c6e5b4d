package io.soabench.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.HostMessage.Said;
import io.soabench.agent.protocol.HostOrder.Asked;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.Json;
import io.soabench.plan.Precedence;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.Yielding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ProtocolTest {

    static List<HostOrder> orders() {
        return Orders.all();
    }

    private static final Precedence BEHIND = new Precedence(Yielding.NICE, Precedence.Why.FEW_PROCESSORS, 2, "", "");

    static List<HostMessage> words() {
        return List.of(
                HostMessage.Answer.done(),
                HostMessage.Answer.of(
                        new HostProblem(HostProblem.Code.NOT_READY, "engine", "not ready", "logs/engine", "mend it")),
                HostMessage.Answer.of(new HostReply.Checked(1, 200, "PGEvPg==", "")),
                HostMessage.Answer.of(new HostReply.Sent(404, "nothing")),
                HostMessage.Answer.of(new HostReply.Trips(List.of(1L, 2L))),
                HostMessage.Answer.of(new HostReply.Time(1_700_000_000_000_000_001L)),
                HostMessage.Answer.of(
                        new HostReply.Description(List.of(), Map.of("a.B", "b.jar"), new Processors(4, 1, 1, 9))),
                HostMessage.Answer.of(new HostReply.Seen(new Fingerprint(1, "b", "k", "0-3", "", 0.5, 2, 3, 4))),
                new HostMessage.Answer(
                        null,
                        List.of(new HostMessage.ServerState(
                                "engine", 7, false, true, 143, ServerEnd.ASKED, -1, List.of("8 sleep"), 9, BEHIND)),
                        List.of(new HostMessage.ClientState(
                                "load-here", 8, true, -1, null, List.of(), Map.of("ready", ""))),
                        "a note",
                        null),
                new HostMessage.Started("engine", 7),
                new HostMessage.Started("engine", 7, BEHIND),
                new HostMessage.Ready("engine"),
                new HostMessage.Ended("engine", 1, 2, "no more", "logs/engine/stderr.log", 12),
                new HostMessage.Line("load-here", 0, 6, "ready"),
                new HostMessage.Found(Finding.notWritten("metrics.csv", "full")),
                new HostMessage.Alive());
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
    void shouldTakeAWordThroughJson(HostMessage word) {
        String line = Json.line(new Said(0, word));

        assertThat(line).doesNotContain("\n");
        assertThat(Json.parse(line, Said.class)).isEqualTo(new Said(0, word));
    }

    @Test
    void shouldCoverAllOrdersAndWords() {
        assertThat(orders()).map(order -> (Object) order.getClass()).containsAll(leaves(HostOrder.class));
        assertThat(words()).map(word -> (Object) word.getClass()).containsAll(leaves(HostMessage.class));
        assertThat(words())
                .filteredOn(HostMessage.Answer.class::isInstance)
                .map(word -> ((HostMessage.Answer) word).reply())
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
