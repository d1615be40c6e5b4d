package io.soabench.analyzer.repetition;

import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;

/**
 * A statistic of a case that a {@code metric} clause of the model asks for.
 *
 * @param target one process, service or server
 * @param function any function, also one without a number: an interval, a histogram, a chart
 */
public record WantedStatistic(String metric, Target target, StatisticFunction function) {}
