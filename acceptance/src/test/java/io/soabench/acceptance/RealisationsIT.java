package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines of BPMN and of Camel routes beside one of BPEL: right files are measured, and files that break the contract are found out. */
final class RealisationsIT {

    private static final String BPMN = "fork/bpmn/sequential.bpmn";
    private static final String CAMEL = "fork/camel/sequential.yaml";
    private static final String ALL = "on engine, camunda, operaton, cibseven, flowable for";

    @TempDir
    Path folder;

    private Path copy() throws IOException {
        for (String example : List.of("quickstart", "fork")) {
            Path to = Files.createDirectories(folder.resolve(example));
            Examples.copy(example, to);
        }
        return folder.resolve("fork/fork.testbed");
    }

    /** A testbed of seconds on some engines. */
    private void light(Path model, String engines) throws IOException {
        String text = Files.readString(model)
                .replaceAll("repeat 2 +warm up 5 s +measure 5 s", "repeat 1 warm up 1 s measure 4 s")
                .replace("profile tuned }", "profile tuned heap 256 MiB jvm-options \"-XX:TieredStopAtLevel=1\" }")
                .replaceAll("(?m)^metric cpu.*\\R|^metric memory.*\\R", "")
                .replaceAll("(?m)^report .*", "report csv")
                .replace(ALL, "on " + engines + " for");
        if (!engines.contains("engine")) {
            text = text.replaceAll("(?m)^server engine .*\\R", "");
        }
        for (String fork : List.of("camunda", "cibseven", "flowable")) {
            if (!engines.contains(fork)) {
                text = text.replaceAll("(?m)^server " + fork + " .*\\R|^ *baseline " + fork + "\\R", "");
            }
        }
        assertThat(text).contains("repeat 1 warm up 1 s");
        Files.writeString(model, text);
    }

    private Measuring.Outcome run() throws Exception {
        return MavenCommand.outcome(
                folder.resolve("fork"), "run", "-Dtestbed=fork.testbed", "-Dsoabench.output=out", Measuring.ONCE);
    }

    private Path results() {
        return folder.resolve("fork/out/fork/runs/latest");
    }

    private void everyRequestIsRight(String... engines) throws Exception {
        assertThat(Results.rows(
                        results(), "select distinct engine from v_request where outcome = 'OK' order by engine"))
                .isEqualTo(List.of(engines));
        assertThat(Results.rows(
                        results(), "select engine, request, outcome, detail from v_request where outcome <> 'OK'"))
                .isEmpty();
        assertThat(Results.rows(
                        results(),
                        "select engine from (select engine, request, count(*) calls from v_call where request is not null"
                                + " group by engine, request) where calls > 5"))
                .as("requests with more than five calls")
                .isEmpty();
    }

    @Test
    void shouldMeasureOneContractOnEnginesOfTwoLanguages() throws Exception {
        light(copy(), "engine, camunda, operaton, cibseven, flowable");

        Measuring.ran(this::run);

        everyRequestIsRight("camunda", "cibseven", "engine", "flowable", "operaton");
    }

    /** The file has five calls, and one of them is never made. */
    @Test
    void shouldRefuseAFileThatForgetsACall() throws Exception {
        light(copy(), "operaton");
        Path file = folder.resolve(BPMN);
        String text = Files.readString(file);
        Files.writeString(
                file,
                text.replace(
                        "${quote.call('quote', id, 5, symbol).price}",
                        "${id == '' ? quote.call('quote', id, 5, symbol).price : price1}"));

        Measuring.Outcome outcome = run();

        assertThat(outcome.output()).contains("wrong answer: Sequential answered");
        assertThat(Results.rows(results(), "select request from v_request"))
                .as("what answers wrongly is not measured")
                .isEmpty();
    }

    /** The answer is right all the same: only the ledger of calls knows. */
    @Test
    void shouldFindAFileThatRepeatsACall() throws Exception {
        light(copy(), "operaton");
        Path file = folder.resolve(BPMN);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "camunda:resultVariable=\"price4\"/>",
                                "camunda:resultVariable=\"price4\"><multiInstanceLoopCharacteristics isSequential=\"true\">"
                                        + "<loopCardinality>${2}</loopCardinality></multiInstanceLoopCharacteristics>"
                                        + "</serviceTask>"));

        Measuring.Outcome outcome = run();

        assertThat(outcome.output()).contains("requests have calls that the process does not prescribe");
    }

    @Test
    void shouldNameThePlaceWhereAFileBreaksTheContract() throws Exception {
        light(copy(), "operaton");
        Path file = folder.resolve(BPMN);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("quote.call('quote', id, 5, symbol)", "quote.call('quotation', id, 5, symbol)")
                        .replace("client.answer(exchange, id, ", "client.answer(exchange, "));

        Measuring.Outcome outcome = MavenCommand.outcome(folder.resolve("fork"), "validate", "-Dtestbed=fork.testbed");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.output())
                .contains(
                        "sequential.bpmn:",
                        "partner \"quote\" has no operation \"quotation\"; it has quote",
                        "task \"offer\" answers with 1 value; the answer has 2 values");
    }

    @Test
    void shouldCountTheCallsOfAFileBeforeTheRun() throws Exception {
        light(copy(), "operaton");
        Path file = folder.resolve(BPMN);
        Files.writeString(
                file, Files.readString(file).replace("${quote.call('quote', id, 5, symbol).price}", "${price1}"));

        Measuring.Outcome outcome = MavenCommand.outcome(folder.resolve("fork"), "validate", "-Dtestbed=fork.testbed");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.output())
                .contains("the process calls partner \"quote\" 4 times; its contract prescribes 5 times");
    }

    /** Teams that leave an engine of BPMN have no BPEL file. */
    @Test
    void shouldMeasureAProcessThatHasNoBpelFile() throws Exception {
        Path model = copy();
        light(model, "operaton");
        String text = Files.readString(model)
                .replace(
                        "bpel \"../quickstart/bpel/sequential.bpel\"",
                        "contract wsdl \"../quickstart/wsdl/sequential.wsdl\"")
                .replace("partner quote -> quotes", "partner quote -> quotes calls 5");
        Files.writeString(model, text);

        Measuring.ran(this::run);

        assertThat(Results.rows(results(), "select distinct outcome from v_request"))
                .isEqualTo(List.of("OK"));
        assertThat(Results.rows(
                        results(),
                        "select distinct calls from (select request, count(*) calls from v_call where request is not null"
                                + " group by request)"))
                .as("calls of each request")
                .isEqualTo(List.of("5"));
    }

    /** Adds routes of Camel to the process, which run beside the bundled engine. */
    private void camel(Path model, String routes) throws IOException {
        light(model, "engine, camel");
        Files.createDirectories(folder.resolve("fork/camel"));
        Files.writeString(folder.resolve(CAMEL), routes);
        String text = Files.readString(model)
                .replace("bpmn \"bpmn/sequential.bpmn\"", "camel \"camel/sequential.yaml\"")
                .replaceAll(
                        "(?m)^server operaton .*",
                        "server camel : camel on here { heap 256 MiB jvm-options \"-XX:TieredStopAtLevel=1\" }");
        assertThat(text).contains("server camel :", "camel \"camel/");
        Files.writeString(model, text);
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

    @Test
    void shouldMeasureRoutesOfCamel() throws Exception {
        camel(copy(), routes());

        Measuring.ran(this::run);

        everyRequestIsRight("camel", "engine");
    }

    /** The answer is right all the same: how many turns a loop takes is known when it runs. */
    @Test
    void shouldFindRoutesThatRepeatACall() throws Exception {
        String once =
                """
                        - to:
                            uri: partner:quote/quote
                            parameters:
                              id: "${variable.id}"
                              step: 4
                """;
        String again = "        - loop:\n            simple: \"${random(2,3)}\"\n            steps:\n";
        String routes = routes();
        int from = routes.indexOf(once);
        int to = routes.indexOf("        - to:", from + 1);
        assertThat(from).isPositive();
        camel(
                copy(),
                routes.substring(0, from) + again + routes.substring(from, to).indent(6) + routes.substring(to));

        Measuring.Outcome outcome = run();

        assertThat(outcome.output()).contains("requests have calls that the process does not prescribe");
    }

    @Test
    void shouldNameThePlaceWhereRoutesBreakTheContract() throws Exception {
        camel(
                copy(),
                routes().replace(
                                "uri: partner:quote/quote\n            parameters:\n              id: \"${variable.id}\"\n"
                                        + "              step: 2",
                                "uri: partner:quote/quotation\n            parameters:\n" + "              step: 2")
                        .replace("price: \"${variable.price}\"", "prize: 1"));

        Measuring.Outcome outcome = MavenCommand.outcome(folder.resolve("fork"), "validate", "-Dtestbed=fork.testbed");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.output())
                .contains(
                        "sequential.yaml:13:18",
                        "partner \"quote\" has no operation \"quotation\"; it has quote",
                        "the answer has a value \"price\"; add a parameter for it",
                        "the answer has no value \"prize\"; its values are id, price");
    }
}
