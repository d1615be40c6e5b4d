package io.soabench.languages.bpmn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.contracts.source.Problem;
import io.soabench.languages.DefinedProcess;
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

    /** A collaboration of three pools, of which engines can run two. */
    private static final String POOLS = HEAD
            + """
            <collaboration id="c">
              <participant id="buyers" name="Our  buyers" processRef="Buyer"/>
              <participant id="others" name="Others"/>
            </collaboration>
            <process id="Buyer" isExecutable="true">
              <startEvent id="b"/><serviceTask id="buy" camunda:expression="${seller.call('sell', id)}"/>
            </process>
            <process id="Seller" name="Sells" isExecutable="true">
              <startEvent id="s"/><serviceTask id="sell" camunda:class="com.example.Sell"/>
            </process>
            <process id="Bank"><startEvent id="k"/></process>
            </definitions>
            """;

    private static BpmnDocument document(String content) {
        return document(content, null);
    }

    private static BpmnDocument document(String content, String wanted) {
        return BpmnDocument.of("p.bpmn", content.getBytes(StandardCharsets.UTF_8), Optional.ofNullable(wanted));
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
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).as("where it is to be set").isEqualTo(2);
                    assertThat(problem.message()).contains("no process with isExecutable");
                });
        assertThat(document(HEAD + "</definitions>").problems())
                .extracting(Problem::message)
                .containsExactly("the file has no process; name a file that has one");
        assertThat(document(HEAD + PROCESS + PROCESS.replace("\"P\"", "\"Q\"") + "</definitions>")
                        .problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .isEqualTo(
                        "the file has 2 executable processes: \"P\", \"Q\"; name one of them after the file by: process \"P\"");
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
    void shouldReadTheProcessThatIsNamed() {
        BpmnDocument buyer = document(POOLS, "Buyer");

        assertThat(buyer.problems()).isEmpty();
        assertThat(buyer.choiceProblem()).isEmpty();
        assertThat(buyer.chosen()).contains("Buyer");
        assertThat(buyer.calls()).extracting(BpmnCall::operation).containsExactly("sell");
        assertThat(buyer.processes())
                .extracting(
                        DefinedProcess::id, DefinedProcess::name, DefinedProcess::executable, each -> each.location()
                                .line())
                .containsExactly(
                        tuple("Buyer", "Our buyers", true, 6),
                        tuple("Seller", "Sells", true, 9),
                        tuple("Bank", "Bank", false, 12));
        assertThat(document(POOLS, "Seller").problems())
                .as("of the process that is named alone")
                .extracting(Problem::line)
                .containsExactly(10);
    }

    @Test
    void shouldReportAProcessThatCannotBeChosen() {
        assertThat(choice(POOLS, null))
                .isEqualTo(
                        "9: the file has 2 executable processes: \"Buyer\", \"Seller\"; name one of them after the file by: process \"Buyer\"");
        assertThat(choice(POOLS, "Byer"))
                .isEqualTo(
                        "1: the file has no process \"Byer\"; name one of its processes: \"Buyer\", \"Seller\", \"Bank\"");
        assertThat(choice(POOLS, "Bank"))
                .isEqualTo(
                        "12: process \"Bank\" has no isExecutable=\"true\", so that engines leave it out; set it there, or name another process: \"Buyer\", \"Seller\"");
        assertThat(choice(HEAD + PROCESS.replace("id=\"P\" ", "") + "</definitions>", "P"))
                .isEqualTo("1: the file has no process \"P\"; give its process that id");
    }

    private static String choice(String content, String wanted) {
        BpmnDocument document = document(content, wanted);
        assertThat(document.problems())
                .hasSize(1)
                .containsExactly(document.choiceProblem().orElseThrow());
        assertThat(document.chosen()).isEmpty();
        return document.problems().get(0).line() + ": "
                + document.problems().get(0).message();
    }

    @Test
    void shouldNeedNoNameWhereOneProcessIsExecutable() {
        String drawn = POOLS.replace(" name=\"Sells\" isExecutable=\"true\"", "");

        assertThat(document(drawn).problems()).isEmpty();
        assertThat(document(drawn).chosen()).as("engines have to know it").contains("Buyer");
        assertThat(process("id=\"P\"", "id=\"P\"").chosen()).as("the only one").isEmpty();
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
        assertThat(process(expression, "camunda:type=\"external\" camunda:topic=\"answers\"")
                        .problems())
                .as("a topic belongs to its type")
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("type=\"external\""));
        assertThat(process(expression, "").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("\"tell\" has no expression"));
        assertThat(process("<startEvent id=\"start\"/>", "<startEvent id=\"start\"/><scriptTask id=\"s\"/>")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("script task \"s\" has no scriptFormat"));
    }

    private static List<String> problems(String text, String changed) {
        return process(text, changed).problems().stream()
                .map(problem -> problem.line() + ": " + problem.message())
                .toList();
    }

    @Test
    void shouldReportStartsThatBeginOtherInstancesThanRequestsDo() {
        String start = "<startEvent id=\"start\"/>";

        assertThat(problems(start, start.replace("/>", "><timerEventDefinition/></startEvent>")))
                .containsExactly(
                        "3: start event \"start\" begins instances at times of its own, beside those of the load; remove its timerEventDefinition");
        assertThat(problems(start, start + "<startEvent id=\"other\"/>"))
                .containsExactly(
                        "3: start events \"start\" and \"other\" both begin instances for a request; leave one of them");
        assertThat(problems(start, "<subProcess id=\"inner\">" + start + "</subProcess>"))
                .containsExactly("2: the process has no start event; add one");
        assertThat(problems(start, start.replace("/>", "><messageEventDefinition/></startEvent>")))
                .as("engines take the only start for each request")
                .isEmpty();
    }

    @Test
    void shouldReportActivitiesThatNobodyInATestbedServes() {
        String cure = "; make it a service task with camunda:expression=\"${partner.call('operation', value)}\"";
        String flow = "<sequenceFlow id=\"f\"";

        assertThat(problems(flow, "<userTask id=\"sign\"/>" + flow))
                .containsExactly("6: user task \"sign\" waits for a person, and a testbed has none" + cure);
        assertThat(problems(flow, "<receiveTask id=\"reply\"/>" + flow))
                .containsExactly("6: receive task \"reply\" waits for a message that nobody sends" + cure);
        assertThat(problems(flow, "<callActivity id=\"pay\" calledElement=\"Pay\"/>" + flow))
                .containsExactly(
                        "6: call activity \"pay\" calls process \"Pay\", which engines of a testbed do not have"
                                + cure);
        assertThat(problems(flow, "<callActivity id=\"pay\"/>" + flow))
                .containsExactly("6: call activity \"pay\" names no process" + cure);
        String message = "<messageEventDefinition/>";
        assertThat(problems(flow, "<intermediateCatchEvent id=\"c\">" + message + "</intermediateCatchEvent>" + flow))
                .containsExactly("6: event \"c\" waits for a message that nobody sends" + cure);
        assertThat(problems(flow, "<intermediateThrowEvent id=\"t\">" + message + "</intermediateThrowEvent>" + flow))
                .containsExactly("6: event \"t\" sends a message to nobody" + cure);
    }

    @Test
    void shouldLetActivitiesWaitThatSomethingElseEnds() {
        String flow = "<sequenceFlow id=\"f\"";
        String sign = "<userTask id=\"sign\"/>";
        String late = "<boundaryEvent id=\"late\" attachedToRef=\"%s\"/>";

        assertThat(problems(flow, sign + late.formatted("sign") + flow)).isEmpty();
        assertThat(problems(
                        flow, "<subProcess id=\"inner\">" + sign + "</subProcess>" + late.formatted("inner") + flow))
                .isEmpty();
        assertThat(problems(
                        flow,
                        "<endEvent id=\"all\"><terminateEventDefinition/></endEvent><receiveTask id=\"reply\"/>"
                                + flow))
                .isEmpty();
        assertThat(problems(
                        flow,
                        "<eventBasedGateway id=\"first\"/><receiveTask id=\"reply\"/>"
                                + "<sequenceFlow id=\"g\" sourceRef=\"first\" targetRef=\"reply\"/>" + flow))
                .isEmpty();
        assertThat(problems(flow, "<callActivity id=\"again\" calledElement=\"P\"/>" + flow))
                .as("a process may call itself")
                .isEmpty();
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
