package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the whole when Apache ODE is killed, or answers nobody any more, while it is measured. */
@Timeout(900)
final class BadEnginesIT {

    private static final List<String> SOURCES = List.of("wsdl/offer.wsdl", "wsdl/trip.wsdl", "bpel/trip.bpel");

    private static final String TESTBED =
            """
            testbed bad "An engine that does not survive"
            seed 7
            service type Offer from "wsdl/offer.wsdl"
            service flights : Offer { response time 5 ms uiid from "o:request/o:id" }
            service hotels : Offer { response time 5 ms uiid from "o:request/o:id" }
            process Trip { bpel "bpel/trip.bpel" partner flight -> flights partner hotel -> hotels uiid to "t:wish/t:id" }
            host here
            server ode : ode on here { heap 256 MiB persistence memory settings tuned jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves flights, hotels }
            workload few closed { clients 3 think time 50 ms }
            suite Quick {
                warm up 1 s measure 10 min time-out 5 s
                case on ode for process in (Trip), workload in (few) from here
            }
            report html
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void copySources() throws IOException {
        Examples.copy("against-ode", SOURCES, folder);
        Files.writeString(folder.resolve("bad.testbed"), TESTBED);
    }

    /** A program that runs out of this test's folder belongs to it; none may be left. */
    @AfterEach
    void shouldLeaveNoProcess() {
        assertThat(ProcessHandle.allProcesses()
                        .map(p -> p.info().commandLine().orElse(""))
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
    }

    private Path repetition() throws IOException {
        Path cases = folder.resolve("out/bad/runs/latest").toRealPath().resolve("cases");
        return cases.resolve("Trip-few-ode").resolve("1");
    }

    /** Runs the testbed and sends the signal to ODE as soon as it is measured. */
    private String runAndSend(String signal) throws Exception {
        try (MavenCommand maven =
                MavenCommand.start(folder, "run", "-Dtestbed=bad.testbed", "-Dsoabench.output=out", Measuring.ONCE)) {
            maven.awaitOutput(o -> o.contains("measuring (10 min"));
            RepetitionRecord record = Json.read(repetition().resolve("repetition.json"), RepetitionRecord.class);
            long pid = record.servers().stream()
                    .filter(s -> s.name().equals("ode"))
                    .findFirst()
                    .orElseThrow()
                    .pid();
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
            maven.await();
            return maven.output();
        }
    }

    private RunRecord.ExecutionRecord execution() throws IOException {
        Path journal = folder.resolve("out/bad/runs/latest/run.json");
        return Json.read(journal, RunRecord.class).executions().get(0);
    }

    private String report() throws IOException {
        return ReportText.of(folder.resolve("out/bad/runs/latest")).replaceAll("\\s+", " ");
    }

    @Test
    void shouldSayThatTheEngineWasKilledInTheMiddle() throws Exception {
        String output = runAndSend("KILL");

        assertThat(execution().state()).isEqualTo(RunRecord.State.FAILED);
        assertThat(execution().message())
                .matches(
                        "server ode ended by itself \\d+\\.\\d s after its start with exit status 137 \\(signal 9: killed"
                                + " from outside, by the kernel when memory is short\\); .*, mend it or its settings and resume the"
                                + " run");
        assertThat(output).containsOnlyOnce("FAILED: " + execution().message());
        assertThat(report()).contains("by the kernel when memory is short");
    }

    /** The time-out, ten seconds of silence, the grace time of a server that does not listen: more than a minute. */
    @Test
    @Tag("slow")
    @EnabledIfSystemProperty(named = "soabench.slow", matches = "true")
    void shouldEndSoonWithAResultWhenTheEngineAnswersNobodyAnyMore() throws Exception {
        String output = runAndSend("STOP");

        assertThat(execution().state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(output)
                .containsPattern("\nserver ode hangs: it answered no request for 1\\d\\.\\d s while requests were open")
                .contains("ode did not end within 15000 ms after SIGTERM and was killed");
        assertThat(Files.readString(repetition().resolve("load-here.json"))).contains("\"hung\"");
        assertThat(Files.readString(repetition().resolve("samples-here.csv")))
                .contains(",TIMEOUT,", "given up while waiting for the answer because the server hangs");
        assertThat(report()).contains("Server ode hangs: it answered no request for 1");
    }
}
