package io.soabench.languages.bpmn;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BpmnDocumentTest {

    private static final String HEAD =
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="urn:t">
            """;

    private static final String PROCESS =
            """
            <process id="P" isExecutable="true">
              <startEvent id="start"/>
              <serviceTask id="ask" camunda:expression="${quote.call('price', id, f(1, 'a,b').x)}"/>
              <serviceTask id="tell" camunda:expression="${client.answer(exchange, sum)}"/>
              <sequenceFlow id="f" sourceRef="start" targetRef="ask">
                <conditionExpression>${true}</conditionExpression>
              </sequenceFlow>
            </process>
            """;

    private static final BpmnContract CONTRACT = new BpmnContract(Map.of("quote", Map.of("price", 2)), Optional.of(1));

    private static BpmnDocument document(String content) {
        return BpmnDocument.of("p.bpmn", content.getBytes(StandardCharsets.UTF_8));
    }

    private static BpmnDocument process(String text, String changed) {
        assertThat(PROCESS).contains(text);
        return document(HEAD + PROCESS.replace(text, changed) + "</definitions>");
    }

    private static List<String> broken(String text, String changed) {
        return CONTRACT.problems(process(text, changed)).stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }

    @Test
    void shouldReadTheProcessAndItsCalls() {
        BpmnDocument document = process("id=\"P\"", "id=\"P\"");

        assertThat(document.problems()).isEmpty();
        assertThat(document.processId()).isEqualTo("P");
        assertThat(document.calls())
                .extracting(BpmnCall::bean, BpmnCall::operation, BpmnCall::values, BpmnCall::task)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("quote", "price", 2, "ask"),
                        org.assertj.core.groups.Tuple.tuple("client", "", 1, "tell"));
        assertThat(CONTRACT.problems(document)).isEmpty();
    }

    @Test
    void shouldReportWhatNoEngineCanRun() {
        assertThat(document("<a/>").problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("the root is <a>");
        assertThat(document("<definitions").problems())
                .extracting(Problem::code)
                .containsExactly("XML-SYNTAX");
        assertThat(process("isExecutable=\"true\"", "").problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("no process with isExecutable");
        assertThat(document(HEAD + PROCESS + PROCESS.replace("\"P\"", "\"Q\"") + "</definitions>")
                        .problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .isEqualTo(
                        "the file has 2 executable processes: P, Q; leave isExecutable=\"true\" at the one that engines run");
        assertThat(process("id=\"P\" ", "").problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("no id");
        assertThat(process("<startEvent id=\"start\"/>", "").problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("no start event");
    }

    @Test
    void shouldReportTasksThatOnlyOneEngineCanRun() {
        String expression = "camunda:expression=\"${client.answer(exchange, sum)}\"";

        for (String attribute : List.of("class", "delegateExpression", "type", "topic")) {
            assertThat(process(expression, "camunda:" + attribute + "=\"com.example.Answer\"")
                            .problems())
                    .as(attribute)
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.line()).isEqualTo(5);
                        assertThat(problem.message()).contains("\"tell\"", attribute + "=\"com.example.Answer\"");
                    });
        }
        assertThat(process(expression, "").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("\"tell\" has no expression"));
        assertThat(process("<startEvent id=\"start\"/>", "<startEvent id=\"start\"/><scriptTask id=\"s\"/>")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("script task \"s\" has no scriptFormat"));
    }

    @Test
    void shouldReportWhereTheContractIsBroken() {
        assertThat(broken("quote.call", "quotes.call"))
                .containsExactly(
                        "4: task \"ask\" calls \"quotes\", which is no partner of the process; its partners are quote");
        assertThat(broken("'price'", "'prize'"))
                .containsExactly("4: partner \"quote\" has no operation \"prize\"; it has price");
        assertThat(broken("'price'", "operation"))
                .containsExactly(
                        "4: task \"ask\" calls partner \"quote\" without the name of an operation; write quote.call('price', …)");
        assertThat(broken("id, f", "f"))
                .containsExactly("4: task \"ask\" calls operation \"price\" with 1 value; its message has 2 values");
        assertThat(broken("exchange, sum", "exchange"))
                .containsExactly("5: task \"tell\" answers with 0 values; the answer has 1 value");
        assertThat(broken("client.answer(exchange, sum)", "sum"))
                .containsExactly(
                        "0: no task answers the client; add a service task with expression=\"${client.answer(exchange, value)}\"");
        assertThat(new BpmnContract(Map.of("quote", Map.of("price", 2)), Optional.empty())
                        .problems(process("id=\"P\"", "id=\"P\"")))
                .extracting(Problem::message)
                .containsExactly("task \"tell\" answers the client, whose operation is one-way; remove the answer");
    }
}
