package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The section about the kinds of the starts of each case, by change points (Barrett et al., "Virtual machine warmup blows hot and cold",
 * 2017). Engines that did not keep up are not in it, because a growing backlog slows every start down.
 */
final class StartsSection {

    /** Valid repetitions whose start has a kind. */
    private static final String KNOWN =
            """
            v_repetition r join v_suite_summary c on c.case_id = r.case_id
            where r.usable and c.standing <> 'saturated' and r.start_class <> 'unknown'""";

    /** Condition of the section and of its chapter. */
    static final String HAS_ROWS = "exists (select 1 from " + KNOWN + ")";

    private static final ReportQuery ANY = new ReportQuery("anyStart", "select run_id from v_run where " + HAS_ROWS);

    /** A row for each case, with the number of its starts of each kind. A single start cannot differ from another. */
    static final FirstRows STARTS = FirstRows.of(
            "starts",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, flat, warm_up, slow_down, unsteady, case when known < 2 then '–'
              when kinds > 1 then 'inconsistent' else 'consistent' end verdict
            from (select c.position, c.process, c.suite, c.workload, c.engine, count(*) known, count(distinct r.start_class) kinds,
                count(case when r.start_class = 'flat' then 1 end) flat,
                count(case when r.start_class = 'warm-up' then 1 end) warm_up,
                count(case when r.start_class = 'slow-down' then 1 end) slow_down,
                count(case when r.start_class = 'no steady state' then 1 end) unsteady
              from %s group by c.position, c.process, c.suite, c.workload, c.engine) starts
            order by position"""
                    .formatted(SqlText.workload(""), KNOWN),
            "V_REPETITION");

    private StartsSection() {}

    /** Adds the table, where the kind of any start is known. */
    static void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        SlotHandle section = layout.forEach(rows, ANY);
        section.add(layout.label("Starts of engines", "subheading"));
        STARTS.table(
                layout,
                section,
                List.of(
                        TableColumn.text("Process", "PROCESS", "20%"),
                        TableColumn.text("Workload", "WORKLOAD", "15%"),
                        TableColumn.text("Engine", "ENGINE", "17%"),
                        new TableColumn("Flat", "FLAT", "0", "7%"),
                        new TableColumn("Warm-up", "WARM_UP", "0", "9%"),
                        new TableColumn("Slow-down", "SLOW_DOWN", "0", "9%"),
                        new TableColumn("No steady\nstate", "UNSTEADY", "0", "9%"),
                        TableColumn.text("Starts", "VERDICT", "14%")));
        section.add(layout.label(
                "The table counts valid repetitions. Each is one start of the engine. The mean of a case with inconsistent starts depends"
                        + " on the number of starts of each kind.",
                "note"));
    }
}
