package io.soabench.relay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long chunks are held: a distribution, written as its kind and its parameters, times in milliseconds, for instance
 * {@code constant:2} or {@code lognormal:1:0.4} (median, standard deviation of the logarithm).
 *
 * <p>Variates are made with {@link StrictMath} from a generator whose algorithm is specified, so that a seed gives the same
 * latencies everywhere. Immutable.
 */
final class Latency {

    /** What can be written. */
    static final String FORMS =
            "constant:MS, uniform:MIN:MAX, normal:MEAN:SD, exponential:MEAN, lognormal:MEDIAN:SIGMA,"
                    + " gamma:SHAPE:SCALE, weibull:SHAPE:SCALE, pareto:MIN:SHAPE or empirical:MS:MS:…";

    /** No latency. */
    static final Latency NONE = new Latency("constant", 0);

    private static final double NS_PER_MS = 1e6;

    /** Far beyond any network; keeps sums of instants from overflowing. */
    private static final double MOST_MS = 3_600_000;

    private final String kind;
    private final double[] parameters;

    private Latency(String kind, double... parameters) {
        this.kind = kind;
        this.parameters = parameters;
    }

    /**
     * Reads one of the {@link #FORMS}.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Latency of(String text) {
        List<String> parts = new ArrayList<>(Arrays.asList(text.split(":", -1)));
        String kind = parts.remove(0);
        int wanted =
                switch (kind) {
                    case "constant", "exponential" -> 1;
                    case "uniform", "normal", "lognormal", "gamma", "weibull", "pareto" -> 2;
                    case "empirical" -> Math.max(1, parts.size());
                    default -> -1;
                };
        double[] parameters = new double[parts.size()];
        boolean numbers = parts.size() == wanted;
        for (int i = 0; numbers && i < parameters.length; i++) {
            numbers = parts.get(i).matches("\\d+(\\.\\d+)?([eE]-?\\d+)?");
            parameters[i] = numbers ? Double.parseDouble(parts.get(i)) : 0;
        }
        if (!numbers) {
            throw new IllegalArgumentException("\"" + text + "\" is no latency; write " + FORMS);
        }
        return new Latency(kind, parameters);
    }

    /** The next latency of a stream, nanoseconds, not negative. */
    long drawNs(SplittableRandom random) {
        return Math.round(Math.min(MOST_MS, ms(random)) * NS_PER_MS);
    }

    private double ms(SplittableRandom random) {
        double first = parameters[0];
        return switch (kind) {
            case "constant" -> first;
            case "uniform" -> first + (parameters[1] - first) * random.nextDouble();
            case "normal" -> normal(random);
            case "exponential" -> first * exponential(random);
            case "lognormal" -> first * StrictMath.exp(parameters[1] * gaussian(random));
            case "gamma" -> parameters[1] * gamma(first, random);
            case "weibull" -> parameters[1] * StrictMath.pow(exponential(random), 1 / first);
            case "pareto" -> first * StrictMath.exp(exponential(random) / parameters[1]);
            default -> parameters[random.nextInt(parameters.length)];
        };
    }

    private static double exponential(SplittableRandom random) {
        return -StrictMath.log(1 - random.nextDouble());
    }

    /** Truncated at zero by resampling, as everywhere in a testbed; a mean is not negative, so half of the draws are kept. */
    private double normal(SplittableRandom random) {
        double ms;
        do {
            ms = parameters[0] + parameters[1] * gaussian(random);
        } while (ms < 0);
        return ms;
    }

    /** Standard normal, by the polar method of Marsaglia and Bray, SIAM Review 6 (1964). */
    private static double gaussian(SplittableRandom random) {
        double x;
        double square;
        do {
            x = 2 * random.nextDouble() - 1;
            double y = 2 * random.nextDouble() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
    }

    /** Gamma of scale 1, by Marsaglia and Tsang, ACM TOMS 26 (2000); a shape below 1 by their section 6. */
    private static double gamma(double shape, SplittableRandom random) {
        if (shape < 1) {
            return gamma(shape + 1, random) * StrictMath.exp(-exponential(random) / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = gaussian(random);
            double v = 1 + c * x;
            double cube = v * v * v;
            if (v > 0 && StrictMath.log(1 - random.nextDouble()) < x * x / 2 + d * (1 - cube + StrictMath.log(cube))) {
                return d * cube;
            }
        }
    }
}
