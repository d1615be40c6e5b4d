package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults, compensation, termination (WS-BPEL 2.0, chapter 12). */
class ScopeTest {
    private static String handlers(String content) {
        return "<faultHandlers>" + content + "</faultHandlers>";
    }

    private static String scope(String declarations, String body) {
        return "<scope>" + declarations + body + "</scope>";
    }

    private static final String THROW = "<throw faultName=\"c:mine\"/>";

    /** Section 12.5: the data of a fault is a message, whether that has parts or not. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "faultName='c:x' faultMessageType='c:nothing' faultVariable='f' | faultName='c:x' | first",
                "faultMessageType='c:nothing' faultVariable='f' | faultName='c:y' | first",
                "faultMessageType='c:nothing' faultVariable='f' | faultName='c:x' | second",
                "faultMessageType='c:refusal' faultVariable='f' | faultName='c:x' | second",
                "faultElement='c:refusal' faultVariable='f' | faultName='c:x' | second",
                "faultName='c:x' faultMessageType='c:refusal' faultVariable='f' | faultName='c:y' | other",
            })
    void shouldCatchMessageWithoutParts(String first, String second, String caught) {
        ProcessFixture process = between("<scope><variables><variable name='n' messageType='c:nothing'/></variables>"
                + "<faultHandlers><catch " + first + ">" + respond("'first'") + "</catch><catch " + second + ">"
                + respond("'second'") + "</catch><catchAll>" + respond("'other'")
                + "</catchAll></faultHandlers><throw faultName='c:x' faultVariable='n'/></scope>");

        assertThat(process.run().text()).isEqualTo(caught);
    }

    @Test
    void shouldNotCatchFaultWithoutDataAsMessageWithoutParts() {
        ProcessFixture process = between("<scope><faultHandlers><catch faultName='c:x' faultMessageType='c:nothing'"
                + " faultVariable='f'>" + respond("'first'") + "</catch><catchAll>" + respond("'other'")
                + "</catchAll></faultHandlers><throw faultName='c:x'/></scope>");

        assertThat(process.run().text()).isEqualTo("other");
    }

    @Test
    void shouldAnswerWithFaultWhenNobodyCatches() {
        ProcessFixture process = between(THROW);

        ProcessFixture.Answer answer = process.run();
        assertThat(answer.fault.name().toString()).isEqualTo("{urn:fixture:client}mine");
        assertThat(process.faulted()).isEqualTo(1);
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldPreferNameOverCatchAllWhenBothFit() {
        String body = scope(
                handlers("<catch faultName=\"c:other\">" + respond("'other'") + "</catch><catch faultName=\"c:mine\">"
                        + respond("'mine'") + "</catch><catchAll>" + respond("'all'") + "</catchAll>"),
                THROW);

        assertThat(between(body).run().text()).isEqualTo("mine");
    }

    @Test
    void shouldCatchStandardFaultWhenNamed() {
        String body = scope(
                handlers("<catch faultName=\"bpel:selectionFailure\">" + respond("'caught'") + "</catch>"),
                set("$s", "$request.body/c:missing"));

        assertThat(between(body).run().text()).isEqualTo("caught");
    }

    @Test
    void shouldGiveDataToVariableWhenPartnerRefuses() {
        String body = scope(
                handlers("<catch faultName=\"p:refused\" faultVariable=\"f\" faultElement=\"p:no\">" + respond("$f")
                        + "</catch><catch faultName=\"p:refused\">" + respond("'no data'") + "</catch>"),
                ask("refuse"));

        assertThat(between(body).run().text()).isEqualTo("no refuse");
    }

    @Test
    void shouldGiveMessageToVariableWhenTypeFitsExactly() {
        String body = scope(
                handlers("<catch faultName=\"p:refused\" faultVariable=\"f\" faultElement=\"p:no\">"
                        + respond("'element'")
                        + "</catch><catch faultName=\"p:refused\" faultVariable=\"f\" faultMessageType=\"p:no\">"
                        + respond("concat('message ', $f.body)") + "</catch>"),
                ask("refuse"));

        assertThat(between(body).run().text()).isEqualTo("message no refuse");
    }

    @Test
    void shouldCatchByHandlersOfInvokeWhenPartnerFails() {
        ProcessFixture process = between(set("$question", "'break'")
                + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\">"
                + "<catchAll>" + respond("'caught'") + "</catchAll></invoke>");

        assertThat(process.run().text()).isEqualTo("caught");
    }

    @Test
    void shouldReachOuterScopeWhenInnerRethrows() {
        String inner =
                scope(handlers("<catchAll><sequence>" + ask("inner") + "<rethrow/></sequence></catchAll>"), THROW);
        String outer = scope(handlers("<catch faultName=\"c:mine\">" + respond("'outer'") + "</catch>"), inner);

        ProcessFixture process = between(outer);
        assertThat(process.run().text()).isEqualTo("outer");
        assertThat(process.asked).containsExactly("inner");
    }

    @Test
    void shouldReachOuterScopeWhenHandlerFaults() {
        String inner = scope(handlers("<catchAll><throw faultName=\"c:second\"/></catchAll>"), THROW);
        String outer = scope(handlers("<catch faultName=\"c:second\">" + respond("'second'") + "</catch>"), inner);

        assertThat(between(outer).run().text()).isEqualTo("second");
    }

    @Test
    void shouldAbandonCallsWhenScopeFaults() {
        String body = scope(
                handlers("<catchAll>" + respond("'caught'") + "</catchAll>"),
                "<flow>" + ask("hold") + "<sequence>" + ask("hold2") + THROW + "</sequence></flow>");
        ProcessFixture process = between(body);

        ProcessFixture.Answer answer = process.run();
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("caught");
        assertThat(process.isAbandoned("hold")).isTrue();
        process.release("hold");
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldCancelAlarmWhenWaitIsTerminated() {
        ProcessFixture process = between(scope(
                handlers("<catchAll>" + respond("'caught'") + "</catchAll>"),
                "<flow><wait><for>'PT1H'</for></wait><sequence>" + ask("hold") + THROW + "</sequence></flow>"));

        process.run();
        assertThat(process.worker.alarms()).isEqualTo(1);
        process.release("hold");
        assertThat(process.worker.alarms()).isZero();
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldEndProcessWhenExitOnStandardFaultIsSet() {
        ProcessFixture process = between("<scope exitOnStandardFault=\"yes\">" + set("$s", "$request.body/c:missing")
                + "</scope>" + respond("'after'"));

        assertThat(process.run().text()).isEqualTo("fault missingReply");
        assertThat(process.completed()).isEqualTo(1);
    }

    @Test
    void shouldCompensateInReverseOrderWhenHandlerAsks() {
        String first = scope("<compensationHandler>" + ask("undo1") + "</compensationHandler>", ask("do1"));
        String second = scope("<compensationHandler>" + ask("undo2") + "</compensationHandler>", ask("do2"));
        String body = scope(
                handlers("<catchAll><sequence><compensate/>" + respond("'undone'") + "</sequence></catchAll>"),
                "<sequence>" + first + second + THROW + "</sequence>");
        ProcessFixture process = between(body);

        assertThat(process.run().text()).isEqualTo("undone");
        assertThat(process.asked).containsExactly("do1", "do2", "undo2", "undo1");
    }

    @Test
    void shouldCompensateOneScopeWhenNamed() {
        String first = "<scope name=\"one\"><compensationHandler>" + ask("undo1") + "</compensationHandler>"
                + ask("do1") + "</scope>";
        String second = "<scope name=\"two\"><compensationHandler>" + ask("undo2") + "</compensationHandler>"
                + ask("do2") + "</scope>";
        ProcessFixture process = between(scope(
                handlers("<catchAll><sequence><compensateScope target=\"one\"/>" + respond("'x'")
                        + "</sequence></catchAll>"),
                "<sequence>" + first + second + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("x");
        assertThat(process.asked).containsExactly("do1", "do2", "undo1");
    }

    @Test
    void shouldCompensateByDefaultWhenNoHandlerCatches() {
        String inner = scope("<compensationHandler>" + ask("undo") + "</compensationHandler>", ask("do"));
        String middle = scope("", "<sequence>" + scope("", inner) + THROW + "</sequence>");
        ProcessFixture process = between(scope(handlers("<catchAll>" + respond("'caught'") + "</catchAll>"), middle));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.asked).containsExactly("do", "undo");
    }

    @Test
    void shouldSeeValuesAtCompletionWhenCompensating() {
        String inner =
                "<scope><variables><variable name=\"v\" type=\"xsd:string\"><from>'kept'</from></variable></variables>"
                        + "<compensationHandler>" + respond("$v") + "</compensationHandler>"
                        + set("$v", "concat($v, '!')")
                        + "</scope>";
        ProcessFixture process = between(
                scope(handlers("<catchAll><compensate/></catchAll>"), "<sequence>" + inner + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("kept!");
    }

    @Test
    void shouldPassFaultOnWhenCompensationFaults() {
        String inner = scope("<compensationHandler><throw faultName=\"c:undoing\"/></compensationHandler>", "<empty/>");
        ProcessFixture process = between(scope(
                handlers("<catch faultName=\"c:undoing\">" + respond("'undoing'") + "</catch>"),
                scope(handlers("<catchAll><compensate/></catchAll>"), "<sequence>" + inner + THROW + "</sequence>")));

        assertThat(process.run().text()).isEqualTo("undoing");
    }

    @Test
    void shouldRunTerminationHandlerWhenScopeIsStopped() {
        String stopped = scope("<terminationHandler>" + ask("cleaned") + "</terminationHandler>", ask("hold"));
        ProcessFixture process = between(scope(
                handlers("<catchAll>" + respond("'caught'") + "</catchAll>"),
                "<flow>" + stopped + "<sequence>" + ask("hold2") + THROW + "</sequence></flow>"));

        ProcessFixture.Answer answer = process.run();
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("caught");
        assertThat(process.asked).endsWith("cleaned");
    }

    @Test
    void shouldWaitForTerminationHandlerWhenItTakesTime() {
        String stopped = scope("<terminationHandler>" + ask("holdCleaning") + "</terminationHandler>", ask("hold"));
        ProcessFixture process = between(scope(
                handlers("<catchAll>" + respond("'caught'") + "</catchAll>"),
                "<flow>" + stopped + "<sequence>" + ask("hold2") + THROW + "</sequence></flow>"));

        ProcessFixture.Answer answer = process.run();
        process.release("hold2");
        assertThat(answer.isGiven()).isFalse();
        process.release("holdCleaning");
        assertThat(answer.text()).isEqualTo("caught");
    }

    @Test
    void shouldLetFaultHandlerFinishWhenScopeIsTerminated() {
        String handling = scope(
                handlers("<catchAll><sequence>" + ask("hold") + set("$i", "8") + "</sequence></catchAll>"), THROW);
        String body = scope(
                handlers("<catchAll><empty/></catchAll>"),
                "<flow>" + handling + "<sequence><wait><for>'PT1S'</for></wait>" + THROW + "</sequence></flow>");
        ProcessFixture process = between(body + respond("$i"));
        ProcessFixture.Answer answer = process.run();

        process.worker.pass(1_000_000_000L);
        assertThat(answer.isGiven()).isFalse();
        process.release("hold");
        assertThat(answer.text()).isEqualTo("8");
    }

    @Test
    void shouldSkipTerminationHandlerWhenScopeWasNeverSetUp() {
        String failing = scope(
                "<variables><variable name=\"n\" type=\"xsd:int\"><from>$i</from></variable></variables><terminationHandler>"
                        + ask("terminated") + "</terminationHandler>",
                "<empty/>");
        ProcessFixture process = between(
                scope(handlers("<catch faultName=\"bpel:scopeInitializationFailure\"><empty/></catch>"), failing)
                        + respond("'caught'"));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.asked).isEmpty();
    }

    @Test
    void shouldGiveOwnAddressWhenMyRoleIsCopied() {
        String copy =
                "<assign><copy><from partnerLink=\"client\" endpointReference=\"myRole\"/><to>$s</to></copy></assign>";

        assertThat(between(copy + respond("$s")).run().text()).isEqualTo("http://127.0.0.1:9/test");
    }

    @Test
    void shouldPreferMessageOverElementWhenNeitherCatchHasAName() {
        String body = scope(
                handlers("<catch faultVariable=\"f\" faultElement=\"c:refusal\">" + respond("'element'")
                        + "</catch><catch faultVariable=\"g\" faultMessageType=\"c:refusal\">" + respond("'message'")
                        + "</catch>"),
                "<sequence><assign><copy><from><literal><c:refusal>no</c:refusal></literal></from><to>$refusal.body</to></copy>"
                        + "</assign><throw faultName=\"c:any\" faultVariable=\"refusal\"/></sequence>");

        assertThat(between(body).run().text()).isEqualTo("message");
    }

    private static String callAt(String reference) {
        return "<assign><copy><from><literal><sref:service-ref xmlns:sref=\"http://docs.oasis-open.org/wsbpel/2.0/serviceref\">"
                + reference + "</sref:service-ref></literal></from><to partnerLink=\"nowhere\"/></copy></assign>"
                + ask("x").replace("\"partner\"", "\"nowhere\"");
    }

    @Test
    void shouldFaultWhenSchemeOfReferenceIsNotKnown() {
        String reference = callAt("<a:EndpointReference xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>"
                        + "http://127.0.0.1:9/other</a:Address></a:EndpointReference>")
                + respond("'called'");

        assertThat(between(reference.replace(":service-ref ", ":service-ref reference-scheme=\"urn:other\" "))
                        .run()
                        .text())
                .isEqualTo("fault unsupportedReference");
        assertThat(between(reference.replace(
                                ":service-ref ",
                                ":service-ref reference-scheme=\"http://www.w3.org/2005/08/addressing\" "))
                        .run()
                        .text())
                .isEqualTo("called");
    }

    @Test
    void shouldFaultWhenReferenceCannotBeRead() {
        assertThat(between(callAt("<c:other>x</c:other>") + respond("1")).run().text())
                .isEqualTo("fault unsupportedReference");
        String address =
                "<a:EndpointReference xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>%s</a:Address>"
                        + "</a:EndpointReference>";
        assertThat(between(callAt(address.formatted("ftp://x/")) + respond("1"))
                        .run()
                        .text())
                .isEqualTo("fault unsupportedReference");
        assertThat(between(callAt(address.formatted("http://127.0.0.1:9/other")) + respond("'called'"))
                        .run()
                        .text())
                .isEqualTo("called");
    }
}
