package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.process;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.Element;
import org.junit.jupiter.api.Test;

/** Event handlers (WS-BPEL 2.0, section 12.7). */
class EventTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>";
    private static final String REPLY_MORE = "<assign><copy><from><literal><c:moreResponse/></literal></from>"
            + "<to>$r.body</to></copy><copy><from>concat('more ', $m.body)</from><to>$r.body</to></copy></assign>"
            + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/>";

    private static String onMore(String body) {
        return "<onEvent partnerLink=\"client\" operation=\"more\" variable=\"m\" messageType=\"c:more\">"
                + "<correlations><correlation set=\"byId\"/></correlations><scope><variables>"
                + "<variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>" + body
                + "</sequence></scope></onEvent>";
    }

    private static String handlers(String content) {
        return "<eventHandlers>" + content + "</eventHandlers>";
    }

    private static ProcessFixture atProcess(String handlers, String body) {
        return process("", SETS + handlers(handlers) + "<sequence>" + RECEIVE + body + "</sequence>");
    }

    private static String onAlarm(String time, String body) {
        return "<onAlarm>" + time + "<scope>" + body + "</scope></onAlarm>";
    }

    private static final String END = respond("concat('ran ', $i)") + ProcessFixture.REPLY;
    private static final String COUNT = set("$i", "$i + 1");

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    @Test
    void shouldHandleEveryMessageWhileBodyRuns() {
        ProcessFixture process = atProcess(onMore(COUNT + REPLY_MORE), set("$i", "0") + ask("hold") + END);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        process.release("hold");

        assertThat(run.text()).isEqualTo("ran 2");
        assertThat(process.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldKeepEventsApartWhenTheyRunTogether() {
        ProcessFixture process = atProcess(
                onMore("<if><condition>$i = 1</condition><empty/><else>"
                        + set("$i", "1").replace("</copy></assign>", "</copy></assign>") + "</else></if>"
                        + ask("hold in event") + REPLY_MORE),
                set("$i", "0") + ask("hold") + END);
        process.send("run", request("A", 1, ""));
        ProcessFixture.Answer event = process.send("more", more("A"));

        assertThat(event.isGiven()).isFalse();
        process.release("hold in event");
        assertThat(event.text()).isEqualTo("more A");
    }

    @Test
    void shouldAnswerEachWhenTwoRequestsAreOpenInHandlers() {
        ProcessFixture process = atProcess(onMore(ask("hold event") + REPLY_MORE), set("$i", "0") + ask("hold") + END);
        process.send("run", request("A", 1, ""));
        ProcessFixture.Answer first = process.send("more", more("A"));
        ProcessFixture.Answer second = process.send("more", more("A"));

        // The fixture holds one call of a text only: the second one replaces the first.
        process.release("hold event");
        assertThat(second.text()).isEqualTo("more A");
        assertThat(first.isGiven()).isFalse();
        assertThat(process.faulted()).isZero();
    }

    @Test
    void shouldWaitForHandlerWhenBodyIsDone() {
        ProcessFixture process = atProcess(onMore(ask("hold event") + REPLY_MORE), set("$i", "0") + ask("hold") + END);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer event = process.send("more", more("A"));

        process.release("hold");
        assertThat(run.isGiven()).isTrue();
        assertThat(process.running()).isEqualTo(1);
        process.release("hold event");
        assertThat(event.text()).isEqualTo("more A");
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldStopHandlerAndAnswerWithFaultWhenBodyFaults() {
        ProcessFixture process =
                atProcess(onMore(ask("hold event") + REPLY_MORE), ask("hold") + "<throw faultName=\"c:any\"/>");
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer event = process.send("more", more("A"));

        process.release("hold");

        assertThat(run.text()).isEqualTo("fault any");
        assertThat(event.text()).startsWith("fault ");
        assertThat(process.isAbandoned("hold event")).isTrue();
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldAnswerARequestWhenTheScopeEndsBeforeItsHandlerBegins() {
        String scope = "<scope><faultHandlers><catchAll>" + set("$i", "9") + "</catchAll></faultHandlers>"
                + handlers(onMore(REPLY_MORE)) + ask("hold") + "</scope>";
        ProcessFixture process = process("", SETS + "<sequence>" + RECEIVE + scope + END + "</sequence>");
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer event = new ProcessFixture.Answer();
        assertThat(process.offer("more", more("A"), event)).isTrue();

        // The instance handles the message and this failure before it runs the scope of the handler.
        process.refuse("hold", "gone");
        process.worker.drain();

        assertThat(event.text()).isEqualTo("fault missingReply");
        assertThat(run.text()).isEqualTo("ran 9");
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldAnswerARequestWhenTheInstanceEndsBeforeItsHandlerBegins() {
        ProcessFixture process = atProcess(onMore(REPLY_MORE), ask("hold") + END);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer event = new ProcessFixture.Answer();
        assertThat(process.offer("more", more("A"), event)).isTrue();

        var ended = process.kernel.endInstance(1);
        process.worker.drain();

        assertThat(ended).isCompletedWithValue(true);
        assertThat(event.text()).isEqualTo("fault terminated");
        assertThat(run.text()).isEqualTo("fault terminated");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldFaultTheScopeWhenHandlerFaults() {
        String scope = "<scope><faultHandlers><catchAll>" + set("$i", "7") + "</catchAll></faultHandlers>"
                + handlers(onAlarm("<for>'PT1S'</for>", "<throw faultName=\"c:any\"/>")) + ask("hold") + "</scope>";
        ProcessFixture process = between(scope + END);
        ProcessFixture.Answer run = process.run();

        process.worker.pass(SECOND_NS);

        assertThat(run.text()).isEqualTo("ran 7");
        assertThat(process.isAbandoned("hold")).isTrue();
    }

    @Test
    void shouldInitiateOwnCorrelationSetWhenEventComes() {
        String own = "<onEvent partnerLink=\"client\" operation=\"more\" variable=\"m\" messageType=\"c:more\">"
                + "<correlations><correlation set=\"byId\"/><correlation set=\"own\" initiate=\"yes\"/></correlations>"
                + "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables>"
                + "<correlationSets><correlationSet name=\"own\" properties=\"c:id\"/></correlationSets><sequence>"
                + COUNT + REPLY_MORE + "</sequence></scope></onEvent>";
        ProcessFixture process = atProcess(own, set("$i", "0") + ask("hold") + END);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        process.release("hold");
        assertThat(run.text()).isEqualTo("ran 2");
    }

    @Test
    void shouldTakePartsWhenEventHasFromParts() {
        String parts = "<onEvent partnerLink=\"client\" operation=\"more\"><correlations>"
                + "<correlation set=\"byId\"/></correlations><fromParts><fromPart part=\"body\" toVariable=\"b1\"/>"
                + "</fromParts><scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables>"
                + "<sequence>" + REPLY_MORE.replace("$m.body", "$b1") + "</sequence></scope></onEvent>";
        ProcessFixture process = atProcess(parts, set("$i", "0") + ask("hold") + END);
        process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
    }

    @Test
    void shouldFaultWithMissingReplyWhenHandlerOwesOne() {
        String scope = "<scope><faultHandlers><catch faultName=\"bpel:missingReply\">" + set("$i", "9")
                + "</catch></faultHandlers>" + handlers(onMore("<empty/>")) + ask("hold") + "</scope>";
        ProcessFixture process = process("", SETS + "<sequence>" + RECEIVE + scope + END + "</sequence>");
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("fault missingReply");
        assertThat(run.text()).isEqualTo("ran 9");
    }

    @Test
    void shouldRingOnceWhenAlarmHasNoPeriod() {
        ProcessFixture process = between(set("$i", "0") + "<scope>" + handlers(onAlarm("<for>'PT2S'</for>", COUNT))
                + ask("hold") + "</scope>" + END);
        ProcessFixture.Answer run = process.run();

        process.worker.pass(10 * SECOND_NS);
        process.release("hold");

        assertThat(run.text()).isEqualTo("ran 1");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldRingAgainAndAgainWhenAlarmRepeats() {
        ProcessFixture process = between(set("$i", "0") + "<scope>"
                + handlers(onAlarm("<for>'PT2S'</for><repeatEvery>'PT1S'</repeatEvery>", COUNT)) + ask("hold")
                + "</scope>" + END);
        ProcessFixture.Answer run = process.run();

        process.worker.pass(2 * SECOND_NS - 1);
        process.worker.pass(2 * SECOND_NS + 1);
        process.release("hold");

        assertThat(run.text()).isEqualTo("ran 3");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldNotMakeUpForMissedRingsWhenTimeHasJumped() {
        ProcessFixture process = between(set("$i", "0") + "<scope>"
                + handlers(onAlarm("<repeatEvery>'PT1S'</repeatEvery>", COUNT)) + ask("hold") + "</scope>" + END);
        ProcessFixture.Answer run = process.run();

        process.worker.jump(5 * SECOND_NS + SECOND_NS / 2);
        process.worker.pass(SECOND_NS / 2 - 1);
        process.worker.pass(1);
        process.release("hold");

        assertThat(run.text()).isEqualTo("ran 2");
    }

    @Test
    void shouldRingAtTimeWhenAlarmHasDeadline() {
        ProcessFixture process = between(set("$i", "0") + "<scope>"
                + handlers(onAlarm("<until>'1970-01-01T00:00:03Z'</until>", COUNT)
                        + onAlarm("<repeatEvery>'PT4S'</repeatEvery>", set("$i", "$i + 10")))
                + ask("hold") + "</scope>" + END);
        ProcessFixture.Answer run = process.run();

        process.worker.pass(8 * SECOND_NS);
        process.release("hold");

        assertThat(run.text()).isEqualTo("ran 21");
    }

    @Test
    void shouldFaultWhenPeriodIsNotAboveZero() {
        ProcessFixture process = between("<scope>" + handlers(onAlarm("<repeatEvery>'PT0S'</repeatEvery>", COUNT))
                + ask("hold") + "</scope>" + END);

        assertThat(process.run().text()).isEqualTo("fault invalidExpressionValue");
    }

    @Test
    void shouldUseMessageOfStartWhenAlarmBelongsToProcess() {
        ProcessFixture process = atProcess(
                onAlarm("<for>concat('PT', $request.body/c:count, 'S')</for>", COUNT),
                set("$i", "0") + ask("hold") + END);
        ProcessFixture.Answer run = process.send("run", request("A", 5, ""));

        process.worker.pass(5 * SECOND_NS - 1);
        process.release("hold");
        assertThat(run.text()).isEqualTo("ran 0");
        assertThat(process.worker.alarms()).isZero();
    }
}
