package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** Sections of a case that appear only when a view has rows: no empty table, no empty chart. */
final class CaseSections {

    private static final String ALWAYS = "true";

    private CaseSections() {}

    /** Adds a section of cases that have a row in the view. */
    static SlotHandle of(ReportLayout layout, SlotHandle rows, String view) throws SemanticException {
        return of(layout, rows, view, ALWAYS);
    }

    /** Adds a section of cases that have a row in the view for which the condition holds. */
    static SlotHandle of(ReportLayout layout, SlotHandle rows, String view, String condition) throws SemanticException {
        return layout.forEach(
                rows,
                new ReportQuery(
                        "has " + view + (condition.equals(ALWAYS) ? "" : " with " + condition),
                        "select cast(:CASE_ID as varchar) case_id where exists (select 1 from " + view
                                + " where case_id = :CASE_ID and " + condition + ")"));
    }
}
