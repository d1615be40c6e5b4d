package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the bundled engine, a mock host and the harness tell of themselves, from the model to the report. */
final class ToldMetricsIT {

    /**
     * Six clients that hardly think, and a partner that takes one call at a time: five of them always wait for it. An engine that takes two
     * requests at a time lets the other four wait for a moment, refuses them, and is asked again.
     */
    private static final String MODEL =
            """
            testbed small "A partner with one place"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote {
                response time 40 ms
                capacity 1
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            host here
            server engine : reference on here { heap 128 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server narrow : reference on here { heap 128 MiB jvm-options "-XX:TieredStopAtLevel=1" max-instances 2 }
            server mocks : lean on here { serves quotes }
            workload office closed { clients 6 think time 1 ms }
            metric in-service of engine, narrow, mocks { max }
            metric queue of engine, narrow, mocks { max, chart over time }
            metric refused of engine, narrow { total }
            metric client-connections of engine, mocks { max }
            suite Quick {
                repeat 1 warm up 1 s measure 8 s until 35 answers at most 60 s time-out 30 s
                case on engine, narrow for process in (Sequential), workload in (office) from here
            }
            report html
            """;

    @TempDir
    Path folder;

    private static List<Double> values(Path repetition, String server, String metric) throws IOException {
        try (Stream<String> lines = Files.lines(repetition.resolve("metrics-" + server + ".csv"))) {
            return lines.map(line -> line.split(",", -1))
                    .filter(line -> line[1].equals(metric) && !line[2].isEmpty())
                    .map(line -> Double.parseDouble(line[2]))
                    .toList();
        }
    }

    private Measuring.Outcome measured() throws Exception {
        return Measuring.ran(() -> MavenCommand.outcome(
                folder,
                "run",
                "-Dtestbed=small.testbed",
                "-Dsoabench.output=out",
                "-Dsoabench.calibrate=always",
                Measuring.ONCE));
    }

    private static List<String> calibrated(Path run) throws Exception {
        return Results.rows(
                run,
                "select requests >= 30, min_ms > 0, min_ms <= median_ms, median_ms <= p99_ms,"
                        + " wait_median_ms <= wait_p99_ms from v_calibration");
    }

    @Test
    void shouldMeasureWhatServersTellOfThemselves() throws Exception {
        Examples.copy("quickstart", List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel"), folder);
        Files.writeString(folder.resolve("small.testbed"), MODEL);

        Path run = folder.resolve("out/small/runs/latest");
        Measuring.Outcome outcome = measured();
        if (calibrated(run).isEmpty()) {
            // A null engine that others on the machine disturbed is left out as any repetition is.
            outcome = measured();
        }

        Path repetition = run.resolve("cases/Sequential-office-engine/1");
        assertThat(Collections.max(values(repetition, "engine", "in-service"))).isBetween(5.0, 6.0);
        assertThat(Collections.max(values(repetition, "mocks", "in-service"))).isBetween(5.0, 6.0);
        assertThat(Collections.max(values(repetition, "mocks", "queue"))).isBetween(4.0, 5.0);
        assertThat(values(repetition, "engine", "queue")).hasSizeGreaterThan(3);
        assertThat(values(repetition, "engine", "refused"))
                .hasSizeGreaterThan(3)
                .containsOnly(0.0);
        Path refusing = run.resolve("cases/Sequential-office-narrow/1");
        assertThat(Collections.max(values(refusing, "narrow", "in-service"))).isEqualTo(2.0);
        assertThat(Collections.max(values(refusing, "narrow", "queue"))).isBetween(3.0, 6.0);
        assertThat(Collections.max(values(refusing, "narrow", "refused"))).isGreaterThan(10);
        assertThat(Collections.max(values(refusing, "mocks", "in-service"))).isBetween(1.0, 2.0);
        assertThat(Results.rows(
                        run,
                        "select server, total > 10 from v_metric where metric = 'refused' and repetition = 1"
                                + " and total is not null order by server"))
                .containsExactly("engine FALSE", "narrow TRUE");
        assertThat(Collections.max(values(repetition, "engine", "client-connections")))
                .isGreaterThanOrEqualTo(6);
        assertThat(repetition.resolve("metrics-mocks.csv"))
                .content()
                .contains(",client-connections,,count,unavailable: servers of this type do not report it")
                .doesNotContain(",refused,");
        assertThat(outcome.output()).contains("the harness itself: a null engine answered in ");
        assertThat(calibrated(run)).containsExactly("TRUE TRUE TRUE TRUE TRUE");
        assertThat(run.resolve("calibration/compiled")).as("removed").doesNotExist();
        assertThat(Results.rows(run, "select engine, yielding in ('nice', 'cpuset'), repetitions from v_yielding"))
                .containsExactlyInAnyOrder("engine TRUE 1", "narrow TRUE 1");
        assertThat(ReportText.of(run))
                .contains("Calibration: a null engine, which is a relay to a mock host")
                .contains("queue over time")
                .contains("servers of this type do not report it");
    }
}
