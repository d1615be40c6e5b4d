package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportLayout.Picture;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The picture of the first page: the mean response time of each engine against the offered load, with intervals, where there are at least
 * two loads of a kind. Otherwise each workload and engine has a place on the axis. An axis whose values are far apart is logarithmic.
 */
final class ResponseTimePicture {

    private static final double HEIGHT = 200;

    /** Factor between values from which on an axis is logarithmic. */
    private static final double LOGARITHMIC_FACTOR = 20;

    /** Maximum number of places with names below a picture. */
    private static final int MOST_NAMED = 24;

    /** The forms of the points of engines, beside their colours. */
    private static final List<MarkerType> FORMS = List.of(
            MarkerType.CIRCLE_LITERAL,
            MarkerType.TRIANGLE_LITERAL,
            MarkerType.BOX_LITERAL,
            MarkerType.DIAMOND_LITERAL,
            MarkerType.CROSS_LITERAL);

    static final List<Palette> COLOURS =
            List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE);

    /** Condition for a single engine. Then the picture shows its processes, because a mean over them would represent none. */
    private static final String SINGLE_ENGINE = "(select count(distinct engine) from v_suite_summary) = 1";

    /** Condition for separate processes: also where engines run different ones, whose means could not be compared. */
    private static final String SEPARATE_PROCESSES =
            """
            (ALONE or exists (select 1 from (select suite, workload, count(distinct process) number from v_suite_summary
                where coalesce(twin_of, '') = '' group by suite, workload) a
              join (select suite, workload, engine, count(distinct process) number from v_suite_summary
                where coalesce(twin_of, '') = '' group by suite, workload, engine) e
              on e.suite = a.suite and e.workload = a.workload and e.number < a.number))"""
                    .replace("ALONE", SINGLE_ENGINE);

    /** The name of a point: an engine, a process of the only engine, or both. */
    private static final String SUBJECT = "case when " + SINGLE_ENGINE + " then process when " + SEPARATE_PROCESSES
            + " then engine || ' · ' || process else engine end";

    /**
     * Means over the same processes, all that the workload calls on any engine, with the load of the workload; a load that changes over
     * time has none.
     */
    static final String POINTS =
            """
            (select c.suite, c.workload, c.engine, c.mean_ms, c.ci_low_ms, c.ci_high_ms, c.processes, w.workload_kind kind, w.place,
                case when exists (select 1 from v_stage g where g.workload = c.workload) then null
                  when w.workload_kind = 'closed' then cast(w.clients as double precision) else w.rate_per_s end load
              from (select suite, workload, engine, engine measured, mean_ms, ci_low_ms, ci_high_ms, processes, processes_planned,
                  '' process from v_comparison where not APART
                union all select suite, workload, SUBJECT, engine, mean_ms, ci_low_ms, ci_high_ms, 1, 1, process
                  from v_suite_summary where APART and coalesce(twin_of, '') = '') c
                join (select suite, workload, workload_kind, clients, rate_per_s, min(position) place
                from v_suite_summary group by suite, workload, workload_kind, clients, rate_per_s) w
                on w.suite = c.suite and w.workload = c.workload
              where c.mean_ms > 0 and c.processes = c.processes_planned
                and not exists (select 1 from v_suite_summary z where z.suite = c.suite and z.workload = c.workload
                  and z.engine = c.measured and (c.process = '' or z.process = c.process) and z.standing = 'saturated'))"""
                    .replace("SUBJECT", SUBJECT)
                    .replace("APART", SEPARATE_PROCESSES);

    private static final ReportQuery KINDS = new ReportQuery(
            "overviewKinds",
            "select kind from " + POINTS
                    + " where load is not null group by kind having count(distinct load) > 1 order by kind");

    private static final ReportQuery PLACES = new ReportQuery("overviewPlaces", "select engine from " + POINTS);

    private static final String SUBJECTS = "(select " + SUBJECT
            + " engine, min(position) place from v_suite_summary where coalesce(twin_of, '') = '' group by engine, process)";

    private static final ReportQuery ENGINES = new ReportQuery(
            "overviewEngines", "select engine from " + SUBJECTS + " group by engine order by min(place)");

    private static final String RANKED = "(select engine, mod(row_number() over (order by min(place)) - 1, "
            + COLOURS.size() + ") colour from " + SUBJECTS + " group by engine)";

    private ResponseTimePicture() {}

    /** Adds the picture; nothing where no mean is known. */
    static void write(ReportLayout layout) throws SemanticException {
        // A line joins the points of one subject alone: of more than there are colours each place has its name.
        List<String> kinds = layout.values(ENGINES).size() > COLOURS.size() ? List.of() : layout.values(KINDS);
        for (String kind : kinds) {
            againstLoad(layout, kind);
        }
        int places = layout.values(PLACES).size();
        if (kinds.isEmpty() && places > 0 && places <= MOST_NAMED) {
            byName(layout);
        }
    }

    private static void againstLoad(ReportLayout layout, String kind) throws SemanticException {
        boolean closed = kind.equals("closed");
        Extent loads = Extent.of(layout, "overviewLoads " + kind, "load", "load", kind);
        Extent means = Extent.ofMeans(layout, "overviewMeans " + kind, kind);
        DrawnInterval reach = means.reach();
        SlotHandle rows = layout.together(layout.body());
        rows.add(layout.label(
                closed
                        ? "Mean response time against the number of clients"
                        : "Mean response time against the offered load",
                "subheading"));
        ChartModel chart = ChartModel.xy(ReportLayout.WIDTH, HEIGHT, false)
                .over("LOAD", closed ? "clients" : "requests offered per second" + logarithm(loads.wide()))
                .formatX("#,##0.##")
                .measuring("mean response time [ms]" + logarithm(means.wide()))
                .format("#,##0.##");
        if (loads.wide()) {
            chart.logarithmicX(loads.decadeBelow());
        }
        if (means.wide()) {
            chart.logarithmic(means.decadeBelow());
        } else {
            chart.fromZero();
        }
        chart.intervals("LOW_MS", "HIGH_MS", "interval");
        List<String> engines = layout.values(ENGINES);
        for (int i = 0; i < Math.min(engines.size(), COLOURS.size()); i++) {
            chart.connected("E" + i, engines.get(i), COLOURS.get(i), FORMS.get(i));
        }
        rows.add(layout.chart(
                new ReportQuery(
                        "overview " + kind,
                        """
                        select load, %s, %s low_ms, %s high_ms from %s p join %s e on e.engine = p.engine
                        where kind = '%s' and load is not null order by load, place"""
                                .formatted(columns("mean_ms"), reach.low(), reach.high(), POINTS, RANKED, kind)),
                chart,
                Picture.SVG));
        note(layout, rows, reach, kind);
    }

    private static void byName(ReportLayout layout) throws SemanticException {
        Extent means = Extent.ofMeans(layout, "overviewMeans", "");
        DrawnInterval reach = means.reach();
        SlotHandle rows = layout.together(layout.body());
        rows.add(layout.label("Mean response time under each workload", "subheading"));
        ChartModel chart = ChartModel.bars(ReportLayout.WIDTH, HEIGHT)
                .over("LABEL", "")
                .measuring("mean response time [ms]" + logarithm(means.wide()))
                .format("#,##0.##")
                .plain();
        if (means.wide()) {
            chart.logarithmic(means.decadeBelow());
        } else {
            chart.fromZero();
        }
        chart.intervals("LOW_MS", "HIGH_MS");
        for (int i = 0; i < COLOURS.size(); i++) {
            chart.dots("E" + i, FORMS.get(i), COLOURS.get(i));
        }
        rows.add(layout.chart(
                new ReportQuery(
                        "overview",
                        """
                        select case when %s and (select count(distinct process) from v_suite_summary) = 1 then %s
                            else %s || ' · ' || p.engine end label,
                          %s, %s low_ms, %s high_ms from %s p join %s e on e.engine = p.engine
                        order by place, colour"""
                                .formatted(
                                        SINGLE_ENGINE,
                                        SqlText.workload("p."),
                                        SqlText.workload("p."),
                                        columns("mean_ms"),
                                        reach.low(),
                                        reach.high(),
                                        POINTS,
                                        RANKED)),
                chart,
                Picture.SVG));
        note(layout, rows, reach, "");
    }

    private static void note(ReportLayout layout, SlotHandle rows, DrawnInterval reach, String kind)
            throws SemanticException {
        layout.sentences(
                rows,
                new ReportQuery(
                        "overviewNote",
                        "select "
                                + SqlSentence.either(
                                        "max(processes) > 1",
                                        SqlSentence.of(ChapterSentences.MEANS_OVER_PROCESSES, "max(processes)"),
                                        SqlSentence.of(ChapterSentences.MEANS))
                                + " || "
                                + SqlSentence.either(
                                        "max(ci_low_ms) is null",
                                        SqlSentence.of(ChapterSentences.NO_INTERVALS),
                                        SqlSentence.of(
                                                ChapterSentences.INTERVAL_LINES,
                                                SqlText.LEVELS,
                                                SqlSentence.either(
                                                        "count(ci_low_ms) < count(*)",
                                                        SqlSentence.of(ChapterSentences.SOME_WITHOUT_INTERVAL),
                                                        SqlSentence.of(ChapterSentences.END))))
                                + " sentence from " + POINTS),
                "note");
        layout.sentences(
                rows,
                new ReportQuery(
                        "overviewCut" + kind,
                        reach.sentence("select " + SqlText.workload("p.") + " || ' · ' || engine label, p.* from "
                                + POINTS + " p" + of(kind))),
                "note");
        layout.sentences(rows, NOT_DRAWN, "note");
        layout.sentences(rows, NOT_KNOWN, "note");
    }

    /** The engines that are not drawn because their means have no upper bound. */
    private static final ReportQuery NOT_DRAWN = new ReportQuery(
            "overviewNotDrawn",
            """
            select %s sentence
            from (select %s name, min(position) place from v_suite_summary
              where standing = 'saturated' and coalesce(twin_of, '') = '' group by engine, suite, workload) having count(*) > 0"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.NOT_DRAWN, "listagg(name, ', ') within group (order by place)"),
                            SqlSentence.of(ChapterSentences.UNDER, "engine", SqlText.workload(""))));

    /** The engines that are not drawn because a process without a mean leaves them without one. */
    static final ReportQuery NOT_KNOWN = new ReportQuery(
            "overviewNotKnown",
            """
            select %s sentence
            from (select name, min(position) place from (select %s name, position from v_suite_summary
              where mean_ms is null and coalesce(standing, '') <> 'saturated' and coalesce(twin_of, '') = '') nameless
              group by name) having count(*) > 0"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.NOT_KNOWN, "listagg(name, ', ') within group (order by place)"),
                            SqlSentence.of(ChapterSentences.UNDER, SUBJECT, SqlText.workload(""))));

    private static String of(String kind) {
        return kind.isEmpty() ? "" : " where kind = '" + kind + "' and load is not null";
    }

    private static String columns(String value) {
        return IntStream.range(0, COLOURS.size())
                .mapToObj(i -> "case when colour = " + i + " then " + value + " end e" + i)
                .collect(Collectors.joining(", "));
    }

    private static String logarithm(boolean wide) {
        return wide ? ", logarithmic" : "";
    }

    /**
     * The range of an axis.
     *
     * @param lowest of all drawn values, intervals included
     */
    private record Extent(double least, double most, double lowest) {

        static Extent ofMeans(ReportLayout layout, String name, String kind) {
            return of(
                    layout,
                    name,
                    "mean_ms",
                    "coalesce(" + DrawnInterval.logarithmic().low() + ", mean_ms)",
                    kind);
        }

        static Extent of(ReportLayout layout, String name, String column, String drawn, String kind) {
            List<Double> ends = new ArrayList<>();
            for (String end : layout.values(new ReportQuery(
                    name,
                    "select v from (select 0 place, min(%1$s) v from %3$s %4$s union all select 1, max(%1$s) from %3$s %4$s"
                                    .formatted(column, drawn, POINTS, ResponseTimePicture.of(kind))
                            + " union all select 2, min(%2$s) from %3$s %4$s) order by place"
                                    .formatted(column, drawn, POINTS, ResponseTimePicture.of(kind))))) {
                ends.add(Double.parseDouble(end));
            }
            return new Extent(ends.get(0), ends.get(1), ends.get(2));
        }

        boolean wide() {
            return most > LOGARITHMIC_FACTOR * least;
        }

        DrawnInterval reach() {
            return wide() ? DrawnInterval.logarithmic() : DrawnInterval.linear(String.valueOf(most));
        }

        double decadeBelow() {
            return Math.pow(10, Math.floor(Math.log10(lowest)));
        }
    }
}
