package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.acceptance.Measuring.Outcome;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Which programs the tests of the goals let pass. */
final class MeasuringTest {

    private static final String FAILED =
            "[ERROR] Failed to execute goal io.soabench:soabench-maven-plugin:1:run (default-cli)"
                    + " on project standalone-pom: ";
    private static final String SEE = ": see out/small/runs/latest/report/index.html -> [Help 1]\n";
    private static final String WHY = "[INFO] office, repetition 1: the load client's slip was 20 ms\n";
    private static final String BUSY =
            "[WARNING] 1 repetition disturbed: repeat more often, offer less load, or measure longer on a quieter machine\n";

    private static final Outcome GOOD = new Outcome(0, "[INFO] BUILD SUCCESS\n");
    private static final Outcome DISTURBED =
            new Outcome(0, "[INFO] 2 repetitions, 1 not valid\n" + WHY + BUSY + "[INFO] BUILD SUCCESS\n");

    private static Callable<Outcome> attempts(Iterator<Outcome> outcomes) {
        return outcomes::next;
    }

    @Test
    void shouldMeasureOnceMoreWhatWasDisturbed() throws Exception {
        Iterator<Outcome> outcomes = List.of(DISTURBED, DISTURBED, GOOD).iterator();

        assertThat(Measuring.done(attempts(outcomes))).isSameAs(GOOD);
        assertThat(outcomes).isExhausted();
    }

    @Test
    void shouldNotAcceptARunThatIsDisturbedEachTime() {
        Iterator<Outcome> outcomes =
                List.of(DISTURBED, DISTURBED, DISTURBED, GOOD).iterator();

        assertThatThrownBy(() -> Measuring.done(attempts(outcomes))).isInstanceOf(AssertionError.class);
        assertThat(outcomes).hasNext();
    }

    @Test
    void shouldNotTryAgainWhatFailedForAnotherReason() {
        for (Outcome wrong : List.of(
                new Outcome(1, WHY + FAILED + "1 repetition invalid" + SEE),
                new Outcome(1, BUSY + WHY + FAILED + "1 of 2 repetitions failed; 1 repetition invalid" + SEE),
                new Outcome(1, BUSY + WHY + FAILED + "1 repetition invalid; 1 expectation missed" + SEE),
                new Outcome(1, "[ERROR] BUILD FAILURE\n"))) {
            Iterator<Outcome> outcomes = List.of(wrong, GOOD).iterator();

            assertThatThrownBy(() -> Measuring.done(attempts(outcomes)))
                    .as(wrong.output())
                    .isInstanceOf(AssertionError.class);
            assertThat(outcomes).hasNext();
        }
    }

    @Test
    void shouldNotAcceptASuccessThatLeavesSomethingOut() {
        for (String output : List.of("", "[INFO] 2 repetitions, 1 not valid\n[INFO] BUILD SUCCESS\n")) {
            assertThatThrownBy(() -> Measuring.done(() -> new Outcome(0, output)))
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void shouldTakeARecordThatWasDisturbedAndNoFailure() throws Exception {
        assertThat(Measuring.ran(() -> DISTURBED)).isSameAs(DISTURBED);
        for (Outcome wrong :
                List.of(new Outcome(1, BUSY + WHY + FAILED + "1 of 2 repetitions failed" + SEE), new Outcome(0, ""))) {
            assertThatThrownBy(() -> Measuring.ran(() -> wrong)).isInstanceOf(AssertionError.class);
        }
    }
}
