package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.List;

/**
 * A line of least squares through values at equal distances.
 *
 * @param change from the first value to the last
 * @param error standard error of the change of independent values
 * @param freedom degrees of freedom of the error
 */
public record LeastSquaresLine(double change, double error, double freedom) {

    /** Parameters of a line beside the variance. */
    private static final int PARAMETERS = 2;

    /** Returns the line through a series of at least three values. */
    public static LeastSquaresLine of(double[] series) {
        double n = series.length;
        double middle = (n - 1) / 2;
        double mean = Interval.mean(series);
        double products = 0;
        double distances = 0;
        for (int i = 0; i < series.length; i++) {
            products += (i - middle) * (series[i] - mean);
            distances += (i - middle) * (i - middle);
        }
        double slope = products / distances;
        double rest = 0;
        for (int i = 0; i < series.length; i++) {
            double off = series[i] - mean - slope * (i - middle);
            rest += off * off;
        }
        return new LeastSquaresLine(slope * (n - 1), (n - 1) * Math.sqrt(rest / (n - 2) / distances), n - 2);
    }

    /**
     * Returns the interval of the change.
     *
     * @param coefficient autocorrelation of neighbours, which makes the error larger
     */
    public Interval interval(double coefficient, double confidence) {
        double half = Interval.t(freedom, confidence) * error * Math.sqrt((1 + coefficient) / (1 - coefficient));
        return new Interval(change, change - half, change + half, (int) freedom + PARAMETERS);
    }

    /**
     * Returns whether a line describes a series better than steps do, by Schwarz's criterion (1978): a step has two parameters, its place
     * and its height.
     *
     * @param steps indices of the first values after them
     */
    public static boolean describes(double[] series, List<Integer> steps) {
        double n = series.length;
        LeastSquaresLine line = of(series);
        // The sum of the squared residuals follows from the error of the change and from the squared distances of n
        // equal steps from their middle.
        double distances = n * (n * n - 1) / 12;
        double rest = line.error * line.error * (n - 2) * distances / ((n - 1) * (n - 1));
        double ofSteps = 0;
        int from = 0;
        for (int i = 0; i <= steps.size(); i++) {
            int to = i < steps.size() ? steps.get(i) : series.length;
            double[] segment = Arrays.copyOfRange(series, from, to);
            ofSteps += segment.length < 2 ? 0 : Interval.variance(segment) * (segment.length - 1);
            from = to;
        }
        return n * Math.log(rest) + PARAMETERS * Math.log(n)
                < n * Math.log(ofSteps) + (2 * steps.size() + 1) * Math.log(n);
    }
}
