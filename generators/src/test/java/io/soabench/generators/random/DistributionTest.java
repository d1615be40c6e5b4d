package io.soabench.generators.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws fit the distribution they come from: Kolmogorov and Smirnov's test, and the mean. The seed is fixed. */
class DistributionTest {

    private static final int DRAWS = 20_000;
    /** Chance of a false alarm of each fit; the seed is fixed, so a failure is a change of the sampling. */
    private static final double ALPHA = 0.001;

    private static final double RELATIVE_ERROR_OF_MEAN = 0.03;

    static Stream<Arguments> theory() {
        double infinity = Double.POSITIVE_INFINITY;
        return Stream.of(
                Arguments.of(Distribution.uniform(2, 5), UniformContinuousDistribution.of(2, 5)),
                Arguments.of(Distribution.normal(200, 50), TruncatedNormalDistribution.of(200, 50, 0, infinity)),
                Arguments.of(Distribution.normal(1, 2), TruncatedNormalDistribution.of(1, 2, 0, infinity)),
                Arguments.of(Distribution.exponential(0.02), ExponentialDistribution.of(0.02)),
                Arguments.of(Distribution.lognormal(8, 0.5), LogNormalDistribution.of(Math.log(8), 0.5)),
                Arguments.of(Distribution.gamma(2.5, 3), GammaDistribution.of(2.5, 3)),
                Arguments.of(Distribution.gamma(0.4, 3), GammaDistribution.of(0.4, 3)),
                Arguments.of(Distribution.weibull(1.7, 4), WeibullDistribution.of(1.7, 4)),
                Arguments.of(Distribution.pareto(3, 4), ParetoDistribution.of(3, 4)));
    }

    @ParameterizedTest
    @MethodSource("theory")
    void shouldFitTheoryWhenDrawnOften(Distribution distribution, ContinuousDistribution theory) {
        double[] draws = distribution.sample(new RandomStreams(42).stream("/" + distribution.words()), DRAWS);

        double p = KolmogorovSmirnovTest.withDefaults()
                .test(draws, theory::cumulativeProbability)
                .getPValue();
        assertThat(p).as(distribution.words()).isGreaterThan(ALPHA);
        assertThat(distribution.mean()).isCloseTo(theory.getMean(), within(1e-9 * theory.getMean()));
        assertThat(DoubleStream.of(draws).average().orElseThrow())
                .isCloseTo(theory.getMean(), within(RELATIVE_ERROR_OF_MEAN * theory.getMean()));
    }

    @ParameterizedTest
    @MethodSource("theory")
    void shouldBeRefusedByTheTestWhenTheoryIsAnother(Distribution distribution, ContinuousDistribution theory) {
        double[] draws = distribution.times(1.1).sample(new RandomStreams(42).stream("/other"), DRAWS);

        assertThat(KolmogorovSmirnovTest.withDefaults()
                        .test(draws, theory::cumulativeProbability)
                        .getPValue())
                .isLessThan(ALPHA);
    }

    @Test
    void shouldNeverBeNegativeWhenNormal() {
        double[] draws = Distribution.normal(0.1, 1).sample(new RandomStreams(1).stream("n"), DRAWS);

        assertThat(DoubleStream.of(draws).min().orElseThrow()).isNotNegative();
    }

    @Test
    void shouldRepeatTheValueWhenConstant() {
        assertThat(Distribution.constant(7).sample(new RandomStreams(1).stream("c"), 3))
                .containsExactly(7, 7, 7);
    }

    @Test
    void shouldDrawEachValueEquallyOftenWhenEmpirical() {
        double[] draws =
                Distribution.empirical("times.csv", 1, 2, 2, 5).sample(new RandomStreams(1).stream("e"), DRAWS);

        assertThat(draws).containsOnly(1, 2, 5);
        assertThat(DoubleStream.of(draws).filter(value -> value == 2).count() / (double) DRAWS)
                .isCloseTo(0.5, within(0.02));
    }

    @Test
    void shouldSayWhatIsWrongWhenParametersAreImpossible() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.uniform(5, 2))
                .withMessage("a uniform distribution from 5 to 2 is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.normal(-10, 1))
                .withMessageContaining("almost never positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.weibull(0, 1))
                .withMessage("the shape of a Weibull distribution must be positive, found 0");
    }
}
