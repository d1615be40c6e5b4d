package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.simulation.SimulatedRun;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RepetitionAttemptTest {

    private static List<CaseResult> cases(double ms) {
        return SimulatedRun.of(3, 1, 1, 4, (place, block) -> {
                    double[] times = new double[100];
                    Arrays.fill(times, ms * (block == 0 && place.engine() == 1 ? 2 : 1));
                    return times;
                })
                .cases();
    }

    private static RepetitionAttempt attempt(int number, boolean counts, CaseResult of) {
        return new RepetitionAttempt(number, counts, of.repetitions().get(0), Optional.empty());
    }

    /** The first repetition of three engines was measured again; at first, one of them took 40 ms in place of 20 ms. */
    @Test
    void shouldSayHowMuchTheEarlierAttemptsWouldChange() {
        List<CaseResult> counting = cases(10);
        List<CaseResult> earlier = cases(20);
        Map<CaseResult, List<RepetitionAttempt>> attempts = new LinkedHashMap<>();
        for (int i = 0; i < counting.size(); i++) {
            attempts.put(
                    counting.get(i), List.of(attempt(1, false, earlier.get(i)), attempt(2, true, counting.get(i))));
        }

        // The mean of 20, 10, 10 and 10 ms is 12.5 ms; with 40 ms, it is 18 ms, which is 44 % more.
        assertThat(RepetitionAttempt.together(attempts))
                .isEqualTo(
                        "3 repetitions of 3 cases (1 block) were measured again, because other programs used the machine. The last"
                                + " measurement counts; with the earlier ones included, the mean response time of a case would differ by up to"
                                + " 44.0 %.");
    }
}
