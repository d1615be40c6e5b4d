package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the machines and the software of the run. */
public final class EnvironmentChapter implements Chapter {

    private static final ReportQuery ENVIRONMENT = new ReportQuery(
            "environment",
            "select section, item, content from v_environment where item not like '%.fingerprint.%' order by position");

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
                ENVIRONMENT,
                List.of(
                        TableColumn.text("", "SECTION", "18%"),
                        TableColumn.text("Item", "ITEM", "30%"),
                        TableColumn.text("Value", "CONTENT", "52%"))));
    }
}
