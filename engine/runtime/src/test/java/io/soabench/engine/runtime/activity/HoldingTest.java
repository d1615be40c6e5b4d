package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.REPLY;
import static io.soabench.engine.runtime.activity.ProcessFixture.limited;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What instances hold is counted: answers of partners, values, scopes that can be compensated. */
class HoldingTest {
    private static final int BUDGET = 120_000;
    private static final int LARGE = 50_000;
    private static final KernelLimits LIMITS = new KernelLimits(1_000, 10_000, BUDGET, BUDGET, BUDGET);

    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>";
    private static final String MORE =
            "<sequence><receive partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>"
                    + "<correlation set=\"byId\"/></correlations></receive>"
                    + "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                    + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy></assign>"
                    + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope></sequence>";
    private static final String CALL =
            "<assign><copy><from>concat('hold', $request.body/c:id)</from><to variable=\"question\"/></copy></assign>"
                    + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\""
                    + " outputVariable=\"answer\"/>";
    private static final String TEXT = "'" + "v".repeat(5_000) + "'";

    private static ProcessFixture correlated(String body) {
        return ProcessFixture.process(LIMITS, "", SETS + "<sequence>" + RECEIVE + body + REPLY + "</sequence>");
    }

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    private static String catching(String body) {
        return "<scope><faultHandlers><catch faultName=\"e:limitExceeded\""
                + " xmlns:e=\"http://soabench.io/engine/faults\">" + respond("'caught'") + "</catch></faultHandlers>"
                + body + "</scope>";
    }

    private static String loop(int times, String body) {
        return set("$i", "0") + "<while><condition>$i &lt; " + times + "</condition><sequence>" + body
                + set("$i", "$i + 1") + "</sequence></while>";
    }

    /** A scope with a value of 5,000 letters. */
    private static String scope(String handlers) {
        return "<scope><variables><variable name=\"v\" type=\"xsd:string\"/></variables>" + handlers + set("$v", TEXT)
                + "</scope>";
    }

    private static final String COMPENSATED = "<compensationHandler><empty/></compensationHandler>";

    @Test
    void shouldRefuseAnswersWhenInstancesHoldTooMuch() {
        ProcessFixture process = correlated(CALL + MORE + respond("string-length($answer)"));
        List<ProcessFixture.Answer> clients = new ArrayList<>();
        for (String id : List.of("A", "B", "C", "D", "E")) {
            clients.add(process.send("run", request(id, 1, "")));
        }

        for (String id : List.of("A", "B", "C", "D", "E")) {
            // Nobody has handled the answers before: they count on their way.
            process.answer("hold" + id, "x".repeat(LARGE));
            assertThat(process.kernel.heldBytes()).isLessThanOrEqualTo(LIMITS.runningBytes());
        }
        assertThat(process.kernel.heldBytes()).isGreaterThan(3 * LARGE);
        process.worker.drain();

        assertThat(clients.subList(3, 5))
                .extracting(ProcessFixture.Answer::text)
                .containsOnly("fault limitExceeded");
        assertThat(clients.get(3).fault.reason())
                .contains("The answer of partner 'partner' takes about 50")
                .contains("raise --max-kernel-bytes");
        assertThat(process.kernel.heldBytes()).isGreaterThan(3 * LARGE);
        for (int i = 0; i < 3; i++) {
            process.send("more", more(List.of("A", "B", "C").get(i)));
            assertThat(clients.get(i).text()).isEqualTo(Integer.toString(LARGE));
        }
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldLetTheProcessCatchThatAnAnswerHasNoRoom() {
        ProcessFixture process = correlated(catching("<sequence>" + CALL + "</sequence>"));
        ProcessFixture.Answer client = process.send("run", request("A", 1, ""));

        process.answer("holdA", "x".repeat(3 * BUDGET));
        process.worker.drain();

        assertThat(client.text()).isEqualTo("caught");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldRefuseInstancesAndKeepMessagesForThoseThatRunWhenAnswersTakeTooMuch() {
        ProcessFixture process = correlated(CALL + MORE + respond("'done'"));
        ProcessFixture.Answer first = process.send("run", request("A", 1, ""));
        ProcessFixture.Answer second = process.send("run", request("B", 1, ""));
        process.answer("holdA", "x".repeat(BUDGET / 2));
        process.answer("holdB", "x".repeat(BUDGET / 2));
        process.worker.drain();

        assertThat(process.offer("run", request("C", 1, ""), new ProcessFixture.Answer()))
                .isFalse();
        process.send("more", more("A"));
        assertThat(first.text()).isEqualTo("done");
        assertThat(process.offer("run", request("C", 1, ""), new ProcessFixture.Answer()))
                .isTrue();
        process.send("more", more("B"));
        assertThat(second.text()).isEqualTo("done");
    }

    /** It is needed as long as its handler runs, which may throw it again. */
    @Test
    void shouldCountTheDataOfAFaultWhileItIsHandled() {
        ProcessFixture process = correlated("<scope><faultHandlers><catchAll>" + MORE
                + "</catchAll></faultHandlers><sequence>" + CALL + "</sequence></scope>" + respond("'handled'"));
        ProcessFixture.Answer client = process.send("run", request("A", 1, ""));

        process.refuse("holdA", "x".repeat(LARGE));
        assertThat(process.kernel.heldBytes()).as("on its way").isGreaterThan(LARGE);
        process.worker.drain();
        assertThat(process.kernel.heldBytes()).as("handled").isBetween((long) LARGE, LARGE + 20_000L);
        process.send("more", more("A"));

        assertThat(client.text()).isEqualTo("handled");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldRefuseDataOfFaultsThatHasNoRoom() {
        ProcessFixture process = correlated(catching("<sequence>" + CALL + "</sequence>"));
        ProcessFixture.Answer client = process.send("run", request("A", 1, ""));

        process.refuse("holdA", "x".repeat(3 * BUDGET));
        process.worker.drain();

        assertThat(client.text()).isEqualTo("caught");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFaultWhenScopesThatCanBeCompensatedTakeTooMuch(boolean withValues) {
        String scope = withValues ? scope(COMPENSATED) : "<scope>" + COMPENSATED + "<empty/></scope>";
        ProcessFixture process = limited(LIMITS, catching("<while><condition>true()</condition>" + scope + "</while>"));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldFaultWhenVariablesOfManyTurnsTakeTooMuch() {
        String turns = "<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>40</finalCounterValue><scope><variables>"
                + "<variable name=\"v\" type=\"xsd:string\"/></variables><sequence>"
                + set("$v", "concat($n, " + TEXT + ")")
                + "<wait><for>'P1D'</for></wait></sequence></scope></forEach>";
        ProcessFixture process = limited(LIMITS, catching(turns));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.worker.alarms()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    /** A turn takes memory, also one that does nothing but wait. */
    @Test
    void shouldFaultWhenTurnsThemselvesTakeTooMuch() {
        String turns = "<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>%d</finalCounterValue><scope><wait><for>'P1D'</for></wait></scope></forEach>";
        ProcessFixture many = limited(LIMITS, catching(turns.formatted(5_000)));
        ProcessFixture few = limited(LIMITS, catching(turns.formatted(100)));

        assertThat(many.run().text()).isEqualTo("caught");
        assertThat(few.run().isGiven()).isFalse();
        assertThat(few.worker.alarms()).isEqualTo(100);
        assertThat(few.kernel.heldBytes()).isBetween(50_000L, (long) BUDGET);
    }

    @Test
    void shouldGiveBackWhatScopesHeldThatAreOver() {
        ProcessFixture process = limited(LIMITS, loop(200, scope("")) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("200");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<catchAll><compensate/></catchAll>",
                "<catchAll><compensateScope target=\"inner\"/></catchAll>",
                "<catchAll><empty/></catchAll>"
            })
    void shouldGiveBackWhatWasCompensatedOrNeverWillBe(String handler) {
        String attempt = "<scope><faultHandlers>" + handler + "</faultHandlers><sequence>"
                + scope(COMPENSATED).replaceFirst("<scope>", "<scope name=\"inner\">") + "<throw faultName=\"c:mine\"/>"
                + "</sequence></scope>";
        ProcessFixture process = limited(LIMITS, loop(200, attempt) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("200");
    }

    @Test
    void shouldGiveBackWhenCompensationItselfFails() {
        String failing = scope("<compensationHandler><throw faultName=\"c:mine\"/></compensationHandler>");
        String attempt = "<scope><faultHandlers><catchAll><empty/></catchAll></faultHandlers><scope><faultHandlers>"
                + "<catchAll><compensate/></catchAll></faultHandlers><sequence>" + failing + failing + failing
                + "<throw faultName=\"c:mine\"/></sequence></scope></scope>";
        ProcessFixture process = limited(LIMITS, loop(200, attempt) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("200");
    }

    @Test
    void shouldGiveBackWhenCompensationIsEndedBeforeItHasBegun() {
        String mine = "<scope><faultHandlers><catch faultName=\"c:mine\">%s</catch></faultHandlers>";
        String attempt = mine.formatted("<empty/>")
                + mine.formatted("<flow><compensate/><throw faultName=\"c:mine\"/></flow>") + "<sequence>"
                + scope(COMPENSATED) + "<throw faultName=\"c:mine\"/></sequence></scope></scope>";
        ProcessFixture process = limited(LIMITS, loop(1_000, attempt) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("1000");
    }

    @Test
    void shouldCountALargeValueOnceHoweverManyVariablesHoldIt() {
        String copies = "<scope><variables><variable name=\"v\" messageType=\"c:request\"/></variables>" + COMPENSATED
                + "<assign><copy><from variable=\"request\"/><to variable=\"v\"/></copy></assign></scope>";
        ProcessFixture process =
                limited(LIMITS, catching("<sequence>" + loop(30, copies) + respond("$i") + "</sequence>"));

        assertThat(process.send("run", request("x".repeat(LARGE), 1, "")).text())
                .isEqualTo("30");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldChangeNothingWhenAnAssignmentIsTakenBack() {
        String growing = "<assign><copy><from>concat($s, $s)</from><to variable=\"s\"/></copy>"
                + "<copy><from>$unset</from><to variable=\"s\"/></copy></assign>";
        ProcessFixture process = limited(
                LIMITS,
                set("$s", TEXT)
                        + loop(
                                200,
                                "<scope><faultHandlers><catchAll><empty/></catchAll></faultHandlers>" + growing
                                        + "</scope>")
                        + respond("string-length($s)"));

        assertThat(process.run().text()).isEqualTo("5000");
        assertThat(process.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldForgetCorrelationSetsOfScopesThatAreOver() {
        String turn = "<scope><correlationSets><correlationSet name=\"local\" properties=\"c:id\"/></correlationSets>"
                + MORE.replace(
                        "<correlation set=\"byId\"/>",
                        "<correlation set=\"byId\"/>" + "<correlation set=\"local\" initiate=\"yes\"/>")
                + "</scope>";
        ProcessFixture process = correlated(loop(1_000, turn) + respond("$i"));
        ProcessFixture.Answer client = process.send("run", request("A", 1, ""));
        process.send("more", more("A"));
        long first = process.kernel.heldBytes();
        for (int i = 2; i < 1_000; i++) {
            process.send("more", more("A"));
        }

        assertThat(process.kernel.heldBytes()).isLessThan(first + 5_000);
        process.send("more", more("A"));
        assertThat(client.text()).isEqualTo("1000");
        assertThat(process.kernel.heldBytes()).isZero();
    }
}
