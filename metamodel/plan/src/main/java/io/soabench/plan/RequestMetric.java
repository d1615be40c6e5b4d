package io.soabench.plan;

/** The names of the metrics of requests, which the testbed language itself declares for processes and services. */
public final class RequestMetric {

    /** Time from the intended start of a request to the end of its answer; of a service, time until its mock has answered. */
    public static final String RESPONSE_TIME = "response-time";

    /** Successful answers per second. */
    public static final String THROUGHPUT = "throughput";

    /** Share of the requests that failed. */
    public static final String FAILURES = "failures";

    private RequestMetric() {}
}
