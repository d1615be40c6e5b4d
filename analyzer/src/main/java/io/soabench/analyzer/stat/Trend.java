package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How far a series of positive values rises or falls from its start to its end, as a share of what it is at its start: the slope of Theil
 * (1950) and Sen (1968), with the interval that Sen derives from Kendall's test for trend (Mann 1945), so that single values which lie far
 * out, and distributions that are not normal, do no harm. It is that of the logarithms, so that nothing falls by all there is or more.
 *
 * @param change e.g. 0.12 for a rise by 12 %, −0.5 for a fall to a half, above −1; NaN when the series is too short
 * @param low lower end of its 95 % interval; likewise
 * @param high upper end; likewise
 */
public record Trend(double change, double low, double high) {

    /** Of a series that is too short. */
    public static final Trend UNKNOWN = new Trend(Double.NaN, Double.NaN, Double.NaN);

    /** A series of fewer values cannot be judged. */
    public static final int LEAST_VALUES = 10;

    /** Level of the intervals. */
    public static final double CONFIDENCE = 0.95;

    /** Quantile of the normal distribution for that level. */
    private static final double Z = 1.96;

    /**
     * The trend of a series.
     *
     * @param series in order of time, at equal distances; NaN (nothing observed) is left out
     * @return unknown when a value is not positive, too
     */
    public static Trend of(double[] series) {
        int[] at = new int[series.length];
        int known = 0;
        for (int i = 0; i < series.length; i++) {
            if (series[i] <= 0) {
                return UNKNOWN;
            }
            if (!Double.isNaN(series[i])) {
                at[known++] = i;
            }
        }
        if (known < LEAST_VALUES) {
            return UNKNOWN;
        }
        double[] slopes = new double[known * (known - 1) / 2];
        double[] logarithms = new double[known];
        int pair = 0;
        for (int i = 0; i < known; i++) {
            logarithms[i] = Math.log(series[at[i]]);
            for (int j = 0; j < i; j++) {
                slopes[pair++] = (logarithms[i] - logarithms[j]) / (at[i] - at[j]);
            }
        }
        Arrays.sort(slopes);
        double n = known;
        double spread = Z * Math.sqrt(n * (n - 1) * (2 * n + 5) / 18);
        int low = (int) Math.floor((slopes.length - spread) / 2) - 1;
        int high = (int) Math.ceil((slopes.length + spread) / 2);
        return ofLogarithms(
                median(slopes) * series.length,
                slopes[Math.max(0, low)] * series.length,
                slopes[Math.min(slopes.length - 1, high)] * series.length);
    }

    private static Trend ofLogarithms(double change, double low, double high) {
        return new Trend(Math.expm1(change), Math.expm1(low), Math.expm1(high));
    }

    /** The mean of independent trends, one a repetition, as factors; of those that are known. */
    public static Trend mean(List<Trend> trends) {
        List<Trend> known = trends.stream().filter(Trend::known).toList();
        if (known.isEmpty()) {
            return UNKNOWN;
        }
        double change = known.stream()
                .mapToDouble(t -> Math.log1p(t.change()))
                .average()
                .orElseThrow();
        return ofLogarithms(
                change,
                change - distance(known, t -> Math.log1p(t.change()) - Math.log1p(t.low())),
                change + distance(known, t -> Math.log1p(t.high()) - Math.log1p(t.change())));
    }

    private static double distance(List<Trend> trends, ToDoubleFunction<Trend> side) {
        double squares = trends.stream()
                .mapToDouble(side)
                .map(distance -> distance * distance)
                .sum();
        return Math.sqrt(squares) / trends.size();
    }

    /** Whether there is one. */
    public boolean known() {
        return !Double.isNaN(change);
    }

    /** Whether the series surely changes by less than that share. */
    public boolean within(double bound) {
        return low >= -bound && high <= bound;
    }

    /** Whether the series surely changes, and by more than that share as far as can be told. */
    public boolean beyond(double bound) {
        return Math.abs(change) > bound && (low > 0 || high < 0);
    }

    /**
     * How many times as large as in the middle of the series, or how many times as small, the values may become, by the interval, when they
     * go on to change by the same factor for as long again as they were observed: half of it was still to come, and then all of it.
     *
     * @return at least 1; infinite when the trend is unknown
     */
    public double factor() {
        double most = Math.max(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)));
        return known() ? Math.exp(1.5 * most) : Double.POSITIVE_INFINITY;
    }

    private static double median(double[] sorted) {
        int n = sorted.length;
        return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }
}
