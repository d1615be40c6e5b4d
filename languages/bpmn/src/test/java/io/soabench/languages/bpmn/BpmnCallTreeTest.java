package io.soabench.languages.bpmn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.CallTree;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class BpmnCallTreeTest {

    @Test
    void shouldReadTasksInARow() {
        assertThat(tree(task("a"), task("b"), flows("start a b end"))).isEqualTo("[a b]");
    }

    @Test
    void shouldReadBranchesOfAFork() {
        String fork = "<parallelGateway id='fork'/><parallelGateway id='join'/>";
        assertThat(tree(
                        fork,
                        task("a"),
                        task("b"),
                        task("c"),
                        task("d"),
                        flows("start fork", "fork a b join", "fork c join", "join d end")))
                .isEqualTo("[{[a b] [c]} d]");
    }

    @Test
    void shouldReadAlternativesWithAnEmptyOne() {
        String gateways = "<exclusiveGateway id='split'/><exclusiveGateway id='merge'/>";
        assertThat(tree(
                        gateways,
                        task("a"),
                        task("b"),
                        flows("start split", "split a merge", "split merge", "merge b end")))
                .isEqualTo("[([a] []) b]");
    }

    @Test
    void shouldReadALoopThatTestsFirst() {
        String gateways = "<exclusiveGateway id='test'/>";
        assertThat(tree(gateways, task("a"), task("b"), flows("start test", "test a test", "test b end")))
                .isEqualTo("[*[a] b]");
    }

    @Test
    void shouldReadALoopThatTestsLastAndOneWithTwoParts() {
        String gateways = "<exclusiveGateway id='merge'/><exclusiveGateway id='test'/>";
        assertThat(tree(gateways, task("a"), flows("start merge a test", "test merge", "test end")))
                .isEqualTo("[*[a]]");
        assertThat(tree(gateways, task("a"), task("b"), flows("start merge a test", "test b merge", "test end")))
                .isEqualTo("[a *[b a]]");
    }

    @Test
    void shouldReadSubprocessesAndCopies() {
        String copies = "<multiInstanceLoopCharacteristics%s><loopCardinality>3</loopCardinality>"
                + "</multiInstanceLoopCharacteristics>";
        String inner = "<startEvent id='s'/>" + task("a") + "<endEvent id='e'/>" + flows("s a e");
        assertThat(tree(
                        "<subProcess id='sub'>" + copies.formatted("") + inner + "</subProcess>",
                        flows("start sub end")))
                .isEqualTo("[{[a] [a] [a]}]");
        assertThat(tree(
                        "<subProcess id='sub'>" + copies.formatted(" isSequential='true'") + inner + "</subProcess>",
                        flows("start sub end")))
                .isEqualTo("[3*[a]]");
    }

    @Test
    void shouldNotWaitForWhatFollowsTheAnswer() {
        String answer = "<serviceTask id='r' c:expression='${client.answer(exchange)}'/>";
        assertThat(tree(task("a"), answer, task("b"), flows("start a r b end"))).isEqualTo("[a ~b]");
    }

    @Test
    void shouldReadTimers() {
        String timer = "<intermediateCatchEvent id='t'><timerEventDefinition><timeDuration>PT2S</timeDuration>"
                + "</timerEventDefinition></intermediateCatchEvent>";
        assertThat(tree(task("a"), timer, flows("start t a end"))).isEqualTo("[2000ms a]");
    }

    @Test
    void shouldLeaveOutPathsOfErrors() {
        String boundary = "<boundaryEvent id='failed' attachedToRef='a'><errorEventDefinition/></boundaryEvent>";
        assertThat(tree(task("a"), boundary, task("b"), flows("start a end", "failed b end")))
                .isEqualTo("[a]");
    }

    @Test
    void shouldNotGuess() {
        // An inclusive gateway, a join that does not wait, a timer at the boundary, a listener that calls.
        String inclusive = "<inclusiveGateway id='split'/>";
        assertThat(tree(inclusive, task("a"), task("b"), flows("start split", "split a end", "split b end")))
                .isEqualTo("unknown");
        String fork = "<parallelGateway id='fork'/>";
        assertThat(tree(fork, task("a"), task("b"), task("c"), flows("start fork", "fork a c", "fork b c", "c end")))
                .isEqualTo("unknown");
        String timer = "<boundaryEvent id='late' attachedToRef='a'><timerEventDefinition/></boundaryEvent>";
        assertThat(tree(task("a"), timer, flows("start a end"))).isEqualTo("unknown");
        String listener = "<task id='a'><extensionElements><c:executionListener expression=\"${quote.call('b')}\"/>"
                + "</extensionElements></task>";
        assertThat(tree(listener, flows("start a end"))).isEqualTo("unknown");
    }

    private static String task(String id) {
        return "<serviceTask id='" + id + "' c:expression=\"${quote.call('" + id + "')}\"/>";
    }

    private static String flows(String... paths) {
        StringBuilder flows = new StringBuilder();
        for (String path : paths) {
            List<String> nodes = List.of(path.split(" "));
            for (int i = 1; i < nodes.size(); i++) {
                flows.append("<sequenceFlow id='f").append(flows.length()).append("' sourceRef='");
                flows.append(nodes.get(i - 1))
                        .append("' targetRef='")
                        .append(nodes.get(i))
                        .append("'/>");
            }
        }
        return flows.toString();
    }

    private static String tree(String... parts) {
        String text =
                "<definitions xmlns='" + BpmnDocument.NAMESPACE + "' xmlns:c='http://camunda.org/schema/1.0/bpmn'>"
                        + "<process id='p' isExecutable='true'><startEvent id='start'/><endEvent id='end'/>"
                        + Arrays.stream(parts).collect(Collectors.joining()) + "</process></definitions>";
        BpmnDocument document = BpmnDocument.of("p.bpmn", text.getBytes(UTF_8), Optional.empty());
        Optional<CallTree> tree = document.callTree(call -> false);
        return tree.map(BpmnCallTreeTest::text).orElse("unknown");
    }

    private static String text(CallTree tree) {
        String inner = tree.children().stream().map(BpmnCallTreeTest::text).collect(Collectors.joining(" "));
        return switch (tree.kind()) {
            case CALL -> (tree.oneWay() ? "~" : "") + tree.operation();
            case WAIT -> tree.delayMs() + "ms";
            case SEQUENCE ->
                tree.children().size() == 1 && tree.children().get(0).kind() == CallTree.Kind.SEQUENCE
                        ? inner
                        : "[" + inner + "]";
            case PARALLEL -> "{" + inner + "}";
            case CHOICE -> "(" + inner + ")";
            case LOOP -> (tree.times() < 0 ? "" : tree.times()) + "*" + inner;
        };
    }
}
