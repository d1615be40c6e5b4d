package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter with the words of the report, as {@code docs/reference/glossary.md} explains them. */
public final class GlossaryChapter implements Chapter {

    /** The bookmark of the chapter, see {@link #bookmark}. */
    public static final String BOOKMARK = "glossary";

    @Override
    public String title() {
        return "Glossary";
    }

    @Override
    public String bookmark() {
        return BOOKMARK;
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        String part = "";
        for (GlossaryText.Entry entry : GlossaryText.entries()) {
            if (!entry.part().equals(part)) {
                part = entry.part();
                rows.add(layout.label(part, "subheading"));
            }
            rows.add(layout.definition(entry.term(), entry.meaning()));
        }
    }
}
