package io.soabench.reports.chapters;

import io.soabench.reports.design.Column;
import io.soabench.reports.design.Layout;
import io.soabench.reports.design.Source;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The machines and the software of the run. */
public final class Environment implements Chapter {

    private static final Source ENVIRONMENT = new Source(
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
    public void write(Layout layout, SlotHandle rows) throws SemanticException {
        rows.add(layout.table(
                ENVIRONMENT,
                List.of(
                        Column.text("", "SECTION", "18%"),
                        Column.text("Item", "ITEM", "30%"),
                        Column.text("Value", "CONTENT", "52%"))));
    }
}
