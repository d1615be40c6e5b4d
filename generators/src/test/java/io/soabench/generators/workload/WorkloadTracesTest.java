package io.soabench.generators.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.ClientClassPlan.WeightedChunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTracesTest {

    private static final List<WeightedChunk> ONE = List.of(new WeightedChunk(0, 1));

    @TempDir
    Path temp;

    private static WorkloadSimulation closed(ClientClassPlan... classes) {
        return new WorkloadSimulation(new RandomStreams(7), "office", false, List.of(classes), 2_000, 1_500, 0);
    }

    private static WorkloadSimulation open(ClientClassPlan... classes) {
        return new WorkloadSimulation(new RandomStreams(7), "web", true, List.of(classes), 20_000, 15_000, 0);
    }

    private static List<String> requests(WorkloadSimulation workload) throws IOException {
        List<String> requests = new ArrayList<>();
        workload.run((client, n, waitUs, chunk, row) -> requests.add(client + "." + n + " " + waitUs + " " + chunk));
        return requests;
    }

    private List<List<String>> written(WorkloadSimulation workload, int hosts) throws IOException {
        List<WorkloadTraces.HostFiles> files = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            files.add(new WorkloadTraces.HostFiles(
                    temp.resolve("h" + i + ".trace"), Optional.of(temp.resolve("h" + i + ".csv"))));
        }
        WorkloadTraces.write(workload, List.of("small"), RowValues.NONE, files);
        List<List<String>> lines = new ArrayList<>();
        for (WorkloadTraces.HostFiles each : files) {
            lines.add(Files.readAllLines(each.trace()));
        }
        return lines;
    }

    @Test
    void shouldFillTheTimeWhenThinkTimesAreConstant() throws IOException {
        assertThat(requests(closed(new ClientClassPlan("", 2, Distribution.constant(0.5), ONE))))
                .containsExactly(
                        "1.1 500000 0",
                        "1.2 500000 0",
                        "1.3 500000 0",
                        "1.4 500000 0",
                        "2.1 500000 0",
                        "2.2 500000 0",
                        "2.3 500000 0",
                        "2.4 500000 0");
    }

    @Test
    void shouldStopAtTheCapWhenThereIsNoThinkTime() throws IOException {
        assertThat(requests(closed(new ClientClassPlan("", 2, Distribution.constant(0), ONE))))
                .hasSize(2 * WorkloadSimulation.MOST_REQUESTS_OF_A_CLIENT);
        assertThat(requests(closed(new ClientClassPlan("", 20_000, Distribution.constant(0), ONE))))
                .hasSize(20_000 * WorkloadSimulation.LEAST_CAP);
    }

    @Test
    void shouldGiveEachClientARequestWhenThinkTimesAreLongerThanTheTest() throws IOException {
        assertThat(requests(closed(new ClientClassPlan("", 3, Distribution.constant(60), ONE))))
                .hasSize(3);
    }

    @Test
    void shouldLeaveOtherClientsAsTheyWereWhenAClientIsAdded() throws IOException {
        Distribution think = Distribution.of(Kind.EXPONENTIAL, 0.3);
        List<String> two = requests(closed(new ClientClassPlan("", 2, think, ONE)));
        List<String> three = requests(closed(new ClientClassPlan("", 3, think, ONE)));

        assertThat(three.subList(0, two.size())).isEqualTo(two);
    }

    @Test
    void shouldDrawEachRepetitionByItself() throws IOException {
        Distribution think = Distribution.of(Kind.EXPONENTIAL, 0.3);
        WorkloadSimulation first = closed(new ClientClassPlan("", 2, think, ONE));
        WorkloadSimulation second = first.inRepetition(2);

        assertThat(requests(second)).isNotEqualTo(requests(first)).isEqualTo(requests(first.inRepetition(2)));
        assertThat(requests(second.inRepetition(1))).isEqualTo(requests(first));
        assertThat(requests(first.inRepetition(3))).isNotEqualTo(requests(second));
    }

    @Test
    void shouldWriteNoTableThatNobodyWants() throws IOException {
        Path trace = temp.resolve("2/here.trace");
        WorkloadTraces.write(
                closed(new ClientClassPlan("", 1, Distribution.constant(1), ONE)),
                List.of("small"),
                RowValues.NONE,
                List.of(new WorkloadTraces.HostFiles(trace, Optional.empty())));

        assertThat(trace.getParent().toFile().list()).containsExactly("here.trace");
    }

    @Test
    void shouldDealClientsInTurnWhenThereAreSeveralHosts() throws IOException {
        List<List<String>> hosts = written(closed(new ClientClassPlan("", 3, Distribution.constant(1), ONE)), 2);

        assertThat(hosts.get(0))
                .containsExactly(
                        "# soabench workload trace 1",
                        "# workload=office kind=closed clients=2 chunks=small",
                        "1\t1\t1000000\t0",
                        "1\t2\t1000000\t0",
                        "3\t1\t1000000\t0",
                        "3\t2\t1000000\t0");
        assertThat(hosts.get(1))
                .endsWith("2\t1\t1000000\t0", "2\t2\t1000000\t0")
                .hasSize(4);
    }

    @Test
    void shouldMergeArrivalsByTimeWhenThereAreSeveralClasses() throws IOException {
        List<String> requests = requests(open(
                new ClientClassPlan("a", 0, Distribution.constant(4), ONE),
                new ClientClassPlan("b", 0, Distribution.constant(3), List.of(new WeightedChunk(1, 1)))));

        assertThat(requests)
                .containsExactly(
                        "1.1 3000000 1",
                        "1.2 4000000 0",
                        "1.3 6000000 1",
                        "1.4 8000000 0",
                        "1.5 9000000 1",
                        "1.6 12000000 0",
                        "1.7 12000000 1");
    }

    @Test
    void shouldDealArrivalsInTurnWhenThereAreSeveralHosts() throws IOException {
        List<List<String>> hosts = written(open(new ClientClassPlan("", 0, Distribution.constant(5), ONE)), 2);

        assertThat(hosts.get(0).subList(2, hosts.get(0).size())).containsExactly("1\t1\t5000000\t0");
        assertThat(hosts.get(1).subList(2, hosts.get(1).size())).containsExactly("1\t2\t10000000\t0");
    }

    @Test
    void shouldHaveTheWantedRateWhenArrivalsAreExponential() throws IOException {
        WorkloadSimulation workload =
                open(new ClientClassPlan("", 0, Distribution.of(Kind.EXPONENTIAL, 1 / 200.0), ONE));

        assertThat(workload.ratePerSecond()).isCloseTo(200, within(1e-9));
        // 3,000 arrivals are expected in 15 s; the standard deviation is 55.
        assertThat(requests(workload).size()).isBetween(2_780, 3_220);
    }

    @Test
    void shouldChooseChunksByFrequency() throws IOException {
        WorkloadSimulation workload = open(new ClientClassPlan(
                "",
                0,
                Distribution.of(Kind.EXPONENTIAL, 1 / 2000.0),
                List.of(new WeightedChunk(0, 3), new WeightedChunk(1, 1))));

        List<String> requests = requests(workload);

        double small = requests.stream().filter(line -> line.endsWith(" 0")).count();
        assertThat(small / requests.size()).isCloseTo(0.75, within(0.01));
    }
}
