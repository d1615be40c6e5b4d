package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.xml.Element;
import org.junit.jupiter.api.Test;

/** Messages find the instances of a version that another one replaces, however start and replacement interleave. */
class ReplacementTest {
    private static final String CONVERSATION = "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/>"
            + "</correlationSets><sequence>"
            + "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\" createInstance=\"yes\">"
            + "<correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>"
            + respond("'begun'") + ProcessFixture.REPLY
            + "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\">"
            + "<correlations><correlation set=\"byId\"/></correlations></receive>"
            + "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
            + "<assign><copy><from><literal><c:moreResponse>ended</c:moreResponse></literal></from><to>$r.body</to>"
            + "</copy></assign><reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>"
            + "</sequence>";

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    @Test
    void shouldFindAnInstanceThatStartsWhileItsVersionIsReplaced() {
        ProcessFixture process = ProcessFixture.process("", CONVERSATION);
        process.atNumber = () -> {
            process.atNumber = () -> {};
            process.replace();
            // Looks at all versions, and so forgets those without instances.
            process.send("more", more("unknown"));
        };

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("begun");

        assertThat(process.send("more", more("A")).text()).isEqualTo("ended");
        assertThat(process.running()).isZero();
    }

    @Test
    void shouldFindAnInstanceThatStartsBetweenReplacementAndClose() {
        ProcessFixture process = ProcessFixture.process("", CONVERSATION);
        process.atNumber = () -> {
            process.atNumber = () -> {};
            process.successor();
            process.send("more", more("unknown"));
        };

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("begun");
        process.closeFirst();

        assertThat(process.send("more", more("A")).text()).isEqualTo("ended");
    }

    @Test
    void shouldStartAtTheNewVersionWhenTheOldOneIsClosed() {
        ProcessFixture process = ProcessFixture.process("", CONVERSATION);
        process.replace();

        assertThat(process.send("run", request("A", 1, "")).text()).isEqualTo("begun");

        assertThat(process.send("more", more("A")).text()).isEqualTo("ended");
        assertThat(process.kernel.heldBytes()).isZero();
    }
}
