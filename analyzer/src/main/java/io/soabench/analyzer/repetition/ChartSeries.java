package io.soabench.analyzer.repetition;

import io.soabench.plan.Outcome;
import java.util.List;

/**
 * The data of the charts of a repetition.
 *
 * @param histogram failed and successful requests by {@link LogarithmicHistogram bucket}
 */
public record ChartSeries(
        List<Bucket> timeline,
        List<Point> points,
        LogarithmicHistogram histogram,
        List<Percentile> percentiles,
        List<MetricPoint> metrics,
        List<Event> events,
        List<Stage> stages,
        List<Data> data,
        List<FailedRow> failedRows,
        SingleRequests singles,
        PendingWork pending) {

    /** No series. */
    public static final ChartSeries EMPTY = new ChartSeries(
            List.of(),
            List.of(),
            new LogarithmicHistogram(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            SingleRequests.NONE,
            PendingWork.NONE);

    /**
     * Requests whose intended start is in a stretch of time.
     *
     * @param atS start, seconds since the start of the measurement
     * @param widthS length in seconds
     * @param offeredPerS requests a second of the part of it that is in warm-up or measurement
     * @param answersPerS successful answers that ended in it
     * @param clients mean number of clients that a closed workload with changing clients plans; else NaN
     */
    public record Bucket(
            double atS,
            double widthS,
            long requests,
            long failures,
            double offeredPerS,
            double answersPerS,
            double minMs,
            double meanMs,
            double medianMs,
            double p95Ms,
            double p99Ms,
            double maxMs,
            double clients) {

        /** Returns the same bucket with another number of clients. */
        Bucket withClients(double others) {
            return new Bucket(
                    atS,
                    widthS,
                    requests,
                    failures,
                    offeredPerS,
                    answersPerS,
                    minMs,
                    meanMs,
                    medianMs,
                    p95Ms,
                    p99Ms,
                    maxMs,
                    others);
        }
    }

    /**
     * One request.
     *
     * @param standsFor number of requests of its kind that it represents
     */
    public record Point(boolean measured, double atS, double latencyMs, Outcome outcome, double standsFor) {}

    /**
     * A stage of a measurement whose load changes over time.
     *
     * @param fromS its first begin, seconds since the start of the measurement
     * @param seconds its duration within the measurement, all its stretches together
     * @param plannedPerS mean planned arrivals a second; NaN of a closed workload
     * @param clients mean planned number of clients; NaN of an open workload
     * @param offeredPerS requests a second by intended start
     * @param servedPerS successful answers a second that ended in it
     * @param p95Ms NaN with fewer requests than 20
     * @param p99Ms NaN with fewer requests than 100
     */
    public record Stage(
            String stage,
            double fromS,
            double seconds,
            double plannedPerS,
            double clients,
            long requests,
            long failures,
            double offeredPerS,
            double servedPerS,
            double meanMs,
            double medianMs,
            double p95Ms,
            double p99Ms,
            double maxMs) {}

    /**
     * A message, or a class of records.
     *
     * @param data its name
     * @param wrong failures that were wrong answers
     * @param rows number of distinct records that were sent; 0 when none fill the message
     * @param failedRows number of these records of which a request failed
     * @param p95Ms NaN with fewer requests than 20
     * @param p99Ms NaN with fewer requests than 100
     */
    public record Data(
            String data,
            long requests,
            long failures,
            long wrong,
            long rows,
            long failedRows,
            double meanMs,
            double medianMs,
            double p95Ms,
            double p99Ms,
            double maxMs) {}

    /**
     * A record whose requests failed in the same way.
     *
     * @param data the name of its class
     * @param row its line in the user's file
     * @param example the failure as a client saw it
     */
    public record FailedRow(String data, int row, Outcome outcome, long requests, String example) {}

    /** A point of the percentile curve. */
    public record Percentile(double share, double latencyMs) {}

    /** An observation of a metric of a server or service. */
    public record MetricPoint(String target, String metric, String unit, double atS, double value) {}

    /**
     * An event.
     *
     * @param event identity of the event of the model; empty when it belongs to none
     * @param before the requests of the five seconds before an event of the model; else null
     * @param after the requests of the five seconds after an event of the model; else null
     */
    public record Event(
            double atS, String kind, String subject, String detail, String event, Near before, Near after) {}

    /**
     * Requests of the measurement near an event.
     *
     * @param medianMs median of the successful ones; NaN when none succeeded
     * @param maxMs maximum of the successful ones; NaN when none succeeded
     */
    public record Near(long requests, long failures, double medianMs, double maxMs) {}
}
