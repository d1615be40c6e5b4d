package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links, join conditions and dead-path elimination (WS-BPEL 2.0, section 11.6). */
class FlowTest {
    private static String links(String... names) {
        StringBuilder text = new StringBuilder("<links>");
        List.of(names).forEach(name -> text.append("<link name=\"").append(name).append("\"/>"));
        return text.append("</links>").toString();
    }

    private static String source(String link, String condition) {
        return "<sources>" + sourceOnly(link, condition) + "</sources>";
    }

    private static String sourceOnly(String link, String condition) {
        return "<source linkName=\"" + link + "\">"
                + (condition.isEmpty() ? "" : "<transitionCondition>" + condition + "</transitionCondition>")
                + "</source>";
    }

    private static String targets(String join, String... names) {
        StringBuilder text = new StringBuilder("<targets>");
        if (!join.isEmpty()) {
            text.append("<joinCondition>").append(join).append("</joinCondition>");
        }
        List.of(names)
                .forEach(name -> text.append("<target linkName=\"").append(name).append("\"/>"));
        return text.append("</targets>").toString();
    }

    @Test
    void shouldWaitForSourcesWhenTargetHasLinks() {
        ProcessFixture process = between("<flow>" + links("a", "b") + ask("last", targets("$a and $b", "a", "b"))
                + ask("hold1", source("a", "")) + ask("hold2", source("b", "")) + "</flow>" + respond("'done'"));

        ProcessFixture.Answer answer = process.run();
        process.release("hold1");
        assertThat(process.asked).doesNotContain("last");
        process.release("hold2");
        assertThat(process.asked).endsWith("last");
        assertThat(answer.text()).isEqualTo("done");
    }

    /** An activity of an unknown extension is empty, but its links are those of the flow (section 10.9). */
    @Test
    void shouldPassLinksThroughUnknownActivityWhenItNeedNotBeUnderstood() {
        String unknown = "<extensionActivity><x:sort xmlns:x=\"urn:x\">" + targets("", "a") + source("b", "")
                + "<x:by/></x:sort></extensionActivity>";
        ProcessFixture process = between("<flow>" + links("a", "b") + ask("last", targets("", "b")) + unknown
                + ask("hold1", source("a", "")) + "</flow>" + respond("'done'"));

        ProcessFixture.Answer answer = process.run();
        assertThat(process.asked).doesNotContain("last");
        process.release("hold1");
        assertThat(process.asked).endsWith("last");
        assertThat(answer.text()).isEqualTo("done");
    }

    @ParameterizedTest(name = "a={0} b={1} join={2}")
    @CsvSource({
        "true,  true,  $a and $b,    yes",
        "true,  false, $a and $b,    no",
        "false, true,  $a and $b,    no",
        "true,  false, $a or $b,     yes",
        "false, false, $a or $b,     no",
        "true,  true,  $a and not($b), no",
        "true,  false, $a and not($b), yes",
        "true,  false, '',           yes",
        "false, false, '',           no"
    })
    void shouldRunOrSkipWhenLinksAreKnown(String a, String b, String join, String expected) {
        ProcessFixture process = ProcessFixture.process(
                "suppressJoinFailure=\"yes\"",
                "<sequence>" + ProcessFixture.RECEIVE + "<flow>" + links("a", "b") + ask("1", source("a", a + "()"))
                        + ask("2", source("b", b + "()")) + ask("target", targets(join, "a", "b")) + "</flow>"
                        + respond("'done'") + ProcessFixture.REPLY + "</sequence>");

        assertThat(process.run().text()).isEqualTo("done");
        assertThat(process.asked.contains("target")).isEqualTo(expected.equals("yes"));
    }

    @Test
    void shouldFaultWhenJoinFailsAndIsNotSuppressed() {
        ProcessFixture process = between("<flow>" + links("a") + ask("1", source("a", "false()"))
                + ask("2", targets("", "a")) + "</flow>" + respond("1"));

        assertThat(process.run().text()).isEqualTo("fault joinFailure");
    }

    @Test
    void shouldPropagateDeadPathWhenActivityIsSkipped() {
        ProcessFixture process = ProcessFixture.process(
                "suppressJoinFailure=\"yes\"",
                "<sequence>" + ProcessFixture.RECEIVE + "<flow>" + links("a", "b", "c")
                        + ask("1", source("a", "false()"))
                        + ask("2", targets("", "a") + source("b", ""))
                        + "<sequence>" + targets("", "b") + ask("3") + ask("4", source("c", "")) + "</sequence>"
                        + ask("5", targets("not($c)", "c")) + "</flow>" + respond("'done'") + ProcessFixture.REPLY
                        + "</sequence>");

        assertThat(process.run().text()).isEqualTo("done");
        assertThat(process.asked).containsExactly("1", "5");
    }

    @Test
    void shouldKillLinksWhenBranchOfIfIsNotTaken() {
        ProcessFixture process = ProcessFixture.process(
                "suppressJoinFailure=\"yes\"",
                "<sequence>" + ProcessFixture.RECEIVE + "<flow>" + links("then", "else")
                        + "<if><condition>true()</condition>" + ask("hold", source("then", "")) + "<else>"
                        + ask("never", source("else", "")) + "</else></if>"
                        + ask("afterElse", targets("not($else)", "else")) + ask("afterThen", targets("", "then"))
                        + "</flow>" + respond("'done'") + ProcessFixture.REPLY + "</sequence>");

        process.run();
        assertThat(process.asked).containsExactlyInAnyOrder("hold", "afterElse");
        process.release("hold");
        assertThat(process.asked).containsExactlyInAnyOrder("hold", "afterElse", "afterThen");
    }

    @Test
    void shouldKillLinksWhenSourceIsTerminatedByFault() {
        ProcessFixture process = ProcessFixture.process(
                "suppressJoinFailure=\"yes\"",
                "<sequence>" + ProcessFixture.RECEIVE + "<flow>" + links("a", "b")
                        + "<scope>" + source("b", "")
                        + "<faultHandlers><catchAll><empty/></catchAll></faultHandlers><sequence>"
                        + ask("break") + ask("never", source("a", "")) + "</sequence></scope>"
                        + ask("dead", targets("", "a")) + ask("alive", targets("", "b")) + "</flow>" + respond("'done'")
                        + ProcessFixture.REPLY + "</sequence>");

        assertThat(process.run().text()).isEqualTo("done");
        assertThat(process.asked).containsExactly("break", "alive");
    }

    @Test
    void shouldForgetLinksWhenFlowRunsAgain() {
        ProcessFixture process = between(set("$i", "0") + "<while><condition>$i &lt; 2</condition><sequence><flow>"
                + links("a") + ask("second", targets("", "a")) + ask("first", source("a", "")) + "</flow>"
                + set("$i", "$i + 1") + "</sequence></while>" + respond("'done'"));

        assertThat(process.run().text()).isEqualTo("done");
        assertThat(process.asked).containsExactly("first", "second", "first", "second");
    }

    @Test
    void shouldFaultWhenTransitionConditionCannotBeEvaluated() {
        ProcessFixture process = between("<flow>" + links("a") + ask("1", source("a", "$s = 'x'"))
                + ask("2", targets("", "a")) + "</flow>" + respond("1"));

        assertThat(process.run().text()).isEqualTo("fault uninitializedVariable");
    }
}
