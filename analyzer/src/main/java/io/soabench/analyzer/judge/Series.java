package io.soabench.analyzer.judge;

import io.soabench.plan.Outcome;
import java.util.List;

/**
 * What charts of a repetition are drawn from.
 *
 * @param histogram failed and successful requests by {@link Histogram bucket}
 */
public record Series(
        List<Bucket> timeline,
        List<Point> points,
        Histogram histogram,
        List<Percentile> percentiles,
        List<MetricPoint> metrics,
        List<Event> events) {

    /** No series at all. */
    public static final Series EMPTY =
            new Series(List.of(), List.of(), new Histogram(), List.of(), List.of(), List.of());

    /**
     * Requests whose intended start is in a stretch of time.
     *
     * @param atS start, seconds since the start of the measurement
     * @param widthS length in seconds
     * @param answersPerS successful answers that ended in it
     */
    public record Bucket(
            double atS,
            double widthS,
            long requests,
            long failures,
            double answersPerS,
            double minMs,
            double meanMs,
            double medianMs,
            double p99Ms,
            double maxMs) {}

    /**
     * One request.
     *
     * @param standsFor how many of its kind it stands for
     */
    public record Point(boolean measured, double atS, double latencyMs, Outcome outcome, double standsFor) {}

    /** A point of the percentile curve. */
    public record Percentile(double share, double latencyMs) {}

    /** An observation of a metric of a server or service. */
    public record MetricPoint(String target, String metric, String unit, double atS, double value) {}

    /**
     * Something that happened.
     *
     * @param event identity of the event of the model that it is about; empty when it is about none
     */
    public record Event(double atS, String kind, String subject, String detail, String event) {}
}
