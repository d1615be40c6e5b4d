package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the machines and the software of the run. */
public final class EnvironmentChapter implements Chapter {

    private static final String ROWS =
            "select section, item, content from v_environment where item not like '%.fingerprint.%'";

    /** Condition of what identifies machines and programs: neither their libraries nor each setting. */
    private static final String IDENTITY =
            " and item not like '%.artifacts' and section not in ('plugins', 'commands', 'configuration', 'settings in force')";

    private final ReportQuery query;

    /**
     * Creates the chapter.
     *
     * @param brief whether it has only what identifies machines and programs
     */
    public EnvironmentChapter(boolean brief) {
        query = new ReportQuery("environment", ROWS + (brief ? IDENTITY : "") + " order by position");
    }

    @Override
    public String title() {
        return "Environment";
    }

    @Override
    public String bookmark() {
        return "environment";
    }

    @Override
    public void write(ReportLayout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.table(
                query,
                List.of(
                        TableColumn.text("", "SECTION", "18%"),
                        TableColumn.text("Item", "ITEM", "30%"),
                        TableColumn.text("Value", "CONTENT", "52%"))));
    }
}
