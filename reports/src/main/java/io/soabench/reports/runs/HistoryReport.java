package io.soabench.reports.runs;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.sql.Connection;
import java.util.List;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The report about many runs of a testbed in their order: one page, with a line for each metric of each case. */
public final class HistoryReport {

    private static final double SPARK_WIDTH = 120;
    private static final double SPARK_HEIGHT = 24;

    private static final ReportQuery HISTORY = new ReportQuery(
            "history",
            """
            select testbed, title, %s line, %s note from v_history"""
                    .formatted(
                            SqlSentence.of(
                                    RunsSentences.SERIES,
                                    "runs",
                                    "testbed",
                                    "formatdatetime(first_at, 'd MMMM yyyy', 'en')",
                                    "formatdatetime(last_at, 'd MMMM yyyy', 'en')"),
                            SqlSentence.of(
                                    RunsSentences.SERIES_NOTE,
                                    "cast(level * 100 as decimal(4, 1))",
                                    "series",
                                    "cast(confidence * 100 as decimal(5, 1))")));

    private static final ReportQuery SUMMARY = finding("summary", "kind = 'summary'");
    private static final ReportQuery WORSE = finding("worse", "kind = 'worse'");
    private static final ReportQuery BETTER = finding("better", "kind = 'better'");
    private static final ReportQuery CAUTION = finding("caution", "kind = 'caution'");

    /**
     * Minimum half height of a picture, as a share of the values: a tenth of the value fills a picture, so that noise does not look like
     * mountains.
     */
    private static final double LEAST_REACH = 0.05;

    /** Maximum number of single lines, so that the report stays one page. */
    private static final int SHOWN = 3;

    private static final ReportQuery LEFT_OUT = new ReportQuery(
            "leftOut",
            """
            select case when place < %1$d or number = %1$d then sentence else %2$s end sentence
            from (select sentence, count(*) over () number, row_number() over (order by position) place from v_finding where kind = 'left-out')
            where place <= %1$d order by place"""
                    .formatted(SHOWN, SqlSentence.of(RunsSentences.MORE_LEFT_OUT, "(number - " + SHOWN + " + 1)")));

    private static final ReportQuery SERIES = new ReportQuery(
            "series",
            """
            select s.series_id, s.process, s.workload, s.engine, replace(s.metric, '-', ' ') || ' [' || case s.unit when 'ratio' then '%%' else s.unit end || ']' metric,
              %s first_value, %s last_value,
              coalesce((select listagg('from ' || c.run_id || ' ' || c.size_words || ': ' || c.direction, '; ') within group (order by c.position)
                from v_change_point c where c.series_id = s.series_id), 'none') changes,
              case when exists (select 1 from v_change_point c where c.series_id = s.series_id and c.direction = 'worse') then 'bad'
                else 'plain' end tone
            from v_series s order by s.position"""
                    .formatted(value("s.first_value"), value("s.last_value")));

    private static final ReportQuery POINTS = new ReportQuery(
            "points",
            """
            select run_id, %s measured, %s level, %s better, %s worse from (
              select p.*, (s.smallest + s.largest) / 2 middle,
                greatest((s.largest - s.smallest) / 2, %s * (s.smallest + s.largest) / 2) reach
              from v_series_point p join v_series s on s.series_id = p.series_id where p.series_id = :SERIES_ID)
            order by position"""
                    .formatted(height("measured"), height("level"), height("better"), height("worse"), LEAST_REACH));

    /**
     * Returns the height of a value in a picture, from -1 below to 1 above. It is rounded, because invisible digits would bend straight
     * lines.
     */
    private static String height(String column) {
        return "round((" + column + " - middle) / reach, 3)";
    }

    private HistoryReport() {}

    private static ReportQuery finding(String name, String condition) {
        return new ReportQuery(name, "select sentence from v_finding where " + condition + " order by position");
    }

    private static String value(String column) {
        return NumberSql.three("(case when s.unit = 'ratio' then 100 else 1 end * " + column + ")");
    }

    /**
     * Returns the design.
     *
     * @param connection to the database of the change series, for the columns of its views
     */
    public static ReportDesignHandle design(Connection connection) throws SemanticException {
        ReportLayout layout = new ReportLayout(connection);
        SlotHandle body = layout.body();
        layout.page(HISTORY, "\"SOABench · history · \" + row[\"TESTBED\"]");
        SlotHandle cover = layout.forEach(body, HISTORY);
        cover.add(layout.label("SOABENCH · HISTORY", "product"));
        cover.add(layout.text("row[\"TITLE\"]", "heading"));
        cover.add(layout.text("row[\"LINE\"]", "note"));
        layout.sentences(body, SUMMARY, "verdict");
        layout.sentences(body, WORSE, "alarm");
        layout.sentences(body, BETTER, "finding");
        layout.sentences(body, CAUTION, "note");
        TableHandle table = layout.table(
                SERIES,
                List.of(
                        TableColumn.text("Process", "PROCESS", "12%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engine", "ENGINE", "10%"),
                        TableColumn.text("Metric", "METRIC", "15%"),
                        TableColumn.right("First", "FIRST_VALUE", "7%"),
                        TableColumn.text("Runs in their order", "SERIES_ID", "23%"),
                        TableColumn.right("Last", "LAST_VALUE", "7%"),
                        TableColumn.text("Changes", "CHANGES", "15%")));
        layout.draw(
                table,
                5,
                POINTS,
                ChartModel.sparkline(SPARK_WIDTH, SPARK_HEIGHT)
                        .along("RUN_ID")
                        .between(-1.2, 1.2)
                        .line("LEVEL", "", Palette.PALE_BLUE, 1)
                        .line("MEASURED", "", Palette.BLUE, 1)
                        .dots("BETTER", MarkerType.CIRCLE_LITERAL, Palette.GREEN)
                        .dots("WORSE", MarkerType.CIRCLE_LITERAL, Palette.RED));
        layout.highlight(table, 7, "TONE", "bad", Palette.RED);
        body.add(table);
        layout.forEach(body, HISTORY).add(layout.text("row[\"NOTE\"]", "note"));
        layout.sentences(body, LEFT_OUT, "note");
        return layout.design();
    }
}
