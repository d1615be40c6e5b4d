package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the time of engines before, between and after partner calls, and over the number of calls. */
public final class StepsChapter implements Chapter {

    private static final ReportQuery SEEN = new ReportQuery(
            "stepsSeen",
            "select run_id from v_run where exists"
                    + " (select 1 from v_step where repetition is null and engine_mean_ms is not null)");

    static final FirstRows STEPS = FirstRows.of(
            "steps",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, coalesce(cast(calls as varchar), '–') calls, before_mean_ms, step_mean_ms,
              coalesce(%s, '–') step_interval, step_p95_ms, after_mean_ms, engine_mean_ms, coalesce(%s, '–') engine_interval,
              overlap_share
            from v_step where repetition is null and engine_mean_ms is not null order by process, suite, workload, case_position"""
                    .formatted(
                            SqlText.workload(""),
                            interval("step_mean_ms", "step"),
                            interval("engine_mean_ms", "engine")),
            "V_STEP");

    private static final FirstRows PAIRS = FirstRows.of(
            "stepPairs",
            FirstRows.OF_LIST,
            "select sentence from v_metric_pair where metric = 'step-overhead' order by position",
            "V_METRIC_PAIR");

    static final FirstRows LINES = FirstRows.of(
            "stepLines",
            FirstRows.OF_TABLE,
            """
            select engine, %s workload, processes, calls_from || ' – ' || calls_to calls, intercept_ms, coalesce(%s, '–') intercept_interval,
              slope_ms, coalesce(%s, '–') slope_interval, off_ms
            from v_step_line order by position"""
                    .formatted(
                            SqlText.workload(""), interval("intercept_ms", "intercept"), interval("slope_ms", "slope")),
            "V_STEP_LINE");

    private static final String MS = "#,##0.00";

    private static String interval(String value, String of) {
        return IntervalText.of(value, of + "_low_ms", of + "_high_ms", " – ", SqlText::number);
    }

    @Override
    public String title() {
        return "Step overhead";
    }

    @Override
    public String bookmark() {
        return "steps";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        STEPS.table(
                layout,
                rows,
                List.of(
                        TableColumn.text("Process", "PROCESS", "11%"),
                        TableColumn.text("Workload", "WORKLOAD", "9%"),
                        TableColumn.text("Engine", "ENGINE", "10%"),
                        TableColumn.right("Calls", "CALLS", "5%"),
                        new TableColumn("Before\ncalls", "BEFORE_MEAN_MS", MS, "7%"),
                        new TableColumn("Between\ncalls", "STEP_MEAN_MS", MS, "8%"),
                        TableColumn.text("Interval", "STEP_INTERVAL", "12%"),
                        new TableColumn("p95", "STEP_P95_MS", MS, "6%"),
                        new TableColumn("After\ncalls", "AFTER_MEAN_MS", MS, "6%"),
                        new TableColumn("Engine\ntime", "ENGINE_MEAN_MS", MS, "7%"),
                        TableColumn.text("Interval", "ENGINE_INTERVAL", "12%"),
                        new TableColumn("Calls\noverlap", "OVERLAP_SHARE", "0 %", "7%")));
        rows.add(layout.label(
                "Means in milliseconds, over the valid repetitions, network between engine and partners included. Between calls: from the end of"
                        + " the last call in progress to the arrival of the next one; p95 is of single steps. Engine time: a request’s time in which no"
                        + " call is in progress. Calls overlap: share of the requests with two calls in progress at once.",
                "note"));
        PAIRS.sentences(layout, rows, "finding");
        SlotHandle lines = layout.whereAny(rows, "lines of steps", "v_step_line");
        lines.add(layout.label("Engine time over the number of calls", "subheading"));
        LINES.table(
                layout,
                lines,
                List.of(
                        TableColumn.text("Engine", "ENGINE", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Processes", "PROCESSES", "20%"),
                        TableColumn.right("Calls", "CALLS", "8%"),
                        new TableColumn("A request", "INTERCEPT_MS", MS, "10%"),
                        TableColumn.text("Interval", "INTERCEPT_INTERVAL", "12%"),
                        new TableColumn("A call", "SLOPE_MS", MS, "8%"),
                        TableColumn.text("Interval", "SLOPE_INTERVAL", "11%"),
                        new TableColumn("Off", "OFF_MS", MS, "6%")));
        lines.add(layout.label(
                "Milliseconds for each request (intercept) and for each of its calls (slope), by least squares in each repetition. Off: largest"
                        + " distance of a process’s mean from the line. Processes whose calls overlap are left out.",
                "note"));
    }
}
