package io.soabench.analyzer.judge;

/** The limits beyond which a repetition is not valid or a reader is warned, each with its reason. */
public final class Threshold {

    /**
     * The load client may explain a tenth of the tail that it reports: 99th percentile of the slip / 99th percentile of the
     * response time. Latencies contain the slip, so a larger one would be blamed on the engine.
     */
    public static final double SLIP_SHARE = 0.10;

    /** A slip below this, in milliseconds, is a time slice of a busy Linux host and is never held against the load client. */
    public static final double SLIP_FLOOR_MS = 3;

    /** A load client that needs more than this share of its host's processors no longer answers its own timers in time. */
    public static final double GENERATOR_CPU = 0.80;

    /** An open workload whose arrivals often find no thread is no longer open: share of the requests. */
    public static final double POOL_DRY_SHARE = 0.001;

    /** With fewer requests not even the median is known to within a third of the standard deviation. */
    public static final int MIN_REQUESTS = 30;

    /** The 99th percentile of fewer requests than this is in truth their maximum. */
    public static final int MIN_REQUESTS_P99 = 100;

    /**
     * The partners may explain a tenth of the tail that is reported, like the load client: 99th percentile of the error of
     * their response times / 99th percentile of the process's response time.
     */
    public static final double MOCK_ERROR_SHARE = 0.10;

    /** An error of a mock below this, in milliseconds, is timer resolution and scheduling. */
    public static final double MOCK_ERROR_FLOOR_MS = 5;

    /** An event of the model that happens more milliseconds beside its time is told; drivers are within a few. */
    public static final double EVENT_MS = 100;

    /**
     * A median round trip that is farther from the model's than this share of it is not explained by what a relay, a kernel and a
     * server add.
     */
    public static final double NETWORK_SHARE = 0.10;

    /** A difference below this, in milliseconds, is what relays, kernels and servers of a busy host add. */
    public static final double NETWORK_FLOOR_MS = 0.5;

    /**
     * The median of 20 draws has a standard error of about 0.08 of their range when they are normal (1.25 σ/√20, and 3.7 σ is the
     * expected range); three of these.
     */
    public static final double NETWORK_RANGE_SHARE = 0.25;

    /** A median that moves by more than this from the first to the last third of the window is not steady. */
    public static final double DRIFT = 0.10;

    /**
     * When it is known to within half of a median response time where a host's clock stood, requests, calls and events of
     * different hosts can be put side by side: uncertainty of the clock / median response time.
     */
    public static final double CLOCK_SHARE = 0.50;

    /** An uncertainty of a clock below this, in milliseconds, is finer than anything that is drawn or compared across hosts. */
    public static final double CLOCK_FLOOR_MS = 10;

    private Threshold() {}
}
