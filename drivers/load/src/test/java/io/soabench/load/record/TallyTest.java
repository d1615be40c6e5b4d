package io.soabench.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.plan.Outcome;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TallyTest {

    /** Histograms have three digits. */
    private static final Offset<Double> HISTOGRAM = within(0.01);

    private final Tally tally = new Tally();

    private void add(long startNs, long endNs, Outcome outcome) {
        tally.add(new Sample(true, 1, 1, 1, 1, 0, 0, startNs, startNs, endNs, outcome, 0, 1, 0, ""));
    }

    private void addSlipped(boolean measure, long slipNs, Outcome outcome) {
        tally.add(new Sample(measure, 1, 1, 1, 1, 0, 0, 0, slipNs, slipNs + 100, outcome, 0, 1, 0, ""));
    }

    @Test
    void shouldCountRightAnswersOfBothPhases() {
        addSlipped(false, 0, Outcome.OK);
        addSlipped(false, 0, Outcome.WRONG);
        addSlipped(true, 0, Outcome.OK);

        assertThat(tally.right()).isEqualTo(2);
        assertThat(tally.answered()).isEqualTo(1);
    }

    @Test
    void shouldReportTheSlipOfThePhaseThatGoesOn() {
        assertThat(tally.slipMs(99)).isZero();

        addSlipped(false, 5_000_000, Outcome.OK);
        assertThat(tally.slipMs(99)).isCloseTo(5.0, HISTOGRAM);

        addSlipped(true, 2_000_000, Outcome.OK);
        assertThat(tally.slipMs(99)).isCloseTo(2.0, HISTOGRAM);
    }

    @Test
    void shouldHearNoSilenceWhenASingleRequestIsLost() {
        add(0, 100, Outcome.OK);
        add(100, 1_100, Outcome.TIMEOUT);

        assertThat(tally.silentNs(9_000)).isZero();
    }

    @Test
    void shouldCountSilenceFromTheFirstOfTheRequestsThatWereNotAnswered() {
        add(0, 100, Outcome.OK);
        add(5_000, 6_000, Outcome.TIMEOUT);
        add(7_000, 8_000, Outcome.TIMEOUT);

        assertThat(tally.silentNs(9_000)).isEqualTo(4_000);
    }

    @Test
    void shouldCountSilenceFromTheLastAnswerWhenOthersWereOpenThen() {
        add(0, 500, Outcome.OK);
        add(100, 1_100, Outcome.TIMEOUT);
        add(200, 1_200, Outcome.TIMEOUT);

        assertThat(tally.silentNs(1_300)).isEqualTo(800);
    }

    @Test
    void shouldCountSilenceFromTheBeginWhenNobodyWasEverAnswered() {
        add(300, 1_300, Outcome.TIMEOUT);
        add(200, 1_200, Outcome.TIMEOUT);

        assertThat(tally.silentNs(2_200)).isEqualTo(2_000);
    }

    @ParameterizedTest
    @EnumSource(names = {"OK", "FAULT", "HTTP", "WRONG", "IO", "CONNECT"})
    void shouldHearNoSilenceWhenTheServerShowsThatItLives(Outcome sign) {
        add(100, 1_100, Outcome.TIMEOUT);
        add(200, 1_200, Outcome.TIMEOUT);
        add(1_200, 1_250, sign);

        assertThat(tally.silentNs(2_200)).isZero();
    }

    @Test
    void shouldTakeAbortedRequestsForNoSignOfLife() {
        add(100, 1_100, Outcome.TIMEOUT);
        add(200, 1_200, Outcome.TIMEOUT);
        add(1_200, 1_250, Outcome.ABORTED);

        assertThat(tally.silentNs(2_100)).isEqualTo(2_000);
    }
}
