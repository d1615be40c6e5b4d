package io.soabench.analyzer.stat;

/**
 * How many repetitions a mean takes to be known to a given precision, in two stages: the spread of some pilots tells how many there must be
 * in all, and nothing is decided by what the others show (Stein, "A two-sample test for a linear hypothesis whose power is independent of
 * the variance", 1945; as a first dimensioning experiment, Kalibera and Jones, "Rigorous benchmarking in reasonable time", 2013).
 *
 * <p>To measure until the interval is narrow enough would be optional stopping: it ends where the spread happens to look small, and
 * intervals hold the truth less often than they say. Here the number depends on the pilots alone, which are some of the values of the
 * interval. What they do to it is made up for by a level that is a little higher ({@link #level}): TwoStageTest shows how often it
 * holds the truth.
 */
public final class TwoStage {

    /** Fewer values have a spread that tells nothing: the quantile of Student's t for two of them is 12.7. */
    public static final int LEAST_PILOTS = 3;

    /** More repetitions than anybody can make. */
    public static final int MOST = 1_000_000;

    /** Errors that intervals of such a number of repetitions may make, as a share of those that they are said to make. */
    private static final double ERRORS = 0.8;

    private TwoStage() {}

    /**
     * The level at which an interval is computed of as many repetitions as pilots called for, so that it holds the truth as often as is said.
     * Where the pilots happened to be alike there are few others, and they make it too narrow; with a cap, nothing makes up for that. For a
     * single engine and a cap of 20 an interval of 95 % would hold the truth in 92.5 % of all runs at the worst spread.
     *
     * @param confidence what is said, e.g. 0.95
     */
    public static double level(double confidence) {
        return 1 - ERRORS * (1 - confidence);
    }

    /**
     * How many values there must be, the pilots included: so many that the interval, {@linkplain Interval#of of logarithms}, reaches as far as
     * asked for, if the others vary as the pilots do, with the quantile of the pilots' degrees of freedom at the {@link #level}.
     *
     * @param pilots positive values, at least {@value #LEAST_PILOTS}
     * @param share half of the width of the interval that is asked for, as a share of the mean, e.g. 0.05
     * @param confidence level of the interval
     * @return from the number of pilots to {@value #MOST}
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
        return (int) Math.max(pilots.length, Math.min(MOST, enough));
    }

    /** How exactly a mean is known: how far the farther end of its interval is away, as a factor less one; NaN without an interval. */
    public static double reached(Interval interval) {
        return interval.known() && interval.low() > 0
                ? Math.max(interval.high() / interval.mean(), interval.mean() / interval.low()) - 1
                : Double.NaN;
    }
}
