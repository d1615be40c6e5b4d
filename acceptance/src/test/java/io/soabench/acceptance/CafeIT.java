package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The café in bursts of a fixed number of one-way orders: each order reaches the counter once, and what is pending is known. */
final class CafeIT {

    private static final String MODEL =
            """
            testbed small "Bursts"
            seed 7
            import "engines.testbed"
            workload orders open { bursts { 2 of 100 requests, 1 each 4 ms, 1 s apart }  sends Orders }
            metric cpu-time of engines { total }
            suite Bursts {
                repeat 1 warm up 2 s measure 4 s drain 60 s time-out 30 s
                case on task2, camel2 for process in (Cafe, CafeTasks), workload in (orders) from here
            }
            report html
            """;

    @TempDir
    Path folder;

    @Test
    void shouldCompleteEachOrderOfEachBurst() throws Exception {
        Examples.copy("cafe", folder);
        Path engines = folder.resolve("engines.testbed");
        Files.writeString(engines, Examples.light(Files.readString(engines)));
        Files.writeString(folder.resolve("small.testbed"), MODEL);

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        Path run = folder.resolve("out/small/runs/latest");
        assertThat(Results.rows(
                        run,
                        "select engine, process, position, requests from v_stretch order by engine, process, position"))
                .containsExactly(
                        "camel2 Cafe 1 100",
                        "camel2 Cafe 2 100",
                        "camel2 CafeTasks 1 100",
                        "camel2 CafeTasks 2 100",
                        "task2 Cafe 1 100",
                        "task2 Cafe 2 100",
                        "task2 CafeTasks 1 100",
                        "task2 CafeTasks 2 100");
        assertThat(Results.rows(run, "select distinct state from v_ledger"))
                .as("every order is acknowledged, started, ended, and at the counter once")
                .containsExactly("agrees");
        assertThat(
                        Results.rows(
                                run,
                                "select distinct expected - found from v_ledger where entry = 'partner calls of successful requests'"))
                .containsExactly("0");
        assertThat(Results.rows(run, "select count(distinct case_id), min(sign(pending)) >= 0 from v_pending"))
                .as("cases with pending orders over time, which are never fewer than none")
                .containsExactly("4 TRUE");
        assertThat(Files.readString(run.resolve("report/index.html")))
                .contains("2 bursts of 100 requests, 1 each 4 ms, 1 s apart");
    }
}
