package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens to the whole when Apache ODE is killed while it is measured, and in the next repetition of the same run answers nobody any more.
 */
@Order(4)
@Timeout(900)
final class BadEnginesIT {

    private static final String SLOW = "soabench.slow";
    private static final int KILLED = 1;
    private static final int HANGING = 2;

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
                repeat REPEAT warm up 1 s measure 10 min time-out 5 s
                case on ode for process in (Trip), workload in (few) from here
            }
            report html
            """;

    @TempDir
    private static Path folder;

    private static String output;

    @BeforeAll
    static void run() throws Exception {
        boolean slow = Boolean.getBoolean(SLOW);
        Examples.copy("against-ode", SOURCES, folder);
        Files.writeString(folder.resolve("bad.testbed"), TESTBED.replace("REPEAT", slow ? "2" : "1"));
        try (MavenCommand maven = MavenCommand.start(
                folder,
                "run",
                "-Dtestbed=bad.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.calibrate=never",
                Measuring.ONCE)) {
            send("KILL", maven, KILLED);
            if (slow) {
                send("STOP", maven, HANGING);
            }
            maven.await();
            output = maven.output();
        }
    }

    /** Sends a signal to ODE as soon as it is measured. */
    private static void send(String signal, MavenCommand maven, int repetition) throws Exception {
        maven.awaitOutput(o -> o.contains("Trip-few-ode #" + repetition + ": measuring (10 min"));
        RepetitionRecord record = Json.read(folderOf(repetition).resolve("repetition.json"), RepetitionRecord.class);
        long pid = record.servers().stream()
                .filter(s -> s.name().equals("ode"))
                .findFirst()
                .orElseThrow()
                .pid();
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A program that runs out of this test's folder belongs to it; none may be left. */
    @AfterAll
    static void shouldLeaveNoProcess() {
        assertThat(SmallTestbed.processesOf(folder)).isEmpty();
    }

    private static Path folderOf(int repetition) throws IOException {
        Path cases = folder.resolve("out/bad/runs/latest").toRealPath().resolve("cases");
        return cases.resolve("Trip-few-ode").resolve(Integer.toString(repetition));
    }

    private static RunRecord.ExecutionRecord execution(int repetition) {
        return Json.read(folder.resolve("out/bad/runs/latest/run.json"), RunRecord.class).executions().stream()
                .filter(each -> each.repetition() == repetition)
                .findFirst()
                .orElseThrow();
    }

    private static String report() throws IOException {
        return ReportText.of(folder.resolve("out/bad/runs/latest")).replaceAll("\\s+", " ");
    }

    @Test
    void shouldSayThatTheEngineWasKilledInTheMiddle() throws IOException {
        String message = execution(KILLED).message();

        assertThat(execution(KILLED).state()).isEqualTo(RunRecord.State.FAILED);
        assertThat(message)
                .matches(
                        "server ode ended by itself \\d+\\.\\d s after its start with exit status 137 \\(signal 9: killed"
                                + " from outside, by the kernel when memory is short\\); .*, mend it or its settings and resume the"
                                + " run");
        assertThat(output).containsOnlyOnce("FAILED: " + message);
        assertThat(report()).contains("by the kernel when memory is short");
    }

    /** The time-out, ten seconds of silence, the grace time of a server that does not listen: more than a minute. */
    @Test
    @Tag("slow")
    @EnabledIfSystemProperty(named = SLOW, matches = "true")
    void shouldEndSoonWithAResultWhenTheEngineAnswersNobodyAnyMore() throws IOException {
        assertThat(execution(HANGING).state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(output)
                .containsPattern("\nserver ode hangs: it answered no request for 1\\d\\.\\d s while requests were open")
                .contains("ode did not end within 15000 ms after SIGTERM and was killed");
        assertThat(Files.readString(folderOf(HANGING).resolve("load-here.json")))
                .contains("\"hung\"");
        assertThat(Files.readString(folderOf(HANGING).resolve("samples-here.csv")))
                .contains(",TIMEOUT,", "given up while waiting for the answer because the server hangs");
        assertThat(report()).contains("Server ode hangs: it answered no request for 1");
    }
}
