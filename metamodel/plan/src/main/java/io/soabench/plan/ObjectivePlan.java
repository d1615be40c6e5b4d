package io.soabench.plan;

/**
 * A service-level objective, an {@code expect} clause.
 *
 * @param metric name of the metric type whose values are judged
 * @param statistic function that makes one number of the values. When the model names none, it is
 *     {@link StatisticFunction#AVERAGE}, or {@link StatisticFunction#TOTAL} for a metric that counts
 * @param target judged subject; {@link Target#CASE} when the model names none
 * @param limit in the unit
 * @param text as written in the model
 */
public record ObjectivePlan(
        String metric,
        StatisticFunction statistic,
        Target target,
        Comparison comparison,
        double limit,
        MetricUnit unit,
        String text) {}
