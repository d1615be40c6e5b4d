package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The table of engines below each other under each process and workload, in place of {@link EngineMatrix} and {@link ProcessorMatrix} where
 * there are too many engines for columns, or suites differ in their engines. It has the signs of both.
 */
final class EngineRows {

    /** Maximum number of rows; the chapter "Summary" has all. */
    private static final int MOST_ROWS = 32;

    /** A query with a row where engines do not fit beside each other. */
    static final ReportQuery WANTED = new ReportQuery(
            "tallTable",
            """
            select run_id from v_run where (select count(distinct engine) from v_suite_summary where coalesce(twin_of, '') = '')
              > least(%d, (select min(engines) from (
                select count(distinct engine) engines from v_suite_summary where coalesce(twin_of, '') = '' group by suite)))"""
                    .formatted(EngineMatrix.MOST_ENGINES));

    private static final String TONE =
            "case " + ProcessorMatrix.VERDICT + " when 'worse' then 'bad' when 'better' then 'less' else 'plain' end";

    /** A query with a row for each case: its completed requests a second in words, and its tone. */
    private static final String THROUGHPUTS =
            """
            select c.case_id, coalesce(%s, '–') || case when p.verdict in ('better', 'worse') then ' (' || %s || '×)'
                when p.verdict = 'undecided' then ' (undecided)' else '' end answered, %s answered_tone
            from ranked c join ranked f on f.suite = c.suite and f.process = c.process and f.workload = c.workload and f.place = 1
              join v_suite_summary s on s.case_id = c.case_id
              left join v_metric_pair p on p.metric = 'throughput'
                and (p.case_a = c.case_id and p.case_b = f.case_id or p.case_a = f.case_id and p.case_b = c.case_id)"""
                    .formatted(SqlText.number("s.throughput_per_s"), SqlText.number(ProcessorMatrix.RATIO), TONE);

    /** The rows. BIRT takes columns by their names in the database, so no two columns without an expression have one name there. */
    static final FirstRows ROWS = FirstRows.of(
            "engineTable",
            MOST_ROWS,
            """
            with %s, %s
            select m.process, %s named, m.engine, m.cell mean, m.tone mean_tone, t.answered throughput, t.answered_tone throughput_tone,
              coalesce(c.cell, '–') spent, coalesce(c.tone, 'plain') spent_tone
            from (%s) m join (%s) t on t.case_id = m.case_id left join (%s) c on c.case_id = m.case_id
            order by min(m.position) over (partition by m.suite, m.process, m.workload), m.place"""
                    .formatted(
                            EngineMatrix.RANKED_CASES,
                            ProcessorMatrix.SPENT,
                            SqlText.workload("m."),
                            EngineMatrix.CASE_CELLS,
                            THROUGHPUTS,
                            ProcessorMatrix.CASE_CELLS),
            "V_SUITE_SUMMARY");

    private EngineRows() {}

    /** Returns whether engines do not fit beside each other. */
    static boolean wanted(ReportLayout layout) {
        return !layout.values(WANTED).isEmpty();
    }

    /** Adds the table, where engines can be compared. */
    static void write(ReportLayout layout) throws SemanticException {
        SlotHandle rows = layout.forEach(layout.body(), EngineMatrix.ANY);
        rows.add(layout.label("Engines under each process and workload", "subheading"));
        TableHandle table = layout.table(
                ROWS.shown(),
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "NAMED", "14%"),
                        TableColumn.text("Engine", "ENGINE", "19%"),
                        TableColumn.text("Mean response time", "MEAN", "20%"),
                        TableColumn.text("Completed a second", "THROUGHPUT", "16%"),
                        TableColumn.text("Processor time a request", "SPENT", "17%")));
        boolean baseline = !layout.values(EngineMatrix.ANY_BASELINE).isEmpty();
        EngineMatrix.shade(layout, table, 3, "MEAN_TONE", baseline);
        EngineMatrix.shade(layout, table, 4, "THROUGHPUT_TONE", true);
        EngineMatrix.shade(layout, table, 5, "SPENT_TONE", true);
        rows.add(table);
        layout.sentences(rows, ROWS.left(), "note");
        layout.sentences(rows, EngineMatrix.legend("engineTableLegend", ROWS.shown(), "mean || ' ' || spent"), "note");
        rows.add(layout.label(ChapterSentences.ENGINE_TABLE, "note"));
    }
}
