package io.soabench.engine.bpel.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.bpel.ProcessDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InvocationProfileTest {
    private static final String ASK =
            "<invoke partnerLink='partner' operation='ask' inputVariable='question' outputVariable='answer1'/>";
    private static final String TELL = "<invoke partnerLink='partner' operation='tell' inputVariable='question'/>";

    private static String resource(String name) {
        try (InputStream in = InvocationProfileTest.class.getResourceAsStream("/processes/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InvocationProfile load(String bpel) {
        Map<String, byte[]> entries = new HashMap<>();
        for (String name : List.of("process.wsdl", "partner.wsdl", "partner.xsd")) {
            entries.put(name, resource(name).getBytes(StandardCharsets.UTF_8));
        }
        entries.put("p.bpel", bpel.getBytes(StandardCharsets.UTF_8));
        ProcessDefinition definition = ProcessDefinition.load("p.bpel", entries);
        assertThat(definition.problems()).isEmpty();
        return definition.profile();
    }

    private static InvocationProfile named(String name) {
        return load(resource(name + ".bpel"));
    }

    /** Returns the process Sequential with other content between its first and last assign. */
    private static InvocationProfile with(String variables, String body) {
        String text = resource("Sequential.bpel");
        return load(text.replaceAll("(?s)<invoke name=\"ask1\".*?name=\"ask5\"[^>]*/>", Matcher.quoteReplacement(body))
                .replace("</variables>", variables + "</variables>"));
    }

    @Test
    void shouldAddDelaysWhenCallsAreSequential() {
        assertThat(named("Sequential").criticalPath(List.of(1L, 2L, 3L, 4L, 5L)))
                .isEqualTo(15);
    }

    @Test
    void shouldTakeLongestDelayWhenCallsAreParallel() {
        assertThat(named("FlowNoDep").criticalPath(List.of(1L, 2L, 9L, 4L, 5L))).isEqualTo(9);
    }

    @Test
    void shouldTakeLongestPathWhenFlowHasLinks() {
        // 1→3, 2→3, 2→4, 3→5, 4→5: max(max(d1, d2) + d3, d2 + d4) + d5
        assertThat(named("Flow").criticalPath(List.of(10L, 20L, 5L, 7L, 100L))).isEqualTo(20 + 7 + 100);
        assertThat(named("Flow").criticalPath(List.of(30L, 20L, 5L, 7L, 100L))).isEqualTo(30 + 5 + 100);
    }

    @Test
    void shouldConsumeDelaysByIterationWhenCallsAreInLoop() {
        InvocationProfile profile = named("While");
        assertThat(profile.isDetermined()).isTrue();
        assertThat(profile.criticalPath(List.of(1L, 2L, 3L, 4L, 5L))).isEqualTo(15);
        assertThatThrownBy(() -> profile.criticalPath(List.of(1L))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> profile.criticalPath(List.of(1L, 2L, 3L, 4L, 5L, 6L)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
            # start | condition      | step    | count
            0       | $i &lt; 5      | $i + 1  | 5
            1       | $i &lt;= 5     | $i + 1  | 5
            10      | $i &gt; 0      | $i - 2  | 5
            10      | $i &gt;= 0     | $i - 5  | 3
            0       | 5 &gt; $i      | 1 + $i  | 5
            0       | $i != 4        | $i + 2  | 2
            5       | $i &lt; 5      | $i + 1  | 0
            '0'     | $i &lt; 3      | $i + 1  | 3
            0       | $i &lt; $limit | $i + 1  | 7
            0       | $i &lt; 5      | $i * 2  | -
            0       | $i &lt; 5      | $i - 1  | -
            0       | $i &lt; 5 and true() | $i + 1 | -
            0       | $i &lt; $order.body/p:count | $i + 1 | -
            string-length('a') | $i &lt; 5 | $i + 1 | -
            """)
    void shouldCountLoopWhenCounterIsSimple(String start, String condition, String step, Long count) {
        InvocationProfile profile = with(
                "<variable name='i' type='xsd:int'/><variable name='limit' type='xsd:int'><from>7</from></variable>",
                "<assign><copy><from>" + start + "</from><to variable='i'/></copy></assign><while><condition>"
                        + condition
                        + "</condition><sequence>" + ASK + "<assign><copy><from>" + step
                        + "</from><to variable='i'/></copy></assign></sequence></while>");
        assertThat(profile.callsPerInstance()).isEqualTo(Optional.ofNullable(count));
    }

    @Test
    void shouldNotKnowCountWhenCounterMayBeChangedOtherwise() {
        String variables = "<variable name='i' type='xsd:int'><from>0</from></variable>";
        String next = "<assign><copy><from>$i + 1</from><to variable='i'/></copy></assign>";
        String maybe = "<if><condition>$i = 3</condition>" + next + "</if>";
        String loop = "<while><condition>$i &lt; 5</condition><sequence>" + ASK + "%s</sequence></while>";
        assertThat(with(variables, loop.formatted(next)).callsPerInstance()).contains(5L);
        assertThat(with(variables, loop.formatted(next + next)).callsPerInstance())
                .isEmpty();
        assertThat(with(variables, loop.formatted(maybe)).callsPerInstance()).isEmpty();
        assertThat(with(variables, maybe + loop.formatted(next)).callsPerInstance())
                .isEmpty();
        assertThat(with(variables, "<flow>" + loop.formatted(next) + next + "</flow>")
                        .callsPerInstance())
                .isEmpty();
    }

    @Test
    void shouldNotKnowCountWhenAnEventHandlerMayChangeTheCounter() {
        String variables = "<variable name='i' type='xsd:int'/>";
        String begin = "<assign><copy><from>0</from><to variable='i'/></copy></assign>";
        String next = "<assign><copy><from>$i + 1</from><to variable='i'/></copy></assign>";
        String loop = begin + "<while><condition>$i &lt; 5</condition><sequence>" + ASK + next + "</sequence></while>";
        String scope = "<scope><eventHandlers><onAlarm><for>'P1D'</for><scope>%s</scope></onAlarm></eventHandlers>"
                + "<sequence>" + loop + "</sequence></scope>";

        assertThat(with(variables, scope.formatted("<empty/>")).callsPerInstance())
                .contains(5L);
        assertThat(with(variables, scope.formatted(next)).callsPerInstance()).isEmpty();
        assertThat(with(variables, "<flow><sequence>" + loop + "</sequence>" + next + "</flow>")
                        .callsPerInstance())
                .isEmpty();
    }

    @Test
    void shouldCountRepeatUntilAndForEachWhenBoundsAreLiterals() {
        String variables = "<variable name='i' type='xsd:int'><from><literal>0</literal></from></variable>";
        assertThat(with(
                                variables,
                                "<repeatUntil><sequence>" + ASK
                                        + "<assign><copy><from>$i + 1</from><to variable='i'/></copy></assign>"
                                        + "</sequence><condition>$i &gt;= 3</condition></repeatUntil>")
                        .callsPerInstance())
                .contains(3L);
        InvocationProfile parallel = with("", forEach("yes", "2", "4"));
        assertThat(parallel.callsPerInstance()).contains(3L);
        assertThat(parallel.criticalPath(List.of(5L, 9L, 1L))).isEqualTo(9);
        assertThat(with("", forEach("no", "2", "4")).criticalPath(List.of(5L, 9L, 1L)))
                .isEqualTo(15);
        assertThat(with("", forEach("no", "4", "2")).callsPerInstance()).contains(0L);
        assertThat(with("", forEach("no", "1", "$order.body/p:count")).isDetermined())
                .isFalse();
        assertThat(with("", forEach("no", "1", "20000000")).isDetermined()).isFalse();
    }

    private static String forEach(String parallel, String first, String last) {
        return "<forEach counterName='k' parallel='" + parallel + "'><startCounterValue>" + first
                + "</startCounterValue><finalCounterValue>" + last + "</finalCounterValue><scope>" + ASK
                + "</scope></forEach>";
    }

    @Test
    void shouldNeedDecisionsWhenProcessChooses() {
        InvocationProfile profile = with(
                "",
                "<if><condition>$order.body/p:count = 1</condition>" + ASK + "<else><sequence>" + ASK + ASK
                        + "</sequence></else></if>");
        assertThat(profile.isDetermined()).isFalse();
        assertThat(profile.counts()).containsExactly(new CallCount("partner", "ask", 1, Optional.of(2L)));
        assertThat(profile.criticalPath(List.of(7L), List.of(0L))).isEqualTo(7);
        assertThat(profile.criticalPath(List.of(7L, 8L), List.of(1L))).isEqualTo(15);
        assertThatThrownBy(() -> profile.criticalPath(List.of(7L))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> profile.criticalPath(List.of(7L), List.of(2L)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNotWaitForAnswerWhenCallIsOneWay() {
        InvocationProfile profile = with("", TELL + ASK + "<wait><for>'PT1S'</for></wait>");
        assertThat(profile.criticalPath(List.of(1000L, 3L))).isEqualTo(1_000_000_003L);
        assertThat(profile.counts()).extracting(CallCount::operation).containsExactly("tell", "ask");
        assertThat(profile.partnerLinks()).containsExactly("partner");
    }

    @Test
    void shouldLeaveOutHandlersWhenTheyHaveCalls() {
        InvocationProfile profile = with(
                "",
                "<scope><faultHandlers><catchAll>" + ASK + "</catchAll></faultHandlers><compensationHandler>" + ASK
                        + "</compensationHandler>" + ASK + "</scope>");
        assertThat(profile.callsPerInstance()).contains(1L);
    }

    @Test
    void shouldFollowLinkWhenItComesFromLaterBranch() {
        InvocationProfile profile = with(
                "",
                "<flow><links><link name='l'/></links><sequence><invoke partnerLink='partner' operation='ask'"
                        + " inputVariable='question' outputVariable='answer1'><targets><target linkName='l'/></targets></invoke></sequence>"
                        + "<sequence>" + ASK + "<empty><sources><source linkName='l'/></sources></empty>" + ASK
                        + "</sequence></flow>");
        assertThat(profile.criticalPath(List.of(10L, 20L, 5L))).isEqualTo(30);
    }

    @Test
    void shouldNotBeSureOfCallWhenLinkMayBeFalse() {
        String target = "<targets>%s<target linkName='l'/><target linkName='m'/></targets>";
        String flow = "<flow><links><link name='l'/><link name='m'/></links>"
                + "<empty><sources><source linkName='l'>%s</source></sources></empty>"
                + "<if><condition>$order.body/p:count = 1</condition><empty><sources><source linkName='m'/></sources></empty></if>"
                + ASK.replace("/>", ">" + target + "</invoke>") + "</flow>";
        String maybe = "<transitionCondition>$order.body/p:count = 2</transitionCondition>";
        String all = "<joinCondition>$l and $m</joinCondition>";
        assertThat(with("", flow.formatted("", "")).callsPerInstance()).contains(1L);
        assertThat(with("", flow.formatted("", all)).counts())
                .containsExactly(new CallCount("partner", "ask", 0, Optional.of(1L)));
        InvocationProfile conditional = with("", flow.formatted(maybe, ""));
        assertThat(conditional.callsPerInstance()).isEmpty();
        assertThat(conditional.criticalPath(List.of(4L), List.of(0L))).isEqualTo(4);
        assertThat(conditional.criticalPath(List.of(), List.of(1L))).isZero();
    }

    private static int afterReply(String bpel) {
        Map<String, byte[]> entries = new HashMap<>();
        for (String name : List.of("process.wsdl", "partner.wsdl", "partner.xsd")) {
            entries.put(name, resource(name).getBytes(StandardCharsets.UTF_8));
        }
        entries.put("p.bpel", bpel.getBytes(StandardCharsets.UTF_8));
        ProcessDefinition definition = ProcessDefinition.load("p.bpel", entries);
        assertThat(definition.problems()).isEmpty();
        return InvocationProfile.afterReply(definition.model(), "client").size();
    }

    /** Clients have their answer by then. */
    @Test
    void shouldTellCallsAfterTheReplyFromThoseBefore() {
        String sequential = resource("Sequential.bpel");
        Matcher reply = Pattern.compile("(?s)<reply.*?/>").matcher(sequential);
        assertThat(reply.find()).isTrue();
        String answer = reply.group();

        assertThat(afterReply(sequential)).isZero();
        assertThat(afterReply(sequential.replace(answer, answer + ASK + "<wait><for>'PT1S'</for></wait>")))
                .isEqualTo(2);
        assertThat(afterReply(sequential.replace(answer, "<flow>" + answer + ASK + "</flow>")))
                .as("nobody knows whether the other branch has run")
                .isEqualTo(1);
        assertThat(afterReply(sequential.replace(
                        answer, "<flow><sequence>" + ASK + answer + ASK + "</sequence></flow>" + ASK)))
                .isEqualTo(2);
    }

    @Test
    void shouldLetClientsOfAProcessWithoutAnAnswerWaitForNothing() {
        String sequential = resource("Sequential.bpel");

        int calls = sequential.split("<invoke ", -1).length - 1;

        assertThat(afterReply(sequential.replaceAll("(?s)<reply.*?/>", "<empty/>")))
                .isEqualTo(calls)
                .isPositive();
    }

    @Test
    void shouldSerialiseWhenAskedForPlainForm() {
        Map<String, Object> plain = named("While").plain();
        assertThat(plain.toString())
                .contains(
                        "kind=loop",
                        "count=5",
                        "kind=call",
                        "partnerLink=partner",
                        "operation=ask",
                        "requestResponse=true");
    }
}
