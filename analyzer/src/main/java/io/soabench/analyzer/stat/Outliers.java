package io.soabench.analyzer.stat;

import java.util.Arrays;

/**
 * The values that are far from the others, in two steps by Chebyshev's inequality, which holds for any distribution (Amidan et al., "Data
 * outlier detection using the Chebyshev theorem", 2005). The first step takes mean and standard deviation of the values within {@value
 * #FIRST_LIMIT} standard deviations; chance puts at most a tenth outside. The second step flags the values further away than {@value #SECOND_LIMIT} of
 * these deviations; chance puts at most one in a hundred there. Outliers are flagged and never removed: a slow answer is an answer.
 *
 * @param low values below it are outliers; NaN with fewer than two values
 * @param high values above it are outliers; NaN with fewer than two values
 * @param values number of examined values
 * @param flagged number of outliers
 */
public record Outliers(double low, double high, long values, long flagged) {

    /** Standard deviations beyond which at most 10 % of any distribution are. */
    private static final double FIRST_LIMIT = 3.162;

    /** Standard deviations beyond which at most 1 % of any distribution are. */
    private static final double SECOND_LIMIT = 10;

    /** Relative difference that rounding makes between equal values and their mean. */
    private static final double ROUNDING = 1e-9;

    /** A value by its index. */
    private interface Value {
        double at(int place);
    }

    static Outliers of(SortedSample distribution) {
        return of(distribution.count(), distribution.mean(), distribution.sd(), distribution::value);
    }

    /** Returns the outliers of some numbers. */
    public static Outliers of(double[] values) {
        double[] kept = values.clone();
        Arrays.sort(kept);
        return of(kept.length, NumberStatistics.mean(kept), NumberStatistics.sd(kept), i -> kept[i]);
    }

    private static Outliers of(int count, double mean, double sd, Value values) {
        if (count < 2) {
            return new Outliers(Double.NaN, Double.NaN, count, 0);
        }
        double sum = 0;
        double squares = 0;
        long kept = 0;
        for (int i = 0; i < count; i++) {
            double distance = values.at(i) - mean;
            if (Math.abs(distance) <= FIRST_LIMIT * sd) {
                sum += distance;
                squares += distance * distance;
                kept++;
            }
        }
        // At least nine tenths of the values are within the first limit; of fewer than twelve values, all are.
        double middle = mean + sum / kept;
        double spread = Math.sqrt(Math.max(0, squares - sum * sum / kept) / (kept - 1));
        double rounding = Math.abs(middle) * ROUNDING;
        double low = middle - SECOND_LIMIT * spread - rounding;
        double high = middle + SECOND_LIMIT * spread + rounding;
        long flagged = 0;
        for (int i = 0; i < count; i++) {
            flagged += values.at(i) < low || values.at(i) > high ? 1 : 0;
        }
        return new Outliers(low, high, count, flagged);
    }

    Outliers times(double factor) {
        return new Outliers(low * factor, high * factor, values, flagged);
    }
}
