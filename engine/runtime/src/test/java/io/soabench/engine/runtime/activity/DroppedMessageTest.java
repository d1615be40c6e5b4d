package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.RECEIVE;
import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The sender of a one-way message hears whether an instance has it. Messages that were acknowledged and that no activity takes are
 * counted, each once; messages that were refused are not.
 */
class DroppedMessageTest {
    private static final KernelLimits LIMITS = new KernelLimits(10, 500, 1_000_000, 100_000, 1_000_000);
    private static final String START = "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>";
    private static final String STARTED =
            "<sequence><receive partnerLink=\"client\" operation=\"start\" variable=\"started\" createInstance=\"yes\"/>";
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
    void shouldRefuseAMessageThatNoInstanceWaitsFor() {
        ProcessFixture process = process(START);

        assertThat(process.send("start", start("x")).text()).isEqualTo("fault correlationViolation");

        assertThat(dropped(process)).isZero();
    }

    @Test
    void shouldCountMessagesThatAnInstanceHasNotTakenAtItsEnd() {
        ProcessFixture process = process(WAIT + START);
        process.send("run", request("A", 1, ""));
        assertThat(process.send("start", start("x")).text()).as("kept").isEqualTo("taken");
        assertThat(process.send("start", start("y")).text()).as("kept").isEqualTo("taken");
        assertThat(dropped(process)).isZero();

        process.worker.pass(86_400_000_000_000L);

        assertThat(process.completed()).isOne();
        assertThat(dropped(process)).isOne();
    }

    @Test
    void shouldRefuseAMessageThatComesToAnInstanceAfterItsEnd() {
        ProcessFixture process = process(START);
        process.send("run", request("A", 1, ""));
        var ended = process.kernel.endInstance(1);
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        assertThat(process.offer("start", start("x"), answer)).isTrue();

        process.worker.drain();

        assertThat(ended).isCompletedWithValue(true);
        assertThat(answer.text()).isEqualTo("fault correlationViolation");
        assertThat(dropped(process)).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldRefuseMessagesThatFindNoRoomAfterTheyHaveWaited() {
        ProcessFixture process = process(WAIT + START);
        assertThat(process.offer("run", request("A", 1, ""), new ProcessFixture.Answer()))
                .isTrue();
        List<ProcessFixture.Answer> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            answers.add(new ProcessFixture.Answer());
            assertThat(process.offer("start", start("x".repeat(60_000)), answers.get(i)))
                    .as("waits until the instance has begun")
                    .isTrue();
            assertThat(answers.get(i).isGiven()).as("nobody has it yet").isFalse();
        }

        process.worker.drain();

        assertThat(answers.stream().map(ProcessFixture.Answer::text))
                .containsExactly("taken", "fault limitExceeded", "fault limitExceeded");
        assertThat(dropped(process)).isZero();
        var ended = process.kernel.endInstance(1);
        process.worker.drain();
        assertThat(ended).isCompletedWithValue(true);
        assertThat(dropped(process)).isOne();
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

        assertThat(process.send("start", start("x")).text()).isEqualTo("taken");

        assertThat(process.completed()).isOne();
        assertThat(dropped(process)).isZero();
    }

    @Test
    void shouldAcknowledgeAMessageThatStartsAnInstanceWhenAnActivityHasTakenIt() {
        ProcessFixture process = ProcessFixture.process(LIMITS, "", STARTED + ask("hold") + "</sequence>");
        ProcessFixture.Answer answer = new ProcessFixture.Answer();

        assertThat(process.offer("start", start("x"), answer)).isTrue();
        assertThat(answer.isGiven()).as("its instance has not begun").isFalse();
        process.worker.drain();

        assertThat(answer.text()).isEqualTo("taken");
        assertThat(process.running()).isOne();
    }

    @Test
    void shouldRefuseAMessageWhoseInstanceEndsBeforeAnActivityHasTakenIt() {
        ProcessFixture process = ProcessFixture.process(
                LIMITS,
                "",
                "<scope><variables><variable name=\"bad\" type=\"xsd:int\"><from>$i</from></variable></variables>"
                        + STARTED + "</sequence></scope>");

        assertThat(process.send("start", start("x")).text()).isEqualTo("fault scopeInitializationFailure");

        assertThat(process.faulted()).isOne();
        assertThat(dropped(process)).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldRefuseAMessageForWhichSeveralActivitiesWait() {
        ProcessFixture process = process("<flow>" + START + START + "</flow>");
        process.send("run", request("A", 1, ""));

        assertThat(process.send("start", start("x")).text()).isEqualTo("fault conflictingReceive");

        assertThat(process.running()).isZero();
        assertThat(dropped(process)).isZero();
    }

    @Test
    void shouldAcknowledgeAMessageThatFaultsTheActivityWhichTakesIt() {
        KernelLimits narrow = new KernelLimits(10, 10, 1_000_000, 100_000, 1_000_000);
        ProcessFixture process = ProcessFixture.process(
                narrow,
                "",
                "<sequence>" + RECEIVE + respond("'begun'") + ProcessFixture.REPLY + "<scope><eventHandlers>"
                        + "<onEvent partnerLink=\"client\" operation=\"start\" variable=\"event\" messageType=\"c:start\">"
                        + "<scope>" + WAIT + "</scope></onEvent></eventHandlers>" + WAIT + "</scope></sequence>");
        process.send("run", request("A", 1, ""));

        String last = "taken";
        int sent = 0;
        while (process.running() == 1) {
            last = process.send("start", start("x")).text();
            sent++;
        }

        assertThat(sent).isGreaterThan(1);
        assertThat(last).as("the event handler has it, and faults").isEqualTo("taken");
        assertThat(dropped(process)).isOne();
    }
}
