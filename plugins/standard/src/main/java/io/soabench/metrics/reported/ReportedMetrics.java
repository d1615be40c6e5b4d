package io.soabench.metrics.reported;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.util.List;

/**
 * Metrics that servers measure themselves: lengths of queues, work in progress, refusals and failures. A server is
 * asked only for metrics that the model names. If it does not answer in time, or without the number, the metric is
 * unavailable with the reason.
 */
public final class ReportedMetrics implements MetricSource {

    private static final String SOURCE = "the server's own statistics, asked over HTTP";

    private static final String REACH =
            " Trusts the server. Asked once a second if the model names it, and at both ends of the"
                    + " measurement; the question and its answer, less than 1 KiB together, are part of the server's traffic.";

    private static final List<MetricRecord> METRICS = List.of(
            metric(
                    "in-service",
                    Kind.GAUGE,
                    "At an engine instances that have begun and not ended, at a mock host requests received and not yet"
                            + " answered, at the instant of the answer."),
            metric(
                    "queue",
                    Kind.GAUGE,
                    "The waiting work at the instant of the answer: at the reference engine requests, steps of instances and partner"
                            + " calls together; at a mock host requests that wait in its model for a limit of throughput or a free"
                            + " place. Work that comes and goes between two answers is not seen."),
            metric(
                    "client-connections",
                    Kind.GAUGE,
                    "Connections that clients keep open at the instant of the answer."),
            metric("refused", Kind.COUNTER, "Requests answered with a refusal since the server began."),
            metric(
                    "calls-failed",
                    Kind.COUNTER,
                    "Partner calls that ended with a fault, an HTTP error, a time-out or no connection since the server began."),
            metric(
                    "instances-faulted",
                    Kind.COUNTER,
                    "Instances that ended by an uncaught fault since the server began."));

    private static MetricRecord metric(String name, Kind kind, String limits) {
        return new MetricRecord(name, kind, "count", SOURCE, limits + REACH);
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    /** Does nothing: the metrics come from {@link #ask}. */
    @Override
    public void observe(List<Long> pids, Sink sink) {}

    @Override
    public void ask(Asked server, Sink sink) {
        StatisticsClient.ask(
                METRICS, server, sink, (key, value) -> "the server's statistics have no number \"" + key + "\"");
    }
}
