package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Isolated scopes (WS-BPEL 2.0, section 12.8). */
class IsolationTest {
    private static String increment(String isolated, String variable, String question) {
        return "<scope isolated=\"" + isolated + "\"><variables><variable name=\"n\" type=\"xsd:int\"/></variables>"
                + "<sequence>" + set("$n", "$" + variable + " + 1") + ask(question) + set("$" + variable, "$n")
                + "</sequence></scope>";
    }

    private static final String ZERO = set("$i", "0") + set("$s", "0");

    @Test
    void shouldLoseUpdateWhenScopesAreNotIsolated() {
        ProcessFixture process = between(ZERO + "<flow>" + increment("no", "i", "hold1") + increment("no", "i", "hold2")
                + "</flow>" + respond("$i"));
        ProcessFixture.Answer answer = process.run();

        process.release("hold1");
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("1");
    }

    @Test
    void shouldTakeTurnsWhenIsolatedScopesShareAVariable() {
        ProcessFixture process = between(ZERO + "<flow>" + increment("yes", "i", "hold1")
                + increment("yes", "i", "hold2") + "</flow>" + respond("$i"));
        ProcessFixture.Answer answer = process.run();

        assertThat(process.asked).containsExactly("hold1");
        process.release("hold1");
        assertThat(process.asked).containsExactly("hold1", "hold2");
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("2");
    }

    @Test
    void shouldTakeTurnsWhenOneReadsTheVariableByAFunctionOnly() {
        String reads = "<scope isolated=\"yes\"><sequence>" + set("$s", "normalize-space($i)") + ask("hold1")
                + set("$s", "concat($s, normalize-space($i))") + "</sequence></scope>";
        ProcessFixture process =
                between(ZERO + "<flow>" + reads + increment("yes", "i", "hold2") + "</flow>" + respond("$s"));
        ProcessFixture.Answer answer = process.run();

        assertThat(process.asked).containsExactly("hold1");
        process.release("hold1");
        assertThat(process.asked).containsExactly("hold1", "hold2");
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("00");
    }

    @Test
    void shouldRunTogetherWhenIsolatedScopesShareNoVariable() {
        String second = increment("yes", "s", "x").replace(ask("x"), "<wait><for>'PT1S'</for></wait>");
        ProcessFixture process = between(
                ZERO + "<flow>" + increment("yes", "i", "hold1") + second + "</flow>" + respond("concat($i, $s)"));
        ProcessFixture.Answer answer = process.run();

        assertThat(process.worker.alarms()).isEqualTo(1);
        process.worker.pass(1_000_000_000L);
        process.release("hold1");
        assertThat(answer.text()).isEqualTo("11");
    }

    @Test
    void shouldLetTheNextInWhenIsolatedScopeFaults() {
        String faulting = "<scope><faultHandlers><catchAll><empty/></catchAll></faultHandlers>"
                + "<scope isolated=\"yes\"><sequence>" + set("$i", "5") + ask("hold1") + ask("break")
                + "</sequence></scope></scope>";
        ProcessFixture process = between(ZERO + "<flow>" + faulting + "<sequence><empty/><empty/><empty/>"
                + increment("yes", "i", "hold2") + "</sequence>" + "</flow>" + respond("$i"));
        ProcessFixture.Answer answer = process.run();

        process.release("hold1");
        process.release("hold2");
        assertThat(answer.text()).isEqualTo("6");
    }

    @Test
    void shouldForgetTheLineWhenWaitingScopeIsTerminated() {
        String waiting = "<scope><faultHandlers><catchAll><empty/></catchAll></faultHandlers><flow>"
                + increment("yes", "i", "hold2") + "<sequence><wait><for>'PT1S'</for></wait>"
                + "<throw faultName=\"c:any\"/></sequence></flow></scope>";
        ProcessFixture process = between(ZERO + "<flow>" + increment("yes", "i", "hold1") + waiting + "</flow>"
                + increment("yes", "i", "ok") + respond("$i"));
        ProcessFixture.Answer answer = process.run();

        process.worker.pass(1_000_000_000L);
        process.release("hold1");
        assertThat(answer.text()).isEqualTo("2");
        assertThat(process.asked).doesNotContain("hold2");
    }

    private static String linked(String isolated, String last) {
        return "<flow><links><link name=\"l\"/></links><scope isolated=\"" + isolated + "\"><faultHandlers><catchAll>"
                + "<rethrow/></catchAll></faultHandlers><sequence><empty><sources><source linkName=\"l\"/></sources></empty>"
                + ask("hold1") + last + "</sequence></scope>"
                + ask("after", "<targets><target linkName=\"l\"/></targets>") + "</flow>";
    }

    @Test
    void shouldShowLinksAtItsEndWhenScopeIsIsolated() {
        ProcessFixture open = between(linked("no", "<empty/>") + respond("1"));
        open.run();
        assertThat(open.asked).containsExactlyInAnyOrder("hold1", "after");

        ProcessFixture closed = between(linked("yes", "<empty/>") + respond("1"));
        ProcessFixture.Answer answer = closed.run();
        assertThat(closed.asked).containsExactly("hold1");
        closed.release("hold1");
        assertThat(closed.asked).containsExactly("hold1", "after");
        assertThat(answer.text()).isEqualTo("1");
    }

    /**
     * Section 12.8: links that leave an isolated scope which completes unsuccessfully, as one does that handles a fault, are false
     * whatever they were when their sources completed; those of the scope itself are not meant.
     */
    @Test
    void shouldKillLinksWhenIsolatedScopeHasHandledAFault() {
        String flow = "<flow><links><link name=\"body\"/><link name=\"handler\"/><link name=\"scope\"/></links>"
                + "<scope isolated=\"yes\"><sources><source linkName=\"scope\"/></sources><faultHandlers><catchAll>"
                + "<empty><sources><source linkName=\"handler\"/></sources></empty></catchAll></faultHandlers><sequence>"
                + "<empty><sources><source linkName=\"body\"/></sources></empty><throw faultName=\"c:mine\"/></sequence></scope>"
                + linkedTo("body") + linkedTo("handler") + linkedTo("scope") + "</flow>";
        ProcessFixture closed = between(flow + respond("1"));
        ProcessFixture open = between(flow.replace("isolated=\"yes\"", "isolated=\"no\"") + respond("1"));

        assertThat(closed.run().text()).isEqualTo("1");
        assertThat(closed.asked).containsExactly("scope");
        assertThat(open.run().text()).isEqualTo("1");
        assertThat(open.asked).containsExactlyInAnyOrder("body", "handler", "scope");
    }

    private static String linkedTo(String link) {
        return ask(link, "<targets><target linkName=\"" + link + "\"/></targets>")
                .replaceFirst("<scope", "<scope suppressJoinFailure=\"yes\"");
    }
}
