package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with a table for each engine and suite, with published numbers beside the measured ones, and response times over time. */
public final class EngineResultsChapter implements Chapter {

    private static final ReportQuery TABLED = new ReportQuery(
            "tabled",
            "select run_id from v_run where exists"
                    + " (select 1 from v_suite_summary group by suite, engine having count(*) > 1)");

    private static final ReportQuery PUBLISHED = new ReportQuery(
            "published",
            "select " + SqlSentence.of(ChapterSentences.PUBLISHED, "subject", "source") + " sentence"
                    + " from v_published group by subject, source order by min(position)");

    private static final ReportQuery PUBLISHED_NOTES = new ReportQuery(
            "publishedNotes",
            """
            select subject || ', ' || listagg(distinct workload, ', ') within group (order by workload) || ': ' || note
              || ' (' || source || ').' sentence
            from v_published where note <> '' group by subject, source, note order by min(position)""");

    /** The groups of a table: each engine with a valid repetition, also one that has a single case, and each that has several cases. */
    static final ReportQuery GROUPS = new ReportQuery(
            "resultGroups",
            """
            select suite || '/' || engine group_id, 'Suite ' || suite || ': ' || engine title from v_suite_summary
            group by suite, engine having count(*) > 1 or sum(repetitions_valid) > 0 order by min(position)""");

    private static final String OF_RUN =
            """
            process, workload, %s longest, %s shortest, %s mean,
              failure_rate * 100 failure_percent, %s failed_ci, case when standing = 'saturated' and at_least_ms is not null
                then 'at least ' || %s when ci_low_ms is null then ''
                else %s end ci"""
                    .formatted(
                            CaseSql.kept(CaseSql.milliseconds("max_ms"), "null"),
                            CaseSql.kept(CaseSql.milliseconds("min_ms"), "null"),
                            CaseSql.kept(CaseSql.milliseconds("mean_ms"), "null"),
                            IntervalText.ofShares("failure_low", "failure_high"),
                            CaseSql.milliseconds("at_least_ms"),
                            CaseSql.interval(" – "));

    private static final ReportQuery MEASURED = new ReportQuery(
            "measuredResults",
            "select " + OF_RUN + " from v_suite_summary where suite || '/' || engine = :GROUP_ID order by position");

    private static final ReportQuery RESULTS = new ReportQuery(
            "results",
            """
            select process, workload, %s mean, %s published, %s published_max, %s published_min, %s published_avg,
              %s published_failures
            from v_suite_summary s where suite || '/' || engine = :GROUP_ID order by position"""
                    .formatted(
                            CaseSql.kept(CaseSql.milliseconds("mean_ms"), "null"),
                            published("b.subject"),
                            publishedTime("published_max_ms"),
                            publishedTime("published_min_ms"),
                            publishedTime("published_mean_ms"),
                            published(
                                    "coalesce(regexp_replace(cast(cast(b.published_failure_rate * 100 as decimal(12, 4))"
                                            + " as varchar), '\\.?0+$', ''), '–')")));

    /** The charts, each with the repetitions that it shows, one of each workload. They are determined here, not for each point. */
    private static final ReportQuery FIGURES = new ReportQuery(
            "figures",
            """
            select s.suite, s.engine, s.process, s.process || ' on ' || s.engine || ', suite ' || s.suite
                || ': response time over time' title,
              '|' || listagg(s.case_id || '/' || r.chosen, '|') || '|' shown
            from v_suite_summary s join (select case_id, coalesce(min(case when usable then repetition end), 1) chosen
              from v_repetition where requests > 0 group by case_id) r on r.case_id = s.case_id
            where s.suite || '/' || s.engine = :GROUP_ID
            group by s.suite, s.engine, s.process having count(*) > 1 order by min(s.position)""");

    private static final String POINTS =
            """
            select at_s, latency_ms, failed, case when failed then ' failed' else workload end series from v_points
            where suite = :SUITE and engine = :ENGINE and process = :PROCESS and phase = 'measure'
              and locate('|' || case_id || '/' || repetition || '|', :SHOWN) > 0""";

    private static final ReportQuery FIGURE_BEYOND = new ReportQuery("figureBeyond", ThinnedPoints.beyond(POINTS));

    /** Returns the points of a chart. Series are sorted by name, so the blank makes failures the first series; the first row makes it exist. */
    private static ReportQuery figure(boolean failures) {
        return new ReportQuery(
                "figure",
                "select at_s, latency_ms, series from ("
                        + (failures
                                ? "select cast(0 as double precision) at_s,"
                                        + " cast(null as double precision) latency_ms, ' failed' series union all "
                                : "")
                        + ThinnedPoints.thinned(POINTS, "select at_s, latency_ms, series")
                        + ") order by case when series = ' failed' then 0 else 1 end, series, at_s");
    }

    /** Returns published cases with a number, one line each, so that they stand beside the case of the run. */
    private static String published(String lines) {
        return "(select listagg(" + lines + ", char(10)) within group (order by b.published_position) from v_beside b"
                + " where b.case_id = s.case_id and coalesce(b.published_mean_ms, b.published_max_ms,"
                + " b.published_min_ms, b.published_failure_rate) is not null)";
    }

    /** A query with the group around the item, when a number of it was published. */
    private static final ReportQuery WITH_PUBLISHED = new ReportQuery(
            "publishedToo",
            "select cast(:GROUP_ID as varchar) group_id where"
                    + " exists (select 1 from v_beside where suite || '/' || engine = :GROUP_ID)");

    private static String publishedTime(String column) {
        return published("coalesce(" + CaseSql.milliseconds("b." + column) + ", '–')");
    }

    @Override
    public String title() {
        return "Results of each engine";
    }

    @Override
    public String bookmark() {
        return "results";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(TABLED);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, PUBLISHED, "note");
        layout.sentences(rows, PUBLISHED_NOTES, "note");
        SlotHandle group = layout.forEach(rows, GROUPS);
        group.add(layout.text("row[\"TITLE\"]", "subheading"));
        group.add(layout.table(
                MEASURED,
                List.of(
                        TableColumn.text("Process", "PROCESS", "19%"),
                        TableColumn.text("Workload", "WORKLOAD", "13%"),
                        TableColumn.right("Max [ms]", "LONGEST", "11%"),
                        TableColumn.right("Min [ms]", "SHORTEST", "11%"),
                        TableColumn.right("Mean [ms]", "MEAN", "11%"),
                        TableColumn.text("CI [ms]", "CI", "15%"),
                        new TableColumn("Failure rate (%)", "FAILURE_PERCENT", "0.##", "9%"),
                        TableColumn.text("CI [%]", "FAILED_CI", "11%"))));
        SlotHandle published = layout.forEach(group, WITH_PUBLISHED);
        published.add(layout.label("Beside what others published", "subheading"));
        published.add(layout.table(
                RESULTS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "17%"),
                        TableColumn.text("Workload", "WORKLOAD", "12%"),
                        TableColumn.right("Mean [ms]", "MEAN", "11%"),
                        TableColumn.text("Published", "PUBLISHED", "19%"),
                        TableColumn.right("Published\nmax [ms]", "PUBLISHED_MAX", "11%"),
                        TableColumn.right("Min [ms]", "PUBLISHED_MIN", "10%"),
                        TableColumn.right("Mean [ms]", "PUBLISHED_AVG", "10%"),
                        TableColumn.right("Failure rate (%)", "PUBLISHED_FAILURES", "10%"))));
        SlotHandle figure = layout.together(layout.forEach(group, FIGURES));
        figure.add(layout.text("row[\"TITLE\"]", "subheading"));
        boolean failures = !layout.values(ThinnedPoints.FAILED).isEmpty();
        figure.add(layout.chart(
                figure(failures),
                ChartModel.xy(ReportLayout.WIDTH, 165, false)
                        .over("AT_S", "seconds since the start of the measurement, one repetition of each workload")
                        .measuring("response time [ms]")
                        .fromZero()
                        .format("#,##0.#")
                        .formatX("0.#")
                        .pointsBy("LATENCY_MS", "SERIES", failures),
                Picture.PNG));
        layout.sentences(figure, FIGURE_BEYOND, "note");
    }
}
