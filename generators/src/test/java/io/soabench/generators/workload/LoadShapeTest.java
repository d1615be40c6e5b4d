package io.soabench.generators.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.generators.random.RandomStreams;
import io.soabench.generators.workload.ClientClassPlan.WeightedChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Arrivals whose rate changes over time. Whatever is random is drawn from one seed; bounds are five standard deviations. */
class LoadShapeTest {

    private static final List<WeightedChunk> ONE = List.of(new WeightedChunk(0, 1));
    private static final Distribution EVENLY = Distribution.constant(1);
    private static final Distribution POISSON = Distribution.of(Kind.EXPONENTIAL, 1);

    private static ClientClassPlan shaped(String name, Distribution distances, LoadShape shape) {
        return new ClientClassPlan(name, 1, distances, Optional.of(shape), ONE, List.of());
    }

    private static WorkloadSimulation open(long warmUpMs, long measureMs, ClientClassPlan... classes) {
        return new WorkloadSimulation(
                new RandomStreams(7), "web", true, List.of(classes), 0, warmUpMs + measureMs, warmUpMs);
    }

    /** Arrivals in seconds since the start of the measurement. */
    private static List<Double> arrivals(WorkloadSimulation workload, long warmUpMs) throws IOException {
        List<Double> arrivals = new ArrayList<>();
        workload.run((client, n, waitUs, chunk, row) -> arrivals.add((waitUs - warmUpMs * 1000) / 1e6));
        return arrivals;
    }

    private static List<Double> measured(WorkloadSimulation workload, long warmUpMs) throws IOException {
        return arrivals(workload, warmUpMs).stream().filter(at -> at >= 0).toList();
    }

    private static long between(List<Double> arrivals, double from, double to) {
        return arrivals.stream().filter(at -> at >= from && at < to).count();
    }

    private static LoadShape.Stages stages(LoadSegment... all) {
        return new LoadShape.Stages(List.of(all));
    }

    @Test
    void shouldFollowStagesExactlyWhenArrivalsAreEven() throws IOException {
        LoadShape day = stages(
                new LoadSegment("a", 2, 2, 2),
                new LoadSegment("b", 2, 2, 4),
                new LoadSegment("c", 1, 0, 0),
                new LoadSegment("d", 2, 4, 0));

        List<Double> found = measured(open(0, 8_000, shaped("", EVENLY, day)), 0);

        List<Double> expected = new ArrayList<>(List.of(0.5, 1.0, 1.5, 2.0));
        for (int k = 1; k <= 6; k++) {
            // 2t + t²/2 = k
            expected.add(2 + Math.sqrt(4 + 2 * k) - 2);
        }
        for (int k = 1; k <= 3; k++) {
            // 4t − t² = k
            expected.add(5 + 2 - Math.sqrt(4 - k));
        }
        assertThat(found).hasSize(expected.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).isCloseTo(expected.get(i), within(2e-6));
        }
    }

    @Test
    void shouldGoOnAtTheLastRateWhenStagesAreOver() throws IOException {
        List<Double> found = measured(open(0, 6_000, shaped("", EVENLY, stages(new LoadSegment("a", 2, 0, 2)))), 0);

        // Two of the ramp, then two a second.
        assertThat(found).hasSize(2 + 2 * 4 - 1);
        assertThat(found.get(found.size() - 1) - found.get(found.size() - 2)).isCloseTo(0.5, within(2e-6));
    }

    /** A rate that is no binary fraction: no request of a burst may slip behind the pause by rounding. */
    @Test
    void shouldSendTheSameNumberOfRequestsInEachBurst() throws IOException {
        LoadShape bursts = new LoadShape.Series(3, 1_000, 3_000, 0.7);

        List<Double> found = measured(open(2_000, 10_000, shaped("", EVENLY, bursts)), 2_000);

        assertThat(found).hasSize(3_000);
        for (int burst = 0; burst < 3; burst++) {
            double begin = burst * (1 / 3.0 + 0.7);
            assertThat(found.get(burst * 1_000)).isCloseTo(begin, within(2e-6));
            assertThat(found.get(burst * 1_000 + 999)).isCloseTo(begin + 0.333, within(2e-6));
        }
        assertThat(bursts.expected(10)).isEqualTo(3_000);
        assertThat(bursts.expected(1 / 3.0 + 0.7 + 0.1)).isCloseTo(1_300, within(1e-6));
    }

    @Test
    void shouldNameBurstsAndPausesAndSendUntilTheEndWithoutANumber() throws IOException {
        LoadShape bursts = new LoadShape.Series(Integer.MAX_VALUE, 100, 100, 1);
        WorkloadSimulation workload = open(0, 5_000, shaped("", EVENLY, bursts));

        assertThat(measured(workload, 0)).hasSize(300);
        assertThat(workload.segments())
                .extracting(LoadSegment::name)
                .containsExactly("burst", "pause", "burst", "pause", "burst");
        assertThat(workload.warmUpRatePerSecond()).isEqualTo(50);
    }

    /** In a ramp from 0 to 400 a second, counts of seconds have the mean of the ramp and, like those of any Poisson process, its variance. */
    @Test
    void shouldBeAPoissonProcessWhenArrivalsAreExponential() throws IOException {
        List<Double> found =
                measured(open(0, 200_000, shaped("", POISSON, stages(new LoadSegment("up", 200, 0, 400)))), 0);

        assertThat((double) found.size()).isCloseTo(40_000, within(5 * Math.sqrt(40_000)));
        double squares = 0;
        for (int second = 10; second < 200; second++) {
            double mean = 2 * second + 1;
            double difference = between(found, second, second + 1) - mean;
            squares += difference * difference / mean;
        }
        // Pearson's statistic of 190 counts: mean 190, variance 2 · 190.
        assertThat(squares).isCloseTo(190, within(5 * Math.sqrt(2 * 190)));
    }

    @Test
    void shouldArriveAtTheRateOfEachStateWhenThereAreBursts() throws IOException {
        LoadShape.Bursts bursts = new LoadShape.Bursts(
                List.of(new LoadSegment("calm", 5, 20, 20), new LoadSegment("busy", 0.5, 400, 400)));
        WorkloadSimulation workload = open(0, 1_000_000, shaped("", POISSON, bursts));

        // States come when they come in the first repetition, in which the plan tells them; arrivals are drawn anew.
        WorkloadSimulation second = workload.inRepetition(2);
        List<Double> found = measured(second, 0);
        assertThat(found).isNotEqualTo(measured(workload, 0));
        assertThat(second.segments()).isEqualTo(workload.segments());
        double[] time = new double[2];
        long[] arrivals = new long[2];
        double at = 0;
        for (LoadSegment each : workload.segments()) {
            int state = each.name().equals("busy") ? 1 : 0;
            time[state] += each.seconds();
            arrivals[state] += between(found, at, at + each.seconds());
            at += each.seconds();
        }

        assertThat(at).isCloseTo(1_000, within(1e-6));
        assertThat(arrivals[0] / time[0]).isCloseTo(20, within(5 * Math.sqrt(20 / time[0])));
        assertThat(arrivals[1] / time[1]).isCloseTo(400, within(5 * Math.sqrt(400 / time[1])));
        // A share of 1/11 of busy time; some 180 stays, each exponential, in either state.
        assertThat(time[1] / at).isCloseTo(1 / 11.0, within(5 * Math.sqrt(2.0 / 180) / 11));
        assertThat(workload.segments()).hasSizeBetween(364 - 95, 364 + 95);
    }

    @Test
    void shouldBeginInEitherStateWithItsShareOfTime() {
        LoadShape.Bursts bursts =
                new LoadShape.Bursts(List.of(new LoadSegment("calm", 3, 1, 1), new LoadSegment("busy", 1, 9, 9)));
        RandomStreams streams = new RandomStreams(1);
        int busy = 0;
        for (int i = 0; i < 1_000; i++) {
            busy += bursts.segments(streams.stream("/" + i)).next().name().equals("busy") ? 1 : 0;
        }

        assertThat(busy).isBetween(250 - 69, 250 + 69);
    }

    @Test
    void shouldMeasureTheSameArrivalsHoweverLongTheWarmUpIs() throws IOException {
        for (LoadShape shape : List.of(
                stages(new LoadSegment("a", 2, 50, 50), new LoadSegment("b", 3, 50, 200)),
                new LoadShape.Bursts(
                        List.of(new LoadSegment("calm", 1, 20, 20), new LoadSegment("busy", 0.2, 300, 300))),
                new LoadShape.Replay(List.of(0.0, 0.4, 1.5, 1.6), 2, 0.5, true))) {
            WorkloadSimulation longest = open(4_000, 5_000, shaped("", POISSON, shape));
            WorkloadSimulation shorter = longest.after(1_000);

            assertThat(measured(shorter, 1_000)).isNotEmpty().isEqualTo(measured(longest, 4_000));
            List<Double> warmUp =
                    arrivals(shorter, 0).stream().filter(at -> at < 1).toList();
            assertThat(arrivals(longest, 0)).startsWith(warmUp.toArray(Double[]::new));
            assertThat(warmUp).isNotEmpty();
        }
    }

    @Test
    void shouldWarmUpAtTheRateWithWhichStagesBegin() throws IOException {
        List<Double> from =
                arrivals(open(100_000, 10_000, shaped("", EVENLY, stages(new LoadSegment("a", 10, 5, 50)))), 100_000);
        List<Double> fromZero =
                arrivals(open(100_000, 10_000, shaped("", EVENLY, stages(new LoadSegment("a", 10, 0, 50)))), 100_000);

        assertThat(between(from, -100, 0)).isBetween(499L, 500L);
        // From zero: the mean of the measurement.
        assertThat(between(fromZero, -100, 0)).isBetween(2_499L, 2_500L);
    }

    @Test
    void shouldReplayARecordingAsItIs() throws IOException {
        List<Double> times = List.of(0.0, 0.25, 0.25, 1.5);

        assertThat(measured(open(1_000, 4_000, shaped("", POISSON, new LoadShape.Replay(times, 2, 1, false))), 1_000))
                .isEqualTo(times);
        assertThat(measured(open(1_000, 4_000, shaped("", POISSON, new LoadShape.Replay(times, 2, 1, true))), 1_000))
                .containsExactly(0.0, 0.25, 0.25, 1.5, 2.0, 2.25, 2.25, 3.5);
    }

    @Test
    void shouldKeepTheShareOfARecording() throws IOException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            times.add(i / 1_000.0);
        }
        List<Double> kept =
                measured(open(0, 4_000, shaped("", POISSON, new LoadShape.Replay(times, 4, 0.25, false))), 0);

        assertThat(kept).isSubsetOf(times);
        assertThat((double) kept.size()).isCloseTo(1_000, within(5 * Math.sqrt(4_000 * 0.25 * 0.75)));
    }

    @Test
    void shouldLeaveOtherClassesAsTheyAre() throws IOException {
        ClientClassPlan steady =
                new ClientClassPlan("steady", 1, Distribution.constant(0.1), List.of(new WeightedChunk(1, 1)));
        List<String> alone = new ArrayList<>();
        open(1_000, 3_000, steady).run((client, n, waitUs, chunk, row) -> alone.add(waitUs + ""));
        List<String> beside = new ArrayList<>();
        open(1_000, 3_000, steady, shaped("wave", POISSON, stages(new LoadSegment("a", 3, 0, 100))))
                .run((client, n, waitUs, chunk, row) -> {
                    if (chunk == 1) {
                        beside.add(waitUs + "");
                    }
                });

        assertThat(beside).isEqualTo(alone);
    }

    @Test
    void shouldTellTheRatesOfAllClassesTogether() {
        WorkloadSimulation workload = open(
                1_000,
                4_000,
                new ClientClassPlan("steady", 1, Distribution.constant(0.1), ONE),
                shaped("x", POISSON, stages(new LoadSegment("1", 1, 20, 20), new LoadSegment("2", 2, 20, 40))),
                shaped("y", POISSON, stages(new LoadSegment("1", 2, 5, 5), new LoadSegment("2", 2, 7, 7))));

        assertThat(workload.segments())
                .containsExactly(
                        new LoadSegment("x: 1 + y: 1", 1, 35, 35),
                        new LoadSegment("x: 2 + y: 1", 1, 35, 45),
                        new LoadSegment("x: 2 + y: 2", 1, 47, 57),
                        new LoadSegment("x: after 2 + y: 2", 1, 57, 57));
        assertThat(workload.greatestRatePerSecond()).isEqualTo(57);
        assertThat(workload.ratePerSecond()).isCloseTo((35 + 40 + 52 + 57) / 4.0, within(1e-9));
        assertThat(workload.expectedRequests(1, 4, 0)).isCloseTo(10 + 20 + 5 + 35 + 40 + 52 + 57, within(1e-9));
    }

    @Test
    void shouldHaveNoSegmentsWhenTheRateDoesNotChange() {
        assertThat(open(0, 1_000, new ClientClassPlan("", 1, EVENLY, ONE)).segments())
                .isEmpty();
    }
}
