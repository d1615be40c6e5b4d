package io.soabench.plan;

/** The unit of a limit: the canonical one of the metric's dimension. */
public enum MetricUnit {
    /** A plain number. */
    NUMBER,
    SECOND,
    /** 1/s. */
    PER_SECOND,
    /** A share, usually from 0 to 1. */
    RATIO,
    BYTE
}
