package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The bundled engine is killed under a load of one-way orders and started again: in memory it loses orders that it has acknowledged, and
 * the report says how many; with a journal it loses none.
 */
@Order(3)
@ResourceLock(Measuring.MACHINE)
final class KillIT {

    /** Of twenty orders in a second some eighty are before the kill: so some seventy come after the new start, however long that takes. */
    private static final String MODEL =
            """
            testbed small "A crash"
            seed 7
            service type Partner from "wsdl/partner.wsdl"
            service partner : Partner {
                response time 100 ms
                answers "p:answer/p:number" uniform(1, 100)
                uiid from "p:request/p:id" step "p:request/p:step"
            }
            process Dispatch { bpel "bpel/dispatch.bpel" partner partner -> partner uiid to "d:order/d:id" }
            host here
            server memory  : reference on here { heap 256 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server durable : reference on here { heap 256 MiB jvm-options "-XX:TieredStopAtLevel=1" durable true }
            server mocks : lean on here { serves partner }
            workload web open { rate 20 /s }
            suite Crash {
                repeat 1 warm up 1 s measure 10 s until 150 answers at most 60 s drain 30 s time-out 10 s
                case on memory, durable for process in (Dispatch), workload in (web) from here
            }
            at 4 s in Crash: event kill { time 500 ms }
            report html, csv
            """;

    @TempDir
    Path folder;

    private static long number(Path run, String columns, String engine) throws Exception {
        List<String> rows =
                Results.rows(run, "select " + columns + " from v_after_kill where engine = '" + engine + "'");
        assertThat(rows).as(columns + " of " + engine).hasSize(1);
        return Long.parseLong(rows.get(0));
    }

    @Test
    void shouldLoseAcknowledgedOrdersInMemoryAndNoneWithAJournal() throws Exception {
        Examples.copy("durable", folder);
        Files.writeString(folder.resolve("small.testbed"), MODEL);

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        Path run = folder.resolve("out/small/runs/latest");
        for (String engine : List.of("memory", "durable")) {
            assertThat(number(run, "acknowledged", engine))
                    .as("orders of half a second, twenty a second")
                    .isPositive();
            assertThat(number(run, "sent", engine)).as("while it was gone").isPositive();
            assertThat(number(run, "cast(first_answer_ms as int)", engine)).isGreaterThanOrEqualTo(500);
        }
        assertThat(number(run, "lost", "memory")).isPositive();
        assertThat(number(run, "repeated_calls", "memory")).isZero();
        assertThat(number(run, "lost", "durable")).isZero();
        assertThat(Results.rows(run, "select entry, sentence from v_ledger where state = 'differs'"))
                .as("what a kill costs is held against no engine")
                .isEmpty();
        assertThat(Results.rows(run, "select distinct origin from v_failure where outcome = 'CONNECT'"))
                .containsExactly("event");
        assertThat(ReportText.of(run)).contains("After a kill");
        assertThat(Files.readString(run.resolve("environment.json")))
                .contains("\"level\" : \"disk\"", "\"level\" : \"none\"");
    }
}
