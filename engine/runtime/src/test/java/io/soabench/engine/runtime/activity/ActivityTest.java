package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The basic and structured activities, one by one. */
class ActivityTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void shouldReplyWhenRequestArrives() {
        ProcessFixture process = between(respond("$request.body/c:id"));

        assertThat(process.run().text()).isEqualTo("1");
        assertThat(process.completed()).isEqualTo(1);
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldCallOneAfterTheOtherWhenInSequence() {
        ProcessFixture process = between(ask("hold1") + ask("hold2") + respond("'done'"));

        ProcessFixture.Answer answer = process.run();
        assertThat(process.asked).containsExactly("hold1");
        process.release("hold1");
        assertThat(process.asked).containsExactly("hold1", "hold2");
        assertThat(answer.isGiven()).isFalse();
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("done");
    }

    @Test
    void shouldCallAllAtOnceWhenInFlow() {
        ProcessFixture process =
                between("<flow>" + ask("hold1") + ask("hold2") + ask("hold3") + "</flow>" + respond("'done'"));

        ProcessFixture.Answer answer = process.run();
        assertThat(process.asked).containsExactlyInAnyOrder("hold1", "hold2", "hold3");
        process.release("hold3");
        process.release("hold1");
        assertThat(answer.isGiven()).isFalse();
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("done");
    }

    @Test
    void shouldKeepAnswerWhenInvokeIsTwoWay() {
        ProcessFixture process = between(set("$question", "'how'")
                + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>"
                + respond("$answer"));

        assertThat(process.run().text()).isEqualTo("a-how");
    }

    @Test
    void shouldGoOnWhenOneWayInvokeIsAccepted() {
        ProcessFixture process = between(set("$question", "'news'")
                + "<invoke partnerLink=\"partner\" operation=\"tell\" inputVariable=\"question\"/>"
                + respond("'told'"));

        assertThat(process.run().text()).isEqualTo("told");
        assertThat(process.asked).containsExactly("news");
    }

    @Test
    void shouldPassPartsWhenMessageHasSeveral() {
        ProcessFixture process =
                between(set("$sumRequest.left", "40") + set("$sumRequest.right", "$request.body/c:count")
                        + "<invoke partnerLink=\"calculator\" operation=\"sum\" inputVariable=\"sumRequest\""
                        + " outputVariable=\"sumResponse\"/>" + respond("$sumResponse.total + 1"));

        assertThat(process.run().text()).isEqualTo("44");
        assertThat(process.asked).containsExactly("sum 43");
    }

    @Test
    void shouldBindPartsToVariablesWhenInvokeHasToAndFromParts() {
        ProcessFixture process = between(set("$i", "5")
                + "<invoke partnerLink=\"calculator\" operation=\"sum\"><toParts><toPart part=\"left\" fromVariable=\"i\"/>"
                + "<toPart part=\"right\" fromVariable=\"i\"/></toParts><fromParts>"
                + "<fromPart part=\"total\" toVariable=\"i\"/></fromParts></invoke>" + respond("$i * 2"));

        assertThat(process.run().text()).isEqualTo("20");
    }

    @Test
    void shouldTakeFirstTrueBranchWhenIfHasSeveral() {
        String choice = "<if><condition>$request.body/c:count = 1</condition>" + respond("'one'")
                + "<elseif><condition>$request.body/c:count = 3</condition>" + respond("'three'") + "</elseif>"
                + "<elseif><condition>true()</condition>" + respond("'late'") + "</elseif>"
                + "<else>" + respond("'other'") + "</else></if>";

        assertThat(between(choice).run().text()).isEqualTo("three");
        ProcessFixture one = between(choice);
        assertThat(one.send("run", ProcessFixture.request("1", 1, "")).text()).isEqualTo("one");
    }

    @Test
    void shouldDoNothingWhenNoBranchOfIfHolds() {
        ProcessFixture process =
                between(respond("'before'") + "<if><condition>false()</condition>" + respond("'never'") + "</if>");

        assertThat(process.run().text()).isEqualTo("before");
    }

    @Test
    void shouldRepeatWhileConditionHolds() {
        ProcessFixture process =
                between(set("$i", "0") + "<while><condition>$i &lt; $request.body/c:count</condition><sequence>"
                        + ask("again") + set("$i", "$i + 1") + "</sequence></while>" + respond("$i"));

        assertThat(process.run().text()).isEqualTo("3");
        assertThat(process.asked).hasSize(3);
    }

    @Test
    void shouldSurviveManyTurnsWhenLoopNeverWaits() {
        ProcessFixture process = between(set("$i", "0") + "<while><condition>$i &lt; 100000</condition>"
                + set("$i", "$i + 1") + "</while>" + respond("$i"));

        assertThat(process.run().text()).isEqualTo("100000");
    }

    @Test
    void shouldRunBodyOnceWhenRepeatUntilHoldsAtOnce() {
        ProcessFixture process =
                between("<repeatUntil>" + ask("once") + "<condition>true()</condition></repeatUntil>" + respond("'x'"));

        assertThat(process.run().text()).isEqualTo("x");
        assertThat(process.asked).containsExactly("once");
    }

    @Test
    void shouldWaitForTheDurationWhenWaitHasFor() {
        ProcessFixture process = between("<wait><for>'PT1.5S'</for></wait>" + respond("'late'"));

        ProcessFixture.Answer answer = process.run();
        process.worker.pass(SECOND_NS);
        assertThat(answer.isGiven()).isFalse();
        process.worker.pass(SECOND_NS / 2);
        assertThat(answer.text()).isEqualTo("late");
    }

    @Test
    void shouldWaitForTheDeadlineWhenWaitHasUntil() {
        ProcessFixture process = between("<wait><until>'1970-01-01T00:00:02Z'</until></wait>" + respond("'late'"));

        ProcessFixture.Answer answer = process.run();
        process.worker.pass(2 * SECOND_NS - 1);
        assertThat(answer.isGiven()).isFalse();
        process.worker.pass(1);
        assertThat(answer.text()).isEqualTo("late");
    }

    @Test
    void shouldFaultWhenWaitHasNoDuration() {
        assertThat(between("<wait><for>'soon'</for></wait>" + respond("1"))
                        .run()
                        .text())
                .isEqualTo("fault invalidExpressionValue");
    }

    @Test
    void shouldEndWithoutHandlersWhenExiting() {
        ProcessFixture process = between("<scope><faultHandlers><catchAll>" + respond("'caught'")
                + "</catchAll></faultHandlers><exit/></scope>" + respond("'after'"));

        ProcessFixture.Answer answer = process.run();
        assertThat(answer.text()).isEqualTo("fault missingReply");
        assertThat(process.completed()).isEqualTo(1);
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldAnswerMissingReplyWhenProcessEndsWithoutReply() {
        ProcessFixture process = ProcessFixture.of(ProcessFixture.RECEIVE + "<empty/>");

        assertThat(process.run().text()).isEqualTo("fault missingReply");
    }

    @Test
    void shouldReplyWithFaultWhenReplyNamesOne() {
        ProcessFixture process = ProcessFixture.of(ProcessFixture.RECEIVE
                + "<assign><copy><from><literal><c:refusal>no</c:refusal></literal></from>"
                + "<to variable=\"refusal\" part=\"body\"/></copy></assign>"
                + "<reply partnerLink=\"client\" operation=\"run\" faultName=\"c:refused\" variable=\"refusal\"/>");

        ProcessFixture.Answer answer = process.run();
        assertThat(answer.fault.name().toString()).isEqualTo("{urn:fixture:client}refused");
        assertThat(answer.fault.element().text()).isEqualTo("no");
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldFaultWhenReplyComesTwice() {
        ProcessFixture process = between(respond("1") + ProcessFixture.REPLY);

        assertThat(process.run().text()).isEqualTo("1");
        assertThat(process.faulted()).isEqualTo(1);
    }

    @Test
    void shouldFaultWhenPartnerHasNoAddress() {
        ProcessFixture process = between(set("$question", "'x'")
                + "<invoke partnerLink=\"nowhere\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>"
                + respond("1"));

        assertThat(process.run().text()).isEqualTo("fault uninitializedPartnerRole");
    }

    @Test
    void shouldCallAssignedAddressWhenPartnerLinkIsAssigned() {
        ProcessFixture process =
                between("<assign><copy><from partnerLink=\"partner\" endpointReference=\"partnerRole\"/>"
                        + "<to partnerLink=\"nowhere\"/></copy></assign>" + set("$question", "'x'")
                        + "<invoke partnerLink=\"nowhere\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>"
                        + respond("$answer"));

        assertThat(process.run().text()).isEqualTo("a-x");
    }

    @Test
    void shouldStartInstanceWhenOneWayMessageArrives() {
        ProcessFixture process = ProcessFixture.of(
                "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\" createInstance=\"yes\"/>"
                        + ask("go"));

        process.send("start", ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">now</c:start>"));
        assertThat(process.asked).containsExactly("go");
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldInitialiseVariablesInOrderWhenScopeStarts() {
        ProcessFixture process = between("<scope><variables>"
                + "<variable name=\"first\" type=\"xsd:int\"><from>20</from></variable>"
                + "<variable name=\"second\" type=\"xsd:int\"><from>$first + 1</from></variable></variables>"
                + respond("$first + $second") + "</scope>");

        assertThat(process.run().text()).isEqualTo("41");
    }
}
