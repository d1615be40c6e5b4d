package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RequestSamples;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.SortedSample;
import io.soabench.analyzer.stat.SteadyState;
import io.soabench.analyzer.stat.Trend;
import io.soabench.plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/** The requests of a repetition by intended start, in buckets of a second, or longer ones when there would be too many. */
final class RequestTimeline {

    private static final int MAX_BUCKETS = 600;

    /** Number of parts of the measurement whose medians show a trend, and minimum number of requests of a part with a median. */
    private static final int PARTS = 20;

    private static final int LEAST_REQUESTS = 5;

    private static final double NS_PER_MS = 1e6;

    /** A metric that can be drawn over time. */
    private record TimeSeriesMetric(String metric, String unit, ToDoubleFunction<ChartSeries.Bucket> value) {}

    private static final List<TimeSeriesMetric> COURSES = List.of(
            new TimeSeriesMetric(Statistic.RESPONSE_TIME, "ms", ChartSeries.Bucket::meanMs),
            new TimeSeriesMetric(Statistic.THROUGHPUT, "1/s", ChartSeries.Bucket::answersPerS),
            new TimeSeriesMetric(Statistic.FAILURES, "ratio", RequestTimeline::failed));

    private final List<ChartSeries.Bucket> buckets = new ArrayList<>();
    private final int first;
    private final long widthNs;
    private final Trend trend;
    private final List<Double> partMedians;
    private final double meanErrorMs;

    /**
     * Creates the timeline of some requests.
     *
     * @param choice the requests
     */
    RequestTimeline(RequestSamples samples, MeasurementWindow window, IntPredicate choice) {
        long before = window.startNs() - window.warmUpNs();
        long total = window.endNs() - window.warmUpNs();
        widthNs = 1_000_000_000L * Math.max(1, ceil(total, 1_000_000_000L * MAX_BUCKETS));
        first = (int) -ceil(before, widthNs);
        int last = (int) ceil(window.endNs() - window.startNs(), widthNs);
        if (window.known()) {
            fill(samples, window, choice, last - first);
        }
        SortedSample[] parts = window.known() ? parts(samples, window, choice) : new SortedSample[0];
        double[] medians = new double[parts.length];
        double[] means = new double[parts.length];
        for (int part = 0; part < parts.length; part++) {
            boolean known = parts[part].count() >= LEAST_REQUESTS;
            medians[part] = known ? parts[part].median() / NS_PER_MS : Double.NaN;
            means[part] = known ? parts[part].mean() / NS_PER_MS : Double.NaN;
        }
        trend = Trend.of(medians);
        partMedians = Arrays.stream(medians).boxed().toList();
        meanErrorMs = NumberStatistics.sd(means) / Math.sqrt(means.length);
    }

    /** Returns the response times of equal parts of the measurement, by intended start. */
    private static SortedSample[] parts(RequestSamples samples, MeasurementWindow window, IntPredicate choice) {
        int[] from = new int[PARTS + 1];
        IntPredicate timed = i -> choice.test(i) && samples.measured(i) && samples.timed(i);
        for (int i = 0; i < samples.size(); i++) {
            if (timed.test(i)) {
                from[part(samples.intendedNs(i), window) + 1]++;
            }
        }
        for (int part = 0; part < PARTS; part++) {
            from[part + 1] += from[part];
        }
        long[] latencies = new long[from[PARTS]];
        int[] next = from.clone();
        for (int i = 0; i < samples.size(); i++) {
            if (timed.test(i)) {
                latencies[next[part(samples.intendedNs(i), window)]++] = samples.latencyNs(i);
            }
        }
        SortedSample[] parts = new SortedSample[PARTS];
        for (int part = 0; part < PARTS; part++) {
            parts[part] = SortedSample.range(latencies, from[part], from[part + 1]);
        }
        return parts;
    }

    private static int part(long intendedNs, MeasurementWindow window) {
        long length = window.endNs() - window.startNs();
        return (int) Math.max(0, Math.min(PARTS - 1, (intendedNs - window.startNs()) * PARTS / length));
    }

    private static long ceil(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    private void fill(RequestSamples samples, MeasurementWindow window, IntPredicate choice, int number) {
        int[] requests = new int[number];
        int[] timed = new int[number + 1];
        int[] answers = new int[number];
        int[] failures = new int[number];
        for (int i = 0; i < samples.size(); i++) {
            if (!choice.test(i)) {
                continue;
            }
            int bucket = bucket(samples.intendedNs(i), window, number);
            requests[bucket]++;
            if (samples.timed(i)) {
                timed[bucket + 1]++;
            }
            if (samples.succeeded(i)) {
                long after = Math.floorDiv(samples.endNs(i) - window.startNs(), widthNs) - first;
                if (after >= 0 && after < number) {
                    answers[(int) after]++;
                }
            } else {
                failures[bucket]++;
            }
        }
        for (int b = 0; b < number; b++) {
            timed[b + 1] += timed[b];
        }
        long[] latencies = new long[timed[number]];
        int[] next = timed.clone();
        for (int i = 0; i < samples.size(); i++) {
            if (choice.test(i) && samples.timed(i)) {
                latencies[next[bucket(samples.intendedNs(i), window, number)]++] = samples.latencyNs(i);
            }
        }
        for (int b = 0; b < number; b++) {
            SortedSample distribution = SortedSample.range(latencies, timed[b], timed[b + 1]);
            double atS = (first + b) * (widthNs / 1e9);
            // The last bucket may be cut by the end of the window.
            double widthS = Math.min(widthNs / 1e9, window.seconds() - atS);
            buckets.add(new ChartSeries.Bucket(
                    atS,
                    widthNs / 1e9,
                    requests[b],
                    failures[b],
                    requests[b] / offeredS(atS, window),
                    answers[b] / (widthS > 0 ? widthS : widthNs / 1e9),
                    distribution.min() / NS_PER_MS,
                    distribution.mean() / NS_PER_MS,
                    distribution.median() / NS_PER_MS,
                    distribution.quantile(0.95) / NS_PER_MS,
                    distribution.quantile(0.99) / NS_PER_MS,
                    distribution.max() / NS_PER_MS,
                    Double.NaN));
        }
    }

    /** Returns the length of a bucket's part in which the workload sends requests: warm-up and measurement need not be whole seconds. */
    private double offeredS(double atS, MeasurementWindow window) {
        double begin = Math.max(atS, -window.warmUpSeconds());
        double end = Math.min(atS + widthNs / 1e9, window.seconds());
        return end > begin ? end - begin : widthNs / 1e9;
    }

    /** Returns the bucket of a request. Requests outside the window, which only a damaged file has, belong to the first or last bucket. */
    private int bucket(long intendedNs, MeasurementWindow window, int number) {
        long bucket = Math.floorDiv(intendedNs - window.startNs(), widthNs) - first;
        return (int) Math.max(0, Math.min(number - 1, bucket));
    }

    List<ChartSeries.Bucket> buckets() {
        return buckets;
    }

    /** Returns the series over the buckets that the model wants of a process, where the case has several. */
    List<ChartSeries.MetricPoint> points(ModelQuestions questions, CasePlan testCase, String process) {
        List<ChartSeries.MetricPoint> points = new ArrayList<>();
        for (TimeSeriesMetric course : COURSES) {
            if (questions.wants(
                    testCase, course.metric(), Statistic.process(process), StatisticFunction.CHART_OVER_TIME)) {
                for (ChartSeries.Bucket bucket : buckets) {
                    double measured = course.value().applyAsDouble(bucket);
                    if (!Double.isNaN(measured)) {
                        points.add(new ChartSeries.MetricPoint(
                                process, course.metric(), course.unit(), bucket.atS(), measured));
                    }
                }
            }
        }
        return points;
    }

    private static double failed(ChartSeries.Bucket bucket) {
        return bucket.requests() == 0 ? Double.NaN : (double) bucket.failures() / bucket.requests();
    }

    private double[] inMeasurement(ToDoubleFunction<ChartSeries.Bucket> value) {
        return buckets.stream()
                .filter(b -> b.atS() >= 0)
                .mapToDouble(value)
                .filter(v -> !Double.isNaN(v))
                .toArray();
    }

    /** Returns the successful answers per second of each bucket; their average and number are those of the whole window. */
    MetricValues throughput(RepetitionResult.Requests requests, MeasurementWindow window) {
        long answers = window.known() ? Math.round(requests.throughput() * window.seconds()) : 0;
        return MetricValues.of(inMeasurement(ChartSeries.Bucket::answersPerS), "1/s")
                .whole(requests.throughput(), answers);
    }

    /** Returns the share of failed requests of each bucket; their average and number are those of all requests. */
    MetricValues failures(RepetitionResult.Requests requests) {
        long failed = requests.requests() - requests.succeeded();
        return MetricValues.of(inMeasurement(RequestTimeline::failed), "ratio")
                .whole(requests.requests() == 0 ? Double.NaN : (double) failed / requests.requests(), failed);
    }

    /** Returns the trend of the medians of twenty equal parts of the measurement. */
    Trend trend() {
        return trend;
    }

    /** Returns the medians of the same parts in milliseconds; NaN where a part has too few requests. */
    List<Double> partMedians() {
        return partMedians;
    }

    /**
     * Returns the standard error of the mean response time by the variation within the measurement. It is that of the means of the same
     * parts, each of which is long enough to depend little on the one before (batch means). NaN when a part has too few requests.
     */
    double meanErrorMs() {
        return meanErrorMs;
    }

    /** Returns the detected length of the warm-up in seconds, see {@link SteadyState#warmUp}; NaN when unknown. */
    double warmUpS() {
        int number = SteadyState.warmUp(
                buckets.stream().mapToDouble(ChartSeries.Bucket::meanMs).toArray());
        return number < 0 ? Double.NaN : number * (widthNs / 1e9);
    }
}
