package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import java.util.Optional;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * A chapter with a heading and a line in the contents. It starts where the one before ends, so that no page is left empty for it, unless
 * its heading demands a new page.
 */
public interface Chapter {

    /** Returns the heading of the chapter. */
    String title();

    /** Returns the bookmark for the contents; unique in the report. */
    String bookmark();

    /** Returns a query with a row when the run has content for the chapter; empty when every run has. */
    default Optional<ReportQuery> condition() {
        return Optional.empty();
    }

    /** Writes the content below the heading. */
    void write(ReportLayout layout, SlotHandle rows) throws SemanticException;

    /** Adds the line of the chapter to the contents. */
    default void announce(ReportLayout layout) throws SemanticException {
        place(layout).add(layout.entry(layout.label(title(), "link"), "\"" + bookmark() + "\""));
    }

    /** Adds the chapter to the report. */
    default void write(ReportLayout layout) throws SemanticException {
        SlotHandle rows = place(layout);
        head(layout, rows);
        write(layout, rows);
    }

    /** Adds the heading, with content that must stay on its page. */
    default void head(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.heading(title(), bookmark()));
    }

    private SlotHandle place(ReportLayout layout) throws SemanticException {
        return condition().isPresent()
                ? layout.forEach(layout.body(), condition().get())
                : layout.body();
    }
}
