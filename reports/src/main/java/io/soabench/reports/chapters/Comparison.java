package io.soabench.reports.chapters;

import io.soabench.reports.design.ChartModel;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Layout.Picture;
import io.soabench.reports.design.Palette;
import io.soabench.reports.design.Source;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The means of all cases under a workload beside each other, and what can be told of each pair. */
public final class Comparison implements Chapter {

    /** Of the view {@code v_suite_summary}: one bar alone compares nothing. */
    private static final String COMPARABLE = "suite || '/' || workload in (select suite || '/' || workload"
            + " from v_suite_summary where mean_ms is not null group by suite, workload having count(*) > 1)";

    private static final Source NOTHING_TO_COMPARE = new Source(
            "nothingToCompare",
            "select 'No two cases with valid repetitions share a workload: there is nothing to compare.' sentence from v_run"
                    + " where not exists (select 1 from v_suite_summary where " + COMPARABLE + ")"
                    + " and not exists (select 1 from v_pair)");

    private static final Source WORKLOADS = new Source(
            "workloads",
            """
            select suite || '/' || workload load_id,
              case when (select count(distinct suite) from v_suite_summary) = 1 then 'Workload '
                else 'Suite ' || suite || ', workload ' end || workload
                || case when workload_kind = 'closed' then ': ' || clients || ' clients'
                else ': open, ' || cast(cast(rate_per_s as decimal(12, 1)) as varchar) || ' arrivals/s' end title
            from v_suite_summary where %s
            group by suite, workload, workload_kind, clients, rate_per_s order by min(position)"""
                    .formatted(COMPARABLE));

    /** Engines, not processes, are compared; what stands on the first page is not said again. */
    private static final Source PAIRS = new Source(
            "pairs",
            """
                    select sentence from (select sentence, position, row_number() over (order by position) place from v_pair
                      where kind <> 'process')
                    where place >= %d or exists (select 1 from v_answer) order by position fetch first 60 rows only"""
                    .formatted(Cover.ANSWERS_SHOWN));

    private static final Source LEGEND = new Source(
            "comparisonLegend",
            """
            select 'Each dot is the mean of a case' || case when exists (select 1 from v_suite_summary where ci_low_ms is not null)
              then ' with its ' || %s || ' confidence interval' else '' end
              || '; each colour is an engine. A red diamond is a published number.' sentence from v_run"""
                    .formatted(Words.LEVELS));

    /** Colours of engines; further engines begin again. */
    private static final List<Palette> ENGINES =
            List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE);

    private static final String FIRST = "(select process, min(position) place from v_suite_summary group by process)";

    /** Powers of ten, in milliseconds, at which a logarithmic axis may begin: the first for all below, the last for all above. */
    private static final int FIRST_DECADE = -2;

    private static final int LAST_DECADE = 4;

    private static final String LEAST = "min(least(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms)))";

    /** Means that a linear axis could not show together. */
    private static final String WIDE =
            "(max(greatest(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms))) > 20 * " + LEAST + ")";

    @Override
    public String title() {
        return "Comparison across processes";
    }

    @Override
    public String bookmark() {
        return "comparison";
    }

    @Override
    public boolean onNewPage() {
        return false;
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        layout.sentences(rows, NOTHING_TO_COMPARE, "note");
        layout.sentences(rows, LEGEND, "note");
        SlotHandle workload = layout.together(layout.forEach(rows, WORKLOADS));
        workload.add(layout.text("row[\"TITLE\"]", "subheading"));
        layout.forEach(workload, spread("near", "not " + WIDE))
                .add(layout.chart(
                        meansFrom("means", BigDecimal.ZERO),
                        chart("mean response time [ms]").fromZero().format("#,##0.#"),
                        Picture.SVG));
        for (int decade = FIRST_DECADE; decade <= LAST_DECADE; decade++) {
            String first = "least(" + LAST_DECADE + ", greatest(" + FIRST_DECADE + ", floor(log10(" + LEAST + "))))";
            BigDecimal lowest = BigDecimal.ONE.scaleByPowerOfTen(decade);
            layout.forEach(workload, spread("wide" + decade, WIDE + " and " + first + " = " + decade))
                    .add(layout.chart(
                            meansFrom("means" + decade, lowest),
                            chart("mean response time [ms], logarithmic")
                                    .logarithmic(lowest.doubleValue())
                                    .format("#,##0.##"),
                            Picture.SVG));
        }
        layout.sentences(rows, PAIRS, "finding");
    }

    /** The workload around the item, when its means are so. */
    private static Source spread(String name, String condition) {
        return new Source(
                name,
                """
                select s.suite || '/' || s.workload load_id from v_suite_summary s
                  left join v_beside b on b.case_id = s.case_id where s.suite || '/' || s.workload = :LOAD_ID
                group by s.suite, s.workload having %s"""
                        .formatted(condition));
    }

    /** @param lowest where the vertical axis begins; an interval that reaches below ends there */
    private static Source meansFrom(String name, BigDecimal lowest) {
        String columns = IntStream.range(0, ENGINES.size())
                .mapToObj(i -> "case when colour = " + i + " then mean_ms end e" + i)
                .collect(Collectors.joining(", "));
        return new Source(
                name,
                """
                select label, %s, case when colour is null then mean_ms end published, low_ms, high_ms from (
                  select s.suite || '/' || s.workload load_id, s.process || ' · ' || s.engine label, s.mean_ms,
                    greatest(s.ci_low_ms, %s) low_ms, s.ci_high_ms high_ms, mod(e.rank - 1, %d) colour,
                    f.place, 0 kind, s.position from v_suite_summary s join %4$s f on f.process = s.process
                    join (select engine, row_number() over (order by min(position)) rank from v_suite_summary
                      group by engine) e on e.engine = s.engine where s.mean_ms is not null
                  union all select distinct b.suite || '/' || b.workload, b.process || ' · ' || b.subject,
                    b.published_mean_ms, cast(null as double precision), cast(null as double precision),
                    cast(null as int), f.place, 1, b.published_position from v_beside b join %4$s
                    f on f.process = b.process where b.published_mean_ms is not null)
                where load_id = :LOAD_ID order by place, kind, position"""
                        .formatted(columns, lowest.toPlainString(), ENGINES.size(), FIRST));
    }

    private static ChartModel chart(String title) {
        ChartModel chart = ChartModel.bars(Layout.WIDTH, 255)
                .plain()
                .over("LABEL", "")
                .longNames()
                .measuring(title)
                .intervals("LOW_MS", "HIGH_MS");
        for (int i = 0; i < ENGINES.size(); i++) {
            chart.dots("E" + i, MarkerType.CIRCLE_LITERAL, ENGINES.get(i));
        }
        return chart.dots("PUBLISHED", MarkerType.DIAMOND_LITERAL, Palette.RED);
    }
}
