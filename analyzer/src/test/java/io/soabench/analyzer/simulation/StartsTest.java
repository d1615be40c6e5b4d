package io.soabench.analyzer.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.PairResult;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Starts of several kinds. */
final class StartsTest {

    private static final int REQUESTS = 1_000;

    /** Engine 1 takes twice as long; as many of its starts as are odd get slower by half on their way. */
    private static SimulatedRun draw(long seed, boolean odd) {
        Random random = new Random(seed);
        return SimulatedRun.of(2, 1, 1, 6, (place, block) -> {
            double[] times = new double[REQUESTS];
            boolean slows = odd && place.engine() == 1 && block % 3 == 0;
            for (int i = 0; i < REQUESTS; i++) {
                times[i] = 20
                        * (1 + place.engine())
                        * (slows && i > REQUESTS / 2 ? 1.5 : 1)
                        * Math.exp(0.1 * random.nextGaussian());
            }
            return times;
        });
    }

    @Test
    void shouldCallACaseInconsistentWhoseStartsDiffer() {
        SimulatedRun run = draw(1, true);

        assertThat(run.cases().get(0).inconsistent()).isEmpty();
        assertThat(run.cases().get(1).inconsistent()).isEqualTo("4 flat, 2 slow-down");
    }

    @Test
    void shouldSayWhereAVerdictRestsOnStartsThatDiffer() {
        assertThat(draw(2, false).comparisons().pairs())
                .extracting(PairResult::sentence)
                .noneMatch(sentence -> sentence.contains("inconsistent"));
        for (PairResult pair : draw(1, true).comparisons().pairs()) {
            switch (pair.verdict().state()) {
                case BETTER, WORSE, EQUIVALENT ->
                    assertThat(pair.sentence()).endsWith(" Starts of e1 are inconsistent (4 flat, 2 slow-down).");
                case UNDECIDED, SATURATED, CAPACITY ->
                    assertThat(pair.sentence()).doesNotContain("inconsistent");
            }
        }
    }
}
