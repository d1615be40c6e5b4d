package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.CaseExpansion;
import io.soabench.model.ExpandedCase;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiment of B10, section 5: four processes, the eight workloads of table 1, all engines. */
class CompactnessTest {

    private static final int MOST_LINES = 100;

    private static final String WWW2010 =
            """
            testbed www2010 "Which BPEL engine? WWW 2010, table 1"
            seed 2010

            service type Partner from "wsdl/quote.wsdl"
            service partner : Partner { response time 0 ms }

            process Sequential { bpel "bpel/sequential.bpel" partner quote -> partner }
            process FlowNoDep  { bpel "bpel/sequential.bpel" partner quote -> partner }
            process Flow       { bpel "bpel/sequential.bpel" partner quote -> partner }
            process While      { bpel "bpel/sequential.bpel" partner quote -> partner }

            host here
            host lab { address "lab" }
            server own   : reference on here
            server ode   : ode       on here
            server mocks : axis2     on lab { serves partner }

            workload L1 closed { clients  10  think time normal(1 s,   variance 0.5 s2) }
            workload L2 closed { clients  25  think time normal(2 s,   variance 0.5 s2) }
            workload L3 closed { clients  25  think time normal(1 s,   variance 0.5 s2) }
            workload L4 closed { clients  25  think time normal(0.5 s, variance 0.5 s2) }
            workload H1 closed { clients  50  think time normal(1 s,   variance 0.5 s2) }
            workload H2 closed { clients  50  think time normal(0.5 s, variance 0.5 s2) }
            workload H3 closed { clients 100  think time normal(1 s,   variance 0.5 s2) }
            workload H4 closed { clients 200  think time normal(2 s,   variance 0.5 s2) }

            metric response-time of processes { max, min, average, chart over time }
            metric threads       of engines   { max, chart over time }
            metric traffic       of engines   { total }

            suite Low  { case for engine in engines, process in processes, workload in (L1 .. L4) from lab }
            suite High { case for engine in engines, process in processes, workload in (H1 .. H4) from lab }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldFitOnAPageWhenSuiteOfThePaperIsWritten() {
        ModelFixture model = new ModelFixture(folder);
        TestbedReader.Result result = model.read(WWW2010);
        assertThat(model.lines(result)).isEmpty();
        assertThat(WWW2010.lines().count()).isLessThanOrEqualTo(MOST_LINES);
        assertThat(new TestbedReader().format(WWW2010)).isEqualTo(WWW2010);
        var cases = CaseExpansion.expand(result.testbed());
        assertThat(cases).hasSize(2 * 4 * 8);
        assertThat(cases)
                .extracting(ExpandedCase::name)
                .doesNotHaveDuplicates()
                .startsWith(
                        "Sequential-L1-own",
                        "Sequential-L2-own",
                        "Sequential-L3-own",
                        "Sequential-L4-own",
                        "FlowNoDep-L1-own")
                .endsWith("While-H3-ode", "While-H4-ode");
        assertThat(cases.get(63).suite().getName()).isEqualTo("High");
        assertThat(cases.get(63).clientHosts())
                .extracting(host -> host.getName())
                .containsExactly("lab");
    }
}
