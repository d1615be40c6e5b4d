package io.soabench.analyzer.stat;

/**
 * The number of repetitions that a mean needs for a given precision, in two stages. The spread of some pilots determines the number of all
 * repetitions, and the others do not change it (Stein, "A two-sample test for a linear hypothesis whose power is independent of the
 * variance", 1945). It is the first dimensioning experiment of Kalibera and Jones ("Rigorous benchmarking in reasonable time", 2013).
 *
 * <p>Measuring until the interval is narrow enough would be optional stopping. It ends where the spread happens to look small, and
 * intervals contain the truth less often than their level. Here the number depends on the pilots alone, which are some of the values of the
 * interval. A slightly higher level compensates for their effect on it ({@link #level}): TwoStageTest simulates the coverage.
 */
public final class TwoStage {

    /** Minimum number of pilots: the quantile of Student's t for two of them is 12.7. */
    public static final int LEAST_PILOTS = 3;

    /** Upper bound of the number of repetitions. */
    public static final int MOST_REPETITIONS = 1_000_000;

    /** Error rate of intervals of such a number of repetitions, as a share of the named error rate. */
    private static final double ERRORS = 0.8;

    private TwoStage() {}

    /**
     * Returns the level at which an interval of a number of repetitions that pilots chose is computed, so that its coverage is the named
     * level. Where the pilots happened to be alike there are few others, and they make the interval too narrow. A maximum number prevents a
     * compensation. For a single engine and a maximum of 20, an interval of 95 % would contain the truth in 92.5 % of all runs at the worst
     * spread.
     *
     * @param confidence named level, e.g. 0.95
     */
    public static double level(double confidence) {
        return 1 - ERRORS * (1 - confidence);
    }

    /**
     * Returns the required number of values, the pilots included. With it the interval, {@linkplain Interval#of of logarithms}, reaches as
     * far as required, if the others vary as the pilots do. It uses the quantile of the pilots' degrees of freedom at the {@link #level}.
     *
     * @param pilots positive values, at least {@value #LEAST_PILOTS}
     * @param share half of the required width of the interval, as a share of the mean, e.g. 0.05
     * @param confidence level of the interval
     * @return from the number of pilots to {@value #MOST_REPETITIONS}
     * @throws IllegalArgumentException when the pilots are too few or not positive
     */
    public static int needed(double[] pilots, double share, double confidence) {
        if (pilots.length < LEAST_PILOTS || !Interval.positive(pilots)) {
            throw new IllegalArgumentException(
                    "a precision is planned from at least " + LEAST_PILOTS + " positive values");
        }
        double t = Interval.t(pilots.length - 1, level(confidence));
        double reach = Math.log1p(share);
        double enough = Math.ceil(t * t * Interval.variance(Interval.logarithms(pilots)) / (reach * reach));
        return (int) Math.max(pilots.length, Math.min(MOST_REPETITIONS, enough));
    }

    /** Returns the precision of a mean: the distance of the farther end of its interval, as a factor less one; NaN without an interval. */
    public static double reached(Interval interval) {
        return interval.known() && interval.low() > 0
                ? Math.max(interval.high() / interval.mean(), interval.mean() / interval.low()) - 1
                : Double.NaN;
    }
}
