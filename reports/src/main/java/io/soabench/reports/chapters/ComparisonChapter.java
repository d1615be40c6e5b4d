package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with the means of all cases under a workload beside each other, and the comparisons of pairs. */
public final class ComparisonChapter implements Chapter {

    /** Condition of the view {@code v_suite_summary} for workloads with several bars, because one bar alone compares nothing. */
    private static final String COMPARABLE = "suite || '/' || workload in (select suite || '/' || workload"
            + " from v_suite_summary where mean_ms is not null group by suite, workload having count(*) > 1)";

    static final ReportQuery NOTHING_TO_COMPARE = new ReportQuery(
            "nothingToCompare",
            "select " + SqlSentence.of(ChapterSentences.NOTHING_TO_COMPARE) + " sentence from v_run"
                    + " where not exists (select 1 from v_suite_summary where " + COMPARABLE + ")"
                    + " and not exists (select 1 from v_pair where kind <> 'process')");

    /** The load of a workload. */
    private static final String LOAD = SqlSentence.either(
            "workload_kind = 'closed'",
            SqlSentence.of(ChapterSentences.CLOSED, "clients"),
            SqlSentence.of(ChapterSentences.OPEN, "cast(cast(rate_per_s as decimal(12, 1)) as varchar)"));

    private static final ReportQuery WORKLOADS = new ReportQuery(
            "workloads",
            """
            select suite || '/' || workload load_id, %s title
            from v_suite_summary where %s
            group by suite, workload, workload_kind, clients, rate_per_s order by min(position)"""
                    .formatted(
                            SqlSentence.either(
                                    "(select count(distinct suite) from v_suite_summary) = 1",
                                    SqlSentence.of(ChapterSentences.WORKLOAD, "workload", LOAD),
                                    SqlSentence.of(ChapterSentences.SUITE_WORKLOAD, "suite", "workload", LOAD)),
                            COMPARABLE));

    private static final ReportQuery FIRST_WORKLOAD =
            new ReportQuery("firstWorkload", WORKLOADS.sql() + " fetch first row only");

    private static final ReportQuery OTHER_WORKLOADS =
            new ReportQuery("otherWorkloads", WORKLOADS.sql() + " offset 1 row");

    /** The sentences about pairs of engines whose response times are compared; pairs of processes are not compared. */
    static final FirstRows PAIRS = FirstRows.referred(
            "pairs",
            FirstRows.OF_LIST,
            "select sentence, referred, place from "
                    + PairSql.ordered("v_pair", "p.kind <> 'process' and coalesce(p.verdict, '') <> 'capacity'"),
            "V_PAIR");

    /** The number of pairs of engines of which throughput is compared instead, each with the same reason. */
    static final ReportQuery AT_CAPACITY = new ReportQuery(
            "pairsAtCapacity",
            """
            select %s sentence from v_pair where kind = 'engine' and verdict = 'capacity' having count(*) > 0"""
                    .formatted(SqlSentence.of(
                            ChapterSentences.NOT_COMPARED,
                            "count(*)",
                            SqlSentence.either(
                                    "count(*) = 1",
                                    SqlSentence.of(ChapterSentences.PAIR_IS),
                                    SqlSentence.of(ChapterSentences.PAIRS_ARE)),
                            SqlSentence.of(
                                    ChapterSentences.PAIR_TESTS_CAPACITY + ChapterSentences.CAPACITY_COMPARED))));

    /** The level of the intervals of sentences; no row of a single comparison. */
    static final ReportQuery PAIR_INTERVALS = new ReportQuery(
            "pairIntervals",
            "select " + SqlSentence.of(ChapterSentences.PAIR_INTERVALS)
                    + " sentence from v_pair where kind = 'engine' and ratio_low is not null having count(*) > 1");

    /** Colours of engines; further engines begin again. */
    private static final List<Palette> ENGINES =
            List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE);

    /** The legend; no row where there is no picture. */
    static final ReportQuery LEGEND = new ReportQuery(
            "comparisonLegend",
            """
            select %s sentence from v_run
            where exists (select 1 from v_suite_summary where %s)"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.DOTS,
                                    SqlSentence.when(
                                            "exists (select 1 from v_suite_summary where ci_low_ms is not null)",
                                            SqlSentence.of(ChapterSentences.DOTS_INTERVALS, SqlText.LEVELS)),
                                    SqlSentence.when(
                                            "(select count(distinct engine) from v_suite_summary) > 1",
                                            SqlSentence.either(
                                                    "(select count(distinct engine) from v_suite_summary) > "
                                                            + ENGINES.size(),
                                                    SqlSentence.of(
                                                            ChapterSentences.DOTS_REPEATED_COLOURS,
                                                            Integer.toString(ENGINES.size())),
                                                    SqlSentence.of(ChapterSentences.DOTS_COLOURS))),
                                    SqlSentence.either(
                                            "exists (select 1 from v_beside where published_mean_ms is not null)",
                                            SqlSentence.of(ChapterSentences.DOTS_PUBLISHED),
                                            SqlSentence.of(ChapterSentences.END)),
                                    SqlSentence.when(
                                            "exists (select 1 from v_suite_summary where standing = 'saturated')",
                                            SqlSentence.of(ChapterSentences.DOTS_MISSING))),
                            COMPARABLE));

    private static final String FIRST_PLACES =
            "(select process, min(position) place from v_suite_summary group by process)";

    /** Powers of ten, in milliseconds, at which a logarithmic axis may begin: the first for all below, the last for all above. */
    private static final int FIRST_DECADE = -2;

    private static final int LAST_DECADE = 4;

    /** Intervals on a logarithmic axis. */
    private static final DrawnInterval LOGARITHMIC_INTERVALS = DrawnInterval.logarithmic();

    /** Intervals on a linear axis. */
    private static final DrawnInterval LINEAR_INTERVALS = DrawnInterval.linear("most_ms");

    /** The cases of a workload with the largest mean that is drawn beside them, and all that a picture of them needs. */
    private static final String DRAWN =
            """
            (select s.suite || '/' || s.workload load_id, s.process, s.engine, s.process || ' · ' || s.engine label, s.mean_ms, s.ci_low_ms,
                s.ci_high_ms, s.position place, w.most_ms, w.least_ms
              from v_suite_summary s join (select s.suite, s.workload,
                  max(greatest(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms))) most_ms,
                  min(least(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms))) least_ms
                from v_suite_summary s left join v_beside b on b.case_id = s.case_id where s.mean_ms is not null
                group by s.suite, s.workload) w on w.suite = s.suite and w.workload = s.workload
              where s.mean_ms is not null and coalesce(s.standing, '') <> 'saturated')""";

    /** Condition for means that a linear axis could not show together. */
    private static final String NEEDS_LOGARITHM = "(max(most_ms) > 20 * min(least_ms))";

    /** Largest number of characters that the names below a picture may have together so that they have room beside each other. */
    private static final int NAMES_IN_A_LINE = 90;

    /** Condition for names of cases that have room beside each other. */
    private static final String SHORT_NAMES = "(max(length(label)) * count(*) <= " + NAMES_IN_A_LINE
            + " and not exists (select 1 from v_beside b where b.suite || '/' || b.workload = load_id"
            + " and b.published_mean_ms is not null))";

    /** The lowest value that a logarithmic axis shows. */
    private static final String LOWEST =
            "least(min(least_ms), min(coalesce(" + LOGARITHMIC_INTERVALS.low() + ", mean_ms)))";

    @Override
    public String title() {
        return "Comparison across processes";
    }

    @Override
    public String bookmark() {
        return "comparison";
    }

    @Override
    public void head(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle top = layout.together(rows);
        Chapter.super.head(layout, top);
        layout.sentences(top, NOTHING_TO_COMPARE, "note");
        layout.sentences(top, LEGEND, "note");
        workload(layout, layout.forEach(top, FIRST_WORKLOAD));
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        workload(layout, layout.together(layout.forEach(rows, OTHER_WORKLOADS)));
        layout.sentences(rows, PAIR_INTERVALS, "note");
        PAIRS.sentences(layout, rows, "finding");
        layout.sentences(rows, AT_CAPACITY, "finding");
    }

    private static void workload(ReportLayout layout, SlotHandle workload) throws SemanticException {
        workload.add(layout.text("row[\"TITLE\"]", "subheading"));
        for (boolean upright : List.of(false, true)) {
            String names = " and " + (upright ? "not " : "") + SHORT_NAMES;
            SlotHandle near = layout.forEach(workload, spread("near" + upright, "not " + NEEDS_LOGARITHM + names));
            near.add(layout.chart(
                    means("means", LINEAR_INTERVALS),
                    chart("mean response time [ms]", upright).fromZero().format("#,##0.#"),
                    Picture.SVG));
            layout.sentences(near, cut("cutNear", LINEAR_INTERVALS), "note");
            for (int decade = FIRST_DECADE; decade <= LAST_DECADE; decade++) {
                String first =
                        "least(" + LAST_DECADE + ", greatest(" + FIRST_DECADE + ", floor(log10(" + LOWEST + "))))";
                SlotHandle wide = layout.forEach(
                        workload,
                        spread("wide" + upright + decade, NEEDS_LOGARITHM + names + " and " + first + " = " + decade));
                wide.add(layout.chart(
                        means("meansFar", LOGARITHMIC_INTERVALS),
                        chart("mean response time [ms], logarithmic", upright)
                                .logarithmic(Math.pow(10, decade))
                                .format("#,##0.##"),
                        Picture.SVG));
                layout.sentences(wide, cut("cutFar", LOGARITHMIC_INTERVALS), "note");
            }
        }
    }

    /** Returns a query with the workload around the item, when its means fulfil the condition. */
    private static ReportQuery spread(String name, String condition) {
        return new ReportQuery(
                name,
                "select load_id from " + DRAWN + " where load_id = :LOAD_ID group by load_id having " + condition);
    }

    /** Returns a query for the parts of intervals that are not drawn, of the workload around the item. */
    private static ReportQuery cut(String name, DrawnInterval reach) {
        return new ReportQuery(name, reach.sentence("select * from " + DRAWN + " where load_id = :LOAD_ID"));
    }

    private static ReportQuery means(String name, DrawnInterval reach) {
        String columns = IntStream.range(0, ENGINES.size())
                .mapToObj(i -> "case when colour = " + i + " then mean_ms end e" + i)
                .collect(Collectors.joining(", "));
        return new ReportQuery(
                name,
                """
                select label, %s, case when colour is null then mean_ms end published, low_ms, high_ms from (
                  select s.load_id, s.label, s.mean_ms, %s low_ms, %s high_ms, mod(e.rank - 1, %d) colour, f.place, 0 kind,
                    s.place position from %s s join %6$s f on f.process = s.process
                    join (select engine, row_number() over (order by min(position)) rank from v_suite_summary
                      group by engine) e on e.engine = s.engine
                  union all select distinct b.suite || '/' || b.workload, b.process || ' · ' || b.subject,
                    b.published_mean_ms, cast(null as double precision), cast(null as double precision),
                    cast(null as int), f.place, 1, b.published_position from v_beside b join %6$s
                    f on f.process = b.process where b.published_mean_ms is not null)
                where load_id = :LOAD_ID order by place, kind, position"""
                        .formatted(columns, reach.low(), reach.high(), ENGINES.size(), DRAWN, FIRST_PLACES));
    }

    /**
     * Returns the picture of a workload.
     *
     * @param title of the axis of response times
     * @param upright whether the names of cases are written upwards
     */
    private static ChartModel chart(String title, boolean upright) {
        ChartModel chart = ChartModel.bars(ReportLayout.WIDTH, upright ? 255 : 180)
                .plain()
                .over("LABEL", "")
                .measuring(title)
                .intervals("LOW_MS", "HIGH_MS");
        if (upright) {
            chart.longNames();
        }
        for (int i = 0; i < ENGINES.size(); i++) {
            chart.dots("E" + i, MarkerType.CIRCLE_LITERAL, ENGINES.get(i));
        }
        return chart.dots("PUBLISHED", MarkerType.DIAMOND_LITERAL, Palette.RED);
    }
}
