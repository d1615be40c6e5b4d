package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.IntervalText;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The picture of the first page where engines are compared: a forest plot of the ratios of mean response times with their intervals. It has
 * a logarithmic axis with a line at 1 and a band for the noise floor (Lewis and Clarke, "Forest plots: trying to see the wood and the
 * trees", BMJ 322, 2001).
 */
final class RatioPicture {

    /** Maximum number of rows on the first page. */
    private static final int MOST_ROWS = 14;

    private static final double WIDTH = 245;

    private static final double HEIGHT = 15;

    /** Values of the axis that may be marked. */
    private static final List<Double> TICKS = List.of(
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0,
            200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0);

    /** Minimum distance of two marks as a share of the axis, so that their numbers do not touch. */
    private static final double LEAST_DISTANCE = 0.09;

    private static final String DRAWN =
            "(select position, label, kind, ratio, low, high, row_number() over (order by position) place from v_headline"
                    + " where ratio is not null and label <> '')";

    private static final ReportQuery ANY =
            new ReportQuery("anyRatioDrawn", "select run_id from v_run where exists (select 1 from " + DRAWN + ")");

    /** The ends of the drawn values, and the noise floor. */
    private static final ReportQuery EXTENT = new ReportQuery(
            "ratioExtent",
            """
            select v from (select 0 place, least(1, min(coalesce(low, ratio))) v from %1$s where place <= %2$d
              union all select 1, greatest(1, max(coalesce(high, ratio))) from %1$s where place <= %2$d
              union all select 2, exp(coalesce(max(noise_floor), 0)) from v_pair where kind = 'engine') order by place"""
                    .formatted(DRAWN, MOST_ROWS));

    private RatioPicture() {}

    /** Returns whether there is a ratio to draw. */
    static boolean drawn(ReportLayout layout) {
        return !layout.values(ANY).isEmpty();
    }

    /** Adds the picture. */
    static void write(ReportLayout layout) throws SemanticException {
        List<Double> extent =
                layout.values(EXTENT).stream().map(Double::valueOf).toList();
        double margin = Math.pow(Math.max(1.02, extent.get(1) / extent.get(0)), 0.06);
        double least = Math.max(extent.get(0), TICKS.get(0)) / margin;
        double most = Math.min(extent.get(1), TICKS.get(TICKS.size() - 1)) * margin;
        double floor = extent.get(2);
        SlotHandle rows = layout.together(layout.body());
        rows.add(layout.label("Ratio of mean response times, with its interval", "subheading"));
        TableHandle table = layout.table(
                rows(),
                List.of(
                        TableColumn.text("", "LABEL", "32%"),
                        TableColumn.text("logarithmic; right of the line takes longer", "DRAWN", "48%"),
                        TableColumn.right("Ratio", "TIMES", "8%"),
                        TableColumn.right("Interval", "CI", "12%")));
        layout.draw(table, 1, points(least, most), chart(least, most, floor));
        rows.add(table);
        layout.sentences(rows, NOTE, "note");
    }

    private static ReportQuery rows() {
        return new ReportQuery(
                "ratioRows",
                """
                select position, label, drawn, times, ci from (
                  select place, cast(position as varchar) position, label, '' drawn, %1$s times,
                    case when low is null then '' else %2$s end ci from %3$s where place <= %4$d
                  union all select %4$d + 1, '', '', '', '', '' from v_run) order by place"""
                        .formatted(
                                SqlText.number("ratio"),
                                IntervalText.of("ratio", "low", "high", " to ", SqlText::number),
                                DRAWN,
                                MOST_ROWS));
    }

    /** The number of ratios for which the first page has no room. */
    private static final String HIDDEN = "sum(case when place > " + MOST_ROWS + " then 1 else 0 end)";

    private static final ReportQuery NOTE = new ReportQuery(
            "ratioNote",
            """
            select %s || %s || %s sentence from %s"""
                    .formatted(
                            SqlSentence.when(HIDDEN + " > 0", SqlSentence.of(ChapterSentences.MORE_RATIOS, HIDDEN)),
                            SqlSentence.when(
                                    "(select max(noise_floor) from v_pair where kind = 'engine') > 0",
                                    SqlSentence.of(ChapterSentences.NOISE_BAND)),
                            SqlSentence.when(
                                    "count(case when kind in ('undecided', 'no_difference') then 1 end) > 0",
                                    SqlSentence.of(ChapterSentences.PALE)),
                            DRAWN));

    private static ReportQuery points(double least, double most) {
        List<Double> ticks = ticks(least, most);
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < ticks.size(); i++) {
            marks.append(" union all select '', ").append(Math.log10(ticks.get(i)));
            marks.append(
                    ", cast(null as double precision), cast(null as double precision), cast(null as double precision)");
            for (int j = 0; j < ticks.size(); j++) {
                marks.append(j == i ? ", cast(-0.9 as double precision)" : ", cast(null as double precision)");
            }
        }
        String none = IntStream.range(0, ticks.size())
                .mapToObj(i -> ", cast(null as double precision) t" + i)
                .reduce("", String::concat);
        String clipped = "least(greatest(%s, " + least + "), " + most + ")";
        return new ReportQuery(
                "ratioPoints",
                "select * from (select cast(position as varchar) position, log10(" + clipped.formatted("low")
                        + ") x, 0e0 line, cast(null as double precision) dot, cast(null as double precision) open"
                        + none
                        + " from " + DRAWN + " where low is not null"
                        + " union all select cast(position as varchar), log10(" + clipped.formatted("high")
                        + "), 0e0, null, null" + none + " from " + DRAWN
                        + " where high is not null"
                        + " union all select cast(position as varchar), log10(" + clipped.formatted("ratio")
                        + "), null, case when kind not in ('undecided', 'no_difference') then 0e0 end,"
                        + " case when kind in ('undecided', 'no_difference') then 0e0 end"
                        + none + " from " + DRAWN + marks
                        + ") where position = coalesce(:POSITION, '')");
    }

    private static List<Double> ticks(double least, double most) {
        double apart = LEAST_DISTANCE * Math.log10(most / least);
        List<Double> inside =
                TICKS.stream().filter(tick -> tick >= least && tick <= most).toList();
        // 1 is always marked; others where there is room beside the marks so far.
        List<Double> chosen = new ArrayList<>(List.of(1.0));
        for (double tick : inside) {
            if (chosen.stream().allMatch(other -> Math.abs(Math.log10(other / tick)) >= apart)) {
                chosen.add(tick);
            }
        }
        return chosen;
    }

    private static ChartModel chart(double least, double most, double floor) {
        ChartModel chart = ChartModel.strip(WIDTH, HEIGHT, Math.log10(least), Math.log10(most));
        if (floor > 1) {
            chart.band(
                    Math.max(-Math.log10(floor), Math.log10(least)),
                    Math.min(Math.log10(floor), Math.log10(most)),
                    Palette.BAND);
        }
        chart.ruler(0, Palette.QUIET).over("X", "");
        chart.segment("LINE", Palette.INK);
        chart.points("DOT", "", Palette.BLUE, MarkerType.BOX_LITERAL, 4);
        chart.points("OPEN", "", Palette.PALE_BLUE, MarkerType.BOX_LITERAL, 4);
        List<Double> ticks = ticks(least, most);
        for (int i = 0; i < ticks.size(); i++) {
            chart.words("T" + i, number(ticks.get(i)));
        }
        return chart;
    }

    private static String number(double tick) {
        return tick == Math.rint(tick) ? Long.toString((long) tick) : Double.toString(tick);
    }
}
