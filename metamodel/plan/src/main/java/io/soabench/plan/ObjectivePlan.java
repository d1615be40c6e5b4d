package io.soabench.plan;

/**
 * A service-level objective, an {@code expect} clause.
 *
 * @param metric name of the metric type whose values are looked at
 * @param statistic what is computed of the values, one number; {@link StatisticFunction#AVERAGE} when the model names none, of a
 *     metric that counts {@link StatisticFunction#TOTAL}
 * @param target what is looked at; {@link Target#CASE} when the model names nothing
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
