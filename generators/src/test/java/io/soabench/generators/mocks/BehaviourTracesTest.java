package io.soabench.generators.mocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.ClientClassPlan;
import io.soabench.generators.workload.WorkloadSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BehaviourTracesTest {

    private static final RandomStreams STREAMS = new RandomStreams(5);

    @TempDir
    Path temp;

    private static WorkloadSimulation workload(int clients) {
        ClientClassPlan each = new ClientClassPlan(
                "", clients, Distribution.constant(1), List.of(new ClientClassPlan.WeightedChunk(0, 1)));
        return new WorkloadSimulation(STREAMS, "office", false, List.of(each), 100_000, 100_000);
    }

    private List<String> lines(ServiceBehaviour behaviour, List<BehaviourTraces.Caller> callers) throws IOException {
        Path file = temp.resolve("behaviour.trace");
        new BehaviourTraces(STREAMS).write(file, "quotes", 1, behaviour, callers);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).startsWith("# soabench behaviour trace 1", "# service=quotes instance=1");
        return lines.subList(2, lines.size());
    }

    private static ServiceBehaviour behaviour(Distribution time, double reliability) {
        return new ServiceBehaviour(time, reliability, Optional.empty());
    }

    private static List<BehaviourTraces.Caller> office(int clients, int steps) {
        return List.of(new BehaviourTraces.Caller(workload(clients), steps, 0));
    }

    @Test
    void shouldHaveABehaviourForEachStepOfEachRequest() throws IOException {
        List<String> lines = lines(behaviour(Distribution.constant(0.008), 1), office(2, 3));

        assertThat(lines).hasSize(200).allMatch(line -> line.endsWith("\t8000 8000 8000"));
        assertThat(lines.get(0)).startsWith("office.1.1\t");
        assertThat(lines.get(199)).startsWith("office.2.100\t");
    }

    @Test
    void shouldFailAsOftenAsTheReliabilitySays() throws IOException {
        List<String> lines = lines(behaviour(Distribution.constant(0), 0.9), office(20, 5));

        double failures =
                lines.stream().flatMapToInt(String::chars).filter(c -> c == '!').count();
        assertThat(failures / (2_000 * 5)).isCloseTo(0.1, within(0.01));
    }

    @Test
    void shouldLeaveResponseTimesAsTheyWereWhenReliabilityChanges() throws IOException {
        Distribution time = Distribution.of(Kind.EXPONENTIAL, 0.01);
        List<String> always = lines(behaviour(time, 1), office(2, 3));
        List<String> sometimes = lines(behaviour(time, 0.5), office(2, 3));

        assertThat(sometimes).isNotEqualTo(always);
        assertThat(sometimes.stream().map(line -> line.replace("!", "")).toList())
                .isEqualTo(always);
    }

    @Test
    void shouldWriteTheGapWhenThroughputIsLimited() throws IOException {
        ServiceBehaviour limited =
                new ServiceBehaviour(Distribution.constant(0.001), 0, Optional.of(Distribution.constant(200)));

        assertThat(lines(limited, office(1, 2))).allMatch(line -> line.endsWith("\t1000+5000! 1000+5000!"));
    }

    @Test
    void shouldWriteSpareLinesWhenNobodyIsKnownToCall() throws IOException {
        assertThat(lines(behaviour(Distribution.constant(0), 1), List.of()))
                .hasSize(BehaviourTraces.SPARE_LINES)
                .first()
                .isEqualTo("any.1.1\t0 0 0 0 0 0 0 0");
    }

    @Test
    void shouldCutTheTailWhenADistributionHasNoMean() throws IOException {
        List<String> lines = lines(behaviour(Distribution.of(Kind.PARETO, 1, 0.05), 1), office(20, 5));

        long longest = lines.stream()
                .flatMap(line -> List.of(line.substring(line.indexOf('\t') + 1).split(" ", -1)).stream())
                .mapToLong(Long::parseLong)
                .max()
                .orElseThrow();
        assertThat(longest).isEqualTo(BehaviourTraces.LONGEST_US);
    }
}
