package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.CaseResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine under two closed loads: what it answers under one tells whether it is at its capacity under the other. */
final class CapacityOfLoadsTest {

    private static final double MEASURED_S = 10;

    /** 200 clients that get so many answers a second under each workload. */
    private record Answers(List<Double> perS) implements SimulatedRun.Times {

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
            int answers = (int) Math.round(perS.get(place.workload()) * MEASURED_S) + block % 2;
            double[] times = new double[answers];
            Arrays.fill(times, 1000 * (clients() * MEASURED_S / answers - SimulatedRun.THINK_S));
            return times;
        }
    }

    private static List<Boolean> reached(Double... perS) {
        SimulatedRun run = SimulatedRun.of(2, 1, perS.length, 5, new Answers(List.of(perS)));
        return run.cases().stream()
                .filter(one -> CaseResult.engine(one.testCase()).equals("e0"))
                .map(run.comparisons().capacities()::reached)
                .toList();
    }

    /** Many requests under way cost an engine a part of what it answers: it is no less at its capacity. */
    @Test
    void shouldBeReachedThoughAnotherLoadHasMoreAnswers() {
        assertThat(reached(35.0, 33.0)).containsExactly(true, true);
        assertThat(reached(60.0, 33.0)).containsExactly(true, true);
    }

    /** 200 clients that hardly wait are not all of the engine. */
    @Test
    void shouldNotBeReachedWhereClientsHardlyWait() {
        assertThat(reached(198.0, 33.0)).containsExactly(false, true);
    }
}
