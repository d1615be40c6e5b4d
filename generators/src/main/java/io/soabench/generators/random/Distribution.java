package io.soabench.generators.random;

import java.util.Arrays;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;

/**
 * A distribution of a quantity that is never negative: a duration, a rate or a probability, in the unit of the caller.
 *
 * <p>A normal distribution is <em>truncated at zero by resampling</em>: a negative draw is thrown away and drawn again.
 * (Setting it to zero instead would pile probability up at zero.) Its mean is therefore a little greater than the parameter,
 * see {@link #mean()}.
 *
 * <p>Variates come from commons-rng; exponentials and powers of them are taken with {@link StrictMath}, which gives the same bits
 * on every platform. Within commons-rng, gamma variates and the rare rejection steps of the others use {@link Math}, whose last
 * bit is the platform's; traces round to microseconds, so that a difference would have to fall on a rounding bound. Immutable.
 */
public final class Distribution {

    /**
     * A normal distribution that would throw more than this share of its draws away is refused: it is not meant so.
     */
    static final double LEAST_KEPT = 0.01;

    private final String words;
    private final double mean;
    private final Function<UniformRandomProvider, ContinuousSampler> sampling;

    private Distribution(String words, double mean, Function<UniformRandomProvider, ContinuousSampler> sampling) {
        this.words = words;
        this.mean = mean;
        this.sampling = sampling;
    }

    /** Always that value. */
    public static Distribution constant(double value) {
        notNegative("the constant", value);
        return new Distribution("constant " + number(value), value, random -> () -> value);
    }

    /** Uniform between two values. */
    public static Distribution uniform(double from, double to) {
        notNegative("the lower bound of a uniform distribution", from);
        notNegative("the upper bound of a uniform distribution", to);
        check(from <= to, "a uniform distribution from " + number(from) + " to " + number(to) + " is empty");
        return new Distribution(
                "uniform from " + number(from) + " to " + number(to),
                from / 2 + to / 2,
                random -> () -> from + (to - from) * random.nextDouble());
    }

    /** Normal, truncated at zero by resampling. */
    public static Distribution normal(double mean, double sd) {
        check(Double.isFinite(mean), "the mean of a normal distribution must be a number");
        notNegative("the standard deviation of a normal distribution", sd);
        if (sd == 0) {
            return constant(mean);
        }
        double kept = org.apache.commons.statistics.distribution.NormalDistribution.of(mean, sd)
                .survivalProbability(0);
        check(
                kept >= LEAST_KEPT,
                "a normal distribution with mean " + number(mean) + " and standard deviation " + number(sd)
                        + " is almost never positive");
        return new Distribution(
                "normal, mean " + number(mean) + ", standard deviation " + number(sd) + ", without negative draws",
                TruncatedNormalDistribution.of(mean, sd, 0, Double.POSITIVE_INFINITY)
                        .getMean(),
                random -> {
                    ContinuousSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
                    return () -> {
                        double value;
                        do {
                            value = mean + sd * gaussian.sample();
                        } while (value < 0);
                        return value;
                    };
                });
    }

    /** Exponential with that mean. */
    public static Distribution exponential(double mean) {
        notNegative("the mean of an exponential distribution", mean);
        return new Distribution("exponential, mean " + number(mean), mean, random -> {
            ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
            return () -> mean * unit.sample();
        });
    }

    /** Lognormal with that median; sigma is the standard deviation of the logarithm. */
    public static Distribution lognormal(double median, double sigma) {
        positive("the median of a lognormal distribution", median);
        notNegative("sigma of a lognormal distribution", sigma);
        if (sigma == 0) {
            return constant(median);
        }
        return new Distribution(
                "lognormal, median " + number(median) + ", sigma " + number(sigma),
                LogNormalDistribution.of(StrictMath.log(median), sigma).getMean(),
                random -> {
                    ContinuousSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
                    return () -> median * StrictMath.exp(sigma * gaussian.sample());
                });
    }

    /** Gamma; its mean is shape × scale. */
    public static Distribution gamma(double shape, double scale) {
        positive("the shape of a gamma distribution", shape);
        positive("the scale of a gamma distribution", scale);
        return new Distribution(
                "gamma, shape " + number(shape) + ", scale " + number(scale),
                GammaDistribution.of(shape, scale).getMean(),
                random -> AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, scale));
    }

    /** Weibull. */
    public static Distribution weibull(double shape, double scale) {
        positive("the shape of a Weibull distribution", shape);
        positive("the scale of a Weibull distribution", scale);
        return new Distribution(
                "Weibull, shape " + number(shape) + ", scale " + number(scale),
                WeibullDistribution.of(shape, scale).getMean(),
                random -> {
                    ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
                    return () -> scale * StrictMath.pow(unit.sample(), 1 / shape);
                });
    }

    /** Pareto: never below its scale; the mean is infinite for a shape of 1 or less. */
    public static Distribution pareto(double scale, double shape) {
        positive("the scale of a Pareto distribution", scale);
        positive("the shape of a Pareto distribution", shape);
        return new Distribution(
                "Pareto, minimum " + number(scale) + ", shape " + number(shape),
                ParetoDistribution.of(scale, shape).getMean(),
                random -> {
                    ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
                    return () -> scale * StrictMath.exp(unit.sample() / shape);
                });
    }

    /**
     * Draws from observed values, each equally often.
     *
     * @param source name of the file, for {@link #words()}
     */
    public static Distribution empirical(String source, double... values) {
        check(values.length > 0, "\"" + source + "\" has no values");
        double[] observed = values.clone();
        double sum = 0;
        for (double value : observed) {
            notNegative("each value of \"" + source + "\"", value);
            sum += value;
        }
        return new Distribution(
                observed.length + " values of \"" + source + "\"",
                sum / observed.length,
                random -> () -> observed[random.nextInt(observed.length)]);
    }

    /** The same shape with every draw multiplied. */
    public Distribution times(double factor) {
        positive("a factor", factor);
        return new Distribution(words, mean * factor, random -> {
            ContinuousSampler sampler = sampling.apply(random);
            return () -> factor * sampler.sample();
        });
    }

    /** Expected value; infinite for some Pareto distributions. */
    public double mean() {
        return mean;
    }

    /** The distribution in words, without units. */
    public String words() {
        return words;
    }

    /** Draws from a stream; belongs to one thread as the stream does. */
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return sampling.apply(random);
    }

    /** That many draws from the begin of a stream. */
    public double[] sample(UniformRandomProvider random, int count) {
        double[] draws = new double[count];
        ContinuousSampler sampler = sampler(random);
        Arrays.setAll(draws, i -> sampler.sample());
        return draws;
    }

    private static String number(double value) {
        return value == StrictMath.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static void notNegative(String what, double value) {
        check(value >= 0 && Double.isFinite(value), what + " must not be negative, found " + number(value));
    }

    private static void positive(String what, double value) {
        check(value > 0 && Double.isFinite(value), what + " must be positive, found " + number(value));
    }

    private static void check(boolean fine, String problem) {
        if (!fine) {
            throw new IllegalArgumentException(problem);
        }
    }
}
