package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines of BPMN and of Camel routes beside one of BPEL: right files are measured, and files that break the contract are found out. */
@Order(Measuring.LONG)
final class RealisationsIT {

    private static final List<String> CASES = List.of(
            "Bare-few-operaton",
            "Sequential-few-camel",
            "Sequential-few-camunda",
            "Sequential-few-cibseven",
            "Sequential-few-engine",
            "Sequential-few-flowable",
            "Sequential-few-operaton");

    /** The processes of other pools beside that of the example: one would begin by itself, and one is only drawn. */
    private static final String POOLS =
            """
              <process id="Hourly" isExecutable="true">
                <startEvent id="hour"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></startEvent>
                <serviceTask id="sell" camunda:class="com.example.Sell"/>
              </process>
              <process id="Drawn"><serviceTask id="pay"/></process>
            </definitions>
            """;

    /** Added to the example: routes, and a process without a BPEL file, which teams that leave an engine of BPMN do not have. */
    private static final String ADDED =
            """
            server camel : camel on here { heap 256 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            process Bare {
                contract wsdl "../quickstart/wsdl/sequential.wsdl"
                bpmn "bpmn/pools.bpmn" process "Sequential"
                partner quote -> quotes calls 5
                uiid to "p:order/p:id"
                check "../quickstart/data/sequential-order.xml" answers "../quickstart/data/sequential-offer.xml"
            }
            suite Leaving {
                repeat 1 warm up 1 s measure 4 s time-out 30 s
                case on operaton for process in (Bare), workload in (few) from here
            }
            """;

    /** For processes whose files are wrong. */
    private static final String WRONG =
            """
            testbed wrong "Files that break their contract"
            seed 42
            service type Quote from "../quickstart/wsdl/quote.wsdl"
            service quotes : Quote {
                response time 5 ms
                answers "q:quote/q:price" uniform(1, 100)
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            host here
            server operaton : operaton on here { history none profile tuned heap 256 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server camel : camel on here { heap 256 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves quotes }
            workload few closed { clients 4 think time 50 ms }
            report csv
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void copyExamples() throws IOException {
        for (String example : List.of("quickstart", "fork")) {
            Examples.copy(example, Files.createDirectories(folder.resolve(example)));
        }
    }

    private Measuring.Outcome maven(String goal, String testbed) throws Exception {
        return MavenCommand.outcome(
                folder.resolve("fork"),
                goal,
                "-Dtestbed=" + testbed + ".testbed",
                "-Dsoabench.output=out",
                Measuring.ONCE);
    }

    private List<String> rows(String testbed, String query) throws SQLException {
        return Results.rows(folder.resolve("fork/out").resolve(testbed).resolve("runs/latest"), query);
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve("fork").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    /** The example for seconds, with more. */
    private void extend() throws IOException {
        String cases = "on engine, camunda, operaton, cibseven, flowable for";
        String bpmn = "    bpmn \"bpmn/sequential.bpmn\"\n";
        String text = Files.readString(folder.resolve("fork/fork.testbed"))
                .replaceAll("repeat 2 +warm up 5 s +measure 5 s", "repeat 1 warm up 1 s measure 4 s")
                .replace("profile tuned }", "profile tuned heap 256 MiB jvm-options \"-XX:TieredStopAtLevel=1\" }")
                .replace(": axis2 ", ": lean ")
                .replaceAll("(?m)^metric cpu.*\\R|^metric memory.*\\R", "")
                .replaceAll("(?m)^report .*", "report csv")
                .replace(cases, cases.replace(" for", ", camel for"))
                .replace(bpmn, bpmn + "    camel \"camel/sequential.yaml\"\n");
        assertThat(text).contains("repeat 1 warm up 1 s", "flowable, camel for", "camel/sequential.yaml");
        write("fork.testbed", text + ADDED);
        write("bpmn/pools.bpmn", bpmn("</definitions>", POOLS));
        write("camel/sequential.yaml", routes());
    }

    @Test
    void shouldMeasureOneContractOnEnginesOfThreeLanguages() throws Exception {
        extend();

        Measuring.ran(() -> maven("run", "fork"));

        assertThat(rows("fork", "select distinct case_id from v_request where outcome = 'OK' order by case_id"))
                .isEqualTo(CASES);
        assertThat(rows("fork", "select distinct definition from v_process_file where file like '%pools.bpmn'"))
                .containsExactly("Sequential");
        assertThat(rows("fork", "select case_id, request, outcome, detail from v_request where outcome <> 'OK'"))
                .isEmpty();
        assertThat(rows(
                        "fork",
                        "select distinct calls from (select case_id, request, count(*) calls from v_call where request is not null"
                                + " group by case_id, request)"))
                .as("calls of each request")
                .containsExactly("5");
    }

    /** A process with a BPEL file, whose contract the others break. */
    private static String process(String name, String files) {
        return """
                process %s {
                    bpel "../quickstart/bpel/sequential.bpel"
                    %s
                    partner quote -> quotes
                    uiid to "p:order/p:id"
                    check "../quickstart/data/sequential-order.xml" answers "../quickstart/data/sequential-offer.xml"
                }
                """
                .formatted(name, files);
    }

    /** Their cases, each on the engine of its language. */
    private static String suite(String onOperaton, String onCamel) {
        return """
                suite Wrong {
                    repeat 1 warm up 1 s measure 4 s time-out 30 s
                    case on operaton for process in (%s), workload in (few) from here
                    case on camel for process in (%s), workload in (few) from here
                }
                """
                .formatted(onOperaton, onCamel);
    }

    /** The right file of BPMN with one change. */
    private String bpmn(String part, String other) throws IOException {
        return changed(Files.readString(folder.resolve("fork/bpmn/sequential.bpmn")), part, other);
    }

    private static String changed(String text, String part, String other) {
        assertThat(text).containsOnlyOnce(part);
        return text.replace(part, other);
    }

    /**
     * In one file a call is never made. In two others a loop repeats one, of which the number of turns is known when it runs: their answers are
     * right all the same, and only the ledger of calls knows.
     */
    @Test
    void shouldFindFilesThatForgetOrRepeatACall() throws Exception {
        write(
                "bpmn/forgets.bpmn",
                bpmn(
                        "${quote.call('quote', id, 5, symbol).price}",
                        "${id == '' ? quote.call('quote', id, 5, symbol).price : price1}"));
        write(
                "bpmn/repeats.bpmn",
                bpmn(
                        "camunda:resultVariable=\"price4\"/>",
                        "camunda:resultVariable=\"price4\"><multiInstanceLoopCharacteristics isSequential=\"true\">"
                                + "<loopCardinality>${2}</loopCardinality></multiInstanceLoopCharacteristics>"
                                + "</serviceTask>"));
        write("camel/repeats.yaml", repeating(routes()));
        write(
                "wrong.testbed",
                WRONG
                        + process("Forgets", "bpmn \"bpmn/forgets.bpmn\"")
                        + process("Repeats", "bpmn \"bpmn/repeats.bpmn\"  camel \"camel/repeats.yaml\"")
                        + suite("Forgets, Repeats", "Repeats"));

        Measuring.Outcome outcome = maven("run", "wrong");

        assertThat(outcome.output())
                .contains("wrong answer: Forgets answered", "requests have calls that the process does not prescribe");
        assertThat(rows("wrong", "select distinct case_id from v_request order by case_id"))
                .as("what answers wrongly is not measured")
                .containsExactly("Repeats-few-camel", "Repeats-few-operaton");
        assertThat(
                        rows(
                                "wrong",
                                "select distinct engine from v_ledger where state = 'differs'"
                                        + " and sentence like '%requests have calls that the process does not prescribe%' order by engine"))
                .containsExactly("camel", "operaton");
    }

    @Test
    void shouldNameEachPlaceWhereAFileBreaksTheContract() throws Exception {
        write(
                "bpmn/misnamed.bpmn",
                changed(
                        bpmn("quote.call('quote', id, 5, symbol)", "quote.call('quotation', id, 5, symbol)"),
                        "client.answer(exchange, id, ",
                        "client.answer(exchange, "));
        write("bpmn/short.bpmn", bpmn("${quote.call('quote', id, 5, symbol).price}", "${price1}"));
        String second = "            parameters:\n              id: \"${variable.id}\"\n              step: 2";
        write(
                "camel/misnamed.yaml",
                changed(
                        changed(
                                routes(),
                                "uri: partner:quote/quote\n" + second,
                                "uri: partner:quote/quotation\n            parameters:\n              step: 2"),
                        "price: \"${variable.price}\"",
                        "prize: 1"));
        write(
                "wrong.testbed",
                WRONG
                        + process("Misnamed", "bpmn \"bpmn/misnamed.bpmn\"  camel \"camel/misnamed.yaml\"")
                        + process("Short", "bpmn \"bpmn/short.bpmn\"")
                        + suite("Misnamed, Short", "Misnamed"));

        Measuring.Outcome outcome = maven("validate", "wrong");

        assertThat(outcome.status()).isNotZero();
        for (String problem : List.of(
                "misnamed\\.bpmn:.*partner \"quote\" has no operation \"quotation\"; it has quote",
                "misnamed\\.bpmn:.*task \"offer\" answers with 1 value; the answer has 2 values",
                "short\\.bpmn:.*the process calls partner \"quote\" 4 times; its contract prescribes 5 times",
                "misnamed\\.yaml:13:18:.*partner \"quote\" has no operation \"quotation\"; it has quote",
                "misnamed\\.yaml:.*the answer has a value \"price\"; add a parameter for it",
                "misnamed\\.yaml:.*the answer has no value \"prize\"; its values are id, price")) {
            assertThat(outcome.output()).containsPattern(problem);
        }
    }

    private static String routes() {
        StringBuilder text = new StringBuilder("- route:\n    from:\n      uri: client:offer\n      steps:\n");
        for (int step = 1; step <= 5; step++) {
            text.append("        - to:\n            uri: partner:quote/quote\n            parameters:\n")
                    .append("              id: \"${variable.id}\"\n              step: ")
                    .append(step)
                    .append("\n              symbol: \"${variable.symbol}\"\n            variableReceive: quote")
                    .append(step)
                    .append('\n');
        }
        return text
                + """
                        - setVariable:
                            name: price
                            groovy: "(1..5).sum { variables['quote' + it].price }"
                        - to:
                            uri: client:answer
                            parameters:
                              id: "${variable.id}"
                              price: "${variable.price}"
                """;
    }

    /** With a loop around the fourth call. */
    private static String repeating(String routes) {
        String once =
                """
                        - to:
                            uri: partner:quote/quote
                            parameters:
                              id: "${variable.id}"
                              step: 4
                """;
        String again = "        - loop:\n            simple: \"${random(2,3)}\"\n            steps:\n";
        int from = routes.indexOf(once);
        int to = routes.indexOf("        - to:", from + 1);
        assertThat(from).isPositive();
        return routes.substring(0, from) + again + routes.substring(from, to).indent(6) + routes.substring(to);
    }
}
