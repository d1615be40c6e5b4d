package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rise or fall of a series of positive values from its start to its end, as a share of its start. It is the slope of Theil (1950) and
 * Sen (1968) of the logarithms, so that nothing falls by all or more. The interval is the one that Sen derives from Kendall's test for
 * trend (Mann 1945). So single extreme values, and distributions that are not normal, do no harm.
 *
 * @param change e.g. 0.12 for a rise by 12 %, −0.5 for a fall to a half, above −1; NaN when the series is too short
 * @param low lower end of its 95 % interval; NaN when the series is too short
 * @param high upper end of its 95 % interval; NaN when the series is too short
 */
public record Trend(double change, double low, double high) {

    /** The trend of a series that is too short. */
    public static final Trend UNKNOWN = new Trend(Double.NaN, Double.NaN, Double.NaN);

    /** Minimum number of values of a series. */
    public static final int LEAST_VALUES = 10;

    /** Level of the intervals. */
    public static final double CONFIDENCE = 0.95;

    /** Quantile of the normal distribution for that level. */
    private static final double Z = 1.96;

    /** The inverse of the variance of the time of an event whose rate is constant, from 0 to 1. */
    private static final double EVENTS = 12;

    private static final double MIDDLE = 0.5;

    /**
     * Returns the trend of a series.
     *
     * @param series in order of time, at equal distances; NaN (nothing observed) is left out
     * @return unknown also when a value is not positive
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

    /**
     * Returns the trend of the rate of events that are independent of each other, by their mean time: with n events, it spreads by the
     * root of 12 / n (Cox and Lewis 1966). It needs no parts, so that it is known of few events.
     *
     * @param meanTime mean time of the events, from 0 at the start to 1 at the end; any value without events
     * @return unknown without events
     */
    public static Trend ofEvents(double meanTime, long events) {
        if (events == 0) {
            return UNKNOWN;
        }
        double change = EVENTS * (meanTime - MIDDLE);
        double distance = Z * Math.sqrt(EVENTS / events);
        return ofLogarithms(change, change - distance, change + distance);
    }

    /**
     * Returns a trend of which a single repetition bounds nothing; several repetitions do.
     *
     * @param change of the logarithm from the start to the end
     */
    public static Trend withoutBounds(double change) {
        return ofLogarithms(change, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private static Trend ofLogarithms(double change, double low, double high) {
        return new Trend(Math.expm1(change), Math.expm1(low), Math.expm1(high));
    }

    /** Returns the mean of independent trends, one a repetition, as factors; unknown ones are left out. */
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

    /** Returns whether there is a trend. */
    public boolean known() {
        return !Double.isNaN(change);
    }

    /** Returns whether the series surely changes by less than that share. */
    public boolean within(double bound) {
        return low >= -bound && high <= bound;
    }

    /** Returns whether the series surely changes, and by an estimate of more than that share. */
    public boolean beyond(double bound) {
        return Math.abs(change) > bound && (low > 0 || high < 0);
    }

    /**
     * Returns the largest factor, by the interval, between the middle of the series and the end of a continued change. The change goes on
     * by the same factor for as long again as it was observed: half of it was still to come, and then all of it.
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
