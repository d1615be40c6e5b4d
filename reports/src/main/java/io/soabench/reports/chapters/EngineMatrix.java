package io.soabench.reports.chapters;

import io.soabench.reports.design.Palette;
import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The table of engines beside each other under each process and workload: mean response times, and verdicts against the baseline or the
 * lowest of them.
 * Verdicts have a word and a sign, so that they need no colours.
 */
final class EngineMatrix {

    /** Maximum number of engines beside each other; more are in an {@link EngineRows}. */
    static final int MOST_ENGINES = 5;

    static final String RANKED =
            "(select engine, row_number() over (order by min(position)) rank from v_suite_summary where coalesce(twin_of, '') = ''"
                    + " group by engine)";

    static final ReportQuery ENGINES = new ReportQuery(
            "engines", "select engine from " + RANKED + " where rank <= " + MOST_ENGINES + " order by rank");

    /** A query with a row where there is a comparison. */
    static final ReportQuery ANY = new ReportQuery(
            "anyEnginePair", "select run_id from v_run where exists (select 1 from v_pair where kind = 'engine')");

    /** A query with a row where engines are compared with a baseline. */
    static final ReportQuery ANY_BASELINE = new ReportQuery(
            "anyBaseline",
            "select run_id from v_run where exists (select 1 from v_answer where question = 'baseline')");

    private EngineMatrix() {}

    /**
     * Beginning of a condition: the first page compares the engine of the case c, and the only process of the comparison is that of the case.
     * Its intervals hold together, so they are wider than those of pairs.
     */
    private static final String ANSWER =
            """
            exists (select 1 from v_answer a where a.question in ('fastest', 'baseline') and a.suite = c.suite and a.workload = c.workload
              and a.other is not null and a.cases = 1 and c.engine in (a.engine, a.other)""";

    private static final String OPEN_ANSWER = ANSWER + " and not a.decided";

    /** Condition: the first page compares the engines of c and f, and has the least factor of its own intervals in a footnote. */
    private static final String ANSWERED = ANSWER + " and f.engine in (a.engine, a.other))";

    /** Condition: the factor is a bound. */
    private static final String BOUND = "p.at_least is not null and not " + ANSWERED;

    /** The verdict on the case c against f, that of the baseline or the one with the lowest mean. The verdicts of pairs are those of B against A. */
    private static final String VERDICT = "case when p.verdict in ('better', 'worse') then case when " + OPEN_ANSWER
            + " and f.engine in (a.engine, a.other)) then 'undecided' when p.case_b = c.case_id then p.verdict"
            + " when p.verdict = 'better' then 'worse' else 'better' end else p.verdict end";

    private static final String RATIO = "case when p.case_b = c.case_id then p.ratio else 1 / p.ratio end";

    /**
     * Condition: the case c is the lowest of several, and no pair of it leaves that open. A case that keeps up is lower than one that does
     * not.
     */
    private static final String LOWEST =
            """
            c.place = 1 and not c.baseline and exists (select 1 from v_pair q where q.kind = 'engine' and c.case_id in (q.case_a, q.case_b))
              and not exists (select 1 from v_pair q where q.kind = 'engine' and q.process = c.process
              and c.case_id in (q.case_a, q.case_b) and q.verdict not in ('better', 'worse')
              and not (q.verdict in ('saturated', 'capacity') and c.at_least_ms is null and not c.at_capacity))
              and not"""
                    + " " + OPEN_ANSWER + ")";

    private static final String TONE = "case when c.at_capacity then 'full' when " + LOWEST
            + " then 'best' when c.place = 1 then case when c.at_least_ms is null then 'plain' else 'worst' end when "
            + VERDICT
            + " = 'worse' then 'bad' when f.baseline and " + VERDICT
            + " = 'better' then 'less' when p.verdict = 'saturated' then 'worst' when p.verdict = 'equivalent' then 'same'"
            + " else 'plain' end";

    /** A sign that repeats the colour, for print and for readers who see no colours. */
    private static final String SIGN = "case " + TONE
            + " when 'best' then '●\u00a0' when 'bad' then '▲\u00a0' when 'less' then '▼\u00a0' when 'worst' then '■\u00a0' when 'same' then '≈\u00a0' when 'full' then '◊\u00a0' else case when c.place = 1"
            + " then '' else '?\u00a0' end end";

    /** Returns columns of the cells and tones of the engines beside each other. */
    static String pivoted(int engines) {
        return IntStream.rangeClosed(1, engines)
                .mapToObj(i ->
                        "coalesce(max(case when rank = %1$d then cell end), '–') e%1$d, max(case when rank = %1$d then tone end) t%1$d"
                                .formatted(i))
                .collect(Collectors.joining(", "));
    }

    /** A part of a WITH clause: the cases of engines that are beside each other, the baseline or the lowest first. */
    static final String RANKED_CASES =
            """
            ranked as (select s.case_id, s.engine, s.suite, s.process, s.workload, s.position, s.mean_ms, s.at_least_ms, s.at_capacity,
                s.verdict, e.rank, s.baseline,
                row_number() over (partition by s.suite, s.process, s.workload
                  order by case when s.baseline then 0 else 1 end, case when exists (select 1 from v_pair q where q.kind = 'engine' and q.verdict = 'saturated'
                    and s.case_id in (q.case_a, q.case_b) and s.at_least_ms is not null) then 2 when s.at_capacity then 1 else 0 end, s.mean_ms nulls last, s.position) place
              from (select t.*, exists (select 1 from v_answer b where b.question = 'baseline' and b.suite = t.suite
                  and b.engine = t.engine) baseline from v_suite_summary t) s join %s e on e.engine = s.engine where coalesce(s.twin_of, '') = '')"""
                    .formatted(RANKED);

    /** A query with a row for each case of {@link #RANKED_CASES}: its mean response time in words, and its tone. */
    static final String CASE_CELLS =
            """
            select c.case_id, c.engine, c.suite, c.process, c.workload, c.position, c.rank, c.place,
              case when c.mean_ms is null and c.at_least_ms is null then '–' else %s || %s || '\u00a0ms' || case when c.at_capacity then ' (at capacity)'
                when c.baseline then ' (baseline' || case when c.at_least_ms is null then ')' else ', saturated)' end
                when c.place = 1 then case when %s then ' (lowest)' when c.at_least_ms is not null then ' (saturated)' else '' end
                when %s = 'worse' then ' (' || case when %s then '≥\u00a0' else '' end
                  || %s || '× as long)'
                when %s = 'better' then case when f.baseline then ' (' || case when %s then '≤\u00a0' else '' end
                  || %s || '× as long)' else ' (less)' end when p.verdict = 'equivalent' then ' (equivalent)'
                when p.verdict = 'saturated' then ' (saturated)' else ' (undecided)' end end cell,
              %s tone
            from ranked c join ranked f on f.suite = c.suite and f.process = c.process and f.workload = c.workload and f.place = 1
              left join v_pair p on p.kind = 'engine' and p.process = c.process
                and (p.case_a = c.case_id and p.case_b = f.case_id or p.case_a = f.case_id and p.case_b = c.case_id)"""
                    .formatted(
                            SIGN,
                            "case when c.at_least_ms is not null then '≥\u00a0' || "
                                    + CaseSql.milliseconds("c.at_least_ms") + " else "
                                    + CaseSql.milliseconds("c.mean_ms") + " end",
                            LOWEST,
                            VERDICT,
                            BOUND,
                            SqlText.number("case when " + BOUND + " then p.at_least else " + RATIO + " end"),
                            VERDICT,
                            BOUND,
                            SqlText.number("case when " + BOUND + " then 1 / p.at_least else " + RATIO + " end"),
                            TONE);

    static ReportQuery cells(int engines) {
        return new ReportQuery(
                "matrix",
                "with %s select process, %s named, %s from (%s) group by suite, process, workload order by min(position)"
                        .formatted(RANKED_CASES, SqlText.workload(""), pivoted(engines), CASE_CELLS));
    }

    /** Returns a query for the meanings of the signs that appear. */
    static ReportQuery legend(int engines) {
        String all =
                IntStream.rangeClosed(1, engines).mapToObj(i -> "e" + i).collect(Collectors.joining(" || ' ' || "));
        return legend("matrixLegend", cells(engines), all);
    }

    /**
     * Returns a query for the meanings of the signs that appear in cells.
     *
     * @param cells an expression over the columns of the table
     */
    static ReportQuery legend(String name, ReportQuery table, String cells) {
        return new ReportQuery(
                name,
                """
                select listagg(meaning, '; ') within group (order by place) || '.' sentence from (
                  select 0 place, %s meaning, '●' sign union all select 1, %s, '▲' union all select 2, %s, '(≥'
                  union all select 3, %s, '≈' union all select 4, %s, '■' union all select 5, %s, '◊'
                  union all select 6, %s, '?' union all select 7, %s, '–' union all select 8, %s, '▼')
                where exists (select 1 from (%s) where locate(sign, %s) > 0) having count(*) > 0"""
                        .formatted(
                                SqlSentence.of(ChapterSentences.LOWEST),
                                SqlSentence.of(ChapterSentences.LONGER),
                                SqlSentence.of(ChapterSentences.AT_LEAST),
                                SqlSentence.of(ChapterSentences.AS_LONG),
                                SqlSentence.of(ChapterSentences.DID_NOT_KEEP_UP),
                                SqlSentence.of(ChapterSentences.AT_CAPACITY),
                                SqlSentence.of(ChapterSentences.UNDECIDED),
                                SqlSentence.of(ChapterSentences.NO_MEAN),
                                SqlSentence.of(ChapterSentences.LESS_THAN_BASELINE),
                                table.sql(),
                                cells));
    }

    /** Adds the table, where engines can be compared. */
    static void write(ReportLayout layout) throws SemanticException {
        List<String> engines = layout.values(ENGINES);
        if (engines.size() < 2) {
            return;
        }
        SlotHandle rows = layout.forEach(layout.body(), ANY);
        rows.add(layout.label("Mean response time of each engine", "subheading"));
        List<TableColumn> columns = new ArrayList<>();
        columns.add(TableColumn.text("Process", "PROCESS", "16%"));
        columns.add(TableColumn.text("Workload", "NAMED", "14%"));
        for (int i = 1; i <= engines.size(); i++) {
            columns.add(TableColumn.text(engines.get(i - 1), "E" + i, 70 / engines.size() + "%"));
        }
        TableHandle table = layout.table(cells(engines.size()), columns);
        boolean baseline = !layout.values(ANY_BASELINE).isEmpty();
        for (int i = 1; i <= engines.size(); i++) {
            shade(layout, table, 1 + i, "T" + i, baseline);
        }
        rows.add(table);
        layout.sentences(rows, legend(engines.size()), "note");
    }

    /**
     * Colours a column by the tones of its cells.
     *
     * @param tone column of the query
     * @param less whether a value may be better than that of the baseline
     */
    static void shade(ReportLayout layout, TableHandle table, int column, String tone, boolean less)
            throws SemanticException {
        layout.shade(table, column, tone, "best", Palette.GOOD_SHADE);
        if (less) {
            layout.shade(table, column, tone, "less", Palette.GOOD_SHADE);
        }
        layout.shade(table, column, tone, "same", Palette.SAME_SHADE);
        layout.shade(table, column, tone, "bad", Palette.BAD_SHADE);
        layout.shade(table, column, tone, "worst", Palette.WORST_SHADE);
    }
}
