package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportQuery;

/**
 * The points of charts over time without those that would cover each other. Of the points of a series in one cell of a grid, which is finer
 * than a point is drawn, one is kept. Failures are all kept.
 */
final class ThinnedPoints {

    /** Columns of the grid: a chart is some 450 points wide and 150 high, and a mark is two points wide. */
    private static final int COLUMNS = 300;

    private static final int ROWS = 100;

    /** A query with a row where any request of the run failed. Without it, a legend would name points that are in no picture. */
    static final ReportQuery FAILED =
            new ReportQuery("anyFailed", "select run_id from v_run where exists (select 1 from v_points where failed)");

    private ThinnedPoints() {}

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
                + " floor(latency_ms / nullif(max(latency_ms) over (), 0) * %d) row_of from (%s) p) q)"
                        .formatted(ROWS, points)
                + " where failed or nth = 1";
    }
}
