package io.soabench.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.HostOrder.Asked;
import io.soabench.agent.protocol.HostWord.Said;
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
                                "engine", 7, false, true, 143, ServerEnd.ASKED, -1, List.of("8 sleep"), 9, BEHIND)),
                        List.of(new HostWord.ClientState(
                                "load-here", 8, true, -1, null, List.of(), Map.of("ready", ""))),
                        "a note",
                        null),
                new HostWord.Started("engine", 7),
                new HostWord.Started("engine", 7, BEHIND),
                new HostWord.Ready("engine"),
                new HostWord.Ended("engine", 1, 2, "no more", "logs/engine/stderr.log", 12),
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
