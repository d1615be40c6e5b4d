package io.soabench.distribution;

import static io.soabench.distribution.Parameter.Least.ABOVE_ZERO;
import static io.soabench.distribution.Parameter.Least.ANY;
import static io.soabench.distribution.Parameter.Least.ZERO;
import static io.soabench.distribution.Parameter.Role.INVERSE;
import static io.soabench.distribution.Parameter.Role.NUMBER;
import static io.soabench.distribution.Parameter.Role.SQUARE;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;

/**
 * The kinds of distributions of the language. A kind is defined by its constant here. A new one needs, beside it, a class of that name (with
 * {@code Distribution} behind it) in the Ecore of the language, with features named as the parameters. It also needs a rule in the grammar.
 *
 * <p>A kind has one or more parameters. A parameter may be given in several ways, such as by a standard deviation or a variance. The first way
 * is the canonical one; all methods take values of the canonical parameters.
 *
 * <p>Variates come from commons-rng; exponentials and powers of them are taken with {@link StrictMath}, which gives the same bits on every
 * platform. Within commons-rng, gamma variates and the rare rejection steps of the others use {@link Math}, whose last bit depends on the
 * platform. Traces round to microseconds, so that a difference would have to fall on a rounding bound.
 */
public enum Kind {
    /** The constant: every draw is the same value. */
    CONSTANT(List.of(List.of(Parameter.of("value", ZERO).unnamed()))) {
        @Override
        double mean(double... p) {
            return p[0];
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            return () -> p[0];
        }

        @Override
        double atOrBelowZero(double... p) {
            return p[0] > 0 ? 0 : 1;
        }

        @Override
        public String text(List<String> written) {
            return String.join("", written);
        }
    },

    /** All values between two bounds are equally likely. */
    UNIFORM(List.of(
            List.of(Parameter.of("min", ZERO).unnamed().called("lower bound")),
            List.of(Parameter.of("max", ANY).unnamed().called("upper bound")))) {
        @Override
        Optional<String> problem(double... p) {
            return p[0] <= p[1] ? Optional.empty() : Optional.of("has its bounds in the wrong order; swap them");
        }

        @Override
        double mean(double... p) {
            return p[0] / 2 + p[1] / 2;
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            return () -> p[0] + (p[1] - p[0]) * random.nextDouble();
        }
    },

    /** The normal distribution. A draw below zero counts as zero, so the mean is greater than the parameter. */
    NORMAL(List.of(
            List.of(Parameter.of("mean", ZERO).unnamed()),
            List.of(Parameter.of("sd", ZERO), Parameter.of("variance", ZERO).in(SQUARE)))) {
        @Override
        double canonical(Parameter given, double value, Map<String, Double> all) {
            return given.name().equals("variance") ? StrictMath.sqrt(value) : value;
        }

        /** Returns the mean of max(0, X): the censored normal distribution, Greene, Econometric Analysis, theorem 19.3. */
        @Override
        double mean(double... p) {
            if (p[1] == 0) {
                return p[0];
            }
            double z = p[0] / p[1];
            return p[0] * STANDARD_NORMAL.cumulativeProbability(z) + p[1] * STANDARD_NORMAL.density(z);
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            if (p[1] == 0) {
                return () -> p[0];
            }
            ContinuousSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
            return () -> Math.max(0, p[0] + p[1] * gaussian.sample());
        }

        @Override
        double atOrBelowZero(double... p) {
            return p[1] > 0 ? STANDARD_NORMAL.cumulativeProbability(-p[0] / p[1]) : p[0] > 0 ? 0 : 1;
        }
    },

    /** The exponential distribution. */
    EXPONENTIAL(List.of(List.of(
            Parameter.of("mean", ABOVE_ZERO), Parameter.of("rate", ABOVE_ZERO).in(INVERSE)))) {
        @Override
        double canonical(Parameter given, double value, Map<String, Double> all) {
            return given.name().equals("rate") ? 1 / value : value;
        }

        @Override
        double mean(double... p) {
            return p[0];
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
            return () -> p[0] * unit.sample();
        }
    },

    /** The lognormal distribution; sigma is the standard deviation of the logarithm. */
    LOG_NORMAL(List.of(
            List.of(Parameter.of("median", ABOVE_ZERO), Parameter.of("mean", ABOVE_ZERO)),
            List.of(Parameter.of("sigma", ABOVE_ZERO).in(NUMBER)))) {
        @Override
        double canonical(Parameter given, double value, Map<String, Double> all) {
            double sigma = all.get("sigma");
            return given.name().equals("mean") ? value * StrictMath.exp(-sigma * sigma / 2) : value;
        }

        @Override
        double mean(double... p) {
            return LogNormalDistribution.of(StrictMath.log(p[0]), p[1]).getMean();
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            ContinuousSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
            return () -> p[0] * StrictMath.exp(p[1] * gaussian.sample());
        }
    },

    /** The gamma distribution. */
    GAMMA(List.of(
            List.of(Parameter.of("shape", ABOVE_ZERO).in(NUMBER)),
            List.of(Parameter.of("scale", ABOVE_ZERO), Parameter.of("mean", ABOVE_ZERO)))) {
        @Override
        double canonical(Parameter given, double value, Map<String, Double> all) {
            return given.name().equals("mean") ? value / all.get("shape") : value;
        }

        @Override
        double mean(double... p) {
            return p[0] * p[1];
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            return AhrensDieterMarsagliaTsangGammaSampler.of(random, p[0], p[1]);
        }
    },

    /** The Weibull distribution. */
    WEIBULL(List.of(
            List.of(Parameter.of("shape", ABOVE_ZERO).in(NUMBER)), List.of(Parameter.of("scale", ABOVE_ZERO)))) {
        @Override
        double mean(double... p) {
            return WeibullDistribution.of(p[0], p[1]).getMean();
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
            return () -> p[1] * StrictMath.pow(unit.sample(), 1 / p[0]);
        }
    },

    /** The Pareto distribution of the first kind; its mean is infinite for a shape of 1 or less. */
    PARETO(List.of(
            List.of(Parameter.of("min", ABOVE_ZERO)),
            List.of(Parameter.of("shape", ABOVE_ZERO).in(NUMBER)))) {
        @Override
        double mean(double... p) {
            return ParetoDistribution.of(p[0], p[1]).getMean();
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            ContinuousSampler unit = ZigguratSampler.Exponential.of(random);
            return () -> p[0] * StrictMath.exp(unit.sample() / p[1]);
        }
    },

    /** Observed values, each equally often; has no parameters but these values. */
    EMPIRICAL(List.of()) {
        @Override
        Optional<String> problem(double... p) {
            return p.length > 0 && Arrays.stream(p).allMatch(value -> value >= 0 && Double.isFinite(value))
                    ? Optional.empty()
                    : Optional.of("needs values, none of them below 0");
        }

        @Override
        double mean(double... p) {
            return Arrays.stream(p).average().orElseThrow();
        }

        @Override
        ContinuousSampler sampler(UniformRandomProvider random, double... p) {
            return () -> p[random.nextInt(p.length)];
        }

        @Override
        double atOrBelowZero(double... p) {
            return Arrays.stream(p).filter(value -> value <= 0).count() / (double) p.length;
        }
    };

    private static final org.apache.commons.statistics.distribution.NormalDistribution STANDARD_NORMAL =
            org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1);

    private final String word = name().toLowerCase(Locale.ROOT).replace("_", "");

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes immutable lists.
    private final List<List<Parameter>> ways;

    Kind(List<List<Parameter>> ways) {
        this.ways = ways;
    }

    /** Returns the kind that a class of the language's Ecore stands for, such as {@code NormalDistribution}. */
    public static Kind ofClass(String name) {
        return Arrays.stream(values())
                .filter(kind -> name.equalsIgnoreCase(kind.word + "Distribution"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody knows how to draw from a " + name));
    }

    /** Returns the word of the kind in the language. */
    public String word() {
        return word;
    }

    /**
     * Returns the canonical parameters of the kind, in order. Empty for observed values, of which there may be any
     * number.
     */
    public List<Parameter> parameters() {
        return ways.stream().map(list -> list.get(0)).toList();
    }

    /** Returns the ways to give each canonical parameter, the canonical way first. */
    public List<List<Parameter>> ways() {
        return ways;
    }

    /** Returns the parameter of that name, canonical or not. */
    public Optional<Parameter> parameter(String name) {
        return ways.stream()
                .flatMap(List::stream)
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    /** Returns the distribution in the language's spelling, from its parameters as they are written there. */
    public String text(List<String> written) {
        return word + "(" + String.join(", ", written) + ")";
    }

    /** Returns the canonical value of a parameter that was given in one way; {@code all} are the given values, by name. */
    double canonical(Parameter given, double value, Map<String, Double> all) {
        return value;
    }

    /**
     * Returns why parameters are impossible together although each one is allowed, in words that follow the
     * distribution's text.
     */
    Optional<String> problem(double... canonical) {
        return Optional.empty();
    }

    /** Returns the expected value of the draws; may be infinite. */
    abstract double mean(double... canonical);

    abstract ContinuousSampler sampler(UniformRandomProvider random, double... canonical);

    /** Returns the probability of a draw that is not above zero. */
    double atOrBelowZero(double... canonical) {
        return 0;
    }

    /** Returns the kinds that have parameters. */
    static Stream<Kind> parametric() {
        return Arrays.stream(values()).filter(kind -> !kind.ways.isEmpty());
    }
}
