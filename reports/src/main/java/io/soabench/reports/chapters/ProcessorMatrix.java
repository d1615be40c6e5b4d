package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The table of the processor times of engines for a completed request, beside each other under each process and workload, with verdicts
 * against the baseline or the lowest of them. It has the engines and the signs of {@link EngineMatrix}.
 */
final class ProcessorMatrix {

    private static final String METRIC = "metric = 'processor-time'";

    /** A query with a row where there is a comparison. */
    private static final ReportQuery ANY = new ReportQuery(
            "anyProcessorPair",
            "select run_id from v_run where exists (select 1 from v_metric_pair where " + METRIC + ")");

    /** The verdict on the case c against f. The verdicts of pairs are those of B against A. */
    static final String VERDICT = "case when p.case_b = c.case_id then p.verdict when p.verdict = 'better' then 'worse'"
            + " when p.verdict = 'worse' then 'better' else p.verdict end";

    static final String RATIO = "case when p.case_b = c.case_id then p.ratio else 1 / p.ratio end";

    /** Condition: the case c is the lowest of several, and no pair of it leaves that open. */
    private static final String LOWEST =
            """
            c.place = 1 and not c.baseline and exists (select 1 from v_metric_pair q where q.metric = 'processor-time' and c.case_id in (q.case_a, q.case_b))
              and not exists (select 1 from v_metric_pair q where q.metric = 'processor-time' and c.case_id in (q.case_a, q.case_b)
              and coalesce(q.verdict, '') not in ('better', 'worse'))""";

    private static final String TONE =
            "case when " + LOWEST + " then 'best' when c.place = 1 or p.verdict is null then 'plain' when "
                    + VERDICT + " = 'worse' then 'bad' when " + VERDICT
                    + " = 'better' then 'less' when p.verdict = 'equivalent' then 'same' else 'open' end";

    private static final String SIGN = "case " + TONE
            + " when 'best' then '●\u00a0' when 'bad' then '▲\u00a0' when 'less' then '▼\u00a0' when 'same' then '≈\u00a0' when 'open' then '?\u00a0'"
            + " else '' end";

    private static final String WORDS = "case " + TONE
            + " when 'best' then ' (lowest)' when 'bad' then ' (' || " + SqlText.number(RATIO)
            + " || '×)' when 'less' then case when f.baseline then ' (' || " + SqlText.number(RATIO)
            + " || '×)' else ' (less)' end when 'same' then ' (equivalent)' when 'open' then ' (undecided)'"
            + " else case when c.baseline then ' (baseline)' else '' end end";

    /** A part of a WITH clause: the processor times of cases of engines that are beside each other, the baseline or the lowest first. */
    static final String SPENT =
            """
            spent as (select s.case_id, s.engine, s.suite, s.process, s.workload, s.position, w.cpu_ms ms, e.rank, s.baseline,
                row_number() over (partition by s.suite, s.process, s.workload
                  order by case when s.baseline then 0 else 1 end, w.cpu_ms nulls last, s.position) place
              from (select t.*, exists (select 1 from v_answer b where b.question = 'baseline' and b.suite = t.suite
                  and b.engine = t.engine) baseline from v_suite_summary t) s join %s e on e.engine = s.engine
                join v_work_done w on w.case_id = s.case_id and w.repetition is null where coalesce(s.twin_of, '') = '')"""
                    .formatted(EngineMatrix.RANKED);

    /** A query with a row for each case of {@link #SPENT}: its processor time in words, and its tone. */
    static final String CASE_CELLS =
            """
            select c.case_id, c.suite, c.process, c.workload, c.position, c.rank,
              case when c.ms is null then '–' else %s || %s || '\u00a0ms' || %s end cell, %s tone
            from spent c join spent f on f.suite = c.suite and f.process = c.process and f.workload = c.workload and f.place = 1
              left join v_metric_pair p on p.metric = 'processor-time'
                and (p.case_a = c.case_id and p.case_b = f.case_id or p.case_a = f.case_id and p.case_b = c.case_id)"""
                    .formatted(SIGN, SqlText.number("c.ms"), WORDS, TONE);

    private ProcessorMatrix() {}

    static ReportQuery cells(int engines) {
        return new ReportQuery(
                "processorMatrix",
                """
                with %s select process, %s named, %s from (%s)
                group by suite, process, workload having count(case when cell <> '–' then 1 end) > 1 order by min(position)"""
                        .formatted(SPENT, SqlText.workload(""), EngineMatrix.pivoted(engines), CASE_CELLS));
    }

    /** Adds the table, where engines can be compared. */
    static void write(ReportLayout layout) throws SemanticException {
        List<String> engines = layout.values(EngineMatrix.ENGINES);
        if (engines.size() < 2) {
            return;
        }
        SlotHandle rows = layout.forEach(layout.together(layout.body()), ANY);
        rows.add(layout.label("Processor time of each engine for a completed request", "subheading"));
        List<TableColumn> columns = new ArrayList<>();
        columns.add(TableColumn.text("Process", "PROCESS", "16%"));
        columns.add(TableColumn.text("Workload", "NAMED", "14%"));
        for (int i = 1; i <= engines.size(); i++) {
            columns.add(TableColumn.text(engines.get(i - 1), "E" + i, 70 / engines.size() + "%"));
        }
        TableHandle table = layout.table(cells(engines.size()), columns);
        for (int i = 1; i <= engines.size(); i++) {
            EngineMatrix.shade(layout, table, 1 + i, "T" + i, true);
        }
        rows.add(table);
        rows.add(layout.label(ChapterSentences.PROCESSOR_TIMES, "note"));
    }
}
