package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * P-values of several questions that are asked of one run, so that all of its answers together are wrong no more often than one would be
 * (Holm, "A simple sequentially rejective multiple test procedure", 1979).
 */
public final class Holm {

    private Holm() {}

    /**
     * The adjusted p-values, in the same order: each may be held against the level of a single test.
     *
     * @param values NaN where there is no test, which counts for nothing and stays NaN
     */
    public static double[] adjusted(double[] values) {
        List<Integer> ascending = IntStream.range(0, values.length)
                .filter(i -> !Double.isNaN(values[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .toList();
        double[] adjusted = new double[values.length];
        Arrays.fill(adjusted, Double.NaN);
        double least = 0;
        for (int rank = 0; rank < ascending.size(); rank++) {
            int place = ascending.get(rank);
            least = Math.max(least, Math.min(1, values[place] * (ascending.size() - rank)));
            adjusted[place] = least;
        }
        return adjusted;
    }
}
