package io.soabench.reports.chapters;

import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Source;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** What networks of queues say of engines, and how right they are where it was measured. */
public final class Queues implements Chapter {

    private static final Source SEEN =
            new Source("queueingSeen", "select run_id from v_run where exists (select 1 from v_queueing)");

    private static final Source FOUND = new Source(
            "queueingFound",
            "select process || ' on ' || engine || ': ' || sentence sentence from v_queueing order by position");

    private static final Source LOADS = new Source(
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
    public Optional<Source> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "An engine as a queue for its processors, with partners and network as delays: fitted to the lower half of the loads, held"
                        + " against the upper half. It speaks of greater loads only where it is nowhere more than 20 % off what was measured.",
                "note"));
        layout.sentences(rows, FOUND, "finding");
        rows.add(layout.table(
                LOADS,
                List.of(
                        Column.text("Engine", "ENGINE", "12%"),
                        Column.text("Process", "PROCESS", "14%"),
                        Column.text("Workload", "WORKLOAD", "10%"),
                        new Column("Load", "LOAD", "#,##0.##", "8%"),
                        Column.text("", "UNIT", "7%"),
                        Column.text("Used", "ROLE", "9%"),
                        new Column("Measured [/s]", "MEASURED_PER_S", "#,##0.0", "8%"),
                        new Column("Model [/s]", "MODEL_PER_S", "#,##0.0", "8%"),
                        new Column("Measured [ms]", "MEASURED_MS", "#,##0.0", "8%"),
                        new Column("Model [ms]", "MODEL_MS", "#,##0.0", "8%"),
                        new Column("Off", "OFF", "0 %", "8%"))));
        rows.add(layout.label(
                "Mean response times. – under Model: the load is beyond the capacity of the processors; under Measured: the engine did not keep"
                        + " up, or the load is predicted.",
                "note"));
    }
}
