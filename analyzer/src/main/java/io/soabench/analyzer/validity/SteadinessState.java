package io.soabench.analyzer.validity;

import io.soabench.analyzer.stat.Trend;

/** The steadiness of response times during the measurement. */
public enum SteadinessState {
    /** Response times surely changed by less than {@link #BOUND}. */
    YES,
    /** There were too few requests, or the measurement was too short. */
    NOT_ASSESSED,
    /** Response times changed by more than {@link #BOUND}. */
    NO,
    /** The model has a load that changes over time, or an event, so response times need not be steady. */
    NOT_MEANT;

    /** Change of response times from start to end beyond which the average depends on the length of the measurement. */
    public static final double BOUND = 0.10;

    /** Returns the steadiness that a trend of response times shows. */
    public static SteadinessState of(Trend trend) {
        if (trend.within(BOUND)) {
            return YES;
        }
        return trend.beyond(BOUND) ? NO : NOT_ASSESSED;
    }

    /** Returns whether averages represent the engine, and not the time of the measurement. */
    public boolean comparable() {
        return this == YES || this == NOT_MEANT;
    }
}
