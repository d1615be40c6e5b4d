package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validation of variables (WS-BPEL 2.0, section 8.1). */
class ValidationTest {
    private static String validate(String variables) {
        return "<validate variables=\"" + variables + "\"/>";
    }

    @Test
    void shouldGoOnWhenMessageIsValid() {
        assertThat(between(validate("request") + respond("'valid'")).run().text())
                .isEqualTo("valid");
    }

    @ParameterizedTest
    @CsvSource({"$request.body/c:count, 'many'", "$request.body/c:id, $request.body"})
    void shouldFaultWhenMessageIsInvalid(String to, String from) {
        String keep = "<assign><copy keepSrcElementName=\"yes\"><from>" + (from.startsWith("$") ? from : "'many'")
                + "</from><to>" + to + "</to></copy></assign>";
        String body = from.startsWith("$") ? keep : set(to, "'many'");

        assertThat(between(body + validate("request") + respond("1")).run().text())
                .isEqualTo("fault invalidVariables");
    }

    @Test
    void shouldCheckSimpleTypesWhenVariableHasOne() {
        assertThat(between(set("$i", "12") + validate("i") + respond("$i"))
                        .run()
                        .text())
                .isEqualTo("12");
        assertThat(between(set("$i", "1.5") + validate("i") + respond("$i"))
                        .run()
                        .text())
                .isEqualTo("fault invalidVariables");
    }

    @Test
    void shouldFaultWhenVariableHasNoValue() {
        assertThat(between(validate("i") + respond("1")).run().text()).isEqualTo("fault uninitializedVariable");
    }

    @Test
    void shouldUndoAssignWhenItsResultIsInvalid() {
        String assign = "<assign validate=\"yes\"><copy><from>'x'</from><to>$i</to></copy></assign>";
        String body =
                set("$i", "3") + "<scope><faultHandlers><catch faultName=\"bpel:invalidVariables\"><empty/></catch>"
                        + "</faultHandlers>" + assign + "</scope>" + respond("$i");

        assertThat(between(body).run().text()).isEqualTo("3");
        assertThat(between(assign.replace("'x'", "4") + respond("$i")).run().text())
                .isEqualTo("4");
    }
}
