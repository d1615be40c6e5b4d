package io.soabench.analyzer.judge;

import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One statistic of a metric, as it can be computed for each repetition.
 *
 * @param metric e.g. {@code response-time}
 * @param name e.g. {@code p99}
 * @param merge how repetitions are put together
 */
public record Statistic(
        String metric, String name, String unit, Merge merge, ToDoubleFunction<RepetitionResult> value) {

    /** How the values of several repetitions become that of a case. */
    public enum Merge {
        /** Their mean, with a confidence interval. */
        MEAN,
        /** The sum. */
        SUM,
        /** The smallest. */
        MIN,
        /** The largest. */
        MAX,
        /** All failures / all requests. */
        POOLED
    }

    /** Response time of a process. */
    public static final String RESPONSE_TIME = "response-time";

    /** Engine's overhead. */
    public static final String OVERHEAD = "overhead";

    /** Successful answers per second. */
    public static final String THROUGHPUT = "throughput";

    /** Share of requests that failed. */
    public static final String FAILURES = "failures";

    private static final String MS = "ms";

    /** The name of what a function of the model asks for. */
    static String name(String metric, StatisticFunction function) {
        return switch (function.kind()) {
            case AVERAGE -> metric.equals(THROUGHPUT) || metric.equals(FAILURES) ? "rate" : function.text();
            case STANDARD_DEVIATION -> "sd";
            case MIN, MAX, MEDIAN, PERCENTILE, CONFIDENCE, TOTAL, COUNT, HISTOGRAM, CHART_OVER_TIME -> function.text();
        };
    }

    /** All statistics that are computed for every repetition, and the quantiles asked for. */
    public static List<Statistic> all(Collection<Double> shares) {
        List<Statistic> all = new ArrayList<>();
        all.add(new Statistic(
                RESPONSE_TIME, "count", "", Merge.SUM, r -> r.response().count()));
        all.add(new Statistic(
                RESPONSE_TIME, "min", MS, Merge.MIN, r -> r.response().min()));
        all.add(new Statistic(
                RESPONSE_TIME, "average", MS, Merge.MEAN, r -> r.response().mean()));
        all.add(new Statistic(
                RESPONSE_TIME, "median", MS, Merge.MEAN, r -> r.response().median()));
        all.add(new Statistic(
                RESPONSE_TIME, "sd", MS, Merge.MEAN, r -> r.response().sd()));
        all.add(new Statistic(
                RESPONSE_TIME, "p95", MS, Merge.MEAN, r -> r.response().p95()));
        all.add(new Statistic(
                RESPONSE_TIME, "p99", MS, Merge.MEAN, r -> r.response().p99()));
        all.add(new Statistic(
                RESPONSE_TIME, "p99.9", MS, Merge.MEAN, r -> r.response().p999()));
        for (double share : shares) {
            all.add(new Statistic(RESPONSE_TIME, name(share), MS, Merge.MEAN, r -> r.response()
                    .quantiles()
                    .getOrDefault(share, Double.NaN)));
        }
        all.add(new Statistic(
                RESPONSE_TIME, "max", MS, Merge.MAX, r -> r.response().max()));
        all.add(new Statistic(
                "service-time", "average", MS, Merge.MEAN, r -> r.service().mean()));
        all.add(new Statistic(
                "service-time", "median", MS, Merge.MEAN, r -> r.service().median()));
        all.add(new Statistic(
                "service-time", "p99", MS, Merge.MEAN, r -> r.service().p99()));
        all.add(new Statistic("slip", "median", MS, Merge.MEAN, r -> r.slip().median()));
        all.add(new Statistic("slip", "p99", MS, Merge.MEAN, r -> r.slip().p99()));
        all.add(new Statistic("slip", "max", MS, Merge.MAX, r -> r.slip().max()));
        all.add(new Statistic(
                OVERHEAD, "average", MS, Merge.MEAN, r -> r.overhead().mean()));
        all.add(new Statistic(
                OVERHEAD, "median", MS, Merge.MEAN, r -> r.overhead().median()));
        all.add(new Statistic(OVERHEAD, "p95", MS, Merge.MEAN, r -> r.overhead().p95()));
        all.add(new Statistic(OVERHEAD, "p99", MS, Merge.MEAN, r -> r.overhead().p99()));
        all.add(new Statistic(THROUGHPUT, "rate", "1/s", Merge.MEAN, RepetitionResult::throughput));
        all.add(new Statistic(FAILURES, "rate", "ratio", Merge.POOLED, RepetitionResult::failureRate));
        return all;
    }

    /** The name of a quantile, e.g. {@code p99.5}. */
    static String name(double share) {
        return "p"
                + java.math.BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
