package io.soabench.engine.bpel;

import static io.soabench.engine.bpel.ProcessFixture.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.bpel.model.ActivityInfo;
import io.soabench.engine.bpel.model.ActivityNode;
import io.soabench.engine.bpel.model.AssignNode;
import io.soabench.engine.bpel.model.EmptyNode;
import org.junit.jupiter.api.Test;

/**
 * Elements and attributes of other namespaces (sections 5.3, 8.4, 10.9 and 14): ignored, unless they must be
 * understood.
 */
final class ExtensionTest {
    private static String declared(String mustUnderstand) {
        return "<extensions><extension namespace='urn:x' mustUnderstand='" + mustUnderstand + "'/></extensions>";
    }

    private static String activity(String content) {
        return "<extensionActivity>" + content + "</extensionActivity>";
    }

    private static ActivityInfo info(ProcessFixture fixture) {
        return fixture.load().model().activities().stream()
                .filter(EmptyNode.class::isInstance)
                .map(ActivityNode::info)
                .filter(info -> info.name().equals("later"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldReadUnknownActivityAsEmptyWhenItNeedNotBeUnderstood() {
        ProcessFixture used =
                process().body(activity("<x:sort xmlns:x='urn:x' name='later' x:by='size'><x:key/></x:sort>"));
        assertThat(used.codes()).isEmpty();
        assertThat(used.with("extensions", declared("no")).codes()).isEmpty();
        assertThat(info(used).kind()).isEqualTo("extensionActivity");
    }

    @Test
    void shouldRefuseUnknownActivityWhenItMustBeUnderstood() {
        assertThat(process()
                        .body(activity("<x:sort xmlns:x='urn:x'/>"))
                        .with("extensions", declared("yes"))
                        .codes())
                .containsExactly("SA00009");
    }

    /** The links of the unknown activity are those of the process: only its own attributes and elements are ignored. */
    @Test
    void shouldKeepStandardElementsWhenActivityIsUnknown() {
        String flow = "<flow><links><link name='a'/></links><empty><sources><source linkName='a'/></sources></empty>"
                + activity(
                        "<x:sort xmlns:x='urn:x' name='later' suppressJoinFailure='yes'><targets><target linkName='%s'/></targets><x:empty/><assign/></x:sort>")
                + "</flow>";
        ActivityInfo info = info(process().body(flow.formatted("a")));
        assertThat(info.incoming()).hasSize(1);
        assertThat(info.suppressJoinFailure()).isTrue();
        assertThat(process().body(flow.formatted("b")).codes()).containsExactly("SA00065", "SA00066");
    }

    @Test
    void shouldCheckStandardAttributesWhenActivityIsUnknown() {
        assertThat(process()
                        .body(activity("<x:sort xmlns:x='urn:x' suppressJoinFailure='true'/>"))
                        .codes())
                .containsExactly("BPEL-VALUE");
        assertThat(process().body(activity("")).codes()).containsExactly("BPEL-CONTENT");
        assertThat(process().body(activity("<empty/>")).codes()).containsExactly("BPEL-CONTENT");
    }

    @Test
    void shouldIgnoreUnknownOperationWhenAssignHasOne() {
        ProcessFixture used = process()
                .body("<assign><extensionAssignOperation><x:clear xmlns:x='urn:x'/></extensionAssignOperation>"
                        + "<copy><from>1</from><to variable='text'/></copy></assign>");
        assertThat(used.codes()).isEmpty();
        assertThat(used.load().model().activities())
                .filteredOn(AssignNode.class::isInstance)
                .singleElement()
                .satisfies(node -> assertThat(((AssignNode) node).steps()).hasSize(1));
    }

    @Test
    void shouldIgnoreForeignAttributesAndElementsWhenTheyStandAnywhere() {
        assertThat(process()
                        .with("attributes", "xmlns:x='urn:x' x:layout='wide'")
                        .with("variables", "<variable name='v' type='xsd:int' x:color='red'><x:note/></variable>")
                        .body(
                                "<if x:fold='yes'><x:note><condition/></x:note><condition x:a='b'>true()</condition><empty/></if>")
                        .codes())
                .isEmpty();
    }
}
