package io.soabench.analyzer.judge;

import io.soabench.analyzer.stat.Interval;

/**
 * A statistic of a case.
 *
 * @param value over the valid repetitions; its interval is NaN where there is none
 */
public record CaseStatistic(Statistic statistic, Interval value) {}
