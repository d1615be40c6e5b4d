package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.MetricValues;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The distribution of the values of a metric over the valid repetitions of a case, in buckets of the same width from
 * the smallest to the largest value.
 *
 * @param counts number of values in each bucket; an upper bound belongs to the next one except for the last
 */
public record LinearHistogram(RepetitionStatistics.Place of, String unit, double low, double width, List<Long> counts) {

    private static final int BUCKETS = 20;

    /** Returns the histograms of all metrics of which the model wants one and that have values. */
    static List<LinearHistogram> of(List<RepetitionResult> valid) {
        Set<RepetitionStatistics.Place> places = new TreeSet<>((a, b) -> key(a).compareTo(key(b)));
        valid.forEach(r -> places.addAll(r.measured().distributions().keySet()));
        List<LinearHistogram> all = new ArrayList<>();
        for (RepetitionStatistics.Place place : places) {
            List<MetricValues> own = valid.stream()
                    .map(r -> r.measured().distributions().get(place))
                    .filter(d -> d != null && d.stream().findAny().isPresent())
                    .toList();
            if (!own.isEmpty()) {
                double[] values =
                        own.stream().flatMapToDouble(MetricValues::stream).toArray();
                all.add(of(place, own.get(0).unit(), values));
            }
        }
        return all;
    }

    private static String key(RepetitionStatistics.Place place) {
        return place.target().kind() + "/" + place.target().name() + "/" + place.metric();
    }

    private static LinearHistogram of(RepetitionStatistics.Place place, String unit, double[] values) {
        double low = Arrays.stream(values).min().orElseThrow();
        double high = Arrays.stream(values).max().orElseThrow();
        int buckets = high > low ? BUCKETS : 1;
        double width = (high - low) / buckets;
        long[] counts = new long[buckets];
        for (double value : values) {
            counts[width == 0 ? 0 : Math.min(buckets - 1, (int) ((value - low) / width))]++;
        }
        return new LinearHistogram(
                place, unit, low, width, Arrays.stream(counts).boxed().toList());
    }

    /** Returns the lower bound of a bucket, or the upper bound of the bucket before. */
    public double bound(int bucket) {
        return low + bucket * width;
    }
}
