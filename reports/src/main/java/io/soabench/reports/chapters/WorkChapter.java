package io.soabench.reports.chapters;

import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about completed and pending requests, processor time for them, and how both change with a parameter of engines. */
public final class WorkChapter implements Chapter {

    private static final ReportQuery SEEN = new ReportQuery(
            "workSeen",
            "select run_id from v_run where exists (select 1 from v_pending_end) or exists (select 1 from v_scaling)"
                    + " or exists (select 1 from v_metric_pair where metric = 'processor-time')"
                    + " or exists (select 1 from v_front_share)");

    /** The fewest starts with an interval: that of two is too wide. */
    private static final int LEAST_STARTS = 3;

    /** A row for each case. */
    static final FirstRows DONE = FirstRows.of(
            "workDone",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, completed, %s per_s, %s ci, cpu_s, case when completed_per_cpu_s is null then '–' else %s end per_cpu_s,
              %s cpu_ci, cpu_ms, start_s, case when (select count(*) from v_work_done r
                where r.case_id = w.case_id and r.repetition is not null) < %d then '–' else %s end start_ci
            from v_work_done w where repetition is null"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("completed_per_s"),
                            interval("completed_per_s", "ci_low", "ci_high"),
                            SqlText.number("completed_per_cpu_s"),
                            interval("completed_per_cpu_s", "cpu_ci_low", "cpu_ci_high"),
                            LEAST_STARTS,
                            interval("start_s", "start_ci_low", "start_ci_high")),
            "V_WORK_DONE");

    static final FirstRows ENDS = FirstRows.of(
            "pendingEnds",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, stage, stretches, pending, %s ci, most
            from v_pending_end"""
                    .formatted(SqlText.workload(""), interval("pending", "ci_low", "ci_high")),
            "V_PENDING_END");

    /** A row for each engine beside the front without an engine. */
    static final FirstRows SHARES = FirstRows.of(
            "frontShares",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, %s front_ms, %s front_ci, %s engine_ms, 100 * share share, %s ci
            from v_front_share"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("front_ms"),
                            interval("front_ms", "front_ci_low", "front_ci_high"),
                            SqlText.number("engine_ms"),
                            interval("100 * share", "100 * share_ci_low", "100 * share_ci_high")),
            "V_FRONT_SHARE");

    private static final FirstRows SCALING = FirstRows.of(
            "scaling",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine_type, parameter, parameter_value, engine, completed_per_s,
              coalesce(trim(to_char(speed_up, '9,990.00')), '–') speed_up, cpu_ms
            from v_scaling"""
                    .formatted(SqlText.workload("")),
            "V_SCALING");

    private static final FirstRows LAWS = FirstRows.of(
            "scalingLaws",
            FirstRows.OF_TABLE,
            """
            select process, %s engine, think, quantity, %s || ' · x^' || trim(to_char(exponent, '90.00')) || ' ' || unit law,
              trim(to_char(exponent_low, '90.00')) || ' – ' || trim(to_char(exponent_high, '90.00')) exponents, r_squared, points
            from v_power_law where workload_kind = 'parameter'"""
                    .formatted(SqlText.ENGINE_OF_LAW, SqlText.number("factor")),
            "V_POWER_LAW");

    /** Returns an interval; none where all repetitions have the same value, because a few equal values do not show that there is no spread. */
    private static String interval(String value, String low, String high) {
        return "case when " + low + " is null or " + low + " = " + high + " then '–' else "
                + IntervalText.of(value, low, high, " – ", SqlText::number) + " end";
    }

    @Override
    public String title() {
        return "Work and processor time";
    }

    @Override
    public String bookmark() {
        return "work";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "A request is complete when its client has the answer. A one-way request is complete when its instance has made all calls of"
                        + " partners. Processor time is that of the engine, and of the servers that it uses, in the measurement; [ms/request] is"
                        + " that for a completed request. Completed requests and processor time are sums over the valid repetitions, and the other"
                        + " numbers means over them. CI is the confidence interval over repetitions; that of starts needs three. An engine has"
                        + " started when it takes deployments. All servers of a case start at the same time, so its wait for a database is included.",
                "note"));
        rows.add(layout.label("Completed requests", "subheading"));
        DONE.table(
                layout,
                rows,
                List.of(
                        TableColumn.text("Process", "PROCESS", "9%"),
                        TableColumn.text("Workload", "WORKLOAD", "10%"),
                        TableColumn.text("Engine", "ENGINE", "10%"),
                        new TableColumn("Completed", "COMPLETED", "#,##0", "9%"),
                        TableColumn.right("Per s", "PER_S", "6%"),
                        TableColumn.right("CI", "CI", "10%"),
                        new TableColumn("Processor\ntime [s]", "CPU_S", "#,##0.0", "8%"),
                        TableColumn.right("Per s of\nprocessor", "PER_CPU_S", "8%"),
                        TableColumn.right("CI", "CPU_CI", "9%"),
                        new TableColumn("[ms/\nrequest]", "CPU_MS", "#,##0.00", "7%"),
                        new TableColumn("Start\n[s]", "START_S", "0.0", "5%"),
                        TableColumn.right("CI", "START_CI", "9%")));
        SlotHandle shares = layout.whereAny(rows, "front shares", "v_front_share");
        shares.add(layout.label("Processor time of the layer in front of engines", "subheading"));
        shares.add(layout.label(
                "Engines that are libraries run behind an HTTP layer of this tool, and call partners by a client of this tool. The front without an"
                        + " engine makes the same calls, so its processor time estimates what the layer takes of that of an engine and its servers. After"
                        + " short warm-ups, both also compile.",
                "note"));
        SHARES.table(
                layout,
                shares,
                List.of(
                        TableColumn.text("Process", "PROCESS", "16%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engine", "ENGINE", "17%"),
                        TableColumn.right("Front\n[ms/request]", "FRONT_MS", "11%"),
                        TableColumn.right("CI", "FRONT_CI", "13%"),
                        TableColumn.right("Engine\n[ms/request]", "ENGINE_MS", "11%"),
                        new TableColumn("Share of the\nfront [%]", "SHARE", "#,##0.0", "9%"),
                        TableColumn.right("CI", "CI", "12%")));
        SlotHandle ends = layout.whereAny(rows, "pending ends", "v_pending_end");
        ends.add(layout.label("Requests that are pending when a burst or stage ends", "subheading"));
        ENDS.table(
                layout,
                ends,
                List.of(
                        TableColumn.text("Process", "PROCESS", "17%"),
                        TableColumn.text("Workload", "WORKLOAD", "14%"),
                        TableColumn.text("Engine", "ENGINE", "15%"),
                        TableColumn.text("Stage", "STAGE", "14%"),
                        new TableColumn("Ends", "STRETCHES", "#,##0", "8%"),
                        new TableColumn("Pending", "PENDING", "#,##0.0", "10%"),
                        TableColumn.right("CI", "CI", "13%"),
                        new TableColumn("Most", "MOST", "#,##0", "9%")));
        SlotHandle scaling = layout.whereAny(rows, "scaling", "v_scaling");
        scaling.add(layout.label("Engines that differ in one parameter only", "subheading"));
        SCALING.table(
                layout,
                scaling,
                List.of(
                        TableColumn.text("Process", "PROCESS", "15%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engines", "ENGINE_TYPE", "12%"),
                        TableColumn.text("Parameter", "PARAMETER", "12%"),
                        new TableColumn("Value", "PARAMETER_VALUE", "#,##0", "8%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        new TableColumn("Completed\nper s", "COMPLETED_PER_S", "#,##0.0", "10%"),
                        TableColumn.right("Speed-up", "SPEED_UP", "9%"),
                        new TableColumn("Processor\n[ms/request]", "CPU_MS", "#,##0.000", "10%")));
        SlotHandle laws = layout.whereAny(rows, "scaling laws", "v_power_law where workload_kind = 'parameter'");
        laws.add(layout.label("How both change with the parameter x (power regression)", "subheading"));
        LAWS.table(
                layout,
                laws,
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Engines", "ENGINE", "12%"),
                        TableColumn.text("Parameter", "THINK", "19%"),
                        TableColumn.text("Quantity", "QUANTITY", "15%"),
                        TableColumn.text("Law", "LAW", "15%"),
                        TableColumn.text("Exponent, 95 % CI", "EXPONENTS", "12%"),
                        new TableColumn("R²", "R_SQUARED", "0.000", "7%"),
                        new TableColumn("Values", "POINTS", "0", "6%")));
    }
}
