package io.soabench.load.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.plan.WorkloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {

    private static final String CLOSED =
            "# soabench workload trace 1\n# workload=office kind=closed clients=2 chunks=a,b\n";
    private static final String OPEN = "# soabench workload trace 1\n# workload=rush kind=open clients=0 chunks=a,b\n";

    @TempDir
    Path folder;

    private Trace read(String text) throws IOException {
        return Trace.read(Files.writeString(folder.resolve("t.trace"), text));
    }

    private List<String> problems(String text) throws IOException {
        BadInput bad = catchThrowableOfType(BadInput.class, () -> read(text));
        assertThat(bad).as(text).isNotNull();
        return bad.problems().stream()
                .map(p -> p.substring(p.indexOf("t.trace")))
                .toList();
    }

    @Test
    void shouldKnowEachClientsRequestsWhenClosed() throws IOException {
        Trace trace = read(CLOSED + "3\t1\t203111\t0\n3\t2\t9000000000\t1\n7\t1\t5\t1\n");
        assertThat(trace.workload()).isEqualTo("office");
        assertThat(trace.kind()).isEqualTo(WorkloadPlan.Load.CLOSED);
        assertThat(trace.clientCount()).isEqualTo(2);
        assertThat(List.of(trace.begin(0), trace.begin(1), trace.begin(2))).containsExactly(0, 2, 3);
        assertThat(trace.client(2)).isEqualTo(7);
        assertThat(trace.number(1)).isEqualTo(2);
        assertThat(trace.waitUs(1)).isEqualTo(9_000_000_000L);
        assertThat(trace.chunk(1)).isEqualTo(1);
    }

    @Test
    void shouldCountArrivalsWhenOpen() throws IOException {
        Trace trace = read(OPEN + "1\t1\t0\t0\n1\t2\t10\t0\n1\t3\t10\t0\n1\t4\t25\t0\n");
        assertThat(trace.arrivalsBefore(10)).isEqualTo(1);
        assertThat(trace.arrivalsBefore(25)).isEqualTo(3);
        assertThat(trace.arrivalsBefore(26)).isEqualTo(4);
        assertThat(trace.mostWithin(9)).isEqualTo(2);
        assertThat(trace.mostWithin(10)).isEqualTo(3);
        assertThat(trace.mostWithin(1000)).isEqualTo(4);
    }

    @Test
    void shouldGrowWhenThereAreManyRequests() throws IOException {
        StringBuilder text = new StringBuilder(OPEN);
        for (int i = 1; i <= 5_000; i++) {
            text.append("1\t").append(i).append('\t').append(i * 3L).append("\t1\n");
        }
        Trace trace = read(text.toString());
        assertThat(trace.size()).isEqualTo(5_000);
        assertThat(trace.waitUs(4_999)).isEqualTo(15_000);
    }

    @Test
    void shouldNameEveryBadLineWhenThereAreSome() throws IOException {
        assertThat(problems(
                        CLOSED + "1\t1\t5\t2\n1\t1\tx\t0\n1\t1\t5\n0\t1\t5\t0\n2\t1\t1\t0\n2\t1\t1\t0\n1\t1\t1\t0\n"))
                .containsExactly(
                        "t.trace:3 wants chunk 2, but its header names 2",
                        "t.trace:4 holds something that is not a whole number",
                        "t.trace:5 is not \"client, n, wait, chunk\" separated by tabs",
                        "t.trace:6 has a negative wait or row, or a client or request number below 1",
                        "t.trace:8 is out of order: a closed trace is sorted by client and n, an open one by time",
                        "t.trace:9 is out of order: a closed trace is sorted by client and n, an open one by time");
        assertThat(problems(OPEN + "1\t1\t5\t0\n1\t2\t4\t0\n"))
                .singleElement()
                .asString()
                .contains("out of order");
    }

    @Test
    void shouldKnowWhenClientsAreThere() throws IOException {
        Trace trace = read(CLOSED + "# stays=7 warm-up..2000 5000..end\n3\t1\t1\t0\n7\t1\t5\t1\n");
        assertThat(trace.presence(0).next(-9, 1)).isEqualTo(-9);
        PresenceIntervals presence = trace.presence(1);
        assertThat(presence.next(-1, 7)).isEqualTo(-1);
        assertThat(presence.next(1_999_999, 7)).isEqualTo(1_999_999);
        assertThat(presence.next(2_000_000, 7)).isEqualTo(5_000_007);
        assertThat(presence.next(5_000_000, 7)).isEqualTo(5_000_000);
        assertThat(read(CLOSED + "# stays=3 1..2\n3\t1\t1\t0\n").presence(0).next(5_000, 0))
                .isEqualTo(Long.MAX_VALUE);
        for (String wrong : List.of("x 1..2", "3 1", "3 2..1", "3 1..5 4..6", "3 1..", "3 end..warm-up")) {
            assertThat(problems(CLOSED + "# stays=" + wrong + "\n3\t1\t1\t0\n"))
                    .containsExactly(
                            "t.trace:3 does not give the times at which a client is present, like \"# stays=7 warm-up..2000000 5000000..end\"");
        }
    }

    @Test
    void shouldRefuseWhenTheFileIsAnother() throws IOException {
        assertThat(problems("PK\n")).anyMatch(p -> p.startsWith("t.trace:1 is not a workload trace of this version"));
        assertThat(problems(CLOSED))
                .containsExactly("t.trace holds no request; give the workload a longer phase or a higher rate");
        assertThat(problems("# soabench workload trace 1\n1\t1\t5\t0\n"))
                .containsExactly("t.trace has no line \"# workload=… kind=… chunks=…\"");
        assertThat(problems("# soabench workload trace 1\n# workload=a kind=odd\n1\t1\t5\t0\n"))
                .containsExactly("t.trace:2 has the kind=odd; kind=closed or kind=open is needed");
        assertThat(problems(CLOSED + "x\n".repeat(50))).hasSize(10);
    }
}
