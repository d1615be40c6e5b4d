package io.soabench.analyzer.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The common spread of the repetitions of several cases: the pooled variance of their logarithms. Two or three repetitions show little of
 * their own spread, but cases of a run had the same machine and the same harness.
 *
 * @param variance of the logarithms
 * @param freedom its degrees of freedom
 * @param cases number of its cases
 */
public record PooledSpread(double variance, double freedom, int cases) {

    /** Minimum number of cases for a common spread. */
    public static final int LEAST_CASES = 3;

    /** Probability below which the variance of a case is too unlikely beside those of the others, so that the case has a spread of its own. */
    private static final double OUTLYING = 0.01;

    /**
     * Returns the common spread of cases. A case that spreads far more than all others does not take part.
     *
     * @param own the values of the case that needs the spread, at least two
     * @param others the values of other cases
     * @return empty when fewer than {@value #LEAST_CASES} cases have as many positive values as it has, or it spreads far more than they
     */
    public static Optional<PooledSpread> of(double[] own, List<double[]> others) {
        if (own.length < 2 || !Interval.positive(own)) {
            return Optional.empty();
        }
        List<double[]> alike = new ArrayList<>(others.stream()
                .filter(values -> values.length >= own.length && Interval.positive(values))
                .map(Interval::logarithms)
                .toList());
        alike.add(Interval.logarithms(own));
        if (alike.size() < LEAST_CASES) {
            return Optional.empty();
        }
        List<double[]> together =
                alike.stream().filter(values -> !outlying(values, alike)).toList();
        // The last list has the values of the case itself.
        if (together.size() < LEAST_CASES || outlying(alike.get(alike.size() - 1), alike)) {
            return Optional.empty();
        }
        double freedom = freedom(together);
        return Optional.of(new PooledSpread(squares(together) / freedom, freedom, together.size()));
    }

    private static boolean outlying(double[] one, List<double[]> all) {
        List<double[]> others = all.stream().filter(other -> other != one).toList();
        double variance = squares(others) / freedom(others);
        double own = Interval.variance(one);
        return variance == 0
                ? own > 0
                : FDistribution.of(one.length - 1.0, freedom(others)).survivalProbability(own / variance) < OUTLYING;
    }

    private static double freedom(List<double[]> all) {
        return all.stream().mapToDouble(values -> values.length - 1.0).sum();
    }

    private static double squares(List<double[]> all) {
        return all.stream()
                .mapToDouble(values -> Interval.variance(values) * (values.length - 1))
                .sum();
    }

    /** Returns the reach of an interval of the mean of a number of values, as a factor up and down. */
    double factor(int values, double confidence) {
        return Math.exp(Interval.t(freedom, confidence) * Math.sqrt(variance / values));
    }
}
