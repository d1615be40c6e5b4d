package io.soabench.analyzer.stat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The adjustment of p-values of several questions about one run (Holm, "A simple sequentially rejective multiple test procedure", 1979).
 * All answers together are wrong no more often than a single one would be.
 */
public final class Holm {

    private Holm() {}

    /**
     * Returns the adjusted p-values in the same order. Each may be compared with the level of a single test.
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
