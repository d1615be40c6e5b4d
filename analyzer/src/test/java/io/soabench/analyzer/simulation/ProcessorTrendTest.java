package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.MetricComparison;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Engines whose processor time for a request still falls while it is measured: their means depend on the length of the warm-up. */
final class ProcessorTrendTest {

    private static final int RUNS = 99;
    private static final int PARTS = 10;
    private static final int REQUESTS = 200;

    /** Spread of the processor time between repetitions, and between parts of a measurement. */
    private static final double SPREAD = 0.02;

    private static final double PART_SPREAD = 0.04;

    /** Share of the noise of a part that the next one has, too: a collection of garbage lasts. */
    private static final double KEPT = 0.5;

    /** Share of runs that may report a difference where nothing differs. */
    private static final double WRONG = 0.05;

    /**
     * Engines of which each takes so many milliseconds at the end of the measurement.
     *
     * @param scale factor of all times: with 10, parts of the measurement have 200 ms and more, with 1 they have too few steps of the counter
     * @param startFactors factors by which a request takes more at the start, by engine
     */
    private record Engines(Random random, double scale, List<Double> endMs, List<Double> startFactors)
            implements SimulatedRun.Times {

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            double[] times = new double[REQUESTS];
            Arrays.fill(times, 20);
            return times;
        }

        @Override
        public double[] cpuMs(SimulatedRun.Place place, int block) {
            double end = scale * endMs.get(place.engine()) * Math.exp(SPREAD * random.nextGaussian());
            double[] noise = new double[PARTS];
            for (int part = 0; part < PARTS; part++) {
                noise[part] = (part == 0 ? 0 : KEPT * noise[part - 1]) + PART_SPREAD * random.nextGaussian();
            }
            return IntStream.range(0, PARTS)
                    .mapToDouble(part -> end
                            * Math.pow(startFactors.get(place.engine()), 1 - (part + 0.5) / PARTS)
                            * Math.exp(noise[part]))
                    .toArray();
        }
    }

    private static MetricComparison compared(Random random, int blocks, List<Double> endMs, List<Double> startFactors) {
        return compared(random, 10, blocks, endMs, startFactors);
    }

    private static MetricComparison compared(
            Random random, double scale, int blocks, List<Double> endMs, List<Double> startFactors) {
        List<MetricComparison> found = SimulatedRun.of(2, 1, 1, blocks, new Engines(random, scale, endMs, startFactors))
                .comparisons()
                .metricPairs()
                .stream()
                .filter(pair -> pair.metric().equals("processor-time"))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static double different(int blocks, List<Double> endMs, List<Double> startFactors) {
        return Rate.of(
                RUNS, random -> compared(random, blocks, endMs, startFactors).decided());
    }

    /** Their means differ by 20 %, and both take as much at the end of the measurement. */
    @Test
    void shouldNotReportADifferenceThatTheWarmUpMakes() {
        for (int blocks : new int[] {3, 5, 10}) {
            assertThat(different(blocks, List.of(1.0, 1.0), List.of(1.0, 1.45)))
                    .as("%s blocks", blocks)
                    .isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
        }
    }

    /** The same of processor times of which only halves of the measurement are known. */
    @Test
    void shouldAllowForTrendsOfLittleProcessorTime() {
        for (int blocks : new int[] {3, 5}) {
            assertThat(Rate.of(RUNS, random -> compared(random, 1, blocks, List.of(1.0, 1.0), List.of(1.0, 1.45))
                            .decided()))
                    .as("%s blocks", blocks)
                    .isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
        }
        assertThat(Rate.of(RUNS, random -> compared(random, 1, 3, List.of(1.0, 6.0), List.of(1.0, 1.4))
                        .decided()))
                .isGreaterThan(0.9);
    }

    /** A few percent that a measurement of another length would not have: within what counts as steady, half of it is allowed for. */
    @Test
    void shouldNotReportADifferenceThatASmallTrendMakes() {
        assertThat(different(10, List.of(1.0, 1.0), List.of(1.0, 1.08))).isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
    }

    @Test
    void shouldNotReportADifferenceOfSteadyEnginesThatAreEqual() {
        for (int blocks : new int[] {2, 3, 5}) {
            assertThat(different(blocks, List.of(1.0, 1.0), List.of(1.0, 1.0)))
                    .as("%s blocks", blocks)
                    .isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
        }
    }

    /** Both warm up in the same way, so that their ratio is steady. */
    @Test
    void shouldFindTheDifferenceOfEnginesWhoseRatioIsSteady() {
        assertThat(different(5, List.of(1.0, 1.5), List.of(1.0, 1.0))).isGreaterThan(0.9);
        assertThat(different(5, List.of(1.0, 1.5), List.of(1.4, 1.4))).isGreaterThan(0.9);
    }

    /** A difference that is larger than all that the trend could still make. */
    @Test
    void shouldFindALargeDifferenceInSpiteOfATrend() {
        assertThat(different(3, List.of(1.0, 6.0), List.of(1.0, 1.4))).isGreaterThan(0.9);
    }

    /** A ratio whose interval is far from 1 is not left open without the reason and its size. */
    @Test
    void shouldNameTheTrendThatLeavesADifferenceOpen() {
        assertThat(compared(new Random(4), 5, List.of(1.0, 1.0), List.of(1.0, 1.45))
                        .sentence())
                .matches(
                        "P0 under w0: For a completed request, the data do not show which of e0 and e1 takes more processor time \\(ratio of"
                                + " e1 to e0 1\\.[12]\\d+, 95 % CI 1\\.[012]\\d+ to 1\\.[23]\\d+; not larger than the possible effect of trends of"
                                + " (\\d+(\\.\\d+)? %|up to a factor of [23]\\.\\d+)\\)\\.");
    }
}
