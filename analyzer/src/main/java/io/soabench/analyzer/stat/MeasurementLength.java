package io.soabench.analyzer.stat;

/**
 * Where the spread of repetitions comes from, and how long a measurement is best: what it varies by itself costs seconds, what starts of
 * servers vary by costs a start, a warm-up and a drain for each (Kalibera and Jones, "Rigorous benchmarking in reasonable time", 2013:
 * repetitions within a start are best the root of the ratio of costs times that of variances).
 *
 * @param between variance of the logarithms of the means that is one between starts; 0 when what happens within explains all of it
 * @param within variance of the logarithm of the mean of one measurement
 * @param windowS length of a measurement
 * @param besidesS what each repetition takes beside it
 */
public record MeasurementLength(double between, double within, double windowS, double besidesS) {

    /** Beyond, nothing is known of what the engine does. */
    private static final double LONGEST = 10;

    /**
     * Of the repetitions of a case.
     *
     * @param means of the repetitions, positive, at least two
     * @param errors standard errors of each, by what varied within it
     */
    public static MeasurementLength of(double[] means, double[] errors, double windowS, double besidesS) {
        double within = 0;
        for (int i = 0; i < means.length; i++) {
            within += errors[i] * errors[i] / (means[i] * means[i]) / means.length;
        }
        double all = Interval.variance(Interval.logarithms(means));
        return new MeasurementLength(Math.max(0, all - within), within, windowS, besidesS);
    }

    /** The length that tells most for the time that all takes, not more than ten times as long and not less than that. */
    public double bestS(double leastS) {
        double best = Math.sqrt(within * windowS * besidesS / between);
        return Math.max(leastS, Math.min(LONGEST * windowS, Double.isNaN(best) ? windowS : best));
    }

    /** The time that the same precision takes with measurements of another length, as a share of that with this one. */
    public double timeWith(double otherS) {
        return (between + within * windowS / otherS)
                * (besidesS + otherS)
                / ((between + within) * (besidesS + windowS));
    }

    /** The share of the spread that is one between starts of the servers. */
    public double ofStarts() {
        return between / (between + within);
    }
}
