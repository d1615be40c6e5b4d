package io.soabench.plan;

import java.util.List;

/**
 * A metric of the model.
 *
 * @param type name of the metric type
 * @param statistics statistics of the metric that the model asks for
 */
public record MetricPlan(String type, Target target, List<StatisticFunction> statistics) {}
