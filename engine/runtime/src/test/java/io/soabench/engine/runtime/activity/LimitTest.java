package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.limited;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one instance does, by mistake or by the wish of who sent its message, stays with that instance. */
class LimitTest {
    private static final KernelLimits LIMITS = new KernelLimits(1_000, 500, 100_000, 20_000, 1_000_000);
    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>";
    private static final String MORE =
            "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>"
                    + "<correlation set=\"byId\"/></correlations></receive>";
    private static final String REPLY_MORE =
            "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                    + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy></assign>"
                    + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>";
    private static final String ENDLESS = "<while><condition>true()</condition><empty/></while>";

    private static ProcessFixture correlated(String body) {
        return ProcessFixture.process(
                LIMITS,
                "",
                SETS + "<sequence>" + RECEIVE + body + respond("'done'") + ProcessFixture.REPLY + "</sequence>");
    }

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    private static String forEach(String parallel, String last, String condition, String body) {
        return "<forEach counterName=\"n\" parallel=\"" + parallel + "\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>" + last + "</finalCounterValue>" + condition + "<scope>" + body
                + "</scope></forEach>";
    }

    private static void endAll(ProcessFixture process) {
        var ended = process.kernel.endInstances("test");
        process.worker.drain();
        assertThat(ended).isCompleted();
    }

    private static String catching(String body) {
        return "<scope><faultHandlers><catch faultName=\"e:limitExceeded\""
                + " xmlns:e=\"http://soabench.io/engine/faults\">" + respond("'caught'") + "</catch></faultHandlers>"
                + body + "</scope>";
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail memory", "fail stack", "fail other"})
    void shouldEndOneInstanceOnlyWhenAnErrorIsThrown(String how) {
        ProcessFixture process = limited(
                LIMITS,
                "<if><condition>$request.body/c:id = 'x'</condition>" + ask(how) + "<else>" + ask("hold")
                        + "</else></if>" + respond("'done'"));
        ProcessFixture.Answer other = process.send("run", request("y", 1, ""));
        ProcessFixture.Answer answer = new ProcessFixture.Answer();

        assertThat(process.offer("run", request("x", 1, ""), answer)).isTrue();
        process.worker.drain();

        assertThat(answer.text()).isEqualTo("fault internalError");
        assertThat(process.errors).hasSize(1);
        assertThat(process.counters.value(Counter.ERRORS)).isEqualTo(1);
        assertThat(process.running()).isEqualTo(1);
        process.release("hold");
        assertThat(other.text()).isEqualTo("done");
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldEndWithAFaultWhenValuesNestTooDeepForTheStack() {
        String deeper = "<while><condition>$i &lt; 100000</condition><sequence>"
                + set("$i", "$i + 1")
                + "<assign><copy><from>$answer</from><to>$answer/*[1]</to></copy></assign></sequence></while>";
        ProcessFixture process = limited(
                KernelLimits.DEFAULT,
                set("$i", "0") + "<assign><copy><from><literal><p:answer><x/></p:answer></literal></from>"
                        + "<to variable=\"answer\"/></copy></assign>" + deeper
                        + "<assign><copy><from>$answer</from><to variable=\"question\"/></copy></assign>"
                        + respond("string-length(string($question))"));
        ProcessFixture.Answer answer = new ProcessFixture.Answer();

        assertThat(process.offer("run", request("x", 1, ""), answer)).isTrue();
        process.worker.drain();

        assertThat(answer.isGiven()).isTrue();
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"501", "1000000000", "4294967295"})
    void shouldFaultBeforeTheFirstTurnWhenThereWouldBeTooManyAtOnce(String turns) {
        ProcessFixture process = limited(LIMITS, catching(forEach("yes", turns, "", ask("turn"))) + "<empty/>");

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.asked).isEmpty();
    }

    @Test
    void shouldFaultWhenTurnsOfTurnsAreTooMany() {
        String inner =
                forEach("yes", "100", "", "<wait><for>'P1D'</for></wait>").replace("\"n\"", "\"m\"");
        ProcessFixture process = limited(LIMITS, catching(forEach("yes", "100", "", inner)));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.worker.alarms()).isZero();
    }

    @Test
    void shouldFaultWhenTurnsThatGoAheadAreTooMany() {
        String condition = "<completionCondition><branches>600</branches></completionCondition>";
        ProcessFixture process =
                limited(LIMITS, catching(forEach("yes", "600", condition, "<wait><for>'P1D'</for></wait>")));

        assertThat(process.run().text()).isEqualTo("caught");
    }

    @Test
    void shouldRunAsManyTurnsAsThereMayBeOneAfterTheOther() {
        ProcessFixture process =
                limited(LIMITS, set("$i", "0") + forEach("no", "5000", "", set("$i", "$i + 1")) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("5000");
    }

    @Test
    void shouldFaultWhenTextDoublesTooOften() {
        ProcessFixture process = limited(
                LIMITS,
                set("$s", "'x'")
                        + catching("<while><condition>true()</condition>" + set("$s", "concat($s, $s)") + "</while>"));

        assertThat(process.run().text()).isEqualTo("caught");
    }

    @Test
    void shouldFaultWhenATreeDoublesTooOften() {
        String twice = "<assign><copy><from>$request.body</from><to>$again.body</to></copy>"
                + "<copy><from>$again.body</from><to>$request.body/c:id</to></copy>"
                + "<copy><from>$again.body</from><to>$request.body/c:count</to></copy></assign>";
        ProcessFixture process = limited(LIMITS, catching("<while><condition>true()</condition>" + twice + "</while>"));

        assertThat(process.run().text()).isEqualTo("caught");
    }

    @Test
    void shouldRefuseMessagesWhenTooManyWaitAtAnInstance() {
        ProcessFixture process = correlated(ask("hold") + MORE + REPLY_MORE);
        process.send("run", request("A", 1, ""));
        process.send("run", request("B", 1, ""));
        long before = process.kernel.heldBytes();

        int taken = 0;
        ProcessFixture.Answer first = new ProcessFixture.Answer();
        while (process.offer("more", more("A"), taken == 0 ? first : new ProcessFixture.Answer())) {
            taken++;
        }
        process.worker.drain();

        assertThat(taken).isBetween(10, 80);
        assertThat(process.kernel.heldBytes() - before).isBetween(10_000L, LIMITS.instanceBytes());
        assertThat(process.offer("more", more("B"), new ProcessFixture.Answer()))
                .isTrue();
        process.worker.drain();
        endAll(process);
        assertThat(first.text()).isEqualTo("fault missingReply");
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldTakeFurtherMessagesWhenEarlierOnesWereTaken() {
        ProcessFixture process =
                correlated(ask("hold") + forEach("no", "200", "", "<sequence>" + MORE + REPLY_MORE + "</sequence>"));
        ProcessFixture.Answer run = process.send("run", request("A", 1, ""));
        process.offer("more", more("A"), new ProcessFixture.Answer());
        process.release("hold");
        for (int i = 1; i < 200; i++) {
            assertThat(process.send("more", more("A")).isGiven()).isTrue();
        }

        assertThat(run.text()).isEqualTo("done");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldRefuseInstancesWhenMessagesOfOthersTakeTooMuch() {
        ProcessFixture process = limited(LIMITS, ask("hold") + respond("'done'"));
        Element large = request("x".repeat(300_000), 1, "");
        for (int i = 0; i < 3; i++) {
            assertThat(process.offer("run", large, new ProcessFixture.Answer())).isTrue();
        }

        assertThat(process.offer("run", large, new ProcessFixture.Answer())).isFalse();
        assertThat(process.offer("run", request("y", 1, ""), new ProcessFixture.Answer()))
                .isTrue();
        process.worker.drain();
        endAll(process);
        assertThat(process.kernel.heldBytes()).isZero();
        assertThat(process.offer("run", large, new ProcessFixture.Answer())).isTrue();
    }

    @Test
    void shouldTakeOneMessageHoweverLargeItIs() {
        ProcessFixture process = limited(LIMITS, respond("'done'"));

        assertThat(process.send("run", request("x".repeat(2_000_000), 1, "")).text())
                .isEqualTo("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<empty/>", "<wait><for>'PT0S'</for></wait>", "<sequence><empty/><empty/></sequence>"})
    void shouldServeOthersWhileAnInstanceLoops(String body) {
        ProcessFixture process = limited(
                LIMITS,
                "<if><condition>$request.body/c:id = 'endless'</condition>" + ENDLESS.replace("<empty/>", body)
                        + "</if>" + respond("'done'"));
        ProcessFixture.Answer endless = new ProcessFixture.Answer();
        process.offer("run", request("endless", 1, ""), endless);
        process.offer("run", request("endless", 1, ""), new ProcessFixture.Answer());
        process.worker.drain(20);
        ProcessFixture.Answer honest = new ProcessFixture.Answer();
        process.offer("run", request("honest", 1, ""), honest);

        process.worker.drain(20);

        assertThat(honest.text()).isEqualTo("done");
        assertThat(endless.isGiven()).isFalse();
        assertThat(process.running()).isEqualTo(2);
        var ended = process.kernel.endInstance(1);
        process.worker.drain(20);
        assertThat(ended).isCompletedWithValue(true);
        assertThat(endless.text()).isEqualTo("fault terminated");
        assertThat(process.running()).isEqualTo(1);
        endAll(process);
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldTellWhichInstancesThereAre() {
        ProcessFixture process = limited(LIMITS, ask("hold") + respond("'done'"));
        process.run();
        process.run();
        process.worker.pass(5_000_000_000L);

        var listed = process.kernel.instances(10);
        process.worker.drain();

        assertThat(listed.join()).extracting(RunningInstance::id).containsExactly(1L, 2L);
        RunningInstance first = listed.join().get(0);
        assertThat(first.deployment()).isEqualTo("test");
        assertThat(first.process()).isEqualTo("{urn:fixture:process}Test");
        assertThat(first.ageMs()).isEqualTo(5_000);
        assertThat(first.openRequests()).isEqualTo(1);
        assertThat(first.steps()).isPositive();
        var one = process.kernel.instances(1);
        var nobody = process.kernel.endInstance(77);
        process.worker.drain();
        assertThat(one.join()).hasSize(1);
        assertThat(nobody).isCompletedWithValue(false);
    }

    @Test
    void shouldLeaveNoAlarmBehind() {
        String waits = "<flow><wait><for>'P1Y'</for></wait><pick><onMessage partnerLink=\"client\" operation=\"more\""
                + " variable=\"more\"><correlations><correlation set=\"byId\"/></correlations><empty/></onMessage>"
                + "<onAlarm><for>'P1Y'</for><empty/></onAlarm></pick><sequence>%s</sequence></flow>";
        ProcessFixture exits = correlated(waits.formatted(ask("hold") + "<exit/>"));
        exits.send("run", request("A", 1, ""));
        assertThat(exits.worker.alarms()).isEqualTo(2);
        exits.release("hold");
        assertThat(exits.worker.alarms()).isZero();
        assertThat(exits.running()).isZero();
    }

    /** Each answer came inside the step that made the call: twenty thousand of them were twenty thousand frames deep. */
    @Test
    void shouldNotUseUpTheStackWhenCallsFailAtOnce() {
        String attempt = "<scope><faultHandlers><catchAll>" + set("$i", "$i + 1") + "</catchAll></faultHandlers>"
                + ask("break") + "</scope>";
        ProcessFixture process = limited(
                KernelLimits.DEFAULT,
                set("$i", "0") + "<while><condition>$i &lt; 20000</condition>" + attempt + "</while>" + respond("$i"));

        assertThat(process.run().text()).isEqualTo("20000");
        assertThat(List.copyOf(process.errors)).isEmpty();
    }
}
