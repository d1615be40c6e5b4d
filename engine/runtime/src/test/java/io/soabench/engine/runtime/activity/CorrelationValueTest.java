package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.process;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.Element;
import org.junit.jupiter.api.Test;

/** Correlation by the values of properties with types (WS-BPEL 2.0, sections 7.2 and 9.1). */
class CorrelationValueTest {
    private static final String SETS =
            "<correlationSets><correlationSet name=\"set\" properties=\"%s\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"set\" initiate=\"yes\"/></correlations></receive>";
    private static final String MORE =
            "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"%s><correlations>"
                    + "<correlation set=\"set\" initiate=\"%s\"/></correlations></receive>";
    private static final String REPLY_MORE =
            "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                    + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy>"
                    + "<copy><from>concat('more ', $more.body)</from><to>$r.body</to></copy></assign>"
                    + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>";

    private static ProcessFixture correlated(String property, String body) {
        return process(
                "", SETS.formatted(property) + "<sequence>" + RECEIVE + body + ProcessFixture.REPLY + "</sequence>");
    }

    private static Element more(String declarations, String value) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\" " + declarations + ">" + value + "</c:more>");
    }

    private static Element qualified(String declarations, String value) {
        return ProcessFixture.xml("<c:request xmlns:c=\"urn:fixture:client\" " + declarations + "><c:id>" + value
                + "</c:id><c:count>1</c:count></c:request>");
    }

    @Test
    void shouldReachTheInstanceThatHasTheSameNumber() {
        ProcessFixture process =
                correlated("c:number", MORE.formatted("", "no") + REPLY_MORE + respond("$request.body/c:id"));
        ProcessFixture.Answer seven = process.send("run", request("007", 1, ""));
        ProcessFixture.Answer eight = process.send("run", request("8", 1, ""));

        assertThat(process.send("more", more("", "70")).text()).isEqualTo("fault correlationViolation");
        assertThat(process.send("more", more("", " +7 ")).text()).isEqualTo("more  +7 ");
        assertThat(seven.text()).isEqualTo("007");
        assertThat(eight.isGiven()).isFalse();
    }

    @Test
    void shouldCompareTextsWhereThePropertyIsAText() {
        ProcessFixture process = correlated("c:id", MORE.formatted("", "no") + REPLY_MORE + respond("'done'"));
        process.send("run", request("007", 1, ""));

        assertThat(process.send("more", more("", "7")).text()).isEqualTo("fault correlationViolation");
        assertThat(process.send("more", more("", "007")).text()).isEqualTo("more 007");
    }

    @Test
    void shouldFindNoViolationInAnotherTextOfTheSameNumber() {
        String ask = "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\""
                + " outputVariable=\"answer\"><correlations><correlation set=\"set\" pattern=\"request\"/></correlations></invoke>";

        assertThat(correlated("c:number", set("$question", "'3'") + ask + respond("$answer"))
                        .send("run", request("03", 1, ""))
                        .text())
                .isEqualTo("a-3");
        assertThat(correlated("c:number", set("$question", "'4'") + ask + respond("$answer"))
                        .send("run", request("03", 1, ""))
                        .text())
                .isEqualTo("fault correlationViolation");
    }

    /** Both messages may start the instance; the second one joins the one that the first has started. */
    @Test
    void shouldJoinTheInstanceThatHasTheSameNumber() {
        String run = RECEIVE.replace("initiate=\"yes\"", "initiate=\"join\"");
        String more = MORE.formatted(" createInstance=\"yes\"", "join");
        ProcessFixture process = process(
                "",
                SETS.formatted("c:number") + "<sequence><flow>" + run + more + "</flow>" + REPLY_MORE
                        + respond("$more.body") + ProcessFixture.REPLY + "</sequence>");
        ProcessFixture.Answer first = process.send("run", request("007", 1, ""));
        ProcessFixture.Answer second = process.send("more", more("", "7.0"));

        assertThat(second.isGiven()).as("7.0 is no integer").isFalse();
        assertThat(process.running()).isEqualTo(2);
        assertThat(process.send("more", more("", "7")).text()).isEqualTo("more 7");
        assertThat(first.text()).isEqualTo("7");
        assertThat(process.running()).isOne();
    }

    @Test
    void shouldCompareQualifiedNamesByTheirNamespaces() {
        ProcessFixture process = correlated("c:name", MORE.formatted("", "no") + REPLY_MORE + respond("'done'"));
        ProcessFixture.Answer one = process.send("run", qualified("xmlns:p=\"urn:p\"", "p:order"));
        ProcessFixture.Answer other = process.send("run", qualified("xmlns:p=\"urn:q\"", "p:order"));

        assertThat(process.send("more", more("xmlns:p=\"urn:r\"", "p:order")).text())
                .isEqualTo("fault correlationViolation");
        assertThat(process.send("more", more("xmlns:x=\"urn:q\"", " x:order")).text())
                .isEqualTo("more  x:order");
        assertThat(other.text()).isEqualTo("done");
        assertThat(one.isGiven()).isFalse();
        assertThat(process.send("more", more("xmlns=\"urn:p\"", "order")).text())
                .isEqualTo("more order");
        assertThat(one.text()).isEqualTo("done");
    }
}
