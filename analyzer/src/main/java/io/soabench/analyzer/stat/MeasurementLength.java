package io.soabench.analyzer.stat;

/**
 * The components of the spread of repetitions, and the best length of a measurement. The variation within a measurement costs seconds; the
 * variation between starts of servers costs a start, a warm-up and a drain for each (Kalibera and Jones, "Rigorous benchmarking in
 * reasonable time", 2013). The best number of repetitions within a start is the root of the ratio of costs times that of variances.
 *
 * @param between variance of the logarithms of the means between starts; 0 when the variation within explains all of it
 * @param within variance of the logarithm of the mean of one measurement
 * @param windowS length of a measurement
 * @param besidesS time of each repetition beside it
 */
public record MeasurementLength(double between, double within, double windowS, double besidesS) {

    /** Maximum factor of the present length. The engine's behaviour beyond it is unknown. */
    private static final double LONGEST = 10;

    /**
     * Returns the components of the repetitions of a case.
     *
     * @param means of the repetitions, positive, at least two
     * @param errors standard error of each, by the variation within it
     */
    public static MeasurementLength of(double[] means, double[] errors, double windowS, double besidesS) {
        double within = 0;
        for (int i = 0; i < means.length; i++) {
            within += errors[i] * errors[i] / (means[i] * means[i]) / means.length;
        }
        double all = Interval.variance(Interval.logarithms(means));
        return new MeasurementLength(Math.max(0, all - within), within, windowS, besidesS);
    }

    /** Returns the length with the best precision for the whole time, at most ten times the present length and at least {@code leastS}. */
    public double bestS(double leastS) {
        double best = Math.sqrt(within * windowS * besidesS / between);
        return Math.max(leastS, Math.min(LONGEST * windowS, Double.isNaN(best) ? windowS : best));
    }

    /** Returns the time for the same precision with measurements of another length, as a share of that with this length. */
    public double timeWith(double otherS) {
        return (between + within * windowS / otherS)
                * (besidesS + otherS)
                / ((between + within) * (besidesS + windowS));
    }

    /** Returns the share of the spread that is one between starts of the servers. */
    public double ofStarts() {
        return between / (between + within);
    }
}
