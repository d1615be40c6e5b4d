package io.soabench.analyzer.queueing;

import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The processor time of one request: the slope of the regression of processor time on completions. Work that does not depend on the number
 * of requests (garbage collection by the clock, compilation, the operating system) is the intercept, not a part of a request.
 *
 * @param seconds of processor time a request; zero or less when processor time does not grow with completions
 * @param low lower end of its 95 % interval, Student's t on the residuals; NaN with fewer than three points
 * @param high upper end of its 95 % interval; NaN with fewer than three points
 * @param background processors that are busy without any request, at least 0
 */
public record ProcessorDemand(double seconds, double low, double high, double background) {

    private static final double TAIL_PROBABILITY = 0.025;

    /**
     * One repetition.
     *
     * @param perS completions a second
     * @param busy processors that were busy on average
     */
    public record Use(double perS, double busy) {}

    /**
     * Returns the demand that these repetitions show. A negative background becomes zero, and the line then goes through the origin.
     *
     * @param uses at two or more different rates
     */
    public static ProcessorDemand of(List<Use> uses) {
        SimpleRegression line = regression(uses, true);
        boolean origin = line.getIntercept() < 0;
        SimpleRegression used = origin ? regression(uses, false) : line;
        double slope = used.getSlope();
        int freedom = uses.size() - (origin ? 1 : 2);
        double half = freedom < 1
                ? Double.NaN
                : TDistribution.of(freedom).inverseSurvivalProbability(TAIL_PROBABILITY) * used.getSlopeStdErr();
        return new ProcessorDemand(slope, slope - half, slope + half, origin ? 0 : line.getIntercept());
    }

    private static SimpleRegression regression(List<Use> uses, boolean intercept) {
        SimpleRegression regression = new SimpleRegression(intercept);
        uses.forEach(use -> regression.addData(use.perS(), use.busy()));
        return regression;
    }
}
