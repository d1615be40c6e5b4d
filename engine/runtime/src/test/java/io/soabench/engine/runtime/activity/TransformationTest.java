package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** bpel:doXslTransform (WS-BPEL 2.0, section 8.4). */
class TransformationTest {
    private static String assign(String expression) {
        return "<assign><copy><from>" + expression + "</from><to>$response.body</to></copy></assign>";
    }

    @Test
    void shouldYieldElementWhenStyleSheetMakesOne() {
        assertThat(between(assign("bpel:doXslTransform('wrap.xsl', $request.body)"))
                        .run()
                        .text())
                .isEqualTo("nobody 1");
    }

    @Test
    void shouldHandOverParametersWhenGiven() {
        assertThat(between(assign("bpel:doXslTransform('wrap.xsl', $request.body, 'who', $request.body/@kind)"))
                        .run()
                        .text())
                .isEqualTo("k 1");
    }

    @ParameterizedTest
    @CsvSource({
        "$request.body/c:item, 2 item y",
        "$request.body/c:item[1], 1 item x",
        "$request.body/c:item[3], 0",
        "$request.body/@kind, 1 kind k",
        "$request.body/c:item[2] | $request.body/@kind, 2 kind y"
    })
    void shouldHandOverNodesWhenParameterIsSetOfThem(String nodes, String expected) {
        assertThat(between(assign("bpel:doXslTransform('nodes.xsl', $request.body, 'p', " + nodes + ")"))
                        .run()
                        .text()
                        .strip())
                .isEqualTo(expected);
    }

    @Test
    void shouldHandOverElementWhenParameterIsVariable() {
        assertThat(between(assign("bpel:doXslTransform('nodes.xsl', $request.body, 'p', $request.body)"))
                        .run()
                        .text()
                        .strip())
                .isEqualTo("1 request 13xy 1");
    }

    @Test
    void shouldWorkInsideOtherFunctionsWhenResultIsText() {
        assertThat(between(respond("concat(bpel:doXslTransform('text.xsl', $request.body), '!')"))
                        .run()
                        .text())
                .isEqualTo("a<1!");
    }

    @Test
    void shouldWorkInGeneralExpressionsWhenResultIsFiltered() {
        assertThat(between(respond("substring(bpel:doXslTransform('wrap.xsl', $request.body)/self::node()[1], 1, 3)"))
                        .run()
                        .text())
                .isEqualTo("nob");
    }

    @Test
    void shouldTakeFileOfThatNameWhenAddressIsHint() {
        assertThat(between(assign("bpel:doXslTransform('../../sheets/wrap.xsl', $request.body)"))
                        .run()
                        .text())
                .isEqualTo(between(assign("bpel:doXslTransform('wrap.xsl', $request.body)"))
                        .run()
                        .text());
        assertThat(between(assign("bpel:doXslTransform('elsewhere/outer.xsl', $request.body)"))
                        .run()
                        .text())
                .as("the imported style sheet lies in another folder than the importing one says")
                .isEqualTo("inner");
    }

    @Test
    void shouldRefuseProcessWhenAddressIsAmbiguous() {
        assertThatThrownBy(() -> between(assign("bpel:doXslTransform('twice.xsl', $request.body)")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("'twice.xsl' may be any of [a/twice.xsl, b/twice.xsl]");
    }

    @Test
    void shouldReadTextOfTheArchiveWhenAskedForUnparsedText() {
        assertThat(between(assign("bpel:doXslTransform('unparsed.xsl', $request.body)"))
                        .run()
                        .text())
                .isEqualTo("a note, no other, not known");
    }

    /** The result is in no variable: to replace it would change another one. */
    @Test
    void shouldFaultWhenTheResultIsAssignedTo() {
        String to = "<to expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0\">"
                + "if (true()) then bpel:doXslTransform('wrap.xsl', $request.body) else $request.body</to>";
        assertThat(between("<assign><copy><from>'x'</from>" + to + "</copy></assign>" + respond("'done'"))
                        .run()
                        .text())
                .isEqualTo("fault selectionFailure");
    }

    @ParameterizedTest
    @CsvSource({
        "unparsedMissing.xsl, $request.body, subLanguageExecutionFault",
        "missing.xsl, $request.body, xsltStylesheetNotFound",
        "wrap.xsl, $request.body/c:item, xsltInvalidSource",
        "wrap.xsl, 'text', xsltInvalidSource",
        "broken.xsl, $request.body, subLanguageExecutionFault",
        "leak.xsl, $request.body, subLanguageExecutionFault",
        "doctype.xsl, $request.body, subLanguageExecutionFault",
        "write.xsl, $request.body, subLanguageExecutionFault"
    })
    void shouldFaultWhenItCannotTransform(String sheet, String source, String fault) {
        String quoted = source.equals("text") ? "'text'" : source;

        assertThat(between(assign("bpel:doXslTransform('" + sheet + "', " + quoted + ")"))
                        .run()
                        .text())
                .isEqualTo("fault " + fault);
    }
}
