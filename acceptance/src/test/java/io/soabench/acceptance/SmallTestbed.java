package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A small testbed in a folder of its own, for tests of goals; what was started there must have ended with the test. */
abstract class SmallTestbed {

    private static final List<String> SOURCES = List.of(
            "wsdl/quote.wsdl",
            "wsdl/sequential.wsdl",
            "wsdl/flow-no-dep.wsdl",
            "bpel/sequential.bpel",
            "bpel/flow-no-dep.bpel");

    static final String SMALL =
            """
            testbed small "One process, a lean partner"
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
                repeat REPEAT warm up 1 s measure MEASURE time-out 5 s
                case on engine for process in (Sequential), workload in (office) from here
                expect p99 response-time < LIMIT
            }
            report html
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void copySources() throws IOException {
        Examples.copy("quickstart", SOURCES, folder);
    }

    /** A program that runs out of this test's folder belongs to it; none may be left. */
    @AfterEach
    void shouldLeaveNoProcess() {
        assertThat(processesOf(folder)).isEmpty();
    }

    static List<String> processesOf(Path folder) {
        return ProcessHandle.allProcesses()
                .map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    final Path testbed(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".testbed"), text);
    }

    final Path small(int repeat, String measure, String limit) throws IOException {
        return testbed(
                "small",
                SMALL.replace("REPEAT", Integer.toString(repeat))
                        .replace("MEASURE", measure)
                        .replace("LIMIT", limit));
    }
}
