package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/** The chapter about the machines and the software of the run. */
public final class EnvironmentChapter implements Chapter {

    /** Number of characters from which on a text is printed once for all items of a section that have it. */
    private static final int LONG = 60;

    /** The value. Long lists of artifacts have blanks, at which a line may end: on paper a word that is too long for its column loses its end. */
    private static final String VALUE =
            "case when min(item) like '%.coordinates' then regexp_replace(min(content), ',(?! )', ', ') else min(content) end";

    /** The value with a blank in the middle of a checksum of 64 digits. Only the report to print is brief: others are copied from. */
    private static final String CHECKSUM_IN_TWO =
            "regexp_replace(" + VALUE + ", '\\b([0-9a-f]{32})([0-9a-f]{32})\\b', '$1 $2')";

    /** The rows: items without a value are left out, unless they are parameters or settings, which may be empty. */
    private static final String ROWS =
            """
            select section, listagg(item, ', ') within group (order by position) item, coalesce(nullif(%s, ''), '–') content
            from v_environment where item not like '%.fingerprint.%' and (content <> '' or section in ('configuration', 'settings in force'))"""
                    .replace("%s", VALUE);

    private static final String GROUPS =
            " group by section, case when length(content) < %d then item else content end order by min(position)"
                    .formatted(LONG);

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
        query = new ReportQuery(
                "environment", (brief ? ROWS.replace(VALUE, CHECKSUM_IN_TWO) + IDENTITY : ROWS) + GROUPS);
    }

    /** Returns the query of the rows. */
    ReportQuery query() {
        return query;
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
                        TableColumn.text("", "SECTION", "11.5%"),
                        TableColumn.text("Item", "ITEM", "26.5%"),
                        TableColumn.text("Value", "CONTENT", "62%"))));
    }
}
