package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The section about the metrics of the servers of a case: a table, the processors in use over time, and the charts that the model asks for. */
final class ServerMetricsSection {

    /** The scale of units as a double. A division by a literal such as {@code 1e0} would give a decimal of very many digits. */
    private static final String SCALE = "cast(case when unit = 'bytes' then 1048576 else 1 end as double precision)";

    private static final String SCALED_UNIT = "case unit when 'bytes' then 'MiB' when 'count' then '' else unit end";

    /** The metrics of the case: a mean over its valid repetitions has an interval, as all means have. */
    private static final ReportQuery METRICS = new ReportQuery(
            "metrics",
            """
            select m.server, m.metric, m.unit, coalesce(%4$s, '') mean,
              case when s.low is null or s.low = s.high then '' else %1$s end ci,
              coalesce(%5$s, '') maximum, case when m.kind = 'counter' then coalesce(%6$s, '') else '' end total, m.remark
            from (select server, metric, kind, %2$s || case when kind <> 'counter' then '' when unit = 'count' then '/s' else ', /s' end unit, max(%3$s) scale,
                max(case when source like 'unavailable: %%' then substring(source, 14) else '' end) remark
                from v_metric where case_id = :CASE_ID group by server, metric, kind, unit) m
              left join (select target server, metric, max(case when statistic = 'average' then measured end) mean,
                max(case when statistic = 'average' then ci_low end) low, max(case when statistic = 'average' then ci_high end) high,
                max(case when statistic = 'max' then measured end) maximum, max(case when statistic = 'total' then measured end) total
                from v_statistic where case_id = :CASE_ID and repetition is null and target_kind = 'server' group by target, metric) s
              on s.server = m.server and s.metric = m.metric order by m.server, m.metric"""
                    .formatted(
                            IntervalText.of(
                                    "s.mean / m.scale", "s.low / m.scale", "s.high / m.scale", " – ", SqlText::number),
                            SCALED_UNIT,
                            SCALE,
                            SqlText.number("s.mean / m.scale"),
                            SqlText.number("s.maximum / m.scale"),
                            SqlText.number("s.total / m.scale")));

    /** The processors in use by load clients, the engine, and its partners; relays are the network and none of these. */
    static final ReportQuery PROCESSORS = new ReportQuery(
            "processors",
            """
            select floor(at_s) at_s, avg(case when role = 'engine' then measured end) engine,
              avg(case when role = 'partner' then measured end) partners,
              avg(case when role = 'load client' then measured end) client
            from v_metric_timeline where case_id = :CASE_ID and metric = 'cpu' group by floor(at_s)""");

    /** The charts that the model asks for; the processors in use are always drawn. */
    private static final ReportQuery CHARTS = new ReportQuery(
            "metricCharts",
            """
            select case_id, server, metric, server || ': ' || metric || ' over time ['
                || case when unit = 'bytes' then 'MiB' else coalesce(unit, '') end
                || case when kind = 'counter' then '/s' else '' end || ']' title
            from v_metric_chart where case_id = :CASE_ID and metric <> 'cpu' order by position""");

    private static final ReportQuery METRIC = new ReportQuery(
            "metricCourse",
            """
            select floor(at_s) at_s, avg(measured / %s) measured from v_metric_timeline
            where case_id = :CASE_ID and server = :SERVER and metric = :METRIC group by floor(at_s)"""
                    .formatted(SCALE));

    /** The roles with observations in the run: a black box has no engine here, and a run of one no partners. */
    static final ReportQuery ROLES = new ReportQuery(
            "processorRoles", "select role from v_metric_timeline where metric = 'cpu' group by role order by role");

    private ServerMetricsSection() {}

    private static ChartModel processors(List<String> roles) {
        ChartModel chart = ChartModel.xy(ReportLayout.WIDTH, 130, true)
                .over("AT_S", "seconds since the start of the measurement, mean of all repetitions")
                .measuring("processors in use")
                .fromZero()
                .format("0.##")
                .formatX("0.#");
        if (roles.contains("engine")) {
            chart.line("ENGINE", "engine", Palette.BLUE, 2);
        }
        if (roles.contains("partner")) {
            chart.line("PARTNERS", "partners", Palette.ORANGE, 1);
        }
        return chart.line("CLIENT", "load clients", Palette.GREEN, 1);
    }

    /** Adds the metrics of the case around the rows. */
    static void ofCase(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle servers = CaseSections.of(layout, rows, "v_metric");
        servers.add(layout.label("Servers", "subheading"));
        servers.add(layout.table(
                METRICS,
                List.of(
                        TableColumn.text("Server", "SERVER", "15%"),
                        TableColumn.text("Metric", "METRIC", "14%"),
                        TableColumn.right("Average", "MEAN", "12%"),
                        TableColumn.text("CI", "CI", "17%"),
                        TableColumn.right("Maximum", "MAXIMUM", "12%"),
                        TableColumn.right("Total", "TOTAL", "12%"),
                        TableColumn.text("Unit", "UNIT", "9%"),
                        TableColumn.text("", "REMARK", "9%"))));
        List<String> roles = layout.values(ROLES);
        SlotHandle load = CaseSections.of(layout, rows, "v_metric_timeline", "metric = 'cpu'");
        layout.chartOverTime(load, PROCESSORS, () -> processors(roles), Picture.SVG);
        SlotHandle charts = layout.together(layout.forEach(rows, CHARTS));
        charts.add(layout.text("row[\"TITLE\"]", "subheading"));
        layout.chartOverTime(
                charts,
                METRIC,
                () -> ChartModel.xy(ReportLayout.WIDTH, 110, true)
                        .plain()
                        .over("AT_S", "seconds since the start of the measurement, mean of all repetitions")
                        .measuring("")
                        .fromZero()
                        .format("#,##0.##")
                        .formatX("0.#")
                        .line("MEASURED", "", Palette.BLUE, 2),
                Picture.SVG);
    }
}
