package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.process;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What processes seldom use, by the letter of WS-BPEL 2.0. */
class RareFeatureTest {
    private static final String THROW = "<throw faultName=\"c:mine\"/>";

    private static String catching(String handlers, String body) {
        return "<scope><faultHandlers>" + handlers + "</faultHandlers>" + body + "</scope>";
    }

    /** Section 11.7: what a handler has made of its variable is not thrown again. */
    @Test
    void shouldRethrowTheFaultAsItWasWhenTheHandlerHasChangedItsVariable() {
        String inner = "<catch faultName=\"p:refused\" faultVariable=\"f\" faultElement=\"p:no\"><sequence>"
                + "<assign><copy><from>'changed'</from><to variable=\"f\"/></copy></assign><rethrow/></sequence></catch>";
        String outer = "<catch faultName=\"p:refused\" faultVariable=\"g\" faultElement=\"p:no\">" + respond("$g")
                + "</catch>";

        assertThat(between(catching(outer, catching(inner, ask("refuse"))))
                        .run()
                        .text())
                .isEqualTo("no refuse");
    }

    /** Section 10.3: an invoke with a handler is an implicit scope. */
    @Test
    void shouldCompensateAnInvokeThatHasAHandlerOfItsOwn() {
        String invoke = "<assign><copy><from>'do'</from><to variable=\"question\"/></copy></assign>"
                + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\">"
                + "<compensationHandler>" + ask("undo") + "</compensationHandler></invoke>";
        ProcessFixture process = between(catching(
                "<catchAll><sequence><compensate/>" + respond("'undone'") + "</sequence></catchAll>",
                "<sequence>" + invoke + invoke + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("undone");
        assertThat(process.asked).containsExactly("do", "do", "undo", "undo");
    }

    /** Section 11.7: the counter is a variable of the turn. */
    @ParameterizedTest
    @CsvSource({"no", "yes"})
    void shouldNotChangeTheLoopWhenATurnChangesItsCounter(String parallel) {
        ProcessFixture process = between(set("$i", "0") + "<forEach counterName=\"n\" parallel=\"" + parallel
                + "\"><startCounterValue>1</startCounterValue><finalCounterValue>3</finalCounterValue><scope><sequence>"
                + set("$n", "10") + set("$i", "$i + 1") + "</sequence></scope></forEach>" + respond("$i"));

        assertThat(process.run().text()).isEqualTo("3");
    }

    @Test
    void shouldCompensateInnerScopesWhenACompensationHandlerAsks() {
        String inner = "<scope name=\"inner\"><compensationHandler>" + ask("undo inner") + "</compensationHandler>"
                + ask("inner") + "</scope>";
        String outer = "<scope name=\"outer\"><compensationHandler><sequence>" + ask("undo outer")
                + "<compensateScope target=\"inner\"/></sequence></compensationHandler><while><condition>$i &lt; 2</condition>"
                + "<sequence>" + inner + set("$i", "$i + 1") + "</sequence></while></scope>";
        ProcessFixture process = between(catching(
                "<catchAll><sequence><compensateScope target=\"outer\"/>" + respond("'undone'")
                        + "</sequence></catchAll>",
                "<sequence>" + set("$i", "0") + outer + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("undone");
        assertThat(process.asked).containsExactly("inner", "inner", "undo outer", "undo inner", "undo inner");
    }

    @Test
    void shouldGoOnCompensatingWhenAHandlerDealsWithItsOwnFault() {
        String first = "<scope><compensationHandler>" + ask("undo first") + "</compensationHandler><empty/></scope>";
        String second = "<scope><compensationHandler>" + catching("<catchAll>" + ask("mended") + "</catchAll>", THROW)
                + "</compensationHandler><empty/></scope>";
        ProcessFixture process = between(catching(
                "<catchAll><sequence><compensate/>" + respond("'undone'") + "</sequence></catchAll>",
                "<sequence>" + first + second + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("undone");
        assertThat(process.asked).containsExactly("mended", "undo first");
    }

    /** Section 12.4.4.3: a handler of termination may compensate what has completed inside. */
    @Test
    void shouldCompensateWhenATerminationHandlerAsks() {
        String done = "<scope><compensationHandler>" + ask("undo") + "</compensationHandler>" + ask("do") + "</scope>";
        String stopped = "<scope><terminationHandler><sequence>" + ask("end") + "<compensate/></sequence>"
                + "</terminationHandler><sequence>" + done + "<wait><for>'P1D'</for></wait></sequence></scope>";
        ProcessFixture process = between(catching(
                "<catchAll>" + respond("'caught'") + "</catchAll>",
                "<flow>" + stopped + "<sequence>" + ask("x") + ask("y") + ask("z") + THROW + "</sequence></flow>"));

        assertThat(process.run().text()).isEqualTo("caught");
        assertThat(process.asked).containsSubsequence("do", "end", "undo");
        assertThat(process.worker.alarms()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "faultMessageType=\"c:refusal\", $f.body",
        "faultElement=\"c:refusal\", $f",
    })
    void shouldCatchAThrownMessageByItsTypeOrTheElementOfItsOnlyPart(String declared, String read) {
        String body = "<sequence><assign><copy><from><literal><c:refusal>never</c:refusal></literal></from>"
                + "<to variable=\"refusal\" part=\"body\"/></copy></assign>"
                + "<throw faultName=\"c:mine\" faultVariable=\"refusal\"/></sequence>";
        String handler = "<catch faultName=\"c:mine\" faultVariable=\"f\" " + declared + ">" + respond(read)
                + "</catch>" + "<catchAll>" + respond("'nobody'") + "</catchAll>";

        assertThat(between(catching(handler, body)).run().text()).isEqualTo("never");
    }

    @Test
    void shouldIgnoreAnOperationThatNeedNotBeUnderstood() {
        String assign =
                "<assign xmlns:x=\"urn:extension\"><extensionAssignOperation><x:magic/></extensionAssignOperation>"
                        + "<copy><from>'copied'</from><to variable=\"s\"/></copy></assign>";
        ProcessFixture process = process(
                "",
                "<sequence>" + ProcessFixture.RECEIVE + assign + respond("$s") + ProcessFixture.REPLY + "</sequence>");

        assertThat(process.run().text()).isEqualTo("copied");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"<literal> a b </literal>;[ a b ]", "<literal/>;[]", "<literal></literal>;[]"})
    void shouldKeepTheTextOfALiteralAsItIs(String literal, String expected) {
        ProcessFixture process = between("<assign><copy><from>" + literal
                + "</from><to variable=\"s\"/></copy></assign>" + respond("concat('[', $s, ']')"));

        assertThat(process.run().text()).isEqualTo(expected);
    }

    /** Section 8.4: prefixes in values mean what they mean in the process. */
    @Test
    void shouldKeepTheNamespacesOfALiteral() {
        ProcessFixture process =
                between("<assign><copy><from><literal><c:response xmlns:q=\"urn:q\" kind=\"q:name\"/></literal>"
                        + "</from><to variable=\"response\" part=\"body\"/></copy></assign>");

        assertThat(process.run().parts.get(0).toString())
                .contains("xmlns:q=\"urn:q\"")
                .contains("kind=\"q:name\"");
    }

    /** The default namespace, and what is declared inside of a literal; that of WS-BPEL itself means no value. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<c:request xmlns:q='urn:q'>q:name</c:request> | $request.body/namespace::q | urn:q",
                "<c:request xmlns='urn:q'>name</c:request> | $request.body/namespace::*[name()=''] | urn:q",
                "<c:request><c:a xmlns:q='urn:q'>q:name</c:a></c:request> | $request.body/c:a/namespace::q | urn:q",
                "<c:request><c:a xmlns:q='urn:q'>name</c:a></c:request> | count($request.body/c:a/namespace::q) | 0",
                "<c:request><c:a xmlns='urn:q'>name</c:a></c:request> | $request.body/c:a/namespace::*[name()=''] | urn:q",
                "<c:request xmlns='urn:q'>a<c:a xmlns=''>b</c:a></c:request> | count($request.body/c:a/namespace::*[name()='']) | 0",
                "<c:request>name</c:request> | count($request.body/namespace::*[name()='']) | 0",
                "<c:request>name</c:request> | $request.body/namespace::c | urn:fixture:client",
                "<c:request xmlns:q='urn:q' q:k='1'><c:a/></c:request> | $request.body/c:a/namespace::q | urn:q",
                "<c:request xmlns='urn:q'>1</c:request> | count($request.body/namespace::*[name()='']) | 0",
            })
    void shouldKeepTheNamespacesThatALiteralUses(String literal, String expression, String value) {
        ProcessFixture process = between("<assign><copy><from><literal>" + literal
                + "</literal></from><to variable=\"request\" part=\"body\"/></copy></assign>"
                + respond("string(" + expression + ")"));

        assertThat(process.run().text()).isEqualTo(value);
    }

    /** Section 12.4.3: the scope's own values are those of its end, those around it are as they are now. */
    @Test
    void shouldSeeTheScopesOwnValuesAndTheOthersAsTheyAreWhenCompensating() {
        String scope = "<scope><variables><variable name=\"own\" type=\"xsd:int\"/></variables><compensationHandler>"
                + set("$s", "concat($s, '[', $own, ' ', $i, ']')") + "</compensationHandler>" + set("$own", "$i * 10")
                + "</scope>";
        ProcessFixture process = between(set("$s", "''")
                + set("$i", "1")
                + catching(
                        "<catchAll><sequence><compensate/>" + respond("$s") + "</sequence></catchAll>",
                        "<sequence><while><condition>$i &lt; 4</condition><sequence>" + scope + set("$i", "$i + 1")
                                + "</sequence></while>" + THROW + "</sequence>"));

        assertThat(process.run().text()).isEqualTo("[30 4][20 4][10 4]");
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-02, 86400",
        "1970-01-02Z, 86400",
        "1970-01-01+02:00, 0",
        "1970-01-02T00:00:00.123456789012Z, 86400",
        "1970-01-01T24:00:00Z, 86400",
        "1970-01-02T02:00:00+02:00, 86400",
        "-0044-03-15T00:00:00, 0",
        "1066-10-14, 0",
        "-9999999999-01-01, 0"
    })
    void shouldTakeEveryDateAndTimeAsADeadline(String until, long seconds) {
        ProcessFixture process = between("<wait><until>'" + until + "'</until></wait>" + respond("'done'"));
        ProcessFixture.Answer answer = process.run();
        if (seconds > 0) {
            assertThat(answer.isGiven()).isFalse();
            process.worker.pass((seconds - 1) * 1_000_000_000);
            assertThat(answer.isGiven()).isFalse();
            process.worker.pass(2_000_000_000);
        } else {
            process.worker.pass(1);
        }

        assertThat(answer.text()).isEqualTo("done");
    }

    @ParameterizedTest
    @CsvSource({
        "until, 2026-01-32",
        "until, 2026-01-01T25:00:00Z",
        "until, 2026-01-01T24:00:01Z",
        "until, tomorrow",
        "until, 26-01-01",
        "for, P1",
        "for, PT",
        "for, 1S"
    })
    void shouldFaultWhenATimeIsNone(String kind, String value) {
        assertThat(between("<wait><" + kind + ">'" + value + "'</" + kind + "></wait>")
                        .run()
                        .text())
                .isEqualTo("fault invalidExpressionValue");
    }

    @ParameterizedTest
    @CsvSource({
        "until, '999999999-12-31T00:00:00Z'",
        "until, '99999999999999999999-12-31'",
        "for, 'P999999999Y'",
        "for, 'PT99999999999999999999999999S'"
    })
    void shouldWaitForEverWhenATimeIsTooFarAway(String kind, String value) {
        ProcessFixture process = between("<wait><" + kind + ">'" + value + "'</" + kind + "></wait>");
        ProcessFixture.Answer answer = process.send("run", request("1", 1, ""));

        process.worker.pass(1_000_000_000L * 3600 * 24 * 365);
        assertThat(answer.isGiven()).isFalse();
        assertThat(process.worker.alarms()).isEqualTo(1);
    }
}
