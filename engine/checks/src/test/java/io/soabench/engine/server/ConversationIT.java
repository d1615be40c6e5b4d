package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many conversations at once over HTTP, each with messages of its own (WS-BPEL 2.0, chapter 9). */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ConversationIT {
    private static final int CONVERSATIONS = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client = EngineClient.newHttpClient();
    private Engine engine;
    private final EngineClient requests = new EngineClient(() -> engine);

    @AfterEach
    void stop() {
        engine.close();
    }

    private static String set(String from, String to) {
        return "<assign><copy><from>" + from + "</from><to>" + to + "</to></copy></assign>";
    }

    private static String receive(String operation, String correlations) {
        return TalkProcess.receive(operation, ">" + correlations);
    }

    /** Starts a process that replies at once, so that its client has a sign that it runs, and then executes a body. */
    private void start(SchedulingPolicy policy, String body) throws Exception {
        start(policy, "run", TalkProcess.reply("run", "response", "$run.body/c:id") + body);
    }

    private void start(SchedulingPolicy policy, String operation, String body) throws Exception {
        engine = Engine.start(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 1), new SystemEngineClock());
        engine.deployer()
                .deploy(
                        "Talk",
                        TalkProcess.archive(
                                "Talk",
                                TalkProcess.receive(
                                                operation,
                                                "createInstance=\"yes\"><correlations><correlation set=\"byId\""
                                                        + " initiate=\"yes\"/></correlations>")
                                        + body));
    }

    private CompletableFuture<String> send(String operation, String id, String text) {
        String body = TalkProcess.message(operation, id, text);
        HttpRequest request =
                requests.request("Talk", ScriptedPartner.envelope(body)).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() + " " + response.body());
    }

    private static String get(CompletableFuture<String> answer) throws Exception {
        return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void awaitEnd() throws Exception {
        await("the end of all instances", () -> engine.running() == 0);
    }

    /** Awaits refused requests: one is counted after its answer was sent. */
    private void awaitRefused(long expected) throws Exception {
        await(expected + " refused requests", () -> engine.counters().value(Counter.REQUESTS_REFUSED) >= expected);
        assertThat(engine.counters().value(Counter.REQUESTS_REFUSED)).isEqualTo(expected);
    }

    /** One message of a conversation, with the expected content of its answer. */
    private record Step(String operation, String id, String text, String expected) {}

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldGiveEachInstanceItsOwnMessagesWhenTheyComeInAnyOrder(SchedulingPolicy policy) throws Exception {
        start(
                policy,
                receive("note", TalkProcess.BY_ID)
                        + TalkProcess.reply("note", "noted", "concat($run.body/c:id,' ',$note.body/c:text)")
                        + receive("hint", TalkProcess.BY_ID)
                        + set("$hint.body/c:text", "$data")
                        + receive("poke", TalkProcess.BY_ID)
                        + TalkProcess.reply(
                                "poke",
                                "poked",
                                "concat($run.body/c:id,' ',$note.body/c:text,' ',$data,' ',$poke.body/c:text)"));
        List<CompletableFuture<String>> started = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            String id = "c" + i;
            started.add(send("request", id, ""));
            steps.add(new Step("note", id, "a" + i, ">" + id + " a" + i + "<"));
            steps.add(new Step("hint", id, "b" + i, "202"));
            steps.add(new Step("poke", id, "d" + i, ">" + id + " a" + i + " b" + i + " d" + i + "<"));
        }
        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(get(started.get(i))).contains(">c" + i + "<");
        }
        Collections.shuffle(steps, new Random(policy.name().length()));

        List<CompletableFuture<String>> answers = steps.stream()
                .map(step -> send(step.operation(), step.id(), step.text()))
                .toList();

        for (int i = 0; i < steps.size(); i++) {
            assertThat(get(answers.get(i)))
                    .as(steps.get(i).toString())
                    .contains(steps.get(i).expected());
        }
        awaitEnd();
        assertThat(engine.counters().value(Counter.INSTANCES_COMPLETED)).isEqualTo(CONVERSATIONS);
        assertThat(engine.counters().value(Counter.INSTANCES_FAULTED)).isZero();
    }

    /** The acknowledgement is the only sign for a client that its instance runs. */
    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldReachTheInstanceWhenTheNextMessageFollowsTheAcknowledgementAtOnce(SchedulingPolicy policy)
            throws Exception {
        start(
                policy,
                "hint",
                receive("note", TalkProcess.BY_ID)
                        + TalkProcess.reply("note", "noted", "concat($hint.body/c:text,' ',$note.body/c:text)"));
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            String id = "c" + i;
            answers.add(send("hint", id, "a" + i)
                    .thenCompose(first -> first.startsWith("202")
                            ? send("note", id, "b" + id)
                            : CompletableFuture.completedFuture(first)));
        }

        for (int i = 0; i < CONVERSATIONS; i++) {
            assertThat(get(answers.get(i))).contains(">a" + i + " bc" + i + "<");
        }
        awaitEnd();
        assertThat(engine.counters().value(Counter.INSTANCES_COMPLETED)).isEqualTo(CONVERSATIONS);
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldAnswerCorrelationViolationWhenNobodyHasTheValues(SchedulingPolicy policy) throws Exception {
        start(policy, receive("note", TalkProcess.BY_ID) + TalkProcess.reply("note", "noted", "'noted'"));
        assertThat(get(send("request", "here", ""))).startsWith("200");

        assertThat(get(send("note", "elsewhere", "x"))).startsWith("500").contains("correlationViolation");
        assertThat(get(send("note", "here", "x"))).startsWith("200");
        awaitEnd();
        assertThat(get(send("note", "here", "x"))).startsWith("500").contains("correlationViolation");
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldRefuseAOneWayMessageThatNoInstanceWaitsFor(SchedulingPolicy policy) throws Exception {
        start(policy, receive("hint", TalkProcess.BY_ID));
        assertThat(get(send("request", "here", ""))).startsWith("200");

        assertThat(get(send("hint", "elsewhere", "x"))).startsWith("503").contains("correlationViolation");
        assertThat(get(send("hint", "here", "x"))).startsWith("202");
        awaitEnd();
        assertThat(get(send("hint", "here", "x"))).startsWith("503").contains("correlationViolation");
        awaitRefused(2);
        assertThat(engine.counters().value(Counter.MESSAGES_DROPPED)).isZero();
    }

    /** An activity takes one of several messages; the others are refused, or kept by an instance that ends. */
    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldAcknowledgeNoMessageThatIsGoneWithoutATrace(SchedulingPolicy policy) throws Exception {
        start(policy, receive("hint", TalkProcess.BY_ID));
        List<CompletableFuture<String>> hints = new ArrayList<>();
        for (int i = 0; i < CONVERSATIONS; i++) {
            String id = "c" + i;
            CompletableFuture<String> begun = send("request", id, "");
            for (int copy = 0; copy < 3; copy++) {
                hints.add(begun.thenCompose(ready -> send("hint", id, "x")));
            }
        }

        int taken = 0;
        for (CompletableFuture<String> hint : hints) {
            String answer = get(hint);
            assertThat(answer).containsAnyOf("202", "503");
            taken += answer.startsWith("202") ? 1 : 0;
        }
        awaitEnd();
        assertThat(engine.counters().value(Counter.INSTANCES_COMPLETED)).isEqualTo(CONVERSATIONS);
        assertThat(taken - engine.counters().value(Counter.MESSAGES_DROPPED)).isEqualTo(CONVERSATIONS);
        awaitRefused(hints.size() - taken);
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldFaultWithConflictingReceiveWhenTwoWaitForTheSame(SchedulingPolicy policy) throws Exception {
        String caught = "<scope><faultHandlers><catch faultName=\"bpel:conflictingReceive\""
                + " xmlns:bpel=\"http://docs.oasis-open.org/wsbpel/2.0/process/executable\">"
                + receive("poke", TalkProcess.BY_ID) + "</catch></faultHandlers><flow>"
                + receive("hint", TalkProcess.BY_ID) + receive("hint", TalkProcess.BY_ID) + "</flow></scope>";
        start(policy, caught + TalkProcess.reply("poke", "poked", "'caught'"));
        get(send("request", "here", ""));

        // The second receive faults as soon as it begins to wait, without any message.
        assertThat(get(send("poke", "here", "x"))).startsWith("200").contains(">caught<");
    }

    @ParameterizedTest
    @EnumSource(SchedulingPolicy.class)
    void shouldFaultWithAmbiguousReceiveWhenTwoMayTakeTheMessage(SchedulingPolicy policy) throws Exception {
        String byToken = TalkProcess.BY_ID.replace("byId", "byToken").replace("\"/>", "\" initiate=\"join\"/>");
        start(
                policy,
                "<flow>" + receive("note", TalkProcess.BY_ID) + receive("note", byToken) + "</flow>"
                        + TalkProcess.reply("note", "noted", "'never'"));
        get(send("request", "here", ""));

        assertThat(get(send("note", "here", "x"))).startsWith("500").contains("ambiguousReceive");
        awaitEnd();
        assertThat(engine.counters().value(Counter.INSTANCES_FAULTED)).isEqualTo(1);
    }
}
