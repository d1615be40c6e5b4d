package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The ratio of the geometric means of two groups of repetitions, B / A, with the data for its tests. All inference is on logarithms, so
 * that A / B has the reciprocal of everything.
 *
 * @param low lower end of the confidence interval; NaN when unknown
 * @param high upper end of the confidence interval; NaN when unknown
 * @param blocks pairs of repetitions, or the repetitions of the smaller group when there are no pairs
 * @param method method of the interval in words
 * @param error standard error of the logarithm of the ratio; NaN when unknown
 * @param freedom degrees of freedom of that error; NaN when unknown
 * @param signFlip p-value of the sign-flip test of no difference; NaN with fewer than {@value #MIN_FLIPPED} pairs
 * @param pValue of the Mann–Whitney test; NaN of pairs, and when a group has fewer than {@value #MIN_RANKED} values
 * @param differences logarithms of the ratios of the blocks; empty when there are no pairs
 * @param effect Vargha and Delaney's A: the probability that a value of B is larger than one of A; NaN when one is empty
 */
public record Ratio(
        double value,
        double low,
        double high,
        int blocks,
        String method,
        double error,
        double freedom,
        double signFlip,
        double pValue,
        double effect,
        List<Double> differences) {

    /** Smallest group for the Mann–Whitney test: with 3 against 3 its p-value cannot fall below 0.1. */
    public static final int MIN_RANKED = 4;

    /** Minimum number of pairs for the sign-flip test: with 5 its p-value cannot fall below 0.06. */
    public static final int MIN_FLIPPED = 6;

    private static final String NONE = "none: fewer than two repetitions of one of them";

    /**
     * Compares pairs of positive values, each from one block. A disturbance of a block affects both of its values and drops out of their
     * ratio. The interval is Student's t on the logarithms of the ratios.
     *
     * @param a one value a block
     * @param b of the same blocks in the same order
     * @param confidence e.g. 0.95
     * @throws IllegalArgumentException when the groups differ in size
     */
    public static Ratio paired(double[] a, double[] b, double confidence) {
        return paired(a, b, List.of(), confidence);
    }

    /**
     * Compares pairs of positive values with a spread that is pooled over others of the same blocks. Two or three blocks show little of the
     * spread of one pair. So the variance is that of all residuals within blocks, or that of the pair's own ratios where it is larger. Of k
     * groups in n blocks it has (k − 1)(n − 1) degrees of freedom. The level holds where one group spreads up to twice as much as the others.
     *
     * @param others further groups with one value of each of these blocks; those with a value that is not positive do not take part
     */
    public static Ratio paired(double[] a, double[] b, List<double[]> others, double confidence) {
        if (a.length != b.length || others.stream().anyMatch(other -> other.length != a.length)) {
            throw new IllegalArgumentException(a.length + " values cannot be paired with "
                    + Stream.concat(Stream.of(b), others.stream())
                            .map(values -> Integer.toString(values.length))
                            .collect(Collectors.joining(" and ")));
        }
        if (a.length < 2 || !Interval.positive(a) || !Interval.positive(b)) {
            return unknown(a, b);
        }
        double[] differences = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            differences[i] = Math.log(b[i]) - Math.log(a[i]);
        }
        double own = Interval.variance(differences);
        List<double[]> groups = Stream.concat(Stream.of(a, b), others.stream())
                .filter(Interval::positive)
                .map(Interval::logarithms)
                .toList();
        boolean pooled = groups.size() > 2;
        double freedom = (groups.size() - 1.0) * (a.length - 1.0);
        return of(
                        Interval.mean(differences),
                        Math.sqrt((pooled ? Math.max(own, 2 * residuals(groups) / freedom) : own) / a.length),
                        freedom,
                        a.length,
                        "Student's t on the logarithms of the ratios of paired repetitions"
                                + (pooled ? ", with a spread pooled over " + groups.size() + " engines" : ""),
                        confidence)
                .with(true, differences.length < MIN_FLIPPED ? Double.NaN : SignFlips.pValue(differences), a, b)
                .withDifferences(Arrays.stream(differences).boxed().toList());
    }

    /** Returns the sum of squares that neither the groups nor the blocks explain. */
    private static double residuals(List<double[]> groups) {
        int blocks = groups.get(0).length;
        double[] ofBlocks = new double[blocks];
        for (double[] group : groups) {
            for (int block = 0; block < blocks; block++) {
                ofBlocks[block] += group[block] / groups.size();
            }
        }
        double all = Interval.mean(ofBlocks);
        double squares = 0;
        for (double[] group : groups) {
            double mean = Interval.mean(group);
            for (int block = 0; block < blocks; block++) {
                double residual = group[block] - mean - ofBlocks[block] + all;
                squares += residual * residual;
            }
        }
        return squares;
    }

    /** Compares two groups of independent, positive values without pairs: Welch's t on their logarithms. */
    public static Ratio unpaired(double[] a, double[] b, double confidence) {
        if (a.length < 2 || b.length < 2 || !Interval.positive(a) || !Interval.positive(b)) {
            return unknown(a, b);
        }
        double[] left = Interval.logarithms(a);
        double[] right = Interval.logarithms(b);
        double partA = Interval.variance(left) / a.length;
        double partB = Interval.variance(right) / b.length;
        double error = partA + partB;
        double freedom = error == 0
                ? a.length + b.length - 2.0
                : error * error / (partA * partA / (a.length - 1) + partB * partB / (b.length - 1));
        return of(
                        Interval.mean(right) - Interval.mean(left),
                        Math.sqrt(error),
                        freedom,
                        Math.min(a.length, b.length),
                        "Welch's t on the logarithms of the repetitions' means",
                        confidence)
                .with(false, Double.NaN, a, b);
    }

    /**
     * Returns the geometric mean of the ratios of several cases, with equal weights. It holds for these cases: its interval contains the
     * spread between repetitions alone, with the degrees of freedom of Satterthwaite.
     */
    public static Ratio over(List<Ratio> cases, double confidence) {
        double logarithm = 0;
        double error = 0;
        double freedom = 0;
        int blocks = 0;
        for (Ratio one : cases) {
            logarithm += Math.log(one.value) / cases.size();
            double part = one.error * one.error / ((double) cases.size() * cases.size());
            error += part;
            freedom += part * part / one.freedom;
            blocks += one.blocks;
        }
        if (cases.isEmpty() || Double.isNaN(error)) {
            return new Ratio(
                    cases.isEmpty() ? Double.NaN : Math.exp(logarithm),
                    Double.NaN,
                    Double.NaN,
                    blocks,
                    NONE,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    List.of());
        }
        return of(
                logarithm,
                Math.sqrt(error),
                error == 0 ? cases.stream().mapToDouble(Ratio::freedom).sum() : error * error / freedom,
                blocks,
                "the t of each case's ratio, on logarithms, over cases",
                confidence);
    }

    /**
     * Returns the geometric mean of ratios that are a sample of others like them, as workloads are of all possible workloads. Their own
     * spread makes the interval, with Student's t.
     *
     * @return without an interval when there are fewer than two
     */
    public static Ratio acrossSample(List<Ratio> sample, double confidence) {
        double[] logarithms =
                sample.stream().mapToDouble(one -> Math.log(one.value)).toArray();
        double mean = Interval.mean(logarithms);
        return sample.size() < 2
                ? over(List.of(), confidence).withValue(Math.exp(mean))
                : of(
                        mean,
                        Math.sqrt(Interval.variance(logarithms) / sample.size()),
                        sample.size() - 1.0,
                        sample.size(),
                        "Student's t on the logarithms of the ratios",
                        confidence);
    }

    private Ratio withValue(double other) {
        return new Ratio(other, low, high, blocks, method, error, freedom, signFlip, pValue, effect, differences);
    }

    private Ratio withDifferences(List<Double> logarithms) {
        return new Ratio(value, low, high, blocks, method, error, freedom, signFlip, pValue, effect, logarithms);
    }

    /** Returns the same ratio with an interval of another level. */
    public Ratio at(double confidence) {
        if (!known()) {
            return this;
        }
        double half = error == 0 ? 0 : Interval.t(freedom, confidence) * error;
        return new Ratio(
                value,
                Math.exp(Math.log(value) - half),
                Math.exp(Math.log(value) + half),
                blocks,
                method,
                error,
                freedom,
                signFlip,
                pValue,
                effect,
                differences);
    }

    private static Ratio of(
            double logarithm, double error, double freedom, int blocks, String method, double confidence) {
        double half = error == 0 ? 0 : Interval.t(freedom, confidence) * error;
        return new Ratio(
                Math.exp(logarithm),
                Math.exp(logarithm - half),
                Math.exp(logarithm + half),
                blocks,
                method,
                error,
                freedom,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                List.of());
    }

    private static Ratio unknown(double[] a, double[] b) {
        boolean few = a.length < 2 || b.length < 2;
        return new Ratio(
                        Interval.mean(b) / Interval.mean(a),
                        Double.NaN,
                        Double.NaN,
                        Math.min(a.length, b.length),
                        few ? NONE : "none: a value is not positive",
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        List.of())
                .with(false, Double.NaN, a, b);
    }

    /** Returns the same ratio with the tests that need no distribution: of pairs the sign flips alone, because other ranks ignore blocks. */
    private Ratio with(boolean blocked, double flipped, double[] a, double[] b) {
        double ranked = !blocked && a.length >= MIN_RANKED && b.length >= MIN_RANKED
                ? MannWhitneyUTest.withDefaults()
                        .with(AlternativeHypothesis.TWO_SIDED)
                        .test(a, b)
                        .getPValue()
                : Double.NaN;
        return new Ratio(value, low, high, blocks, method, error, freedom, flipped, ranked, larger(a, b), differences);
    }

    /** Returns the reciprocal, A / B: that of all values. */
    public Ratio inverse() {
        return new Ratio(
                1 / value,
                1 / high,
                1 / low,
                blocks,
                method,
                error,
                freedom,
                signFlip,
                pValue,
                1 - effect,
                differences.stream().map(d -> -d).toList());
    }

    /** Returns whether the interval has a spread that is pooled over further groups of the same blocks. */
    public boolean pooled() {
        return !differences.isEmpty() && freedom > blocks - 1;
    }

    /** Returns whether there is an interval. */
    public boolean known() {
        return !Double.isNaN(low);
    }

    /** Returns whether the interval leaves out 1, so that there is a difference. */
    public boolean decided() {
        return low > 1 || high < 1;
    }

    /** Returns whether the interval keeps within a factor up and down. */
    public boolean within(double factor) {
        return low >= 1 / factor && high <= factor;
    }

    /** Returns the least factor of the slower one by the interval; below 1 when no difference is shown, NaN without an interval. */
    public double least() {
        return Math.max(low, 1 / high);
    }

    /**
     * Returns the p-value of the hypothesis that the ratio is no further from 1 than a factor.
     *
     * @param factor at least 1; 1 for no difference at all
     * @return NaN when unknown
     */
    public double pDifference(double factor) {
        double beyond = Math.abs(Math.log(value)) - Math.log(factor);
        return Double.isNaN(error) ? Double.NaN : Math.min(1, 2 * tail(beyond));
    }

    /**
     * Returns the p-value of the hypothesis that the ratio is further from 1 than a factor: the larger one of two one-sided tests. See TOST in Schuirmann, "A comparison of the two one-sided tests procedure and the power approach", 1987.
     *
     * @param factor above 1
     * @return NaN when unknown
     */
    public double pEquivalence(double factor) {
        return Double.isNaN(error) ? Double.NaN : tail(Math.log(factor) - Math.abs(Math.log(value)));
    }

    /**
     * Returns the same p-value by sign flips, which need no distribution: the larger one of two one-sided tests of the blocks.
     *
     * @param factor above 1
     * @return NaN when there are no pairs
     */
    public double flipEquivalence(double factor) {
        double margin = Math.log(factor);
        return differences.isEmpty()
                ? Double.NaN
                : Math.max(
                        SignFlips.pGreater(differences.stream()
                                .mapToDouble(d -> margin + d)
                                .toArray()),
                        SignFlips.pGreater(differences.stream()
                                .mapToDouble(d -> margin - d)
                                .toArray()));
    }

    /** Returns the least possible p-value of the sign-flip test with this number of blocks. */
    public double leastFlip() {
        return Math.pow(2, 1 - blocks);
    }

    /**
     * Returns whether a number of blocks with a known spread would show a difference or an equivalence.
     *
     * @param blocks at least 2
     * @param spread standard deviation of the logarithms of the ratios of blocks
     * @param beyond distance of the logarithm beyond the bound of no difference; not positive when it is within
     * @param within distance of the logarithm within the bound of equivalence; not positive when it is beyond
     * @param level of the test
     * @param power required probability of the result
     */
    public static boolean decides(int blocks, double spread, double beyond, double within, double level, double power) {
        double error = spread / Math.sqrt(blocks);
        double reserve = StudentT.beyond(blocks - 1.0, 1 - power);
        return (Interval.t(blocks - 1.0, 1 - level) + reserve) * error <= beyond
                || (Interval.t(blocks - 1.0, 1 - 2 * level) + reserve) * error <= within;
    }

    private double tail(double distance) {
        return error == 0 ? distance > 0 ? 0 : 1 : TDistribution.of(freedom).survivalProbability(distance / error);
    }

    private static double larger(double[] a, double[] b) {
        double wins = 0;
        for (double x : a) {
            for (double y : b) {
                wins += y > x ? 1 : y == x ? 0.5 : 0;
            }
        }
        return a.length == 0 || b.length == 0 ? Double.NaN : wins / ((double) a.length * b.length);
    }
}
