package io.soabench.bpmn.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskChainTest {

    private static TaskChain chain(String content) {
        String text = "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'"
                + " xmlns:camunda='http://camunda.org/schema/1.0/bpmn'><process id='P' isExecutable='true'>"
                + "<startEvent id='start'/><endEvent id='end'/>" + content + "</process></definitions>";
        return TaskChain.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String flow(String from, String to) {
        return "<sequenceFlow id='" + from + "-" + to + "' sourceRef='" + from + "' targetRef='" + to + "'/>";
    }

    @Test
    void shouldRunTasksInTheOrderOfTheirFlowsAndKeepTheirValues() {
        TaskChain chain = chain("<serviceTask id='second' camunda:expression='${a + 1}' camunda:resultVariable='b'/>"
                + "<serviceTask id='first' camunda:expression='${id.number + 1}' camunda:resultVariable='a'/>"
                + flow("start", "first") + flow("first", "second") + flow("second", "end"));
        Map<String, Object> variables = new HashMap<>(Map.of("id", Map.of("number", 40L)));

        chain.run(Map.of(), variables);

        assertThat(chain.id()).isEqualTo("P");
        assertThat(variables).containsEntry("a", 41L).containsEntry("b", 42L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<exclusiveGateway id='x'/>",
                "<scriptTask id='x'/>",
                "<serviceTask id='x' camunda:expression='${1}'><standardLoopCharacteristics/></serviceTask>",
                "<sequenceFlow id='x' sourceRef='start' targetRef='end'/><sequenceFlow id='y' sourceRef='start' targetRef='end'/>",
                "<sequenceFlow id='x' sourceRef='start' targetRef='end'><conditionExpression/></sequenceFlow>"
            })
    void shouldRefuseMoreThanTasksInARow(String more) {
        assertThatThrownBy(() -> chain(more))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is more than tasks in a row; the front alone runs nothing else");
    }

    @Test
    void shouldRefuseALoopAndAFlowWithoutEnd() {
        String task = "<serviceTask id='task' camunda:expression='${1}'/>";

        assertThatThrownBy(() -> chain(task + flow("start", "task") + flow("task", "task")))
                .hasMessageContaining("do not come to an end event in a row, because of \"task\"");
        assertThatThrownBy(() -> chain(flow("start", "nowhere"))).hasMessageContaining("because of \"nowhere\"");
        assertThatThrownBy(() -> chain("<sequenceFlow id='f1' sourceRef='start'/>"))
                .hasMessage("sequence flow \"f1\" needs the attributes sourceRef and targetRef");
    }

    @Test
    void shouldRefuseAFaultThatLeadsBackToItsTask() {
        String task = "<serviceTask id='task' camunda:expression='${1}'/>"
                + "<serviceTask id='again' camunda:expression='${2}'/>"
                + "<boundaryEvent id='caught' attachedToRef='task'><errorEventDefinition errorRef='e'/></boundaryEvent>"
                + flow("start", "task") + flow("task", "end") + flow("caught", "again");
        String error = "</process><error id='e' errorCode='refused'/><process id='other'>";

        assertThat(chain(task + flow("again", "end") + error).id()).isEqualTo("P");
        assertThatThrownBy(() -> chain(task + flow("again", "task") + error))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a boundary event of \"task\" leads back to it; the front alone runs no loops");
    }

    @ParameterizedTest
    @CsvSource({
        "${a + b.add(1)}, 6",
        "#{(a + 1.5)}, 3.5",
        "${-1 + a}, 1",
    })
    void shouldAddNumbers(String expression, String sum) {
        Object value = ExpressionParser.parse(expression).value(Map.of(), Map.of("a", 2L, "b", 3L));

        assertThat(new BigDecimal(value.toString())).isEqualByComparingTo(sum);
    }

    @Test
    void shouldStateWhatIsWrongWithAValue() {
        assertThatThrownBy(() -> ExpressionParser.parse("${a + 1}").value(Map.of(), Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("there is no value of the name a");
        assertThatThrownBy(() -> ExpressionParser.parse("${a.b}").value(Map.of(), Map.of("a", 1L)))
                .hasMessage("there is no value b in 1");
        assertThatThrownBy(() -> ExpressionParser.parse("${a.call('x')}").value(Map.of(), Map.of("a", 1L)))
                .hasMessage("1 has no operation call");
        assertThatThrownBy(() -> ExpressionParser.parse("${a + b}").value(Map.of(), Map.of("a", 1L, "b", "x")))
                .hasMessage("1 and x are no numbers that can be added");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "${a > 1}",
                "${a",
                "${a} b",
                "${a.size()}",
                "${a.go(1)}",
                "${-a}",
                "${'a}",
                "${a * 2}",
                "${12345678901234567890}"
            })
    void shouldRefuseOtherExpressions(String expression) {
        assertThatThrownBy(() -> ExpressionParser.parse(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + expression + "\"");
    }
}
