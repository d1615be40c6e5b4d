package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Interval;

/**
 * A statistic of a case.
 *
 * @param value over the valid repetitions; its interval is NaN where there is none
 * @param confidence level of the interval
 */
public record CaseStatistic(Statistic statistic, String unit, Interval value, double confidence) {}
