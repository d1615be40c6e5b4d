package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;

/**
 * The points of charts over time without those that would cover each other. Of the points of a series in one cell of a grid, which is finer
 * than a point is drawn, one is kept. Failures are all kept. A few points far above all others would flatten the picture, so they are drawn
 * at the upper edge.
 */
final class ThinnedPoints {

    /** Columns of the grid: a chart is some 450 points wide and 150 high, and a mark is two points wide. */
    private static final int COLUMNS = 300;

    private static final int ROWS = 100;

    /** A query with a row where any request of the run failed. Without it, a legend would name points that are in no picture. */
    static final ReportQuery FAILED =
            new ReportQuery("anyFailed", "select run_id from v_run where exists (select 1 from v_points where failed)");

    /** Share of the points whose largest one sets the axis. */
    private static final double COMMON = 0.99;

    /** Factor from the largest one of the common points to the largest of all, from which on the axis is cut. */
    private static final int CUT_FACTOR = 4;

    /** Factor from the largest one of the common points to the upper edge of an axis that is cut. */
    private static final int EDGE = 2;

    private ThinnedPoints() {}

    /** Returns the points with the end of their axis. */
    private static String withEdge(String points) {
        return """
            select at_s, latency_ms, failed, series, case when most > %1$d * common then %2$d * common else most end edge
            from (select o.*, max(latency_ms) over () most, max(case when nth <= ceil(%3$s * total) then latency_ms end) over () common
              from (select p.*, row_number() over (order by latency_ms) nth, count(*) over () total from (%4$s) p) o) c"""
                .formatted(CUT_FACTOR, EDGE, COMMON, points);
    }

    /**
     * Returns a query with a sentence about the points above the upper edge; without a row where there are none.
     *
     * @param points the query of {@link #thinned}
     */
    static String beyond(String points) {
        return "select %s sentence from (select count(case when latency_ms > edge then 1 end) number, count(*) total, max(latency_ms) most_ms from (%s) e) where number > 0"
                .formatted(
                        SqlSentence.of(
                                ChapterSentences.BEYOND_AXIS,
                                "number",
                                "total",
                                "trim(to_char(most_ms, '999,999,990'))"),
                        withEdge(points));
    }

    /**
     * Returns a query of fewer points.
     *
     * @param points a query with the columns at_s, latency_ms, failed and series
     * @param select the selected columns
     */
    static String thinned(String points, String select) {
        return "%s from (select q.*, row_number() over (partition by failed, series, column_of, row_of order by at_s) nth from ("
                        .formatted(select)
                + "select p.*, floor(at_s / nullif(max(at_s) over () - min(at_s) over (), 0) * %d) column_of,"
                        .formatted(COLUMNS)
                + " floor(latency_ms / nullif(max(latency_ms) over (), 0) * %d) row_of from (select at_s, failed, series, least(latency_ms, edge) latency_ms from (%s) e) p) q)"
                        .formatted(ROWS, withEdge(points))
                + " where failed or nth = 1";
    }
}
