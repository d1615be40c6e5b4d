package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportQuery;

/**
 * Points of charts over time, without those that would cover each other: of the points of a series in one cell of a grid, which is finer
 * than a point is drawn, one is kept. Failures are all kept.
 */
final class ThinnedPoints {

    /** A chart is some 450 points wide and 150 high, and a mark is two points wide. */
    private static final int COLUMNS = 300;

    private static final int ROWS = 100;

    /** A row where any request of the run failed: else a legend would tell of points that are in no picture. */
    static final ReportQuery FAILED =
            new ReportQuery("anyFailed", "select run_id from v_run where exists (select 1 from v_points where failed)");

    private ThinnedPoints() {}

    /**
     * A query of fewer points.
     *
     * @param points a query with the columns at_s, latency_ms, failed and series
     * @param select what to select of them
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
