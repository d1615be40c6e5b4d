package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.MetricComparison;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Engines at their capacity that still become quicker while they are measured: their means depend on the length of the warm-up. */
final class ThroughputTrendTest {

    private static final int RUNS = 60;
    private static final int BLOCKS = 5;
    private static final int PARTS = 20;
    private static final double PART_S = 0.5;

    /** Spread of the throughput between repetitions, and between parts of a measurement. */
    private static final double SPREAD = 0.02;

    private static final double PART_SPREAD = 0.05;

    /** Share of runs that may report a difference where nothing differs. */
    private static final double WRONG = 0.05;

    /**
     * Engines of which each answers so many requests a second at the end of the measurement.
     *
     * @param startShares shares of it at the start, by engine
     */
    private record Engines(Random random, List<Double> perS, List<Double> startShares) implements SimulatedRun.Times {

        @Override
        public int clients() {
            return 200;
        }

        @Override
        public double[] idealMs(SimulatedRun.Place place, int block) {
            return new double[] {0};
        }

        @Override
        public double[] of(SimulatedRun.Place place, int block) {
            double end = perS.get(place.engine()) * Math.exp(SPREAD * random.nextGaussian());
            double start = startShares.get(place.engine());
            return IntStream.range(0, PARTS)
                    .mapToDouble(part -> end
                            * Math.pow(start, 1 - (part + 0.5) / PARTS)
                            * Math.exp(PART_SPREAD * random.nextGaussian()))
                    .flatMap(rate -> DoubleStream.generate(() -> 1000 * (clients() / rate - SimulatedRun.THINK_S))
                            .limit(Math.round(rate * PART_S)))
                    .toArray();
        }
    }

    private static double different(List<Double> perS, List<Double> startShares) {
        return Rate.of(RUNS, random -> {
            List<MetricComparison> found =
                    SimulatedRun.of(2, 1, 1, BLOCKS, new Engines(random, perS, startShares))
                            .comparisons()
                            .metricPairs()
                            .stream()
                            .filter(pair -> pair.metric().equals("throughput"))
                            .toList();
            assertThat(found).hasSize(1);
            return found.get(0).decided();
        });
    }

    /** Their means differ by 15 %, and both answer as many requests at the end of the measurement. */
    @Test
    void shouldNotReportADifferenceThatTheWarmUpMakes() {
        assertThat(different(List.of(100.0, 100.0), List.of(1.0, 0.7))).isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
    }

    /** A ratio whose interval is far from 1 is not left open without the reason and its size. */
    @Test
    void shouldNameTheTrendThatLeavesADifferenceOpen() {
        SimulatedRun run =
                SimulatedRun.of(2, 1, 1, BLOCKS, new Engines(new Random(4), List.of(100.0, 100.0), List.of(1.0, 0.7)));

        assertThat(Headlines.of(
                                run.cases(),
                                run.comparisons(),
                                run.answers(),
                                EngineDurabilities.of(Optional.empty()),
                                SimulatedRun.CONFIDENCE)
                        .lines())
                .extracting(Headline::words)
                .anySatisfy(words -> assertThat(words)
                        .matches(
                                "Under w0, e1 answers 8\\d\\.\\d requests/s at its capacity, 0\\.8\\d+ times as many as e0"
                                        + " \\(95 % CI 0\\.7\\d+ to 0\\.\\d+\\), but not decided: not larger than the possible effect of"
                                        + " trends of \\d+(\\.\\d)? %\\."));
    }

    @Test
    void shouldNotReportADifferenceOfSteadyEnginesThatAreEqual() {
        assertThat(different(List.of(100.0, 100.0), List.of(1.0, 1.0))).isLessThanOrEqualTo(Rate.most(WRONG, RUNS));
    }

    /** Both warm up in the same way, so that their ratio is steady. */
    @Test
    void shouldFindTheDifferenceOfEnginesWhoseRatioIsSteady() {
        assertThat(different(List.of(100.0, 130.0), List.of(1.0, 1.0))).isGreaterThan(0.9);
        assertThat(different(List.of(100.0, 130.0), List.of(0.7, 0.7))).isGreaterThan(0.9);
    }

    /** A difference that is larger than all that the trend could still make. */
    @Test
    void shouldFindALargeDifferenceInSpiteOfATrend() {
        assertThat(different(List.of(100.0, 30.0), List.of(1.0, 0.7))).isGreaterThan(0.9);
    }
}
