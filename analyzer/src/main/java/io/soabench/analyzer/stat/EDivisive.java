package io.soabench.analyzer.stat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The detection of changes in the distribution of a series by E-divisive, with the energy statistic of one-dimensional values and exponent
 * 1. The method is that of Matteson and James ("A nonparametric approach for multiple change point analysis of multivariate data", Journal
 * of the American Statistical Association 109(505), 2014, sections 2 and 3). Both sides of a split reach to the ends of their segment, as
 * in the change detection of MongoDB and Apache Otava. Its source is Daly et al., "The use of change point detection to identify software
 * performance regressions in a continuous integration system", ICPE 2020.
 *
 * <p>The best split of all segments is tested by permuting the values within segments. It is kept when its p-value is at most the level;
 * then the next one is searched. A test ends early when it cannot keep a split any more (Besag and Clifford, "Sequential Monte Carlo
 * p-values", 1991), so that stable series cost little. Values must be exchangeable where nothing changes: without trend, season, and
 * autocorrelation (see {@link Autocorrelation}).
 */
public final class EDivisive {

    /** Minimum number of values on each side of a change. */
    public static final int LEAST_VALUES = 2;

    private static final double ROUNDING = 1e-9;

    private final double[] values;
    private final double level;
    private final int permutations;
    private final SplittableRandom random;

    private EDivisive(double[] values, double level, int permutations, long seed) {
        this.values = values;
        this.level = level;
        this.permutations = permutations;
        random = new SplittableRandom(seed);
    }

    /**
     * A change.
     *
     * @param index of the first value after it
     * @param pValue of its test; exact to 1 / permutations when it is kept
     */
    public record Change(int index, double pValue) {}

    /**
     * The result of a search.
     *
     * @param changes in the order of the series
     * @param first p-value of the first test, kept or not; NaN when there was nothing to test
     */
    public record Result(List<Change> changes, double first) {}

    /**
     * A split of a segment.
     *
     * @param q the statistic; not above 0 when there is no split
     */
    private record Split(double q, int index) {}

    /**
     * The segments of a series.
     *
     * @param borders the ends of the segments
     */
    private record Segments(SortedSet<Integer> borders) {

        interface Visitor {
            void segment(int from, int to);
        }

        void each(Visitor visitor) {
            int from = 0;
            for (int to : borders) {
                visitor.segment(from, to);
                from = to;
            }
        }
    }

    /**
     * Returns the changes of a series.
     *
     * @param level upper bound of the probability of a false change in a series without changes; above 0
     * @param permutations of each test; fewer than 1 / level - 1 never find a change
     * @param seed equal arguments give equal results
     */
    public static Result of(double[] values, double level, int permutations, long seed) {
        return new EDivisive(values, level, permutations, seed).result();
    }

    private Result result() {
        TreeSet<Integer> borders = new TreeSet<>(List.of(values.length));
        List<Change> changes = new ArrayList<>();
        double first = Double.NaN;
        while (true) {
            Split best = best(values, borders);
            if (best.q() <= 0) {
                break;
            }
            double p = pValue(best.q(), borders);
            first = Double.isNaN(first) ? p : first;
            if (p > level) {
                break;
            }
            borders.add(best.index());
            changes.add(new Change(best.index(), p));
        }
        return new Result(
                changes.stream().sorted(Comparator.comparingInt(Change::index)).toList(), first);
    }

    private double pValue(double observed, SortedSet<Integer> borders) {
        double[] permuted = values.clone();
        int extreme = 0;
        for (int i = 1; i <= permutations; i++) {
            new Segments(borders).each((from, to) -> shuffle(permuted, from, to));
            extreme += best(permuted, borders).q() >= observed * (1 - ROUNDING) ? 1 : 0;
            if ((extreme + 1.0) / (permutations + 1) > level) {
                return (extreme + 1.0) / (i + 1);
            }
        }
        return (extreme + 1.0) / (permutations + 1);
    }

    private void shuffle(double[] of, int from, int to) {
        for (int i = to - 1; i > from; i--) {
            int j = from + random.nextInt(i - from + 1);
            double value = of[i];
            of[i] = of[j];
            of[j] = value;
        }
    }

    private static Split best(double[] of, SortedSet<Integer> borders) {
        List<Split> splits = new ArrayList<>();
        new Segments(borders).each((from, to) -> splits.add(best(of, from, to)));
        Split best = splits.get(0);
        for (Split split : splits) {
            best = split.q() > best.q() ? split : best;
        }
        return best;
    }

    /** Returns the split of a segment with the largest statistic. */
    private static Split best(double[] of, int from, int to) {
        int n = to - from;
        if (n < 2 * LEAST_VALUES) {
            return new Split(0, to);
        }
        // Sums of distances within the left part and within the right part, by the end of the left part.
        double[] left = new double[n + 1];
        double[] right = new double[n + 1];
        for (int i = 1; i < n; i++) {
            double sum = 0;
            double later = 0;
            for (int j = 0; j < i; j++) {
                sum += Math.abs(of[from + i] - of[from + j]);
                later += Math.abs(of[to - 1 - i] - of[to - 1 - j]);
            }
            left[i + 1] = left[i] + sum;
            right[n - i - 1] = right[n - i] + later;
        }
        double all = left[n];
        Split best = new Split(0, to);
        for (int m = LEAST_VALUES; m <= n - LEAST_VALUES; m++) {
            int k = n - m;
            double between = all - left[m] - right[m];
            double energy =
                    2 * between / ((double) m * k) - left[m] / (m * (m - 1) / 2.0) - right[m] / (k * (k - 1) / 2.0);
            double q = (double) m * k / n * energy;
            if (q > best.q()) {
                best = new Split(q, from + m);
            }
        }
        return best;
    }
}
