package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches as a workload, from the model to the report: two replicas of an engine share each out, and are held to the number of instances. */
final class BatchesIT {

    private static final String MODEL =
            """
            testbed small "Batches"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote { uiid from "q:request/q:id" step "q:request/q:step" }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            host here
            server two : reference on here { heap 128 MiB  replicas "2"  replica-kind processes  jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves quotes }
            workload bulk closed { batches of 300  think time 1 ms }
            suite Quick {
                repeat 1 warm up 1 s measure 3 s until 8 answers at most 60 s time-out 30 s
                case on two for process in (Sequential), workload in (bulk) from here
            }
            report html
            """;

    @TempDir
    Path folder;

    @Test
    void shouldMeasureTheTimeOfBatchesInsideTheEngine() throws Exception {
        Examples.copy("quickstart", List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel"), folder);
        Files.writeString(folder.resolve("small.testbed"), MODEL);

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        Path run = folder.resolve("out/small/runs/latest");
        assertThat(Results.rows(
                        run,
                        "select engine, state from v_ledger where entry in ('instances started', 'instances ended',"
                                + " 'partner calls of batches', 'partner calls of checks') order by engine, entry"))
                .containsExactly("two agrees", "two agrees", "two agrees", "two agrees");
        assertThat(Results.rows(
                        run,
                        "select engine, found > 300 * 5 and mod(found - 1, 300) = 0 from v_ledger"
                                + " where entry = 'instances started' order by engine"))
                .as("whole batches, and one check")
                .containsExactly("two TRUE");
        assertThat(Files.readString(run.resolve("report/index.html")))
                .contains("Under bulk a request orders a batch of 300 instances");
        assertThat(Files.readString(run.resolve("run.json")))
                .as("the engine's token is in no record")
                .doesNotContainIgnoringCase("bearer");
    }
}
