package io.soabench.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.soabench.distribution.Distribution.Argument;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws fit the distribution they come from: Kolmogorov and Smirnov's test, and the mean. The seed is fixed. */
class DistributionTest {

    private static final int DRAWS = 20_000;

    /** For means: the standard error of that of a standard normal distribution is 0.0016. */
    private static final int MANY = 400_000;

    /** Chance of a false alarm of each fit; the seed is fixed, so a failure is a change of the sampling. */
    private static final double ALPHA = 0.001;

    private static final double RELATIVE_ERROR_OF_MEAN = 0.03;

    private static UniformRandomProvider random(long seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    /** Of each kind that has a density. */
    static Stream<Arguments> theory() {
        return Stream.of(
                Arguments.of(Distribution.of(Kind.UNIFORM, 2, 5), UniformContinuousDistribution.of(2, 5)),
                Arguments.of(Distribution.of(Kind.NORMAL, 200, 30), NormalDistribution.of(200, 30)),
                Arguments.of(Distribution.of(Kind.EXPONENTIAL, 0.02), ExponentialDistribution.of(0.02)),
                Arguments.of(Distribution.of(Kind.LOG_NORMAL, 8, 0.5), LogNormalDistribution.of(Math.log(8), 0.5)),
                Arguments.of(Distribution.of(Kind.GAMMA, 2.5, 3), GammaDistribution.of(2.5, 3)),
                Arguments.of(Distribution.of(Kind.GAMMA, 0.4, 3), GammaDistribution.of(0.4, 3)),
                Arguments.of(Distribution.of(Kind.WEIBULL, 1.7, 4), WeibullDistribution.of(1.7, 4)),
                Arguments.of(Distribution.of(Kind.PARETO, 3, 4), ParetoDistribution.of(3, 4)));
    }

    @ParameterizedTest
    @MethodSource("theory")
    void shouldFitTheoryWhenDrawnOften(Distribution distribution, ContinuousDistribution theory) {
        double[] draws = distribution.sample(random(42), DRAWS);

        double p = KolmogorovSmirnovTest.withDefaults()
                .test(draws, theory::cumulativeProbability)
                .getPValue();
        assertThat(p).as(distribution.text()).isGreaterThan(ALPHA);
        assertThat(distribution.mean()).isCloseTo(theory.getMean(), within(1e-6 * theory.getMean()));
        assertThat(DoubleStream.of(draws).average().orElseThrow())
                .isCloseTo(theory.getMean(), within(RELATIVE_ERROR_OF_MEAN * theory.getMean()));
    }

    @ParameterizedTest
    @MethodSource("theory")
    void shouldBeRefusedByTheTestWhenTheoryIsAnother(Distribution distribution, ContinuousDistribution theory) {
        double[] draws = DoubleStream.of(distribution.sample(random(42), DRAWS))
                .map(draw -> 1.1 * draw)
                .toArray();

        assertThat(KolmogorovSmirnovTest.withDefaults()
                        .test(draws, theory::cumulativeProbability)
                        .getPValue())
                .isLessThan(ALPHA);
    }

    /**
     * Think times of WWW 2010, table 1: mean and variance. The expected value of max(0, X) is μΦ(μ/σ) + σφ(μ/σ); drawing again instead
     * would give 1.16, 0.79 and 2.01, and taking the absolute value 1.05, 0.70 and 2.00.
     */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 1.0252", "0.5, 0.5, 0.5999", "2, 0.5, 2.0005"})
    void shouldCountDrawsBelowZeroAsZeroWhenNormal(double mean, double variance, double effective) {
        Distribution normal = Distribution.of(Kind.NORMAL, mean, Math.sqrt(variance));

        double[] draws = normal.sample(random(7), MANY);

        assertThat(normal.mean()).isCloseTo(effective, within(1e-4));
        assertThat(DoubleStream.of(draws).average().orElseThrow()).isCloseTo(effective, within(0.004));
        assertThat(DoubleStream.of(draws).min().orElseThrow()).isNotNegative();
        assertThat(DoubleStream.of(draws).filter(draw -> draw == 0).count() / (double) MANY)
                .isCloseTo(normal.atOrBelowZero(), within(0.003));
    }

    @Test
    void shouldTellTheEffectiveMeanOnlyWhereItIsAnother() {
        assertThat(Distribution.of(Kind.NORMAL, 0.5, Math.sqrt(0.5)).effectiveMean())
                .hasValueSatisfying(mean -> assertThat(mean).isCloseTo(0.5999, within(1e-4)));
        assertThat(Distribution.of(Kind.NORMAL, 200, 50).effectiveMean()).isEmpty();
        assertThat(Distribution.of(Kind.EXPONENTIAL, 5).effectiveMean()).isEmpty();
        assertThat(said(Kind.LOG_NORMAL, "mean", 9, "sigma", 0.5).effectiveMean())
                .isEmpty();
        assertThat(said(Kind.GAMMA, "shape", 2, "mean", 6).effectiveMean()).isEmpty();
    }

    /** What is said in another way than the canonical one. */
    @Test
    void shouldBeTheSameWhenSaidInAnotherWay() {
        assertSame(said(Kind.NORMAL, "mean", 3, "variance", 4), Distribution.of(Kind.NORMAL, 3, 2));
        assertSame(said(Kind.EXPONENTIAL, "rate", 4), Distribution.of(Kind.EXPONENTIAL, 0.25));
        assertSame(
                said(Kind.LOG_NORMAL, "mean", 9, "sigma", 0.5),
                Distribution.of(Kind.LOG_NORMAL, 9 * StrictMath.exp(-0.125), 0.5));
        assertSame(said(Kind.GAMMA, "shape", 2, "mean", 6), Distribution.of(Kind.GAMMA, 2, 3));
    }

    private static void assertSame(Distribution one, Distribution other) {
        assertThat(one.sample(random(1), 100)).isEqualTo(other.sample(random(1), 100));
    }

    private static Distribution said(Kind kind, Object... namesAndValues) {
        Map<String, Argument> arguments = new java.util.LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Number value = (Number) namesAndValues[i + 1];
            arguments.put((String) namesAndValues[i], new Argument(value.toString(), value.doubleValue()));
        }
        return Distribution.of(kind, arguments);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatItWroteForAProgram(Kind kind) {
        double[] parameters = kind == Kind.EMPIRICAL ? new double[] {1, 2.5, 7} : parameters(kind);
        Distribution distribution = Distribution.of(kind, parameters);

        Distribution read = Distribution.ofCompact(distribution.compact(1));

        assertSame(read, distribution);
        assertThat(read.kind()).isEqualTo(kind);
    }

    /** Parameters that every kind takes: they rise. */
    private static double[] parameters(Kind kind) {
        return DoubleStream.iterate(1.5, last -> last + 1)
                .limit(kind.parameters().size())
                .toArray();
    }

    @ParameterizedTest
    @EnumSource
    void shouldMultiplyWhatHasAUnitOnlyWhenWrittenInAnother(Kind kind) {
        double[] parameters = kind == Kind.EMPIRICAL ? new double[] {1, 2.5, 7} : parameters(kind);
        Distribution seconds = Distribution.of(kind, parameters);

        Distribution ms = Distribution.ofCompact(seconds.compact(1000));

        assertThat(ms.mean()).isCloseTo(1000 * seconds.mean(), within(1e-9 * ms.mean()));
    }

    @Test
    void shouldWriteQuantilesWhenThereAreManyValues() {
        double[] values =
                DoubleStream.iterate(10_000, last -> last - 1).limit(10_000).toArray();

        String compact = Distribution.observed("times.txt", "ms", values).compact(1);

        assertThat(compact.split(":")).hasSize(1001).startsWith("empirical", "6.0", "16.0");
        assertThat(Distribution.ofCompact(compact).mean()).isCloseTo(5000.5, within(1.0));
    }

    @Test
    void shouldRepeatTheValueWhenConstant() {
        assertThat(Distribution.constant(7).sample(random(1), 3)).containsExactly(7, 7, 7);
    }

    @Test
    void shouldDrawEachValueEquallyOftenWhenEmpirical() {
        double[] draws = Distribution.observed("times.csv", "s", 1, 2, 2, 5).sample(random(1), DRAWS);

        assertThat(draws).containsOnly(1, 2, 5);
        assertThat(DoubleStream.of(draws).filter(value -> value == 2).count() / (double) DRAWS)
                .isCloseTo(0.5, within(0.02));
    }

    @Test
    void shouldReadNumbersLineByLine() {
        assertThat(Distribution.numbers(List.of("# times", "1", "", " 2.5 "))).containsExactly(1, 2.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.numbers(List.of("1", "fast")))
                .withMessage("has \"fast\" in line 2, which is no number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.numbers(List.of("-1")))
                .withMessage("has -1 in line 1; numbers must not be below 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.numbers(List.of("NaN")))
                .withMessageContaining("line 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.numbers(List.of("# none")))
                .withMessage("has no numbers; write one a line");
    }

    @Test
    void shouldReadNumbersBehindAByteOrderMark() {
        assertThat(Distribution.numbers(List.of("\uFEFF1.5", "2"))).containsExactly(1.5, 2);
        assertThat(Distribution.numbers(List.of("\uFEFF# times", "2e-3"))).containsExactly(0.002);
    }

    @Test
    void shouldReadNoFormsOfJavaAsNumbers() {
        for (String form : new String[] {"5d", "5F", "0x1p3", "NaN", "Infinity", "1,5"}) {
            assertThatIllegalArgumentException()
                    .as(form)
                    .isThrownBy(() -> Distribution.numbers(List.of("1", form)))
                    .withMessage("has \"" + form + "\" in line 2, which is no number");
        }
    }

    @Test
    void shouldSayWhatIsWrongWhenParametersAreImpossible() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.of(Kind.UNIFORM, 5, 2))
                .withMessage("uniform(5, 2) has its bounds in the wrong order; swap them");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.of(Kind.NORMAL, -10, 1))
                .withMessage("mean of normal is -10, but must not be below 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.of(Kind.WEIBULL, 0, 1))
                .withMessage("shape of weibull is 0, but must be above 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> said(Kind.NORMAL, "mean", 1))
                .withMessage("normal needs one of sd, variance");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> said(Kind.LOG_NORMAL, "mean", 1, "sigma", 100))
                .withMessage("lognormal(mean 1, sigma 100) cannot be computed with; use more usual parameters");
    }
}
