package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the criteria of the validity of repetitions, with their findings in this run. */
public final class CriteriaChapter implements Chapter {

    private static final ReportQuery CRITERIA = new ReportQuery(
            "criteria",
            """
            select c.title, %s violated_when, %s warned_when, c.reason,
              count(case when v.state = 'violated' then 1 end) violated, count(case when v.state = 'warning' then 1 end) warned
            from v_criterion c left join v_validity v on v.criterion = c.criterion
            group by c.position, c.title, c.violated_when, c.warned_when, c.reason order by c.position"""
                    .formatted(condition("c.violated_when"), condition("c.warned_when")));

    /** The time of the harness itself; no row where it was not measured. */
    private static final ReportQuery CALIBRATION = new ReportQuery("calibration", "select sentence from v_calibration");

    /** Returns a condition with a capital first letter. */
    private static String condition(String column) {
        return "case when " + column + " = '' then '–' else upper(substring(" + column + ", 1, 1)) || substring("
                + column + ", 2) || '.' end";
    }

    @Override
    public String title() {
        return "When a repetition is valid";
    }

    @Override
    public String bookmark() {
        return "criteria";
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.label(
                "Each criterion judges each repetition by itself. A violated criterion makes the repetition invalid: its numbers"
                        + " are shown, but enter no mean, no comparison and no answer. A warning does not invalidate the repetition. No criterion"
                        + " makes a repetition invalid because the engine is slow. The columns on the right count the repetitions of this run.",
                "note"));
        layout.sentences(rows, CALIBRATION, "note");
        rows.add(layout.table(
                CRITERIA,
                List.of(
                        TableColumn.text("Criterion", "TITLE", "14%"),
                        TableColumn.text("Violated when", "VIOLATED_WHEN", "23%"),
                        TableColumn.text("Warning when", "WARNED_WHEN", "19%"),
                        TableColumn.text("Why", "REASON", "29%"),
                        new TableColumn("Violated", "VIOLATED", "0", "7%"),
                        new TableColumn("Warnings", "WARNED", "0", "8%"))));
    }
}
