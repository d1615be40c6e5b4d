package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about what engines allocate, and about their garbage collections. */
public final class CollectionsChapter implements Chapter {

    private static final ReportQuery SEEN =
            new ReportQuery("collectionsSeen", "select run_id from v_run where exists (select 1 from v_collection)");

    static final FirstRows COLLECTIONS = FirstRows.of(
            "collections",
            FirstRows.OF_TABLE,
            """
            select process, %s workload, engine, coalesce(%s, '–') allocated_per_s, coalesce(%s, '–') allocated_per_request,
              coalesce(%s, '–') per_s, coalesce(%s, '–') pause_mean_ms, coalesce(%s, '–') pause_max_ms, pause_share, stopped_share
            from v_collection order by process, suite, workload, position"""
                    .formatted(
                            SqlText.workload(""),
                            SqlText.number("allocated_per_s / 1048576"),
                            SqlText.number("allocated_per_request / 1024"),
                            SqlText.number("per_s"),
                            SqlText.number("pause_mean_ms"),
                            SqlText.number("pause_max_ms")),
            "V_COLLECTION");

    @Override
    public String title() {
        return "Allocation and collections";
    }

    @Override
    public String bookmark() {
        return "collections";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(SEEN);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        COLLECTIONS.table(
                layout,
                rows,
                List.of(
                        TableColumn.text("Process", "PROCESS", "15%"),
                        TableColumn.text("Workload", "WORKLOAD", "12%"),
                        TableColumn.text("Engine", "ENGINE", "13%"),
                        TableColumn.right("Allocated\n[MiB/s]", "ALLOCATED_PER_S", "9%"),
                        TableColumn.right("Allocated\n[KiB/request]", "ALLOCATED_PER_REQUEST", "10%"),
                        TableColumn.right("Collections\nper s", "PER_S", "9%"),
                        TableColumn.right("Pause\n[ms]", "PAUSE_MEAN_MS", "8%"),
                        TableColumn.right("Longest\n[ms]", "PAUSE_MAX_MS", "8%"),
                        new TableColumn("In\npauses", "PAUSE_SHARE", "0.00 %", "8%"),
                        new TableColumn("Stopped", "STOPPED_SHARE", "0.00 %", "8%")));
        rows.add(layout.label(
                "Of engines that are Java programs, over the valid repetitions. Allocated: new objects, of the engine’s own work and of its"
                        + " requests. In pauses: share of the time in pauses for garbage collection. Stopped: share of the time in which all"
                        + " threads were to stop or stood, for whatever reason.",
                "note"));
    }
}
