package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import java.util.Optional;
import org.eclipse.birt.report.model.api.LabelHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The chapter with the numbers of each metric that the model asks for, in all cases (B10 §4.5: a summary and a detailed report for each
 * metric). The details of a case, with its drawings, are in the chapter of the case. This chapter exists when more than one case has values
 * of a metric.
 */
public final class MetricsChapter implements Chapter {

    private static final ReportQuery ANY = new ReportQuery(
            "anyAskedMetric", "select run_id from v_run where exists (" + WantedStatistics.METRICS.sql() + ")");

    @Override
    public String title() {
        return "Metrics over all cases";
    }

    @Override
    public String bookmark() {
        return "metrics-over-cases";
    }

    @Override
    public Optional<ReportQuery> condition() {
        return Optional.of(ANY);
    }

    /** Adds the heading on a page of its own. The tables that follow fill pages, and BIRT does not keep a heading together with a table in a list. */
    @Override
    public void head(ReportLayout layout, SlotHandle rows) throws SemanticException {
        LabelHandle heading = layout.heading(title(), bookmark());
        heading.setProperty("pageBreakBefore", "always");
        rows.add(heading);
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "The statistics that the model asks for, each with all its cases. Values are over the valid repetitions: the"
                        + " extreme for min and max, the sum for count, the share of all requests for failures, and the mean for others;"
                        + " – where there is no number. The chapter of each case has the same with its charts.",
                "note"));
        SlotHandle metric = layout.forEach(rows, WantedStatistics.METRICS);
        metric.add(layout.text("row[\"METRIC\"]", "subheading"));
        WantedStatistics.ofMetric(layout, metric);
    }
}
