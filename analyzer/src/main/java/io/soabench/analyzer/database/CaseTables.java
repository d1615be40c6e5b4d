package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.LinearHistogram;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.repetition.WantedStatistic;
import io.soabench.plan.StatisticFunction;
import java.util.List;

/** The rows about a case as a whole. */
final class CaseTables {

    private final TableWriter tables;
    private final CaseResult result;
    private final String id;

    CaseTables(TableWriter tables, CaseResult result) {
        this.tables = tables;
        this.result = result;
        id = result.testCase().id();
    }

    void write() {
        tables.each("case_summary", List.of(result), (row, c, position) -> row.set("case_id", id)
                .set("sd_between_ms", c.betweenSdMs())
                .set("standing", c.usability().state())
                .set("standing_why", c.usability().why())
                .set("at_least_ms", c.usability().atLeastMs())
                .set("verdict", c.verdict()));
        StatisticTable.ofCase(tables, result);
        asked();
        SeriesTables series = new SeriesTables(tables, id, null);
        series.histogram(result.histogram());
        series.percentiles(result.percentiles());
        series.failures(
                result.failureCauses(),
                result.usable().stream().mapToLong(RepetitionResult::requests).sum());
        result.distributions().forEach(this::distribution);
        StatisticTable.outliers(tables, id, null, result.outliers());
        tables.each("objective", result.objectives(), this::objective);
    }

    private void asked() {
        tables.each("asked", result.asked(), (row, a, position) -> row.set("case_id", id)
                .set("position", position)
                .set("metric", a.metric())
                .set("target_kind", a.target().kind())
                .set("target", a.target().name())
                .set("statistic", a.function().text())
                .set("kind", a.function().kind())
                .set(
                        "confidence",
                        a.function().kind() == StatisticFunction.Kind.CONFIDENCE
                                ? a.function().fraction()
                                : null));
        List<WantedStatistic> charts = result.asked().stream()
                .filter(a -> a.function().equals(StatisticFunction.CHART_OVER_TIME))
                .filter(a ->
                        !a.target().equals(Statistic.process(result.testCase().subject())))
                .toList();
        tables.each("metric_chart", charts, (row, a, position) -> row.set("case_id", id)
                .set("position", position)
                .set("server", a.target().name())
                .set("metric", a.metric()));
    }

    private void distribution(LinearHistogram histogram) {
        tables.write("metric_histogram", rows -> {
            for (int i = 0; i < histogram.counts().size(); i++) {
                rows.row()
                        .set("case_id", id)
                        .set("metric", histogram.of().metric())
                        .set("target_kind", histogram.of().target().kind())
                        .set("target", histogram.of().target().name())
                        .set("position", i + 1)
                        .set("unit", histogram.unit())
                        .set("low", histogram.bound(i))
                        .set("high", histogram.bound(i + 1))
                        .set("observations", histogram.counts().get(i))
                        .add();
            }
        });
    }

    private void objective(RowInserter.Row row, ObjectiveResult o, int position) {
        row.set("case_id", id)
                .set("position", position)
                .set("objective", o.objective().text())
                .set("metric", o.objective().metric())
                .set("statistic", o.objective().statistic().text())
                .set("target", o.target())
                .set("comparison", o.objective().comparison().text())
                .set("bound", o.bound())
                .set("measured", o.measured())
                .set("low", o.low())
                .set("high", o.high())
                .set("unit", o.unit())
                .set("state", o.state())
                .set("sentence", o.sentence());
    }
}
