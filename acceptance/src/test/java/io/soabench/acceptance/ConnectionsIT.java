package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.Json;
import io.soabench.plan.LoadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How clients connect, from the model to what the engine sees of it. */
final class ConnectionsIT {

    private static final int CLIENTS = 6;

    /** An answer takes so long that all clients wait for theirs at the same time. */
    private static final String MODEL =
            """
            testbed small "Connections"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote { response time 40 ms  uiid from "q:request/q:id" step "q:request/q:step" }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            host here
            server engine : reference on here { heap 128 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves quotes }
            workload kept    closed { clients 6  think time 5 ms }
            workload limited closed { clients 6  think time 5 ms  connections at most 2 }
            workload fresh   closed { clients 6  think time 5 ms  connections new }
            metric client-connections of engine { max }
            suite Quick {
                repeat 1 warm up 1 s measure 4 s time-out 30 s
                case on engine for process in (Sequential), workload in (kept, limited, fresh) from here
            }
            report csv
            """;

    /** The tool's own, which checks the process and asks the engine for its numbers. */
    private static final int ASKING = 2;

    @TempDir
    Path folder;

    private Path repetition(String workload) {
        return folder.resolve("out/small/runs/latest/cases/Sequential-" + workload + "-engine/1");
    }

    private LoadRecord load(String workload) throws IOException {
        return Json.read(repetition(workload).resolve("load-here.json"), LoadRecord.class);
    }

    /** What the engine told, once a second. */
    private double mostSeenByTheEngine(String workload) throws IOException {
        try (Stream<String> lines = Files.lines(repetition(workload).resolve("metrics-engine.csv"))) {
            List<Double> told = lines.map(line -> line.split(",", -1))
                    .filter(line -> line[1].equals("client-connections") && !line[2].isEmpty())
                    .map(line -> Double.parseDouble(line[2]))
                    .toList();
            assertThat(told).as(workload).isNotEmpty();
            return Collections.max(told);
        }
    }

    @Test
    void shouldConnectAsTheModelSays() throws Exception {
        Examples.copy("quickstart", List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel"), folder);
        Files.writeString(folder.resolve("small.testbed"), MODEL);

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        LoadRecord kept = load("kept");
        assertThat(kept.effort().connections().use()).isEqualTo(ConnectionPlan.Use.KEPT);
        assertThat(kept.effort().connections().atOnce()).isEqualTo(CLIENTS);
        assertThat(kept.requests().measure().opened())
                .as("they are there from the warm-up")
                .isZero();
        assertThat(kept.requests().measure().sent()).isGreaterThan(CLIENTS);
        assertThat(mostSeenByTheEngine("kept")).isBetween(CLIENTS * 1.0, CLIENTS + ASKING * 1.0);

        LoadRecord limited = load("limited");
        assertThat(limited.effort().connections())
                .isEqualTo(new LoadRecord.Connections(ConnectionPlan.Use.LIMITED, 2, 2));
        assertThat(limited.requests().measure().waits().requests())
                .as("six clients share two connections")
                .isGreaterThan(limited.requests().measure().sent() / 2);
        assertThat(mostSeenByTheEngine("limited")).isBetween(2.0, 2.0 + ASKING);

        LoadRecord fresh = load("fresh");
        assertThat(fresh.effort().connections().use()).isEqualTo(ConnectionPlan.Use.NEW);
        assertThat(fresh.requests().measure().opened())
                .as("one for each request")
                .isEqualTo(fresh.requests().measure().sent())
                .isGreaterThan(CLIENTS);

        Path run = folder.resolve("out/small/runs/latest");
        assertThat(Results.rows(
                        run,
                        "select workload, connections, at_once, opened = 0, waits > 0 from v_load_client"
                                + " where repetition = 1 and workload <> 'fresh' order by workload"))
                .containsExactly("kept kept 6 TRUE FALSE", "limited limited 2 TRUE TRUE");
        assertThat(
                        Results.rows(
                                run,
                                "select connections, opened > 6 from v_load_client where repetition = 1 and workload = 'fresh'"))
                .containsExactly("new TRUE");
        assertThat(Results.rows(run, "select distinct state from v_ledger where entry like 'calls%'"))
                .doesNotContain("differs");
    }
}
