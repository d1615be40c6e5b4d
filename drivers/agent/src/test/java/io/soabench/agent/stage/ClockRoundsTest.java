package io.soabench.agent.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.stage.ClockRounds.Round;
import io.soabench.plan.ClockRecord.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClockRoundsTest {

    @Test
    void shouldTakeTheShortestRound() {
        List<Round> rounds =
                List.of(new Round(0, 1_600, 1_000), new Round(5_000, 6_100, 5_200), new Round(9_000, 10_000, 9_900));

        assertThat(ClockRounds.best(rounds)).contains(new Reading(5_100, 1_000, 100));
    }

    @Test
    void shouldKnowNothingWithoutARound() {
        assertThat(ClockRounds.best(List.of())).isEmpty();
    }

    @Test
    void shouldHoldTheTrueOffsetWithinItsErrorHoweverUnequalTheWaysAre() {
        long seed = 4711;
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            long offset = random.nextLong(-1_000_000_000, 1_000_000_000);
            List<Round> rounds = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long sent = 1_000_000L * i;
                long there = random.nextLong(1, 800_000);
                long back = random.nextLong(1, 90_000);
                rounds.add(new Round(sent, sent + there + offset, sent + there + back));
            }

            Reading best = ClockRounds.best(rounds).orElseThrow();

            assertThat(Math.abs(best.offsetNs() - offset))
                    .as("seed %d, run %d", seed, run)
                    .isLessThanOrEqualTo(best.errorNs());
        }
    }
}
