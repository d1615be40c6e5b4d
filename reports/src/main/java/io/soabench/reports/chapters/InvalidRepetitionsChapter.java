package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with all repetitions that are not valid, and their reasons. */
public final class InvalidRepetitionsChapter implements Chapter {

    private static final ReportQuery ANY = new ReportQuery(
            "anyInvalid",
            "select run_id from v_run where exists (select 1 from v_repetition where verdict = 'invalid')");

    private static final ReportQuery REPETITIONS = new ReportQuery(
            "invalidRepetitions",
            """
            select process, %s workload, engine, repetition, reasons from (
              select position, process, suite, workload, engine, listagg(repetition, ', ') within group (order by repetition) repetition,
                min(repetition) place, reasons
              from v_repetition where verdict = 'invalid' group by position, process, suite, workload, engine, reasons) invalid
            order by position, place"""
                    .formatted(SqlText.workload("")));

    @Override
    public String title() {
        return "Repetitions that are not valid";
    }

    @Override
    public String bookmark() {
        return "invalid";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(ANY);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label("Their numbers are shown, but enter no mean, no comparison and no answer.", "note"));
        rows.add(layout.table(
                REPETITIONS,
                List.of(
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "10%"),
                        TableColumn.text("Engine", "ENGINE", "11%"),
                        TableColumn.text("Repe-\ntitions", "REPETITION", "9%"),
                        TableColumn.text("Why", "REASONS", "56%"))));
    }
}
