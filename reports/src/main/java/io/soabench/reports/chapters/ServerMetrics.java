package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Layout.Picture;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.Source;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** What was observed of the servers of a case: a table, the processors in use over time, and the charts that the model asks for. */
final class ServerMetrics {

    /** A double: what is divided by a literal as {@code 1e0} becomes a decimal of very many digits. */
    private static final String SCALE = "cast(case when unit = 'bytes' then 1048576 else 1 end as double precision)";

    private static final String SCALED_UNIT = "case when unit = 'bytes' then 'MiB' else unit end";

    private static final Source METRICS = new Source(
            "metrics",
            """
            select server, metric, %1$s || case when kind = 'counter' then ', /s' else '' end unit,
              avg(mean) / %2$s mean, max(maximum) / %2$s maximum,
              case when kind = 'counter' then avg(total) / %2$s end total,
              max(case when source like 'unavailable: %%' then substring(source, 14) else '' end) remark
            from v_metric where case_id = :CASE_ID group by server, metric, kind, unit order by server, metric"""
                    .formatted(SCALED_UNIT, SCALE));

    /** Load clients, the engine, and its partners; relays are the network and none of these. */
    static final Source PROCESSORS = new Source(
            "processors",
            """
            select floor(at_s) at_s, avg(case when role = 'engine' then measured end) engine,
              avg(case when role = 'partner' then measured end) partners,
              avg(case when role = 'load client' then measured end) client
            from v_metric_timeline where case_id = :CASE_ID and metric = 'cpu' group by floor(at_s)""");

    /** Those that the model asks for; the processors in use are always drawn. */
    private static final Source CHARTS = new Source(
            "metricCharts",
            """
            select case_id, server, metric, server || ': ' || metric || ' over time ['
                || case when unit = 'bytes' then 'MiB' else coalesce(unit, '') end
                || case when kind = 'counter' then '/s' else '' end || ']' title
            from v_metric_chart where case_id = :CASE_ID and metric <> 'cpu' order by position""");

    private static final Source METRIC = new Source(
            "metricCourse",
            """
            select floor(at_s) at_s, avg(measured / %s) measured from v_metric_timeline
            where case_id = :CASE_ID and server = :SERVER and metric = :METRIC group by floor(at_s)"""
                    .formatted(SCALE));

    private ServerMetrics() {}

    /** Adds the metrics of the case around the rows. */
    static void ofCase(Layout layout, SlotHandle rows) throws SemanticException {
        SlotHandle servers = Sections.of(layout, rows, "v_metric");
        servers.add(layout.label("Servers", "subheading"));
        servers.add(layout.table(
                METRICS,
                List.of(
                        Column.text("Server", "SERVER", "13%"),
                        Column.text("Metric", "METRIC", "16%"),
                        new Column("Average", "MEAN", "#,##0.00", "12%"),
                        new Column("Maximum", "MAXIMUM", "#,##0.00", "12%"),
                        new Column("Total", "TOTAL", "#,##0.00", "12%"),
                        Column.text("Unit", "UNIT", "10%"),
                        Column.text("", "REMARK", "25%"))));
        servers.add(layout.label(
                "The total is what was counted during the measurement, as the mean of the repetitions; average and maximum of a"
                        + " metric that is counted are rates per second. A metric that a server does not have shows the reason in place"
                        + " of a number. The chapter “Where the metrics of servers come from” says how each is read.",
                "note"));
        SlotHandle load = Sections.of(layout, rows, "v_metric_timeline", "metric = 'cpu'");
        layout.course(
                load,
                PROCESSORS,
                () -> ChartModel.xy(Layout.WIDTH, 130, true)
                        .over("AT_S", "seconds since the start of the measurement, mean of all repetitions")
                        .measuring("processors in use")
                        .fromZero()
                        .format("0.##")
                        .formatX("0.#")
                        .line("ENGINE", "engine", Palette.BLUE, 2)
                        .line("PARTNERS", "partners", Palette.ORANGE, 1)
                        .line("CLIENT", "load clients", Palette.GREEN, 1),
                Picture.SVG);
        SlotHandle charts = layout.together(layout.forEach(rows, CHARTS));
        charts.add(layout.text("row[\"TITLE\"]", "subheading"));
        layout.course(
                charts,
                METRIC,
                () -> ChartModel.xy(Layout.WIDTH, 110, true)
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
