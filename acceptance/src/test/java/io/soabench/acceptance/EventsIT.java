package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.acceptance.Measuring.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Events of a model from end to end: the bundled engine, a mock host and the load client on loopback. */
@Order(2)
@ResourceLock(Measuring.MACHINE)
final class EventsIT {

    private static final String MODEL =
            """
            testbed small "A partner that goes"
            seed 7
            service type Quote from "wsdl/quote.wsdl"
            service quotes : Quote {
                response time 5 ms
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes uiid to "p:order/p:id" }
            host here
            server engine : reference on here { heap 128 MiB jvm-options "-XX:TieredStopAtLevel=1" }
            server mocks : lean on here { serves quotes }
            workload office closed { clients 3 think time 50 ms }
            suite Quick {
                repeat 1 warm up 1 s measure 4 s time-out 5 s
                case on engine for process in (Sequential), workload in (office) from here
            }
            at 600 ms in Quick: event pause { time 300 ms }
            at request 20 in Quick: new instance of Quote like quotes on mocks
            at 2 s in Quick: quotes becomes unavailable
            report html, csv
            """;

    private static final String REBINDING = MODEL.replace(
                    " }\nserver mocks", " registry \"registry\" }\nserver registry : juddi on here\nserver mocks")
            .replaceAll("(?m)^at .*\\R", "")
            // The last event is at request 80, however long a machine takes for as many.
            .replace("measure 4 s", "measure 8 s until 120 answers at most 80 s")
            .replace(
                    "report html, csv",
                    """
                    at request 20 in Quick: quotes becomes unavailable
                    at request 80 in Quick: new instance of Quote like quotes on mocks published in registry
                    report csv
                    """);

    /** The engine asks the registry once a second at most. */
    private static final long ASKED_NS = 1_000_000_000L;

    /** Clocks of two programs, and a request that is under way. */
    private static final long NEAR_NS = 500_000_000L;

    /** Columns of a sample. */
    private static final int START = 6;

    private static final int END = 7;
    private static final int OUTCOME = 8;

    @TempDir
    Path folder;

    /** A line of a CSV file without quoted commas before the columns that are read here. */
    private static List<String[]> lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1).map(line -> line.split(",", -1)).toList();
        }
    }

    private static long happened(List<String[]> events, String what) {
        List<String[]> found = events.stream()
                .filter(line -> line[1].equals("model") && line[2].equals(what))
                .toList();
        assertThat(found).as(what).hasSize(1);
        return Long.parseLong(found.get(0)[0]);
    }

    @BeforeEach
    void copySources() throws IOException {
        Examples.copy("quickstart", List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel"), folder);
    }

    private Path onlyRepetition() {
        return folder.resolve("out/small/runs/latest/cases/Sequential-office-engine/1");
    }

    private Outcome measured(String model) throws Exception {
        Files.writeString(folder.resolve("small.testbed"), model);

        return MavenCommand.outcome(folder, "run", "-Dtestbed=small.testbed", "-Dsoabench.output=out", Measuring.ONCE);
    }

    @Test
    void shouldRefuseCallsOfAPartnerThatBecameUnavailable() throws Exception {
        Measuring.ran(() -> measured(MODEL));

        Path repetition = onlyRepetition();

        List<String[]> events = lines(repetition.resolve("events.csv"));
        long goneNs = happened(events, "quotes[1] becomes unavailable");
        assertThat(happened(events, "pause: goes on again") - happened(events, "pause"))
                .isBetween(300_000_000L, 5_000_000_000L);
        assertThat(Files.readString(repetition.resolve("events.csv")))
                .containsPattern(",model,\"quotes-new\\[1], a new Quote, appears\",\"?when \\d+ requests had begun, ");
        List<String[]> samples = lines(repetition.resolve("samples-here.csv"));
        assertThat(samples)
                .filteredOn(line -> Long.parseLong(line[END]) < goneNs - NEAR_NS)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line[OUTCOME]).isEqualTo("OK"));
        assertThat(samples)
                .filteredOn(line -> Long.parseLong(line[START]) > goneNs + NEAR_NS)
                .hasSizeGreaterThan(10)
                .allSatisfy(line -> assertThat(line[OUTCOME]).isIn("FAULT", "HTTP"));
        assertThat(lines(repetition.resolve("calls-mocks.csv")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(Long.parseLong(line[6])).isLessThan(goneNs + NEAR_NS));
        assertThat(ReportText.of(folder.resolve("out/small/runs/latest"))).contains("Events of the model");
        // The report names causes of valid repetitions only, and a busy machine may leave none.
        assertThat(Files.readString(folder.resolve("out/small/runs/latest/export/v_failure.csv")))
                .contains("after quotes[1] had become unavailable");
    }

    @Test
    void shouldGoOnWithTheInstanceThatTheRegistryKnows() throws Exception {
        Measuring.ran(() -> measured(REBINDING));

        Path repetition = onlyRepetition();

        List<String[]> events = lines(repetition.resolve("events.csv"));
        long goneNs = happened(events, "quotes[1] becomes unavailable");
        // The subject has a comma, and so is in quotes.
        long newNs = events.stream()
                .filter(line -> line[2].equals("\"quotes-new[1]"))
                .mapToLong(line -> Long.parseLong(line[0]))
                .findFirst()
                .orElseThrow();
        List<String[]> samples = lines(repetition.resolve("samples-here.csv"));
        assertThat(samples)
                .filteredOn(line -> Long.parseLong(line[START]) > goneNs + NEAR_NS && Long.parseLong(line[END]) < newNs)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line[OUTCOME]).isIn("FAULT", "HTTP"));
        assertThat(samples)
                .filteredOn(line -> Long.parseLong(line[START]) > newNs + ASKED_NS + NEAR_NS)
                .hasSizeGreaterThan(10)
                .allSatisfy(line -> assertThat(line[OUTCOME]).isEqualTo("OK"));
        assertThat(lines(repetition.resolve("calls-mocks.csv")))
                .filteredOn(line -> Long.parseLong(line[6]) > newNs + ASKED_NS + NEAR_NS)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line[0]).isEqualTo("quotes-new"));
    }
}
