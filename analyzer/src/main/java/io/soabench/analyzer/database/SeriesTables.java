package io.soabench.analyzer.database;

import io.soabench.analyzer.repetition.ChartSeries;
import io.soabench.analyzer.repetition.FailureCause;
import io.soabench.analyzer.repetition.LogarithmicHistogram;
import io.soabench.analyzer.repetition.PendingWork;
import io.soabench.analyzer.repetition.SingleRequests;
import io.soabench.plan.Outcome;
import io.soabench.plan.SamplePhase;
import java.util.List;

/** The rows of samples, metrics and events, thinned out to the capacity of charts. */
final class SeriesTables {

    private final TableWriter tables;
    private final String caseId;
    private final Integer repetition;

    /**
     * Prepares the rows of a repetition or a case.
     *
     * @param repetition null for a case as a whole
     */
    SeriesTables(TableWriter tables, String caseId, Integer repetition) {
        this.tables = tables;
        this.caseId = caseId;
        this.repetition = repetition;
    }

    private RowInserter.Row of(RowInserter.Row row) {
        return row.set("case_id", caseId).set("repetition", repetition);
    }

    private static RowInserter.Row near(RowInserter.Row row, String when, ChartSeries.Near near) {
        return row.set(when + "_requests", near == null ? null : near.requests())
                .set(when + "_failures", near == null ? null : near.failures())
                .set(when + "_median_ms", near == null ? null : near.medianMs())
                .set(when + "_max_ms", near == null ? null : near.maxMs());
    }

    private static String phase(boolean measured) {
        return (measured ? SamplePhase.MEASURE : SamplePhase.WARM_UP).text();
    }

    void write(ChartSeries series) {
        tables.each("timeline", series.timeline(), (row, b, position) -> of(row).set("phase", phase(b.atS() >= 0))
                .set("at_s", b.atS())
                .set("width_s", b.widthS())
                .set("requests", b.requests())
                .set("failures", b.failures())
                .set("offered_per_s", b.offeredPerS())
                .set("answers_per_s", b.answersPerS())
                .set("clients", b.clients())
                .set("min_ms", b.minMs())
                .set("mean_ms", b.meanMs())
                .set("median_ms", b.medianMs())
                .set("p95_ms", b.p95Ms())
                .set("p99_ms", b.p99Ms())
                .set("max_ms", b.maxMs()));
        tables.each("point", series.points(), (row, p, position) -> of(row).set("phase", phase(p.measured()))
                .set("at_s", p.atS())
                .set("latency_ms", p.latencyMs())
                .set("failed", p.outcome() != Outcome.OK)
                .set("outcome", p.outcome().name())
                .set("stands_for", p.standsFor()));
        tables.each("metric_timeline", series.metrics(), (row, p, position) -> of(row).set("server", p.target())
                .set("metric", p.metric())
                .set("unit", p.unit())
                .set("phase", phase(p.atS() >= 0))
                .set("at_s", p.atS())
                .set("measured", p.value()));
        tables.each(
                "event",
                series.events(),
                (row, e, position) -> near(
                        near(
                                of(row).set("at_s", e.atS())
                                        .set("kind", e.kind())
                                        .set("subject", e.subject())
                                        .set("detail", e.detail())
                                        .set("event", e.event().isEmpty() ? null : e.event()),
                                "before",
                                e.before()),
                        "after",
                        e.after()));
        tables.each("stage", series.stages(), (row, s, position) -> of(row).set("position", position)
                .set("stage", s.stage())
                .set("from_s", s.fromS())
                .set("length_s", s.seconds())
                .set("planned_per_s", s.plannedPerS())
                .set("clients", s.clients())
                .set("requests", s.requests())
                .set("failures", s.failures())
                .set("offered_per_s", s.offeredPerS())
                .set("throughput_per_s", s.servedPerS())
                .set("mean_ms", s.meanMs())
                .set("median_ms", s.medianMs())
                .set("p95_ms", s.p95Ms())
                .set("p99_ms", s.p99Ms())
                .set("max_ms", s.maxMs()));
        tables.each("data_sent", series.data(), (row, d, position) -> of(row).set("position", position)
                .set("data", d.data())
                .set("requests", d.requests())
                .set("failures", d.failures())
                .set("wrong", d.wrong())
                .set("rows_sent", d.rows())
                .set("rows_failed", d.failedRows())
                .set("mean_ms", d.meanMs())
                .set("median_ms", d.medianMs())
                .set("p95_ms", d.p95Ms())
                .set("p99_ms", d.p99Ms())
                .set("max_ms", d.maxMs()));
        tables.each("failed_row", series.failedRows(), (row, f, position) -> of(row).set("position", position)
                .set("data", f.data())
                .set("file_line", f.row())
                .set("outcome", f.outcome().name())
                .set("requests", f.requests())
                .set("example", f.example()));
        histogram(series.histogram());
        percentiles(series.percentiles());
        singles(series.singles());
        pending(series.pending());
    }

    private void singles(SingleRequests singles) {
        tables.each("request", singles.requests(), (row, r, position) -> of(row).set("position", position)
                .set("request", r.uiid())
                .set("process", r.process())
                .set("at_s", r.atS())
                .set("late_ms", r.lateMs())
                .set("response_ms", r.latencyMs())
                .set("outcome", r.outcome().name())
                .set("status", r.status() == 0 ? null : r.status())
                .set("detail", r.detail())
                .set("calls", r.calls()));
        tables.each("partner_call", singles.calls(), (row, c, position) -> of(row).set("position", position)
                .set("request", c.uiid())
                .set("service", c.service())
                .set("instance", c.instance())
                .set("operation", c.operation())
                .set("step", c.step())
                .set("at_s", c.atS())
                .set("after_ms", c.afterMs())
                .set("planned_ms", c.plannedMs())
                .set("response_ms", c.responseMs())
                .set("outcome", c.outcome().text()));
    }

    private void pending(PendingWork pending) {
        tables.each("pending", pending.course(), (row, level, position) -> of(row).set("at_s", level.atS())
                .set("pending", level.pending()));
        tables.each("stretch", pending.stretches(), (row, stretch, position) -> of(row).set("position", position)
                .set("stage", stretch.stage())
                .set("end_s", stretch.endS())
                .set("requests", stretch.requests())
                .set("pending", stretch.pending()));
    }

    void failures(List<FailureCause> causes, long requests) {
        tables.each("failure", causes, (row, cause, position) -> of(row).set("process", cause.process())
                .set("outcome", cause.outcome().name())
                .set("cause", cause.cause())
                .set("origin", cause.origin())
                .set("requests", cause.requests())
                .set("share", (double) cause.requests() / requests)
                .set("example", cause.example()));
    }

    void histogram(LogarithmicHistogram histogram) {
        tables.write("histogram", rows -> {
            long all = 0;
            for (int i = histogram.begin(); i < histogram.end(); i++) {
                all += histogram.succeeded(i);
            }
            long sum = 0;
            for (int i = histogram.begin(); i < histogram.end(); i++) {
                sum += histogram.succeeded(i);
                of(rows.row())
                        .set("position", i - histogram.begin() + 1)
                        .set("low_ms", histogram.lowMs(i))
                        .set("high_ms", histogram.lowMs(i + 1))
                        .set("succeeded", histogram.succeeded(i))
                        .set("failed", histogram.failed(i))
                        .set("cumulative_share", all == 0 ? null : (double) sum / all)
                        .add();
            }
        });
    }

    void percentiles(List<ChartSeries.Percentile> curve) {
        tables.each("percentile", curve, (row, point, position) -> of(row).set("share", point.share())
                .set("latency_ms", point.latencyMs()));
    }
}
