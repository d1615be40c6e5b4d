package io.soabench.generators.mocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.ClientClassPlan;
import io.soabench.generators.workload.WorkloadSimulation;
import io.soabench.model.Bursts;
import io.soabench.model.FailureShare;
import io.soabench.model.testbed.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BehaviourTracesTest {

    private static final RandomStreams STREAMS = new RandomStreams(5);

    @TempDir
    Path temp;

    private static WorkloadSimulation workload(int clients) {
        ClientClassPlan each = new ClientClassPlan(
                "", clients, Distribution.constant(1), List.of(new ClientClassPlan.WeightedChunk(0, 1)));
        return new WorkloadSimulation(STREAMS, "office", false, List.of(each), 100_000, 100_000, 0);
    }

    private List<String> lines(ServiceBehaviour behaviour, List<BehaviourTraces.Caller> callers) throws IOException {
        Path file = temp.resolve("behaviour.trace");
        new BehaviourTraces(STREAMS).write(file, "quotes", 1, behaviour, callers);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).startsWith("# soabench behaviour trace 1", "# service=quotes instance=1");
        return lines.subList(2, lines.size());
    }

    private static ServiceBehaviour behaviour(Distribution time, double reliability) {
        return ServiceBehaviour.of(time, reliability);
    }

    private static List<BehaviourTraces.Caller> office(int clients, int steps) {
        return List.of(new BehaviourTraces.Caller(workload(clients), chunk -> steps, new TreeMap<>()));
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
                behaviour(Distribution.constant(0.001), 0).withThroughput(Distribution.constant(200));

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

    private static final List<FailureShare> KINDS = List.of(
            new FailureShare(FailureKind.FAULT, 0, 0.4),
            new FailureShare(FailureKind.SERVER_FAULT, 0, 0.2),
            new FailureShare(FailureKind.HTTP, 503, 0.2),
            new FailureShare(FailureKind.CLOSE, 0, 0.1),
            new FailureShare(FailureKind.SILENCE, 0, 0.05),
            new FailureShare(FailureKind.MALFORMED, 0, 0.05));

    /** What follows the response times of a line, without those that succeed. */
    private static Map<String, Long> failures(List<String> lines) {
        return lines.stream()
                .flatMap(
                        line -> Stream.of(line.substring(line.indexOf('\t') + 1).split(" ", -1)))
                .filter(behaviour -> behaviour.contains("!"))
                .collect(Collectors.groupingBy(
                        behaviour -> behaviour.substring(behaviour.indexOf('!')), Collectors.counting()));
    }

    @Test
    void shouldDivideTheFailuresByTheirShares() throws IOException {
        Map<String, Long> found =
                failures(lines(behaviour(Distribution.constant(0), 0).withFailures(KINDS), office(20, 5)));

        Map<String, Double> expected = Map.of("!", 0.4, "!s", 0.2, "!503", 0.2, "!c", 0.1, "!n", 0.05, "!m", 0.05);
        assertThat(found).containsOnlyKeys(expected.keySet());
        // Four standard deviations of 10,000 draws.
        expected.forEach(
                (kind, share) -> assertThat(found.get(kind) / 10_000.0).as(kind).isCloseTo(share, within(0.02)));
    }

    @Test
    void shouldLetTheSameRequestsFailWhenTheyFailOtherwise() throws IOException {
        ServiceBehaviour faults = behaviour(Distribution.of(Kind.EXPONENTIAL, 0.01), 0.8);
        List<String> one = lines(faults, office(2, 3));
        List<String> other = lines(faults.withFailures(KINDS), office(2, 3));

        assertThat(other).isNotEqualTo(one);
        assertThat(other.stream()
                        .map(line -> line.replaceAll("![0-9a-z]+", "!"))
                        .toList())
                .isEqualTo(one);
    }

    @Test
    void shouldKeepTheKindOfAFailureWhenMoreRequestsFail() throws IOException {
        ServiceBehaviour few = behaviour(Distribution.constant(0), 0.8).withFailures(KINDS);
        List<String> some = lines(few, office(2, 1));
        List<String> all = lines(few.withReliability(Distribution.constant(0)), office(2, 1));

        for (int i = 0; i < some.size(); i++) {
            if (some.get(i).contains("!")) {
                assertThat(all.get(i)).isEqualTo(some.get(i));
            }
        }
        assertThat(some).anyMatch(line -> line.contains("!"));
    }

    @Test
    void shouldDrawTheReliabilityOfEachInstanceOnce() throws IOException {
        BehaviourTraces traces = new BehaviourTraces(STREAMS);
        ServiceBehaviour drawn =
                behaviour(Distribution.constant(0), 1).withReliability(Distribution.of(Kind.UNIFORM, 0.2, 0.8));

        double[] shares = IntStream.rangeClosed(1, 200)
                .mapToDouble(instance -> traces.reliability("quotes", instance, drawn))
                .toArray();

        assertThat(Arrays.stream(shares).min().orElseThrow()).isBetween(0.2, 0.25);
        assertThat(Arrays.stream(shares).max().orElseThrow()).isBetween(0.75, 0.8);
        assertThat(traces.reliability("quotes", 1, drawn)).isEqualTo(shares[0]);
        long failed = failures(lines(drawn, office(20, 5))).get("!");
        assertThat(1 - failed / 10_000.0).isCloseTo(shares[0], within(0.02));
    }

    @Test
    void shouldNotLeaveTheRangeOfSharesWhenTheDistributionDoes() {
        BehaviourTraces traces = new BehaviourTraces(STREAMS);
        ServiceBehaviour wide =
                behaviour(Distribution.constant(0), 1).withReliability(Distribution.of(Kind.NORMAL, 0.9, 0.5));

        assertThat(IntStream.rangeClosed(1, 50).mapToDouble(i -> traces.reliability("quotes", i, wide)))
                .allMatch(share -> share >= 0 && share <= 1)
                .contains(1.0);
    }

    @Test
    void shouldFailInBurstsOfTheLengthThatTheModelSays() throws IOException {
        Bursts bursts = new Bursts(1, 90, 0, 10);
        List<String> lines = lines(behaviour(Distribution.constant(0), 1).withBursts(bursts), office(1, 1));
        String course = course(lines);

        long failed = course.chars().filter(c -> c == '!').count();
        long stays = Pattern.compile("!+").matcher(course).results().count();
        assertThat(lines).hasSize(100);
        assertThat(stays).isBetween(1L, 10L);
        assertThat(failed).isGreaterThanOrEqualTo(2 * stays);
    }

    private static String course(List<String> lines) {
        return lines.stream().map(line -> line.endsWith("!") ? "!" : ".").collect(Collectors.joining());
    }

    /** Of 300 stays in the bad state: their mean length, and the share of failures, within five standard deviations. */
    @Test
    void shouldStayInEachStateAsLongAsTheModelSays() {
        Bursts bursts = new Bursts(0.99, 40, 0.25, 10);
        BurstStates states = new BurstStates(bursts, STREAMS.stream("/bursts"));
        int requests = 300 * 50;
        int bad = 0;
        int stays = 0;
        boolean before = false;
        for (int i = 0; i < requests; i++) {
            boolean now = states.reliability(i) == 0.25;
            bad += now ? 1 : 0;
            stays += now && !before ? 1 : 0;
            before = now;
        }

        assertThat((double) bad / stays).isCloseTo(10, within(5 * 10 / Math.sqrt(300)));
        assertThat((double) bad / requests).isCloseTo(0.2, within(0.08));
        for (int i = requests - 1; i >= 0; i -= 97) {
            assertThat(states.reliability(i))
                    .as("asked again, in another order: %d", i)
                    .isEqualTo(new BurstStates(bursts, STREAMS.stream("/bursts")).reliability(i));
        }
    }

    @Test
    void shouldHitAllClientsAtTheSameTimeWhenFailuresComeInBursts() throws IOException {
        List<String> lines =
                lines(behaviour(Distribution.constant(0), 1).withBursts(new Bursts(1, 200, 0, 200)), office(20, 1));

        int alike = 0;
        for (int n = 0; n < 100; n++) {
            int of = n;
            long failed = IntStream.range(0, 20)
                    .filter(client -> lines.get(client * 100 + of).endsWith("!"))
                    .count();
            alike += failed == 0 || failed == 20 ? 1 : 0;
        }
        // A change of the state falls among the requests of a round in about ten rounds.
        assertThat(alike).isGreaterThan(80);
        assertThat(failures(lines)).containsKey("!");
    }

    @Test
    void shouldSayOfTheInstanceHowItsTimesDependOnWhatItHasToDo() throws IOException {
        Path file = temp.resolve("behaviour.trace");
        ServiceBehaviour loaded = behaviour(Distribution.constant(0.001), 1).withLoad(2_000, 4);
        new BehaviourTraces(STREAMS).write(file, "quotes", 1, loaded, office(1, 1));

        assertThat(Files.readAllLines(file))
                .startsWith(
                        "# soabench behaviour trace 1",
                        "# service=quotes instance=1",
                        "# capacity=4 per-concurrent-us=2000",
                        "office.1.1\t1000");
    }
}
