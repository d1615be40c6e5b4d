package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the queueing models of engines, and their accuracy at the measured loads. */
public final class QueueingChapter implements Chapter {

    private static final ReportQuery SEEN =
            new ReportQuery("queueingSeen", "select run_id from v_run where exists (select 1 from v_queueing)");

    private static final ReportQuery FOUND = new ReportQuery(
            "queueingFound",
            "select process || ' on ' || engine || ': ' || sentence sentence from v_queueing order by position");

    private static final ReportQuery LOADS = new ReportQuery(
            "queueingLoads",
            """
            select engine, process, case when workload = '' then '' else workload end workload, load, unit, role, measured_per_s,
              model_per_s, measured_ms, model_ms, utilisation, off
            from v_queueing_load""");

    @Override
    public String title() {
        return "Queues";
    }

    @Override
    public String bookmark() {
        return "queues";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "The model of an engine is a queue for its processors, with partners and network as delays. It is fitted to the lower half of"
                        + " the loads and tested with the upper half. It predicts greater loads only where it is off by at most 20 % at all"
                        + " measured loads, and the processors were at least half busy.",
                "note"));
        layout.sentences(rows, FOUND, "finding");
        rows.add(layout.table(
                LOADS,
                List.of(
                        TableColumn.text("Engine", "ENGINE", "12%"),
                        TableColumn.text("Process", "PROCESS", "14%"),
                        TableColumn.text("Workload", "WORKLOAD", "10%"),
                        new TableColumn("Load", "LOAD", "#,##0.##", "8%"),
                        TableColumn.text("", "UNIT", "7%"),
                        TableColumn.text("Used", "ROLE", "9%"),
                        new TableColumn("Measured [/s]", "MEASURED_PER_S", "#,##0.0", "8%"),
                        new TableColumn("Model [/s]", "MODEL_PER_S", "#,##0.0", "8%"),
                        new TableColumn("Measured [ms]", "MEASURED_MS", "#,##0.0", "8%"),
                        new TableColumn("Model [ms]", "MODEL_MS", "#,##0.0", "8%"),
                        new TableColumn("Off", "OFF", "0 %", "8%"))));
        rows.add(layout.label(
                "Mean response times. – in column “Model”: the load exceeds the capacity of the processors. – in column “Measured”: the engine did"
                        + " not keep up, or the load is predicted.",
                "note"));
    }
}
