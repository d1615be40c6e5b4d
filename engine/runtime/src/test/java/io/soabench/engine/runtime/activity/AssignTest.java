package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies: what may be read, what may be written, what faults. */
class AssignTest {
    private static String copy(String from, String to) {
        return "<assign><copy>" + from + to + "</copy></assign>";
    }

    private static final String TO_RESPONSE = "<to variable=\"response\" part=\"body\"/>";

    private static String run(String body) {
        ProcessFixture.Answer answer = between(body).run();
        return answer.parts == null ? answer.text() : answer.parts.get(0).toString();
    }

    /** Section 8.2.2: a variable of a simple type is a string, a number or a boolean, not a node. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$s/c:x",
                "$s/c:x/c:y",
                "$s/*",
                "$s/@a",
                "$s/c:x[1]",
                "$s//c:x",
                "($s)/c:x",
                "$i/c:x",
                "count($s/c:x)",
                "string($s/c:x)",
                "boolean($b/c:x)",
                "not($s/c:x = 'v')"
            })
    void shouldFailToWalkIntoValueOfSimpleType(String expression) {
        String values = set("$s", "'v'") + set("$i", "1") + set("$b", "true()");

        assertThat(between(respond(expression)).run().text()).isEqualTo("fault uninitializedVariable");
        assertThat(between(values + respond(expression)).run().text()).isEqualTo("fault subLanguageExecutionFault");
    }

    @Test
    void shouldMakeNothingBelowValueOfSimpleType() {
        assertThat(between(set("$s/c:x", "'n'") + respond("$s")).run().text())
                .isEqualTo("fault subLanguageExecutionFault");
        assertThat(between(set("$s", "'v'") + set("$s/c:x", "'n'") + respond("$s"))
                        .run()
                        .text())
                .isEqualTo("fault subLanguageExecutionFault");
        assertThat(between(set("$s", "'v'") + set("$s", "concat($s/text(), 'w')") + respond("$s"))
                        .run()
                        .text())
                .as("its text can be found as if it were one")
                .isEqualTo("vw");
    }

    @Test
    void shouldTakeTargetsNameWhenElementIsCopied() {
        assertThat(run(copy("<from variable=\"request\" part=\"body\"><query>c:id</query></from>", TO_RESPONSE)))
                .isEqualTo("<c:response xmlns:c=\"urn:fixture:client\">1</c:response>");
    }

    @Test
    void shouldReplaceContentOnlyWhenPlaceIsInsideVariable() {
        assertThat(run(copy("<from variable=\"request\"/>", "<to variable=\"request\"/>")
                        + set("$request.body/c:item[2]", "'z'")
                        + set("$request.body/@kind", "'changed'")
                        + respond("concat($request.body/c:item[1], $request.body/c:item[2], $request.body/@kind)")))
                .contains(">xzchanged<");
    }

    @Test
    void shouldKeepSourcesNameWhenAskedTo() {
        assertThat(run("<assign><copy keepSrcElementName=\"yes\"><from>$request.body/c:id</from>"
                        + "<to>$request.body/c:count</to></copy></assign>" + respond("count($request.body/c:id)")))
                .contains(">2<");
    }

    private static String named(String attributes, String from, String to) {
        return copy(from, to).replace("<copy>", "<copy " + attributes + ">");
    }

    @Test
    void shouldKeepSourcesNameWhenItSubstitutesTheTargets() {
        for (String name : List.of("response", "special", "verySpecial")) {
            String literal = "<from><literal><c:" + name + ">v</c:" + name + "></literal></from>";
            assertThat(run(named("keepSrcElementName=\"yes\"", literal, "<to>$request.body/c:id</to>")
                            + named("keepSrcElementName=\"yes\"", "<from>$request.body/*[1]</from>", TO_RESPONSE)
                            + set("$s", "name($response.body)")
                            + respond("$s")))
                    .as(name)
                    .contains(">c:" + name + "<");
        }
    }

    @Test
    void shouldFaultWhenNameThatIsKeptDoesNotSubstituteTheTargets() {
        String literal = "<from><literal><c:response/></literal></from>";
        for (String to : List.of(
                TO_RESPONSE,
                "<to>$response.body</to>",
                "<to variable=\"response\" part=\"body\"><query>.</query></to>",
                "<to>$response.body[1]</to>")) {
            assertThat(run(copy(literal, TO_RESPONSE)
                            + named("keepSrcElementName=\"yes\"", "<from>$request.body/*[1]</from>", to)))
                    .as(to)
                    .isEqualTo("fault mismatchedAssignmentFailure");
        }
    }

    @Test
    void shouldFaultWhenNameIsChosenAndNoElementIsCopied() {
        for (String yesOrNo : List.of("yes", "no")) {
            String attribute = "keepSrcElementName=\"" + yesOrNo + "\"";
            assertThat(run(named(attribute, "<from>$request.body/c:id/node()</from>", "<to>$request.body/c:id</to>")))
                    .isEqualTo("fault selectionFailure");
            assertThat(run(named(attribute, "<from>$request.body/c:id</from>", "<to>$request.body/c:id/node()</to>")))
                    .isEqualTo("fault selectionFailure");
        }
    }

    @Test
    void shouldFaultWhenElementThatIsNilBecomesText() {
        for (String nil : List.of("true", "1", " true ")) {
            String id = "<assign><copy><from><literal><c:id xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                    + " xsi:nil=\"" + nil + "\"/></literal></from><to>$request.body/c:id</to></copy></assign>";
            for (String to : List.of("$s", "$request.body/@kind", "$request.body/c:item[1]/text()")) {
                assertThat(run(id + set(to, "$request.body/c:id"))).as(to).isEqualTo("fault selectionFailure");
            }
            assertThat(run(id
                            + set("$request.body/c:item[2]", "$request.body/c:id")
                            + respond("count($request.body/c:item[2]/@*)")))
                    .contains(">1<");
            assertThat(run(id.replace("\"" + nil, "\"false")
                            + set("$s", "$request.body/c:id")
                            + respond("concat($s, '.')")))
                    .contains(">.<");
        }
    }

    @Test
    void shouldNormaliseTextWhenItBecomesAnAttribute() {
        String text = "<from><literal> a&#9;b&#10;&#13;c </literal></from>";

        assertThat(run(copy(text, "<to>$request.body/@kind</to>") + respond("concat($request.body/@kind, '.')")))
                .contains("> a b  c .<");
        assertThat(run(copy(text, "<to variable=\"s\"/>") + respond("translate($s, '&#9;&#10;&#13;', 'tnr')")))
                .contains("> atbnrc <");
    }

    @Test
    void shouldFaultWhenSelectedNodeIsNotToBeCopied() {
        String language = "<from expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:";
        for (String from : List.of(
                "<from>$request.body/namespace::c</from>",
                "<from>$request.body/..</from>",
                "<from variable=\"request\" part=\"body\"><query>/</query></from>",
                language + "xpath2.0\">$request.body/namespace::c</from>",
                language + "xpath2.0\">root($request.body)</from>",
                language + "xquery1.0\">comment {'c'}</from>",
                language + "xquery1.0\">document {$request.body/c:id}</from>")) {
            assertThat(run(copy(from, "<to variable=\"s\"/>"))).as(from).isEqualTo("fault selectionFailure");
            assertThat(run(copy(from, TO_RESPONSE))).as(from).isEqualTo("fault selectionFailure");
        }
        assertThat(run(set("$request.body/namespace::c", "'x'"))).isEqualTo("fault selectionFailure");
        assertThat(run(set("$request.body/..", "'x'"))).isEqualTo("fault selectionFailure");
    }

    @Test
    void shouldNotSeeLaterChangesWhenValueWasCopied() {
        assertThat(run(set("$s", "$request.body/c:id") + set("$request.body/c:id", "'other'") + respond("$s")))
                .contains(">1<");
    }

    @Test
    void shouldFaultWhenSourceSelectsNothingOrSeveral() {
        assertThat(run(set("$s", "$request.body/c:missing"))).isEqualTo("fault selectionFailure");
        assertThat(run(set("$s", "$request.body/c:item"))).isEqualTo("fault selectionFailure");
        assertThat(run(set("$request.body/c:item", "'x'"))).isEqualTo("fault selectionFailure");
    }

    @Test
    void shouldSkipCopyWhenMissingDataIsIgnored() {
        assertThat(run(set("$s", "'kept'")
                        + "<assign><copy ignoreMissingFromData=\"yes\"><from>$request.body/c:missing</from>"
                        + "<to variable=\"s\"/></copy></assign>" + respond("$s")))
                .contains(">kept<");
    }

    @Test
    void shouldFaultWhenVariableHasNoValue() {
        assertThat(run(respond("$s"))).isEqualTo("fault uninitializedVariable");
        assertThat(run(copy("<from variable=\"response\"/>", "<to variable=\"response\"/>")))
                .isEqualTo("fault uninitializedVariable");
    }

    @Test
    void shouldBeginValueWhenPlaceInEmptyVariableIsAssigned() {
        String two = "<from>2</from>";
        String whole = "<c:response xmlns:c=\"urn:fixture:client\">2</c:response>";
        assertThat(run(copy(two, "<to variable=\"response\" part=\"body\"><query>.</query></to>")))
                .isEqualTo(whole);
        assertThat(run(copy(two, "<to variable=\"again\" property=\"c:id\"/>")
                        + respond("concat(local-name($again.body), $again.body/c:id)")))
                .isEqualTo(whole.replace(">2", ">request2"));
        assertThat(run(copy(two, "<to>$again.body/c:id/c:deep</to>")
                        + respond("concat(local-name($again.body/*), count($again.body//*), $again.body/c:id/c:deep)")))
                .isEqualTo(whole.replace(">2", ">id22"));
        assertThat(run(copy(two, "<to variable=\"again\" part=\"body\"><query>c:id[1]</query></to>")
                        + copy("<from>3</from>", "<to>$again.body/c:id</to>")
                        + respond("string($again.body)")))
                .isEqualTo(whole.replace('2', '3'));
    }

    private static String copies(String... values) {
        StringBuilder all = new StringBuilder("<assign>");
        for (int i = 0; i < values.length; i += 2) {
            all.append("<copy><from>").append(values[i]).append("</from>");
            all.append(values[i + 1].startsWith("<") ? values[i + 1] : "<to>" + values[i + 1] + "</to>");
            all.append("</copy>");
        }
        return all.append("</assign>").toString();
    }

    @Test
    void shouldBuildValueUpWhenCopiesOfOneAssignFillEmptyVariable() {
        String names =
                respond("concat(name($again.body/*[1]), name($again.body/*[2]), count($again.body//*), $again.body)");

        assertThat(run(copies("1", "$again.body/c:id", "2", "$again.body/c:count") + names))
                .contains(">idcount212<");
        assertThat(run(copies("1", "$again.body/c:id/c:a", "2", "$again.body/c:id/c:b", "3", "$again.body/c:id/c:a")
                        + names))
                .contains(">id332<");
        assertThat(run(copies("1", "<to variable='again' property='c:id'/>", "2", "$again.body/c:count") + names))
                .contains(">idcount212<");
    }

    @Test
    void shouldMakeNothingMoreWhenVariableWasGivenValueAsWhole() {
        String value = "<literal><c:request xmlns:c='urn:fixture:client'><c:id/></c:request></literal>";
        String whole = "<to variable='again' part='body'/>";

        assertThat(run(copies("1", "$again.body/c:id") + copies("2", "$again.body/c:count")))
                .isEqualTo("fault selectionFailure");
        assertThat(run(copies(value, whole, "2", "$again.body/c:count"))).isEqualTo("fault selectionFailure");
        assertThat(run(copies("1", "$again.body/c:id", value, whole, "2", "$again.body/c:count")))
                .isEqualTo("fault selectionFailure");
    }

    @Test
    void shouldFaultWhenNextPlaceOfBuiltValueCannotBeMade() {
        for (String to : List.of("c:item[2]", "@kind", "c:id/c:below", "c:id[. = 'x']")) {
            assertThat(run(copies("1", "$again.body/c:id", "2", "$again.body/" + to)))
                    .as(to)
                    .isEqualTo("fault selectionFailure");
        }
    }

    @Test
    void shouldLeaveVariableEmptyWhenBuildingFails() {
        String failing = copies("1", "$again.body/c:id", "2", "$again.body/c:count", "$request.body/c:no", "$s");

        assertThat(run("<scope><faultHandlers><catchAll>" + respond("$again.body") + "</catchAll></faultHandlers>"
                        + failing + "</scope>"))
                .isEqualTo("fault uninitializedVariable");
    }

    @Test
    void shouldKeepTheValueOfTheTargetWhenTheCopiedMessageHasNone() {
        String failing = copy("<from variable=\"again\"/>", "<to variable=\"request\"/>");

        assertThat(run("<scope><faultHandlers><catch faultName=\"bpel:uninitializedVariable\">"
                        + respond("count($request.body)") + "</catch></faultHandlers>" + failing + "</scope>"))
                .contains(">1<");
    }

    @Test
    void shouldFaultWhenPlaceInEmptyVariableCannotBeMade() {
        for (String to : List.of("c:item[2]", "*", "@kind", "c:id/text()", "c:id[. = 'x']", "..")) {
            assertThat(run(copy(
                            "<from>2</from>", "<to variable=\"again\" part=\"body\"><query>" + to + "</query></to>")))
                    .as(to)
                    .isEqualTo("fault uninitializedVariable");
        }
    }

    @Test
    void shouldLeaveVariableEmptyWhenBeginningIsTakenBackOrRead() {
        String read = "<scope><faultHandlers><catchAll>" + respond("$again.body") + "</catchAll></faultHandlers>"
                + "<assign><copy><from>2</from><to>$again.body/c:id</to></copy>"
                + "<copy><from>$unset</from><to>$again.body/c:id</to></copy></assign></scope>";
        assertThat(run(read)).isEqualTo("fault uninitializedVariable");
        assertThat(run(copy("<from>$again.body/c:id</from>", "<to>$again.body/c:id</to>")))
                .isEqualTo("fault uninitializedVariable");
    }

    @Test
    void shouldFaultWhenInitialisedVariableHasNoSuchPlace() {
        assertThat(run(set("$request.body/c:missing", "2"))).isEqualTo("fault selectionFailure");
    }

    @Test
    void shouldChangeNothingWhenOneCopyFails() {
        String failing = "<scope><faultHandlers><catchAll>" + respond("$s") + "</catchAll></faultHandlers>"
                + "<assign><copy><from>'new'</from><to variable=\"s\"/></copy>"
                + "<copy><from>$request.body/c:missing</from><to variable=\"s\"/></copy></assign></scope>";

        assertThat(run(set("$s", "'old'") + failing)).contains(">old<");
    }

    @Test
    void shouldLeavePartnerLinkAsItWasWhenALaterCopyFails() {
        String address = "<copy><from>'http://127.0.0.1:9/%s'</from><to partnerLink=\"%s\"/></copy>";
        String failing = "<copy><from>$request.body/c:missing</from><to variable=\"s\"/></copy>";
        String read =
                "<assign><copy><from partnerLink=\"%s\" endpointReference=\"partnerRole\"/><to variable=\"s\"/></copy>"
                        + "</assign>" + respond("$s");
        String scope = "<scope><faultHandlers><catchAll>%s</catchAll></faultHandlers><assign>%s</assign></scope>";

        assertThat(run(scope.formatted(
                        "<sequence>" + read.formatted("nowhere") + "</sequence>",
                        address.formatted("new", "nowhere") + failing)))
                .isEqualTo("fault uninitializedPartnerRole");
        assertThat(run("<assign>" + address.formatted("old", "partner") + "</assign>"
                        + scope.formatted(
                                "<sequence>" + read.formatted("partner") + "</sequence>",
                                address.formatted("new", "partner") + address.formatted("newer", "partner") + failing)))
                .contains(">http://127.0.0.1:9/old<");
    }

    @Test
    void shouldCopyPropertyWhenAliasIsDefined() {
        assertThat(run(copy("<from variable=\"request\" property=\"c:id\"/>", "<to variable=\"s\"/>") + respond("$s")))
                .contains(">1<");
        assertThat(run(copy("<from>'9'</from>", "<to variable=\"request\" property=\"c:id\"/>")
                        + respond("bpel:getVariableProperty('request', 'c:id')")))
                .contains(">9<");
    }

    @Test
    void shouldFaultWhenPropertyIsNotOneNode() {
        String language = " expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:";
        String property = "bpel:getVariableProperty('request', 'c:id')";
        for (String id : List.of("", "<c:id>1</c:id><c:id>2</c:id>")) {
            String request = "<assign><copy><from><literal><c:request>" + id + "</c:request></literal></from>"
                    + "<to variable=\"request\" part=\"body\"/></copy></assign>";
            for (String expression : List.of(
                    property,
                    "concat(" + property + ", 'x')",
                    property + " = '1'",
                    "boolean(" + property + ")",
                    "string-length(normalize-space(" + property + "))")) {
                for (String in : List.of("", language + "xpath2.0\"", language + "xquery1.0\"")) {
                    assertThat(run(request + copy("<from" + in + ">" + expression + "</from>", "<to variable=\"s\"/>")))
                            .as(expression + in + " of " + id)
                            .isEqualTo("fault selectionFailure");
                    assertThat(run(request + "<if><condition" + in + ">" + expression + "</condition><empty/></if>"))
                            .as("condition " + expression + in + " of " + id)
                            .isEqualTo("fault selectionFailure");
                }
            }
        }
    }

    @Test
    void shouldIgnoreMissingPropertyWhenCopySaysSo() {
        String copies =
                "<assign><copy><from><literal><c:request/></literal></from><to variable=\"request\" part=\"body\"/></copy>"
                        + "<copy ignoreMissingFromData=\"yes\"><from variable=\"request\" property=\"c:id\"/><to variable=\"s\"/></copy>"
                        + "<copy ignoreMissingFromData=\"yes\"><from>bpel:getVariableProperty('request', 'c:id')</from><to variable=\"s\"/>"
                        + "</copy></assign>";

        assertThat(run(set("$s", "'kept'") + copies + respond("$s"))).contains(">kept<");
    }

    @Test
    void shouldWalkFromPropertyWhenItIsAnElement() {
        assertThat(run(set("$s", "bpel:getVariableProperty('request', 'c:id')/following-sibling::*") + respond("$s")))
                .isEqualTo("fault selectionFailure");
        assertThat(run(set("$s", "bpel:getVariableProperty('request', 'c:id')/text()") + respond("$s")))
                .contains(">1<");
    }

    @Test
    void shouldKeepBooleanWhenVariableIsBoolean() {
        assertThat(run(set("$b", "1 = 2") + "<if><condition>$b</condition>" + respond("'yes'") + "<else>"
                        + respond("'no'") + "</else></if>"))
                .contains(">no<");
    }

    @Test
    void shouldUseGeneralXPathWhenExpressionNeedsIt() {
        assertThat(run(respond("$request.body//c:item[position() = last()]"))).contains(">y<");
        assertThat(run(respond("sum($request.body/c:count | $request.body/c:id)")))
                .contains(">4<");
        assertThat(run(set("$request.body/*[local-name() = 'id']", "'7'") + respond("$request.body/c:id")))
                .contains(">7<");
        assertThat(run(respond("$request.body/c:item[. = 'y']/preceding-sibling::c:item")))
                .contains(">x<");
    }
}
