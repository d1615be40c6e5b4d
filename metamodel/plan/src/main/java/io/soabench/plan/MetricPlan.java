package io.soabench.plan;

import java.util.List;

/**
 * A metric of the model.
 *
 * @param type name of the metric type
 * @param statistics what the model wants to see of it
 */
public record MetricPlan(String type, Target target, List<StatisticFunction> statistics) {}
