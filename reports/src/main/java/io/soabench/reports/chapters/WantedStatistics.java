package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The statistics of one case that the metrics of the model ask for: numbers with their intervals, histograms, charts over time. */
final class WantedStatistics {

    /** The scale of units: bytes are shown as MiB, ratios in per cent. */
    private static final String SCALE =
            "cast(case unit when 'bytes' then 1 / 1048576.0 when 'ratio' then 100 else 1 end as double precision)";

    private static final String UNIT =
            "case unit when 'bytes' then 'MiB' when 'ratio' then '%' when '1/s' then '/s' when 'count' then '' else coalesce(unit, '') end";

    /** Condition for statistics that are drawn, in place of a number. */
    private static final String DRAWN = "kind in ('histogram', 'chart_over_time')";

    /** Condition for statistics of the few answers of an engine that did not keep up. */
    private static final String LOST = "metric = 'response-time' and standing = 'saturated'";

    private static final String NEEDED = "trim(to_char(needed, '999,999,990'))";

    /** The columns MEASURED and CI: a number with its unit, and its interval with its level. */
    private static final String WRITTEN =
            """
            case when %5$s then %7$s when %6$s then %8$s
                when needed is not null then %9$s
                when measured is null then '–'
                else trim(%1$s || ' ' || %2$s) end measured,
              case when ci_low is null or ci_low = ci_high or needed is not null or %5$s or %6$s then ''
                else %3$s || ' (' || %4$s || ')' end ci"""
                    .formatted(
                            number("measured"),
                            UNIT,
                            IntervalText.of("measured", "ci_low", "ci_high", " to ", WantedStatistics::number),
                            SqlText.percent("confidence"),
                            DRAWN,
                            LOST,
                            SqlSentence.of(ChapterSentences.SEE_CHART),
                            SqlSentence.of(ChapterSentences.NOT_KEPT_UP),
                            SqlSentence.either(
                                    "target_kind = 'service'",
                                    SqlSentence.of(ChapterSentences.TAKES_CALLS, NEEDED),
                                    SqlSentence.of(ChapterSentences.TAKES_REQUESTS, NEEDED)));

    /**
     * The wanted statistics. An interval is a row of its average, with its level; it has no row of its own where the average beside it has the
     * same one.
     */
    private static final String WANTED =
            """
            (select * except (averaged, statistic), case when kind = 'confidence' then 'average' else statistic end statistic from (select v_asked.*, max(case when kind = 'average' then coalesce(confidence, 0) end)
                over (partition by case_id, metric, target_kind, target) averaged from v_asked)
              where kind <> 'confidence' or averaged is null or averaged > 0 and averaged <> confidence)""";

    private static final ReportQuery NUMBERS = new ReportQuery(
            "asked",
            "select metric, target, statistic, " + WRITTEN + " from " + WANTED
                    + " where case_id = :CASE_ID order by position");

    /** The metrics of which the model asks for a number in more than one case. */
    static final ReportQuery METRICS = new ReportQuery(
            "askedMetrics",
            "select metric from v_asked where not " + DRAWN
                    + " group by metric having count(distinct case_id) > 1 order by min(position)");

    /** The numbers of one metric: a statistic of the same target in all cases, then the next one. */
    private static final ReportQuery OF_METRIC = new ReportQuery(
            "askedOfMetric",
            """
            select target, statistic, process, %s workload, engine, repetitions, %s from (
              select asked.*, min(position) over (partition by target_kind, target, statistic) place from %s asked
              where metric = :METRIC and not %s)
            order by place, target_kind, target, statistic, position"""
                    .formatted(SqlText.workload(""), WRITTEN, WANTED, DRAWN));

    private static final ReportQuery HISTOGRAMS = new ReportQuery(
            "askedHistograms",
            """
            select case_id, metric, target, %s title
            from v_metric_histogram where case_id = :CASE_ID group by case_id, metric, target, unit order by metric, target"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.DISTRIBUTION,
                            "metric",
                            "target",
                            SqlSentence.either(UNIT + " = ''", "''", SqlSentence.of(ChapterSentences.IN_UNIT, UNIT)))));

    private static final ReportQuery HISTOGRAM = new ReportQuery(
            "askedHistogram",
            """
            select %s bucket, observations from v_metric_histogram
            where case_id = :CASE_ID and metric = :METRIC and target = :TARGET order by position"""
                    .formatted(number("low")));

    private static final ReportQuery THROUGHPUT = new ReportQuery(
            "throughputCourse",
            "select at_s, avg(answers_per_s) measured from v_timeline where case_id = :CASE_ID group by at_s");

    private static final ReportQuery FAILURES = new ReportQuery(
            "failureCourse",
            "select at_s, avg(failures / width_s) measured from v_timeline where case_id = :CASE_ID group by at_s");

    private WantedStatistics() {}

    private static String number(String column) {
        return SqlText.number(column + " * " + SCALE);
    }

    /** Adds the wanted statistics of the case around the rows. */
    static void ofCase(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle asked = CaseSections.of(layout, rows, "v_asked");
        asked.add(layout.label("What the model asks for", "subheading"));
        asked.add(layout.table(
                NUMBERS,
                List.of(
                        TableColumn.text("Metric", "METRIC", "18%"),
                        TableColumn.text("Of", "TARGET", "20%"),
                        TableColumn.text("Statistic", "STATISTIC", "20%"),
                        TableColumn.right("Value", "MEASURED", "18%"),
                        TableColumn.right("Confidence interval (level)", "CI", "24%"))));
        SlotHandle histograms = layout.together(layout.forEach(rows, HISTOGRAMS));
        histograms.add(layout.text("row[\"TITLE\"]", "subheading"));
        histograms.add(layout.chart(
                HISTOGRAM,
                ChartModel.bars(ReportLayout.WIDTH, 130)
                        .plain()
                        .over("BUCKET", "lower end of each bar")
                        .measuring("observations")
                        .fromZero()
                        .format("#,##0")
                        .gap(12)
                        .bar("OBSERVATIONS", "", Palette.BLUE),
                Picture.SVG));
        course(layout, rows, "throughput", "Throughput over time [answers/s]", THROUGHPUT);
        course(layout, rows, "failures", "Failures over time [requests/s]", FAILURES);
    }

    /** Adds the numbers of the metric around the rows, of all cases. */
    static void ofMetric(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.table(
                OF_METRIC,
                List.of(
                        TableColumn.text("Of", "TARGET", "14%"),
                        TableColumn.text("Statistic", "STATISTIC", "14%"),
                        TableColumn.text("Process", "PROCESS", "12%"),
                        TableColumn.text("Workload", "WORKLOAD", "11%"),
                        TableColumn.text("Engine", "ENGINE", "10%"),
                        new TableColumn("Valid", "REPETITIONS", "#,##0", "7%"),
                        TableColumn.right("Value", "MEASURED", "13%"),
                        TableColumn.right("Confidence interval (level)", "CI", "19%"))));
    }

    private static void course(ReportLayout layout, SlotHandle rows, String metric, String title, ReportQuery source)
            throws SemanticException {
        SlotHandle course = layout.together(CaseSections.of(
                layout,
                rows,
                "v_asked",
                "metric = '" + metric + "' and kind = 'chart_over_time' and target_kind = 'process'"));
        course.add(layout.label(title, "subheading"));
        layout.chartOverTime(
                course,
                source,
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
