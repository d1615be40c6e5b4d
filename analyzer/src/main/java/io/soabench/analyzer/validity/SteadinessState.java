package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.Trend;

/** Whether response times were steady while they were measured. */
public enum SteadinessState {
    /** They changed by less than {@link #BOUND}, and that is sure. */
    YES,
    /** Too few requests, or too short a measurement, to tell. */
    NOT_ASSESSED,
    /** They changed by more. */
    NO,
    /** The model lets the load change over time, or something happen: they need not be. */
    NOT_MEANT;

    /** Where response times move by more than this share from start to end, the average depends on how long was measured. */
    public static final double BOUND = 0.10;

    /** What a trend of response times says. */
    public static SteadinessState of(Trend trend) {
        if (trend.within(BOUND)) {
            return YES;
        }
        return trend.beyond(BOUND) ? NO : NOT_ASSESSED;
    }

    /** Whether averages stand for the engine, and not for the time at which it was measured. */
    public boolean comparable() {
        return this == YES || this == NOT_MEANT;
    }
}
