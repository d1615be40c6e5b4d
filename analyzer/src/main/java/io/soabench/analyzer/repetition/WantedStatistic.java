package io.soabench.analyzer.repetition;

import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;

/**
 * What the model's {@code metric} clauses want to see of a case.
 *
 * @param target one process, service or server
 * @param function also those that are no number: an interval, a histogram, a chart
 */
public record WantedStatistic(String metric, Target target, StatisticFunction function) {}
