package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many trials a selection takes, and how long they measure. */
final class HalvingsTest {

    @Test
    void shouldHalveUntilTwoAreLeft() {
        assertThat(new Halvings(2).rungs()).containsExactly(2);
        assertThat(new Halvings(3).rungs()).containsExactly(3);
        assertThat(new Halvings(4).rungs()).containsExactly(4);
        assertThat(new Halvings(5).rungs()).containsExactly(5, 3);
        assertThat(new Halvings(12).rungs()).containsExactly(12, 6, 3);
        assertThat(new Halvings(22).rungs()).containsExactly(22, 11, 6, 3);
    }

    @Test
    void shouldMeasureTwiceAsLongInEachRung() {
        Halvings twelve = new Halvings(12);

        assertThat(twelve.trials()).isEqualTo(12 + 6 + 3);
        assertThat(twelve.windows()).isEqualTo(12 + 6 * 2 + 3 * 4);
        assertThat(twelve.lastFactor()).isEqualTo(4);
        assertThat(new Halvings(2).lastFactor()).isEqualTo(1);
    }

    /** Twice the time for half of them: a rung takes about as long as any other. */
    @Test
    void shouldGiveEachRungAboutTheSameTime() {
        for (int n = 4; n <= 200; n++) {
            Halvings halvings = new Halvings(n);
            for (int rung = 1; rung <= halvings.rungs().size(); rung++) {
                assertThat(halvings.rungs().get(rung - 1) * Halvings.factor(rung))
                        .as("rung %d of %d configurations", rung, n)
                        .isBetween(n, 2 * n);
            }
        }
    }

    @Test
    void shouldSayHowManyConfigurationsATrialsNumberIsEnoughFor() {
        for (int trials = 0; trials <= 300; trials++) {
            int most = Halvings.most(trials);
            assertThat(new Halvings(most + 1).trials() > trials || most == 0)
                    .as("%d trials", trials)
                    .isTrue();
            if (most > 0) {
                assertThat(new Halvings(most).trials()).isLessThanOrEqualTo(trials);
                assertThat(most).isGreaterThanOrEqualTo(Halvings.FINALISTS);
            }
        }
        assertThat(Halvings.most(1)).isZero();
        assertThat(Halvings.most(2)).isEqualTo(2);
        assertThat(Halvings.most(42)).isEqualTo(22);
    }
}
