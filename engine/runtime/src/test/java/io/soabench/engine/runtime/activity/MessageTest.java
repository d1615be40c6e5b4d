package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.process;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to running instances: correlation, pick; and forEach. */
class MessageTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>";
    private static final String MORE =
            "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>"
                    + "<correlation set=\"byId\"/></correlations></receive>";
    private static final String REPLY_MORE =
            "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                    + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy>"
                    + "<copy><from>concat('more ', $more.body)</from><to>$r.body</to></copy></assign>"
                    + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>";

    private static ProcessFixture correlated(String body) {
        return process("", SETS + "<sequence>" + RECEIVE + body + "</sequence>");
    }

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    @Test
    void shouldReachItsInstanceWhenSeveralWait() {
        ProcessFixture process = correlated(MORE + REPLY_MORE + respond("$request.body/c:id") + ProcessFixture.REPLY);
        ProcessFixture.Answer first = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer second = process.send("run", request("B", 1, ""));

        assertThat(process.send("more", more("B")).text()).isEqualTo("more B");
        assertThat(second.text()).isEqualTo("B");
        assertThat(first.isGiven()).isFalse();
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(first.text()).isEqualTo("A");
        assertThat(process.completed()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhenNoInstanceHasTheValues() {
        ProcessFixture process = correlated(MORE + REPLY_MORE + respond("1") + ProcessFixture.REPLY);
        process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("C")).text()).isEqualTo("fault correlationViolation");
        process.send("more", more("A"));
        assertThat(process.running()).isZero();
        assertThat(process.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldWaitForInstancesThatHaveNotBegunWhenMessageComesFirst() {
        ProcessFixture process = correlated(MORE + REPLY_MORE + respond("$request.body/c:id") + ProcessFixture.REPLY);
        ProcessFixture.Answer early = new ProcessFixture.Answer();
        ProcessFixture.Answer lost = new ProcessFixture.Answer();
        for (String id : List.of("A", "B", "C")) {
            assertThat(process.offer("run", request(id, 1, ""), new ProcessFixture.Answer()))
                    .isTrue();
        }

        assertThat(process.offer("more", more("B"), early)).isTrue();
        assertThat(process.offer("more", more("D"), lost)).isTrue();
        assertThat(early.isGiven()).as("before anything has begun").isFalse();
        assertThat(lost.isGiven()).as("before anything has begun").isFalse();
        long held = process.kernel.heldBytes();
        process.worker.drain();

        assertThat(early.text()).isEqualTo("more B");
        assertThat(lost.text()).isEqualTo("fault correlationViolation");
        assertThat(process.kernel.heldBytes()).isLessThan(held);
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(process.send("more", more("C")).text()).isEqualTo("more C");
        assertThat(process.kernel.heldBytes()).as("all are taken").isZero();
        assertThat(process.send("more", more("D")).text())
                .as("nothing is to begin any more")
                .isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldNotWaitForEverWhenInstancesBreakBeforeTheyTakeTheirMessage() {
        ProcessFixture process = process(
                "",
                "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>"
                        + "<faultHandlers><catchAll><exit/></catchAll></faultHandlers><sequence>" + RECEIVE + MORE
                        + REPLY_MORE + "<throw faultName=\"c:x\"/></sequence>");
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        process.offer("run", request("A", 1, ""), new ProcessFixture.Answer());
        var unused = process.kernel.endInstances("test");
        process.offer("more", more("A"), answer);
        process.worker.drain();

        assertThat(answer.isGiven()).isTrue();
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldReachTheNextInstanceWhenTheFirstWithTheValuesHasEnded() {
        ProcessFixture process =
                correlated(MORE + REPLY_MORE + respond("$request.body/c:count") + ProcessFixture.REPLY);
        ProcessFixture.Answer first = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer second = process.send("run", request("A", 2, ""));
        ProcessFixture.Answer third = process.send("run", request("A", 3, ""));

        process.send("more", more("A"));
        assertThat(first.text()).isEqualTo("1");
        assertThat(second.isGiven()).isFalse();
        process.send("more", more("A"));
        assertThat(second.text()).isEqualTo("2");
        process.send("more", more("A"));
        assertThat(third.text()).isEqualTo("3");
        assertThat(process.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldKeepMessageWhenItComesBeforeItIsAwaited() {
        ProcessFixture process = correlated(ask("hold") + MORE + REPLY_MORE + respond("'done'") + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer early = process.send("more", more("A"));

        assertThat(early.isGiven()).isFalse();
        process.release("hold");
        assertThat(early.text()).isEqualTo("more A");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void shouldAnswerEarlyMessageWhenNobodyEverTakesIt() {
        ProcessFixture process = correlated("<if><condition>false()</condition><sequence>" + MORE + REPLY_MORE
                + "</sequence></if>" + ask("hold") + respond("'done'") + ProcessFixture.REPLY);
        process.send("run", request("A", 1, ""));
        ProcessFixture.Answer early = process.send("more", more("A"));

        process.release("hold");
        assertThat(early.text()).isEqualTo("fault missingReply");
    }

    @Test
    void shouldFaultWhenSetIsInitiatedTwiceOrNotAtAll() {
        ProcessFixture twice = correlated(MORE.replace("set=\"byId\"", "set=\"byId\" initiate=\"yes\"")
                + REPLY_MORE
                + respond("1")
                + ProcessFixture.REPLY);
        ProcessFixture never = process(
                "",
                SETS + "<sequence>" + ProcessFixture.RECEIVE + MORE + REPLY_MORE + respond("1") + ProcessFixture.REPLY
                        + "</sequence>");

        twice.send("run", request("A", 1, ""));
        assertThat(twice.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
        assertThat(never.run().text()).isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldNotReceiveMessageWhenItViolatesACorrelationSet() {
        String twice = MORE.replace("set=\"byId\"", "set=\"byId\" initiate=\"yes\"");
        String handler = "<scope><faultHandlers><catch faultName=\"bpel:missingRequest\">" + respond("'not received'")
                + "</catch></faultHandlers>" + REPLY_MORE + "</scope>";
        ProcessFixture process = correlated("<scope><faultHandlers><catch faultName=\"bpel:correlationViolation\">"
                + "<sequence>" + set("$more.body", "'none'") + handler + "</sequence></catch></faultHandlers>" + twice
                + "</scope>"
                + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
        assertThat(run.text()).isEqualTo("not received");
    }

    @Test
    void shouldInitiateNoSetByMessageThatViolatesAnother() {
        String ask = "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\""
                + " outputVariable=\"answer\"><correlations><correlation set=\"other\" initiate=\"yes\""
                + " pattern=\"request\"/>%s</correlations></invoke>";
        String violating = "<correlation set=\"byId\" pattern=\"request\"/>";
        ProcessFixture process = process(
                "",
                "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/>"
                        + "<correlationSet name=\"other\" properties=\"c:id\"/></correlationSets><sequence>" + RECEIVE
                        + set("$question", "'q'")
                        + "<scope><faultHandlers><catch faultName=\"bpel:correlationViolation\">"
                        + ask.formatted("") + "</catch></faultHandlers>" + ask.formatted(violating) + "</scope>"
                        + respond("$answer") + ProcessFixture.REPLY + "</sequence>");

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("a-q");
        assertThat(process.asked).containsExactly("q");
    }

    @Test
    void shouldReceiveAnswerBeforeItViolatesACorrelationSet() {
        String ask = "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\""
                + " outputVariable=\"answer\"><correlations><correlation set=\"byId\" pattern=\"response\"/>"
                + "</correlations><catch faultName=\"bpel:correlationViolation\">" + respond("$answer")
                + "</catch></invoke>";
        ProcessFixture process = correlated(set("$question", "'q'") + ask + ProcessFixture.REPLY);

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("a-q");
    }

    @Test
    void shouldFaultWhenTwoWaitForTheSameMessage() {
        ProcessFixture process = correlated("<flow><sequence>" + MORE + REPLY_MORE + "</sequence><sequence>" + MORE
                + REPLY_MORE + "</sequence></flow>" + respond("1") + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        // Nobody has to send a message for that: the second receive begins to wait (WS-BPEL 2.0, section 10.4).
        assertThat(run.text()).isEqualTo("fault conflictingReceive");
        assertThat(run.fault.reason()).contains("receive at ", "waits for already");
    }

    /** Thrown at once, the fault would end an instance behind everybody's back, and the message would begin another one. */
    @Test
    void shouldTellTheSenderWhenNobodyElseWouldHearOfTwoThatWaitForTheSame() {
        String two = respond("1") + ProcessFixture.REPLY + "<flow><sequence>" + MORE + REPLY_MORE
                + "</sequence><sequence>" + MORE + REPLY_MORE + "</sequence></flow>";
        ProcessFixture process = correlated(two);

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("1");
        assertThat(process.running()).isOne();
        assertThat(process.send("more", more("A")).text()).isEqualTo("fault conflictingReceive");
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldFaultAtOnceWhenTheProcessActsOnTwoThatWaitForTheSame() {
        String two = "<flow><sequence>" + MORE + REPLY_MORE + "</sequence><sequence>" + MORE + REPLY_MORE
                + "</sequence></flow>";
        for (String handlers : List.of(
                "<faultHandlers><catchAll><empty/></catchAll></faultHandlers>",
                "<compensationHandler><empty/></compensationHandler>",
                "<terminationHandler><empty/></terminationHandler>")) {
            ProcessFixture process =
                    correlated(respond("1") + ProcessFixture.REPLY + "<scope>" + handlers + two + "</scope>");

            process.send("run", request("A", 1, ""));
            assertThat(process.running()).as(handlers).isZero();
        }
    }

    @Test
    void shouldFaultWhenPickWaitsForWhatReceiveWaitsFor() {
        String pick = "<pick><onMessage partnerLink=\"client\" operation=\"more\" variable=\"more\">"
                + "<correlations><correlation set=\"byId\"/></correlations><empty/></onMessage>"
                + "<onAlarm><for>'PT1S'</for><empty/></onAlarm></pick>";
        ProcessFixture process = correlated("<flow><sequence>" + MORE + REPLY_MORE + "</sequence>" + pick + "</flow>"
                + respond("1") + ProcessFixture.REPLY);

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("fault conflictingReceive");
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldWaitTwiceForOneOperationWhenOneAfterTheOther() {
        ProcessFixture process =
                correlated(MORE + REPLY_MORE + MORE + REPLY_MORE + respond("'done'") + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).isGiven()).isTrue();
        assertThat(process.send("more", more("A")).isGiven()).isTrue();
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void shouldServeTurnsOfOneLoopInTheOrderInWhichTheyBeganToWait() {
        ProcessFixture process = correlated(forEach("yes", "1", "2", "<sequence>" + MORE + REPLY_MORE + "</sequence>")
                + respond("'done'")
                + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        ProcessFixture.Answer first = process.send("more", more("A"));
        assertThat(first.text()).isEqualTo("more A");
        assertThat(run.isGiven()).isFalse();
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(run.text()).isEqualTo("done");
    }

    private static String pick(String attributes) {
        return "<pick" + attributes
                + "><onMessage partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>"
                + "<correlation set=\"byId\"/></correlations><sequence>" + REPLY_MORE + respond("'message'")
                + "</sequence></onMessage><onAlarm><for>'PT2S'</for>" + respond("'alarm'") + "</onAlarm></pick>";
    }

    @Test
    void shouldTakeMessageBranchWhenMessageIsFirst() {
        ProcessFixture process = correlated(pick("") + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        process.worker.pass(SECOND_NS);
        assertThat(process.send("more", more("A")).text()).isEqualTo("more A");
        assertThat(run.text()).isEqualTo("message");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldTakeAlarmBranchWhenTimeIsUpFirst() {
        ProcessFixture process = correlated(pick("") + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        process.worker.pass(2 * SECOND_NS);
        assertThat(run.text()).isEqualTo("alarm");
        assertThat(process.send("more", more("A")).text()).isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldStopWaitingWhenPickIsTerminated() {
        ProcessFixture process = correlated("<scope><faultHandlers><catchAll>" + respond("'caught'")
                + "</catchAll></faultHandlers><flow>" + pick("") + "<sequence>" + ask("hold")
                + "<throw faultName=\"c:x\"/></sequence></flow></scope>" + ProcessFixture.REPLY);
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        process.release("hold");
        assertThat(run.text()).isEqualTo("caught");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldStartInstanceByEitherMessageWhenPickCreatesIt() {
        String start =
                "<pick createInstance=\"yes\"><onMessage partnerLink=\"client\" operation=\"start\" variable=\"started\">"
                        + ask("started")
                        + "</onMessage><onMessage partnerLink=\"client\" operation=\"run\" variable=\"request\">"
                        + "<sequence>" + respond("'run'") + ProcessFixture.REPLY + "</sequence></onMessage></pick>";
        ProcessFixture process = process("", start);

        assertThat(process.run().text()).isEqualTo("run");
        process.send("start", ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\"/>"));
        assertThat(process.asked).containsExactly("started");
        assertThat(process.completed()).isEqualTo(2);
    }

    private static final String ANY_MORE = MORE.replaceAll("<correlations>.*</correlations>", "");

    @Test
    void shouldGoToTheOneThatWaitsLongestWhenThereAreNoCorrelationSets() {
        ProcessFixture process = process(
                "",
                "<sequence>" + ProcessFixture.RECEIVE + ANY_MORE + REPLY_MORE + respond("$request.body/c:id")
                        + ProcessFixture.REPLY + "</sequence>");
        ProcessFixture.Answer first = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer second = process.send("run", request("B", 1, ""));

        assertThat(process.send("more", more("x")).text()).isEqualTo("more x");
        assertThat(first.text()).isEqualTo("A");
        assertThat(second.isGiven()).isFalse();
        assertThat(process.send("more", more("y")).text()).isEqualTo("more y");
        assertThat(second.text()).isEqualTo("B");
        assertThat(process.send("more", more("z")).text()).isEqualTo("fault correlationViolation");
    }

    @Test
    void shouldKeepMessageWithoutCorrelationWhenItComesEarly() {
        ProcessFixture process = process(
                "",
                "<sequence>" + ProcessFixture.RECEIVE + ask("hold") + ANY_MORE + REPLY_MORE + respond("'done'")
                        + ProcessFixture.REPLY + "</sequence>");
        ProcessFixture.Answer run = process.run();
        ProcessFixture.Answer early = process.send("more", more("x"));

        assertThat(early.isGiven()).isFalse();
        process.release("hold");
        assertThat(early.text()).isEqualTo("more x");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void shouldFaultWhenSeveralActivitiesMayTakeTheMessage() {
        String other = MORE.replace("byId", "other").replace("\"other\"/>", "\"other\" initiate=\"join\"/>");
        ProcessFixture process = process(
                "",
                "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/>"
                        + "<correlationSet name=\"other\" properties=\"c:id\"/></correlationSets><sequence>" + RECEIVE
                        + "<flow>" + MORE + other + "</flow>" + respond("1") + ProcessFixture.REPLY + "</sequence>");
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));

        assertThat(process.send("more", more("A")).text()).isEqualTo("fault ambiguousReceive");
        assertThat(run.text()).isEqualTo("fault ambiguousReceive");
    }

    @Test
    void shouldCheckAnswerWhenRequestOfTheSameInvokeInitiatedTheSet() {
        String ask = set("$question", "'hold'") + "<invoke partnerLink=\"partner\" operation=\"ask\""
                + " inputVariable=\"question\" outputVariable=\"answer\"><correlations>"
                + "<correlation set=\"byText\" initiate=\"%s\" pattern=\"%s\"/></correlations></invoke>";
        String sets = "<correlationSets><correlationSet name=\"byText\" properties=\"c:id\"/></correlationSets>";
        String both = ask.formatted("yes", "request-response");
        String content = sets + "<sequence>" + ProcessFixture.RECEIVE + both + "%s" + respond("$answer")
                + ProcessFixture.REPLY + "</sequence>";

        ProcessFixture same = process("", content.formatted(""));
        ProcessFixture.Answer right = same.run();
        same.answer("hold", "hold");
        same.worker.drain();
        ProcessFixture other = process("", content.formatted(""));
        ProcessFixture.Answer wrong = other.run();
        other.answer("hold", "other");
        other.worker.drain();
        ProcessFixture again = process("", content.formatted(ask.formatted("yes", "response")));
        ProcessFixture.Answer twice = again.run();
        again.answer("hold", "hold");
        again.worker.drain();
        again.answer("hold", "hold");
        again.worker.drain();

        assertThat(right.text()).isEqualTo("hold");
        assertThat(wrong.text()).isEqualTo("fault correlationViolation");
        assertThat(twice.text()).isEqualTo("fault correlationViolation");
    }

    /** A process whose first message initiates sets, and which waits for messages with them; groups have several members. */
    private static ProcessFixture members(String first, String then, String waiting) {
        String start = ProcessFixture.RECEIVE.replace("/>", "><correlations>" + first + "</correlations></receive>");
        String wait = "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>" + then
                + "</correlations></receive>" + REPLY_MORE;
        return process(
                "",
                "<correlationSets><correlationSet name=\"group\" properties=\"c:group\"/>"
                        + "<correlationSet name=\"member\" properties=\"c:member\"/></correlationSets><sequence>"
                        + start
                        + wait.repeat(Integer.parseInt(waiting)) + respond("$request.body/c:id") + ProcessFixture.REPLY
                        + "</sequence>");
    }

    @Test
    void shouldFindInstanceByAllSetsWhenSeveralHaveTheSameValuesOfOne() {
        ProcessFixture process = members(
                "<correlation set=\"group\" initiate=\"yes\"/><correlation set=\"member\" initiate=\"yes\"/>",
                "<correlation set=\"group\"/><correlation set=\"member\"/>",
                "1");
        ProcessFixture.Answer one = process.send("run", request("g/1", 1, ""));
        ProcessFixture.Answer two = process.send("run", request("g/2", 1, ""));
        ProcessFixture.Answer three = process.send("run", request("h/2", 1, ""));

        ProcessFixture.Answer more = process.send("more", more("g/2"));

        assertThat(more.isGiven()).isTrue();
        assertThat(two.text()).isEqualTo("g/2");
        assertThat(one.isGiven()).isFalse();
        process.send("more", more("h/2"));
        assertThat(three.text()).isEqualTo("h/2");
        assertThat(one.isGiven()).isFalse();
    }

    @Test
    void shouldFindInstanceByRequiredSetWhenAnotherHasValuesOfJoinedOne() {
        ProcessFixture process = members(
                "<correlation set=\"member\" initiate=\"yes\"/>",
                "<correlation set=\"group\" initiate=\"join\"/><correlation set=\"member\"/>",
                "2");
        ProcessFixture.Answer one = process.send("run", request("x/1", 1, ""));
        ProcessFixture.Answer two = process.send("run", request("x/2", 1, ""));

        assertThat(process.send("more", more("g/1")).isGiven()).isTrue();
        assertThat(process.send("more", more("g/2")).isGiven()).isTrue();
        process.send("more", more("g/2"));

        assertThat(two.text()).isEqualTo("x/2");
        assertThat(one.isGiven()).isFalse();
    }

    private static String forEach(String parallel, String from, String to, String body) {
        return "<forEach counterName=\"n\" parallel=\"" + parallel + "\"><startCounterValue>" + from
                + "</startCounterValue><finalCounterValue>" + to + "</finalCounterValue><scope>" + body
                + "</scope></forEach>";
    }

    private static final String ASK_N = "<variables><variable name=\"q\" element=\"p:question\"/>"
            + "<variable name=\"a\" element=\"p:answer\"/></variables><sequence>" + set("$q", "concat('hold', $n)")
            + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"q\" outputVariable=\"a\"/></sequence>";

    @Test
    void shouldTakeTurnsWhenForEachIsSequential() {
        ProcessFixture process = between(forEach("no", "2", "$request.body/c:count", ASK_N) + respond("'done'"));
        ProcessFixture.Answer answer = process.run();

        assertThat(process.asked).containsExactly("hold2");
        process.release("hold2");
        assertThat(process.asked).containsExactly("hold2", "hold3");
        process.release("hold3");
        assertThat(answer.text()).isEqualTo("done");
    }

    @Test
    void shouldRunAllTurnsAtOnceWhenForEachIsParallel() {
        ProcessFixture process = between(forEach("yes", "1", "3", ASK_N) + respond("'done'"));
        ProcessFixture.Answer answer = process.run();

        assertThat(process.asked).containsExactlyInAnyOrder("hold1", "hold2", "hold3");
        process.release("hold2");
        process.release("hold1");
        assertThat(answer.isGiven()).isFalse();
        process.release("hold3");
        assertThat(answer.text()).isEqualTo("done");
    }

    @Test
    void shouldDoNothingWhenForEachCountsDown() {
        assertThat(between(forEach("yes", "3", "1", ASK_N) + respond("'none'"))
                        .run()
                        .text())
                .isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$request.body/c:count * -1",
                "$request.body/c:count + 0.5",
                "$request.body/@kind",
                "4294967293 + $request.body/c:count"
            })
    void shouldFaultWhenCounterIsNoUnsignedInteger(String value) {
        assertThat(between(forEach("no", "1", value, ASK_N) + respond("1"))
                        .run()
                        .text())
                .isEqualTo("fault invalidExpressionValue");
    }

    @Test
    void shouldStartAnInstanceOfTheVersionThatTookThePlaceMeanwhile() {
        ProcessFixture process = between(ask("hold") + respond("'done'"));
        process.run();

        Deployment next = process.replace();
        ProcessFixture.Answer after = new ProcessFixture.Answer();
        assertThat(process.offer("run", request("1", 1, ""), after)).isTrue();
        process.worker.drain();

        assertThat(next.running()).isOne();
        assertThat(process.running()).isEqualTo(2);
        process.release("hold");
        assertThat(after.text()).isEqualTo("done");
    }

    @Test
    void shouldStartNothingWhenAProcessIsTakenAway() {
        ProcessFixture process = between(respond("'done'"));

        process.replace().close();

        assertThat(process.offer("run", request("1", 1, ""), new ProcessFixture.Answer()))
                .isFalse();
    }
}
