package io.soabench.reports.design;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The events of the model as marks in charts over time: each step of an event once in a case, at the mean of its times. */
final class EventMarks {

    private static final String AT = "AT_S";
    private static final String EVENT = "EVENT";
    private static final String ZERO = "ZERO";

    /** Height of a mark from zero, as a share of the largest value in the chart. */
    private static final String HEIGHT = "cast(0.9 as double precision)";

    /** A time at a mark. */
    private static final String SECONDS = "0.0 's'";

    private EventMarks() {}

    /** Returns a query with one row, with the keys of the course, in cases with such events, or in cases without. */
    static ReportQuery condition(ReportQuery course, boolean eventful) {
        String keys = course.keys().stream()
                .distinct()
                .map(key -> "cast(:" + key + " as varchar) " + key)
                .collect(Collectors.joining(", "));
        return new ReportQuery(
                course.name() + (eventful ? "Eventful" : "Uneventful"),
                "select " + keys + " where " + (eventful ? "" : "not ")
                        + "exists (select 1 from v_event where case_id = :CASE_ID and kind = 'model')");
    }

    /** Returns the course without marks. */
    static ReportQuery none(ReportQuery course) {
        return new ReportQuery(course.name(), course.sql() + " order by " + AT);
    }

    /**
     * Returns the course with a row for each event.
     *
     * @param columns all columns of the course
     */
    static ReportQuery in(ReportQuery course, Collection<String> columns) {
        List<String> measures =
                columns.stream().filter(column -> !column.equals(AT)).toList();
        String largest = measures.stream()
                .map(measure -> "coalesce(max(" + measure + ") over (), 0)")
                .collect(Collectors.joining(", ", "greatest(", ", 0)"));
        String values = String.join(", ", measures);
        // The query reads the course once, because its points are most of the database.
        return new ReportQuery(
                course.name() + "Marked",
                "select " + AT + ", " + values + ", case when marked then " + HEIGHT + " * " + largest + " end " + EVENT
                        + ", case when marked then cast(0 as double precision) end " + ZERO
                        + " from (select " + AT + ", " + values + ", false marked from (" + course.sql()
                        + ") union all select " + AT + ", " + "null, ".repeat(measures.size())
                        + "true from (select cast(avg(at_s) as double precision) " + AT
                        + " from v_event where case_id = :CASE_ID and kind = 'model' group by event, subject)) order by "
                        + AT);
    }

    /** Returns the chart with a mark wherever the query has one. */
    static ChartModel in(ChartModel chart) {
        return chart.marks(EVENT, ZERO, "event", SECONDS);
    }
}
