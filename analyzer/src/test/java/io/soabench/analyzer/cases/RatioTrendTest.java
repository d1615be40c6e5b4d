package io.soabench.analyzer.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.simulation.SimulatedRun;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

final class RatioTrendTest {

    private static final int REQUESTS = 2_000;

    /** Two engines whose response times follow these courses over the measurement, with a little noise of their own. */
    private static List<CaseResult> cases(int blocks, double noise, DoubleUnaryOperator a, DoubleUnaryOperator b) {
        Random random = new Random(8);
        return SimulatedRun.of(2, 1, 1, blocks, (place, block) -> {
                    double[] times = new double[REQUESTS];
                    for (int i = 0; i < REQUESTS; i++) {
                        double share = (double) i / REQUESTS;
                        times[i] = 20
                                * (place.engine() == 0 ? a : b).applyAsDouble(share)
                                * Math.exp(noise * random.nextGaussian());
                    }
                    return times;
                })
                .cases();
    }

    private static DoubleUnaryOperator rising(double by) {
        return share -> Math.pow(1 + by, share);
    }

    private static RatioTrend of(int blocks, DoubleUnaryOperator a, DoubleUnaryOperator b) {
        List<CaseResult> cases = cases(blocks, 0.001, a, b);
        return RatioTrend.of(cases.get(0), cases.get(1), true);
    }

    @Test
    void shouldLeaveOutWhatBothShare() {
        RatioTrend trend = of(5, rising(0.5), rising(0.5));

        assertThat(trend.settled()).isTrue();
        assertThat(trend.factor()).isBetween(1.0, 1.01);
    }

    @Test
    void shouldCountHalfOfTheChangeOfASettledRatio() {
        RatioTrend trend = of(5, rising(0), rising(0.08));

        assertThat(trend.settled()).isTrue();
        assertThat(trend.factor()).isCloseTo(Math.sqrt(1.08), within(0.002));
        assertThat(trend.allowance(1.02)).isEqualTo(trend.factor());
        assertThat(trend.allowance(1.10)).isCloseTo(1.10, within(1e-9));
    }

    @Test
    void shouldLetALargeChangeGoOnForAsLongAgain() {
        RatioTrend trend = of(5, rising(0), rising(0.5));

        assertThat(trend.settled()).isFalse();
        assertThat(trend.factor()).isCloseTo(Math.pow(1.5, 1.5), within(0.01));
        assertThat(trend.goesOn()).isCloseTo(1, within(0.01));
        assertThat(trend.allowance(1.1)).isCloseTo(1.1 * trend.factor(), within(1e-3));
        assertThat(trend.takenForGranted()).isEqualTo("even if the trends continued for as long again");
    }

    @Test
    void shouldHaveNoJumpAtTheBound() {
        double before = of(5, rising(0), rising(0.05)).allowance(1.02);
        for (double by = 0.051; by < 0.3; by += 0.001) {
            double allowance = of(5, rising(0), rising(by)).allowance(1.02);

            assertThat(allowance / before).as("at %s", by).isBetween(0.99, 1.02);
            before = allowance;
        }
    }

    @Test
    void shouldAllowTheSameOfBothDirections() {
        for (double by : new double[] {0.05, 0.099, 0.101, 0.15, 0.5}) {
            List<CaseResult> cases = cases(5, 0.001, rising(0), rising(by));

            assertThat(RatioTrend.of(cases.get(1), cases.get(0), true).allowance(1))
                    .isCloseTo(RatioTrend.of(cases.get(0), cases.get(1), true).allowance(1), within(1e-9));
        }
    }

    @Test
    void shouldNotExpectMoreThanBothTrendsAllow() {
        // Two blocks, each steady: their slopes have an interval of Student's t with one degree of freedom.
        List<CaseResult> cases = cases(2, 0.2, rising(0), rising(0));

        assertThat(cases).allSatisfy(one -> assertThat(one.usability().state()).isEqualTo(CaseUsability.State.SETTLED));
        assertThat(RatioTrend.of(cases.get(0), cases.get(1), true))
                .satisfies(trend -> assertThat(trend.settled()).isTrue())
                .satisfies(trend -> assertThat(trend.factor()).isBetween(1.0, 1.1));
    }

    @Test
    void shouldHoldTrendsAgainstEachOtherWhereNothingIsPaired() {
        List<CaseResult> cases = cases(5, 0.001, rising(0.5), rising(0.5));

        assertThat(RatioTrend.of(cases.get(0), cases.get(1), false).factor()).isBetween(1.0, 1.02);
    }

    @Test
    void shouldBoundNothingWithoutTrends() {
        List<CaseResult> cases = SimulatedRun.of(2, 1, 1, 3, (place, block) -> new double[] {20, 20, 20})
                .cases();
        RatioTrend trend = RatioTrend.of(cases.get(0), cases.get(1), true);

        assertThat(trend.settled()).isFalse();
        assertThat(trend.factor()).isInfinite();
        assertThat(trend.allowance(1)).isInfinite();
    }
}
