package io.soabench.analyzer.database;

import io.soabench.analyzer.repetition.StandardStatistic;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.plan.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tables that have one column for each statistic that {@link StandardStatistic} lists. They are filled from the complete table {@code
 * statistic}, so that reports do not compute them in each query.
 */
enum WideTable {
    /** A row for each repetition. */
    REPETITION(Target.Kind.PROCESS, "case_id, repetition", "repetition is not null and " + WideTable.WHOLE, false),
    /** A row for each case. */
    CASE(Target.Kind.PROCESS, "case_id", "repetition is null and " + WideTable.WHOLE, true),
    /** A row for each process in a repetition, or in a case when the repetition is NULL. */
    PROCESS(Target.Kind.PROCESS, "case_id, repetition, target", "true", true),
    /** A row for each metric of a server in a repetition. */
    METRIC(Target.Kind.SERVER, "case_id, repetition, target, metric", "repetition is not null", false),
    /** A row for each service in a repetition, or in a case when the repetition is NULL. */
    SERVICE(Target.Kind.SERVICE, "case_id, repetition, target", "true", true);

    /** Condition for statistics of all calls that the clients of a case make. */
    private static final String WHOLE =
            "target = (select c.process from bench_case c where c.case_id = statistic.case_id)";

    private final Target.Kind kind;
    private final String keys;
    private final String condition;
    private final boolean intervals;

    WideTable(Target.Kind kind, String keys, String condition, boolean intervals) {
        this.kind = kind;
        this.keys = keys;
        this.condition = condition;
        this.intervals = intervals;
    }

    String table() {
        return "wide_" + name().toLowerCase(Locale.ROOT);
    }

    /** Returns the view that shows the table. */
    private String view() {
        return switch (this) {
            case REPETITION -> "V_REPETITION";
            case CASE -> "V_SUITE_SUMMARY";
            case PROCESS -> "V_PROCESS";
            case METRIC -> "V_METRIC";
            case SERVICE -> "V_SERVICE_RESPONSE";
        };
    }

    /** Returns the query that fills the table from the table of statistics. */
    String query() {
        List<String> columns = new ArrayList<>();
        for (StandardStatistic each : StandardStatistic.columns(kind)) {
            String condition = "statistic = '" + each.function().text() + "'"
                    + (each.metric().isEmpty() ? "" : " and metric = '" + each.metric() + "'");
            columns.add(column(condition + " and needed is null", "measured", each.column()));
            if (intervals && !each.low().isEmpty()) {
                columns.add(column(condition, "ci_low", each.low()));
                columns.add(column(condition, "ci_high", each.high()));
            }
        }
        if (intervals) {
            String condition = "statistic = 'average' and metric = '" + Statistic.RESPONSE_TIME + "'";
            columns.add(column(condition, "confidence", "confidence"));
        }
        return "select " + keys + ", " + String.join(", ", columns) + " from statistic where target_kind = '"
                + kind.name().toLowerCase(Locale.ROOT) + "' and " + condition + " group by " + keys;
    }

    private static String column(String condition, String value, String name) {
        return "max(case when " + condition + " then " + value + " end) " + name;
    }

    /** Returns the meanings of the columns, by {@code VIEW.COLUMN}. */
    Map<String, ViewDictionary.Entry> dictionary() {
        Map<String, ViewDictionary.Entry> entries = new LinkedHashMap<>();
        for (StandardStatistic each : StandardStatistic.columns(kind)) {
            String merged = this == CASE
                    ? ": " + Statistic.merge(each.metric(), each.function()).words()
                    : "";
            long needed = new Statistic(each.metric(), new Target(kind, ""), each.function()).needed();
            merged += needed == 0 ? "" : "; NULL when a repetition has fewer than " + needed + " values";
            entries.put(key(each.column()), new ViewDictionary.Entry(each.unit(), each.meaning() + merged));
            if (intervals && !each.low().isEmpty()) {
                entries.put(
                        key(each.low()),
                        new ViewDictionary.Entry(
                                each.unit(),
                                "lower end of its confidence interval; NULL with fewer than two repetitions"));
                entries.put(key(each.high()), new ViewDictionary.Entry(each.unit(), "upper end"));
            }
        }
        if (intervals) {
            entries.put(
                    key("confidence"),
                    new ViewDictionary.Entry("ratio", "level of the interval of the average response time"));
        }
        return entries;
    }

    private String key(String column) {
        return view() + "." + column.toUpperCase(Locale.ROOT);
    }
}
