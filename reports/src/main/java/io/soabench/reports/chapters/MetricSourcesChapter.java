package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the source of each metric of servers, and its accuracy. */
public final class MetricSourcesChapter implements Chapter {

    private static final ReportQuery SOURCES = new ReportQuery(
            "metricSources",
            """
            select listagg(metric, ', ') within group (order by position) metric, source, limits from v_metric_source s
            where metric in (select metric from v_metric) group by source, limits order by min(position)""");

    @Override
    public String title() {
        return "Where the metrics of servers come from";
    }

    @Override
    public String bookmark() {
        return "metrics";
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "In the chapters of cases, the total of a metric is its count during the measurement, as the mean over the"
                        + " repetitions. Average and maximum of a counted metric are rates per second. For a metric that a server"
                        + " does not have, the reason is shown in place of a number.",
                "note"));
        rows.add(layout.table(
                SOURCES,
                List.of(
                        TableColumn.text("Metric", "METRIC", "16%"),
                        TableColumn.text("Read from", "SOURCE", "26%"),
                        TableColumn.text("How far it can be trusted", "LIMITS", "58%"))));
    }
}
