package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines of BPMN beside one of BPEL: right files are measured, and files that break the contract are found out. */
final class RealisationsIT {

    private static final String BPMN = "fork/bpmn/sequential.bpmn";
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
                text = text.replaceAll("(?m)^server " + fork + " .*\\R", "");
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

    @Test
    void shouldMeasureOneContractOnEnginesOfTwoLanguages() throws Exception {
        light(copy(), "engine, camunda, operaton, cibseven, flowable");

        Measuring.ran(this::run);

        assertThat(Results.rows(
                        results(), "select distinct engine from v_request where outcome = 'OK' order by engine"))
                .isEqualTo(List.of("camunda", "cibseven", "engine", "flowable", "operaton"));
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
}
