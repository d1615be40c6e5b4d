package io.soabench.reports.runs;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.sql.Connection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The report about several runs and the first of them: worse results, differences, and their certainty. A few pages without contents. */
public final class ComparisonReport {

    private static final ReportQuery COMPARISON = new ReportQuery(
            "comparison",
            """
            select testbed, title, %s line, %s level from v_comparison"""
                    .formatted(
                            SqlSentence.of(RunsSentences.RUNS, "runs", "testbed"),
                            SqlSentence.of(
                                    RunsSentences.LEVEL,
                                    "regexp_replace(cast(cast(confidence * 100 as decimal(7, 3)) as varchar), '\\.?0+$', '')")));

    private static final ReportQuery SUMMARY = finding("summary", "kind = 'summary'");
    private static final ReportQuery WORSE = finding("worse", "kind = 'worse'");
    private static final ReportQuery CAUTION = finding("caution", "kind in ('noise', 'caution')");
    private static final ReportQuery OTHERS = finding("others", "kind = 'finding'");

    private static ReportQuery finding(String name, String condition) {
        return new ReportQuery(name, "select sentence from v_finding where " + condition + " order by position");
    }

    /** Returns a heading that appears only with content below it. */
    private static ReportQuery heading(String name, String text, ReportQuery query) {
        return new ReportQuery(name, "select '" + text + "' sentence where exists (" + query.sql() + ")");
    }

    private static final ReportQuery PAIRS = new ReportQuery(
            "pairs",
            """
            select p.process || case when p.metric = 'throughput' then ' (answers/s)' else '' end process, p.workload, p.engine, p.label || case when p.control then ' (control)' else '' end run,
              %s a, %s b, case when p.verdict = 'saturated' then '–' else coalesce(%s || '×', '–') end times,
              case when p.verdict = 'saturated' then '–' else coalesce(%s, '–') end ci,
              p.repetitions_a || ' / ' || p.repetitions_b repetitions, coalesce(p.verdict, 'not judged') verdict
            from v_compared_pair p where p.metric in ('response-time', 'throughput') order by p.process, p.workload, p.engine, p.position"""
                    .formatted(
                            NumberSql.three("p.mean_a"),
                            NumberSql.three("p.mean_b"),
                            NumberSql.three("p.ratio"),
                            IntervalText.of("p.ratio", "p.ratio_low", "p.ratio_high", " – ", NumberSql::three)));

    /** The reasons for missing numbers, where there are any. */
    static final ReportQuery PAIRS_NOTE = new ReportQuery(
            "pairsNote",
            """
            select sentence from (select 0 place, %s sentence from v_compared_pair
                where metric = 'response-time' and verdict = 'saturated' having count(*) > 0
              union all select 1, %s from v_compared_pair
                where metric = 'response-time' and coalesce(verdict, '') <> 'saturated' and ratio_low is null having count(*) > 0
              union all select 2, %s from v_compared_pair where metric = 'throughput' having count(*) > 0)
            order by place"""
                    .formatted(
                            SqlSentence.of(RunsSentences.NO_RATIO),
                            SqlSentence.of(RunsSentences.NO_INTERVAL),
                            SqlSentence.of(RunsSentences.CAPACITY)));

    private static final ReportQuery VALUES = new ReportQuery(
            "values",
            """
            select process, workload, engine, label run, %s mean, coalesce(%s, '–') ci, %s median,
              max(case when metric = 'throughput' then measured end) per_s, max(case when metric = 'failures' then measured end) failed,
              %s failed_ci, max(repetitions) repetitions
            from v_compared_value group by process, workload, engine, label order by min(position)"""
                    .formatted(
                            NumberSql.three(mean("measured")),
                            IntervalText.of(mean("measured"), mean("low"), mean("high"), " – ", NumberSql::three),
                            NumberSql.three(
                                    "max(case when metric = 'response-time' and statistic = 'median' then measured end)"),
                            IntervalText.ofShares(failed("low"), failed("high"))));

    private static final ReportQuery RUNS = new ReportQuery(
            "runs",
            """
            select label || case when position = 1 then ' (baseline)' else '' end label, run_id,
              formatdatetime(started_at, 'd MMM yyyy, HH:mm', 'en') started, soabench || case when profile = '' then '' else ', ' || profile end
              version, repetitions_used || ' of ' || repetitions used, case when noise_floor > 0 then
              to_char((exp(noise_floor) - 1) * 100, 'FM990.0') || ' %' else 'not measured' end floor from v_compared_run order by position""");

    private static final ReportQuery DIFFERENCES = new ReportQuery(
            "differences",
            """
            select kind, label, subject, coalesce(in_baseline, '') in_baseline, coalesce(in_run, '') in_run
            from v_run_difference order by position""");

    private static final ReportQuery WORKLOADS = new ReportQuery(
            "workloads",
            """
            select workload load_id, 'Workload ' || workload title from v_compared_value
            where metric = 'response-time' and statistic = 'average' and measured is not null group by workload order by min(position)""");

    private static final List<Palette> COLOURS =
            List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE);

    private static final ReportQuery MEANS = new ReportQuery(
            "means",
            """
            select process || ' · ' || engine || ' · ' || label name, %s, low, high from v_compared_value
            where metric = 'response-time' and statistic = 'average' and workload = :LOAD_ID order by position"""
                    .formatted(IntStream.range(0, COLOURS.size())
                            .mapToObj(i -> "case when mod(ascii(label) - 65, " + COLOURS.size() + ") = " + i
                                    + " then measured end e" + i)
                            .collect(Collectors.joining(", "))));

    private static final String JUDGED =
            """
            Repetitions of different runs are not paired, because a disturbance of the machine in one run is not in the other. \
            Ratios are of geometric means, with the interval of Welch's t on the logarithms of the repetitions' means. A difference is \
            reported only beyond the noise floor; equivalence is within 5 % (two one-sided tests). All p-values are \
            corrected for all cases of all runs (Holm). Shares of failed requests are compared by Newcombe's interval. The baseline \
            is the run named first. A case with the same engine in both runs, where other engines differ, is a control: it shows the \
            difference between the runs themselves, is part of the noise floor, and is not judged.""";

    private ComparisonReport() {}

    private static String failed(String column) {
        return "max(case when metric = 'failures' then " + column + " end)";
    }

    private static String mean(String column) {
        return "max(case when metric = 'response-time' and statistic = 'average' then " + column + " end)";
    }

    /**
     * Returns the design.
     *
     * @param connection to the database of the comparison, for the columns of its views
     */
    public static ReportDesignHandle design(Connection connection) throws SemanticException {
        ReportLayout layout = new ReportLayout(connection);
        SlotHandle body = layout.body();
        layout.page(COMPARISON, "\"SOABench · comparison of runs · \" + row[\"TESTBED\"]");
        SlotHandle cover = layout.forEach(body, COMPARISON);
        cover.add(layout.label("SOABENCH", "product"));
        cover.add(layout.text("row[\"TITLE\"]", "cover-title"));
        cover.add(layout.text("\"Comparison of \" + row[\"LINE\"]", "cover-line"));
        layout.sentences(body, SUMMARY, "verdict");
        layout.sentences(body, heading("worseHeading", "Worse than the baseline", WORSE), "subheading");
        layout.sentences(body, WORSE, "alarm");
        layout.sentences(body, heading("surenessHeading", "How certain this is", CAUTION), "subheading");
        layout.sentences(body, CAUTION, "finding");
        body.add(layout.label("Mean response time in milliseconds", "subheading"));
        TableHandle pairs = layout.table(
                PAIRS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "18%"),
                        TableColumn.text("Workload", "WORKLOAD", "14%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        TableColumn.text("Run", "RUN", "11%"),
                        TableColumn.right("In A", "A", "8%"),
                        TableColumn.right("In the run", "B", "8%"),
                        TableColumn.right("Ratio", "TIMES", "7%"),
                        TableColumn.text("CI", "CI", "11%"),
                        TableColumn.text("Verdict", "VERDICT", "10%")));
        layout.highlight(pairs, "VERDICT", "worse", Palette.RED);
        layout.highlight(pairs, "VERDICT", "better", Palette.GREEN);
        body.add(pairs);
        layout.sentences(body, PAIRS_NOTE, "note");
        body.add(layout.label("Runs", "subheading"));
        body.add(layout.table(
                RUNS,
                List.of(
                        TableColumn.text("Run", "LABEL", "13%"),
                        TableColumn.text("Name", "RUN_ID", "24%"),
                        TableColumn.text("Begun (UTC)", "STARTED", "19%"),
                        TableColumn.text("SOABench, profile", "VERSION", "20%"),
                        TableColumn.text("Repetitions used", "USED", "12%"),
                        TableColumn.text("Noise floor", "FLOOR", "12%"))));
        layout.sentences(body, heading("differencesHeading", "What differs, as was meant", DIFFERENCES), "subheading");
        SlotHandle differing = layout.forEach(body, heading("anyDifference", "", DIFFERENCES));
        differing.add(layout.table(
                DIFFERENCES,
                List.of(
                        TableColumn.text("Kind", "KIND", "11%"),
                        TableColumn.text("Run", "LABEL", "5%"),
                        TableColumn.text("What", "SUBJECT", "26%"),
                        TableColumn.text("In A", "IN_BASELINE", "29%"),
                        TableColumn.text("In the run", "IN_RUN", "29%"))));
        SlotHandle workload = layout.together(layout.forEach(body, WORKLOADS));
        workload.add(layout.text("row[\"TITLE\"]", "subheading"));
        workload.add(layout.chart(MEANS, chart(), Picture.SVG));
        layout.sentences(body, heading("othersHeading", "Case by case", OTHERS), "subheading");
        layout.sentences(body, OTHERS, "finding");
        body.add(layout.label("Beside each other, without a verdict", "subheading"));
        body.add(layout.table(
                VALUES,
                List.of(
                        TableColumn.text("Process", "PROCESS", "16%"),
                        TableColumn.text("Workload", "WORKLOAD", "13%"),
                        TableColumn.text("Engine", "ENGINE", "12%"),
                        TableColumn.text("Run", "RUN", "5%"),
                        TableColumn.right("Mean [ms]", "MEAN", "9%"),
                        TableColumn.text("CI", "CI", "12%"),
                        TableColumn.right("Median", "MEDIAN", "8%"),
                        new TableColumn("Per s", "PER_S", "#,##0.0", "7%"),
                        new TableColumn("Failures", "FAILED", "0.00%", "8%"),
                        TableColumn.text("CI [%]", "FAILED_CI", "10%"))));
        body.add(layout.label("How it was judged", "subheading"));
        body.add(layout.label(JUDGED, "paragraph"));
        layout.forEach(body, COMPARISON).add(layout.text("row[\"LEVEL\"]", "note"));
        return layout.design();
    }

    private static ChartModel chart() {
        ChartModel chart = ChartModel.bars(ReportLayout.WIDTH, 230)
                .plain()
                .over("NAME", "")
                .longNames()
                .measuring("mean response time [ms]")
                .fromZero()
                .format("#,##0.#")
                .intervals("LOW", "HIGH");
        for (int i = 0; i < COLOURS.size(); i++) {
            chart.dots("E" + i, MarkerType.CIRCLE_LITERAL, COLOURS.get(i));
        }
        return chart;
    }
}
