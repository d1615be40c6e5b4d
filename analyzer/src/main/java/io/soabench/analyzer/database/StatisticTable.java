package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Outliers;
import java.util.List;

/** The rows of the table of statistics, of repetitions and of cases. All other tables take statistics from it. */
final class StatisticTable {

    private static final String TABLE = "statistic";

    private StatisticTable() {}

    private static RowInserter.Row of(RowInserter.Row row, Statistic statistic) {
        return row.set("metric", statistic.metric())
                .set("target_kind", statistic.target().kind())
                .set("target", statistic.target().name())
                .set("statistic", statistic.function().text());
    }

    /** Returns the number of values that a statistic needs; null where there are enough. */
    private static Long needed(Statistic statistic, List<RepetitionResult> repetitions) {
        return repetitions.stream().allMatch(r -> r.measured().enough(statistic)) ? null : (Long) statistic.needed();
    }

    static void repetition(TableWriter tables, RepetitionResult result) {
        tables.each(TABLE, result.measured().values(), (row, value, position) -> of(row, value.statistic())
                .set("case_id", result.testCase().id())
                .set("repetition", result.repetition())
                .set("position", position)
                .set("unit", value.unit())
                .set("measured", value.value())
                .set("ci_low", null)
                .set("ci_high", null)
                .set("confidence", null)
                .set("repetitions", 1)
                .set("needed", needed(value.statistic(), List.of(result))));
    }

    /**
     * Writes the outliers of a repetition or a case.
     *
     * @param repetition number of the repetition whose requests are examined; null for the means of the case's repetitions
     */
    static void outliers(TableWriter tables, String caseId, Integer repetition, Outliers outliers) {
        tables.each("outlier", List.of(outliers), (row, o, position) -> row.set("case_id", caseId)
                .set("repetition", repetition)
                .set("low_ms", o.low())
                .set("high_ms", o.high())
                .set("looked_at", o.values())
                .set("flagged", o.flagged()));
    }

    static void ofCase(TableWriter tables, CaseResult result) {
        tables.each(TABLE, result.statistics(), (row, s, position) -> of(row, s.statistic())
                .set("case_id", result.testCase().id())
                .set("repetition", null)
                .set("position", position)
                .set("unit", s.unit())
                .set("measured", s.value().mean())
                .set("ci_low", s.shown().low())
                .set("ci_high", s.shown().high())
                .set("confidence", s.shown().known() ? s.confidence() : null)
                .set("repetitions", s.value().count())
                .set("needed", needed(s.statistic(), result.usable())));
    }
}
