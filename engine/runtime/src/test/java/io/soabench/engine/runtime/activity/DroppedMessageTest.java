package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.RECEIVE;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import org.junit.jupiter.api.Test;

/** One-way messages that were acknowledged and that no activity takes are counted, each once. */
class DroppedMessageTest {
    private static final KernelLimits LIMITS = new KernelLimits(10, 500, 1_000_000, 100_000, 1_000_000);
    private static final String START = "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>";
    private static final String WAIT = "<wait><for>'P1D'</for></wait>";

    private static ProcessFixture process(String body) {
        return ProcessFixture.process(
                LIMITS, "", "<sequence>" + RECEIVE + respond("'begun'") + ProcessFixture.REPLY + body + "</sequence>");
    }

    private static Element start(String text) {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">" + text + "</c:start>");
    }

    private static long dropped(ProcessFixture process) {
        return process.counters.value(Counter.MESSAGES_DROPPED);
    }

    @Test
    void shouldCountAMessageThatNoInstanceWaitsFor() {
        ProcessFixture process = process(START);

        assertThat(process.send("start", start("x")).text()).isEqualTo("fault correlationViolation");

        assertThat(dropped(process)).isOne();
    }

    @Test
    void shouldCountMessagesThatAnInstanceHasNotTakenAtItsEnd() {
        ProcessFixture process = process(WAIT + START);
        process.send("run", request("A", 1, ""));
        process.send("start", start("x"));
        process.send("start", start("y"));
        assertThat(dropped(process)).isZero();

        process.worker.pass(86_400_000_000_000L);

        assertThat(process.completed()).isOne();
        assertThat(dropped(process)).isOne();
    }

    @Test
    void shouldCountAMessageThatComesToAnInstanceAfterItsEnd() {
        ProcessFixture process = process(START);
        process.send("run", request("A", 1, ""));
        var ended = process.kernel.endInstance(1);
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        assertThat(process.offer("start", start("x"), answer)).isTrue();

        process.worker.drain();

        assertThat(ended).isCompletedWithValue(true);
        assertThat(answer.text()).isEqualTo("fault correlationViolation");
        assertThat(dropped(process)).isOne();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldCountMessagesThatFindNoRoomAfterTheyHaveWaited() {
        ProcessFixture process = process(WAIT + START);
        assertThat(process.offer("run", request("A", 1, ""), new ProcessFixture.Answer()))
                .isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(process.offer("start", start("x".repeat(60_000)), new ProcessFixture.Answer()))
                    .as("waits until the instance has begun")
                    .isTrue();
        }

        process.worker.drain();

        assertThat(dropped(process)).isEqualTo(2);
        var ended = process.kernel.endInstance(1);
        process.worker.drain();
        assertThat(ended).isCompletedWithValue(true);
        assertThat(dropped(process)).isEqualTo(3);
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldNotCountRequestsWhoseSendersAreTold() {
        ProcessFixture process = process("<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"/>");

        ProcessFixture.Answer answer =
                process.send("more", ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">x</c:more>"));

        assertThat(answer.text()).isEqualTo("fault correlationViolation");
        assertThat(dropped(process)).isZero();
    }

    @Test
    void shouldNotCountMessagesThatAreTaken() {
        ProcessFixture process = process(START);
        process.send("run", request("A", 1, ""));

        process.send("start", start("x"));

        assertThat(process.completed()).isOne();
        assertThat(dropped(process)).isZero();
    }
}
