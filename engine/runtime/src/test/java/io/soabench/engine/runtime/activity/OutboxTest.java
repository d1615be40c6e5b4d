package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything that an instance does to the world outside goes by its outbox. */
class OutboxTest {
    private static final String START = "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>";
    private static final String BEGIN =
            "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\" createInstance=\"yes\"/>";
    private static final String MORE = "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"/>";
    private static final String WAIT = "<wait><for>'P1D'</for></wait>";

    private final HeldOutbox outbox = new HeldOutbox();

    private ProcessFixture held(ProcessFixture process) {
        process.kernel.sendBy(id -> outbox);
        return process;
    }

    private static Element start() {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">x</c:start>");
    }

    private static Element more() {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">x</c:more>");
    }

    @Test
    void shouldHoldCallsAndReplies() {
        ProcessFixture process = held(between(ask("first") + ask("second") + respond("'done'")));

        ProcessFixture.Answer answer = process.run();
        assertThat(process.asked).isEmpty();
        outbox.releaseOne();
        process.worker.drain();
        assertThat(process.asked).containsExactly("first");
        assertThat(outbox.size()).isOne();
        outbox.releaseOne();
        process.worker.drain();
        assertThat(process.asked).containsExactly("first", "second");
        assertThat(answer.isGiven()).isFalse();
        assertThat(process.running()).as("it does not wait for its effects").isZero();
        outbox.releaseOne();

        assertThat(answer.text()).isEqualTo("done");
        assertThat(outbox.size()).isZero();
    }

    @Test
    void shouldHoldFaultsOfOpenRequests() {
        ProcessFixture process = held(between("<exit/>"));

        ProcessFixture.Answer answer = process.run();
        assertThat(answer.isGiven()).isFalse();
        outbox.release();

        assertThat(answer.text()).isEqualTo("fault missingReply");
    }

    @Test
    void shouldHoldTheFaultOfARequestThatIsOpenAlready() {
        ProcessFixture process = held(between(MORE + MORE));
        ProcessFixture.Answer run = process.run();
        ProcessFixture.Answer first = process.send("more", more());

        ProcessFixture.Answer second = process.send("more", more());
        assertThat(List.of(run, first, second)).noneMatch(ProcessFixture.Answer::isGiven);
        outbox.release();

        assertThat(List.of(run.text(), first.text(), second.text())).containsOnly("fault conflictingRequest");
    }

    @Test
    void shouldHoldAcknowledgements() {
        ProcessFixture process =
                held(ProcessFixture.process("", "<sequence>" + BEGIN + START + WAIT + START + "</sequence>"));

        ProcessFixture.Answer first = process.send("start", start());
        ProcessFixture.Answer second = process.send("start", start());
        ProcessFixture.Answer kept = process.send("start", start());
        assertThat(List.of(first, second, kept)).noneMatch(ProcessFixture.Answer::isGiven);
        outbox.release();

        assertThat(List.of(first.text(), second.text(), kept.text())).containsOnly("taken");
    }

    @Test
    void shouldHoldRefusalsThatFollowFromWhatAnInstanceDoes() {
        ProcessFixture process = held(ProcessFixture.of(ProcessFixture.RECEIVE + respond("'begun'")
                + ProcessFixture.REPLY + "<flow>" + START + START + "</flow>"));
        process.run();
        outbox.release();

        ProcessFixture.Answer answer = process.send("start", start());
        assertThat(answer.isGiven()).isFalse();
        outbox.release();

        assertThat(answer.text()).isEqualTo("fault conflictingReceive");
    }

    @Test
    void shouldHoldTheEndThatIsToldToAnObserver() {
        ProcessFixture process = held(between(respond("'done'")));
        List<Fault> ends = new ArrayList<>();
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        process.kernel.start(
                process.successor().observed(ends::add),
                new InboundMessage(process.program.provided().get(0), List.of(request("1", 1, "")), answer),
                process.worker);
        process.worker.drain();
        assertThat(process.running()).isZero();
        assertThat(ends).isEmpty();

        outbox.releaseOne();
        assertThat(answer.text()).isEqualTo("done");
        assertThat(ends).isEmpty();
        outbox.releaseOne();

        assertThat(ends).containsExactly((Fault) null);
    }

    @Test
    void shouldHoldTheAnswerToWhoeverEndsAnInstance() {
        ProcessFixture process = held(between(ask("hold") + respond("'never'")));
        ProcessFixture.Answer answer = process.run();

        var ended = process.kernel.endInstance(1);
        process.worker.drain();
        assertThat(ended).isNotDone();
        assertThat(answer.isGiven()).isFalse();
        outbox.release();

        assertThat(ended).isCompletedWithValue(true);
        assertThat(answer.text()).isEqualTo("fault terminated");
        assertThat(process.asked)
                .as("nobody waits for that answer any more, which the partner may know")
                .containsExactly("hold");
    }

    @Test
    void shouldHoldNothingOfABatch() {
        ProcessFixture process = held(between(ask("question") + respond("'done'")));
        List<String> asked = new ArrayList<>();
        ProcessFixture.Answer answer = new ProcessFixture.Answer();

        process.kernel.start(
                process.successor().apart(call -> {
                    asked.add(call.input().get(0).text());
                    call.answered(List.of(Element.text("p", ProcessFixture.PARTNER, "answer", "a")));
                }),
                new InboundMessage(process.program.provided().get(0), List.of(request("1", 1, "")), answer),
                process.worker);
        process.worker.drain();

        assertThat(answer.text()).isEqualTo("done");
        assertThat(asked).containsExactly("question");
        assertThat(outbox.size()).isZero();
    }
}
