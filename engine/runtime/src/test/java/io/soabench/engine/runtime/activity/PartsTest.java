package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import org.junit.jupiter.api.Test;

/** Messages whose parts come from variables of their own and go to such variables. */
class PartsTest {
    private static final String ASK_IN_PARTS =
            "<invoke partnerLink=\"partner\" operation=\"ask\"><toParts><toPart part=\"body\" fromVariable=\"%s\"/>"
                    + "</toParts><fromParts><fromPart part=\"body\" toVariable=\"%s\"/></fromParts></invoke>";

    private static Element question(ProcessFixture fixture) {
        return fixture.sent.get(0).get(0);
    }

    @Test
    void shouldSendElementOfPartWhenVariableHasSimpleType() {
        ProcessFixture fixture = between(set("$i", "6 * 7") + ASK_IN_PARTS.formatted("i", "s") + respond("$s"));

        assertThat(fixture.run().text()).isEqualTo("a-42");
        assertThat(question(fixture)).hasToString("<p:question xmlns:p=\"urn:fixture:partner\">42</p:question>");
    }

    @Test
    void shouldSendElementOfPartWhenVariableHasAnotherElement() {
        ProcessFixture fixture = between("<assign><copy><from><literal><p:no kind=\"k\">x</p:no></literal></from>"
                + "<to variable=\"no\"/></copy></assign>" + ASK_IN_PARTS.formatted("no", "no")
                + respond("concat(local-name($no), ' ', $no)"));

        assertThat(fixture.run().text()).isEqualTo("no a-x");
        assertThat(question(fixture).qualifiedName()).isEqualTo(new QualifiedName(ProcessFixture.PARTNER, "question"));
        assertThat(question(fixture).attribute("", "kind")).isEqualTo("k");
    }

    @Test
    void shouldSendNamesOfPartsWhenTheyHaveTypes() {
        ProcessFixture fixture = between(set("$i", "2")
                + "<invoke partnerLink=\"calculator\" operation=\"sum\"><toParts><toPart part=\"left\" fromVariable=\"i\"/>"
                + "<toPart part=\"right\" fromVariable=\"i\"/></toParts><fromParts>"
                + "<fromPart part=\"total\" toVariable=\"i\"/></fromParts></invoke>" + respond("$i + 1"));

        assertThat(fixture.run().text()).isEqualTo("5");
    }

    @Test
    void shouldReplyWithElementOfPartWhenVariableHasSimpleType() {
        String receive = "<receive partnerLink=\"client\" operation=\"run\" createInstance=\"yes\"><fromParts>"
                + "<fromPart part=\"body\" toVariable=\"s\"/></fromParts></receive>";
        String reply = "<reply partnerLink=\"client\" operation=\"run\"><toParts>"
                + "<toPart part=\"body\" fromVariable=\"s\"/></toParts></reply>";
        ProcessFixture.Answer answer = ProcessFixture.of(receive + reply).run();

        assertThat(answer.parts).singleElement().satisfies(part -> assertThat(part.qualifiedName())
                .isEqualTo(new QualifiedName(ProcessFixture.CLIENT, "response")));
        assertThat(answer.text()).isEqualTo("13xy");
    }
}
