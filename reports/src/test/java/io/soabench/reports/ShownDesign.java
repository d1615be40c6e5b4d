package io.soabench.reports;

import io.soabench.analyzer.Analyzer;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.birt.report.model.api.CellHandle;
import org.eclipse.birt.report.model.api.DesignElementHandle;
import org.eclipse.birt.report.model.api.ExtendedItemHandle;
import org.eclipse.birt.report.model.api.GridHandle;
import org.eclipse.birt.report.model.api.ListHandle;
import org.eclipse.birt.report.model.api.OdaDataSetHandle;
import org.eclipse.birt.report.model.api.ParamBindingHandle;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.ReportItemHandle;
import org.eclipse.birt.report.model.api.RowHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;

/**
 * What a report shows, without rendering it: the design is walked as BIRT does, lists are repeated for each row of their data sets, and
 * what a table, a chart or a text shows is one item.
 */
final class ShownDesign {

    private static final Pattern COLUMN = Pattern.compile("row\\[\"([^\"]+)\"]");

    private final Connection connection;
    private final boolean counting;
    private final List<Item> items = new ArrayList<>();
    private final List<Query> queries = new ArrayList<>();

    /**
     * A row of a table, all that a chart shows, or a text that depends on data.
     *
     * @param source name of its data set; of a text empty
     */
    record Item(String source, List<Map<String, String>> rows) {}

    /**
     * A query that was run.
     *
     * @param source name of its data set
     * @param text the query
     * @param scanned rows that the database read for it, by its own account
     */
    record Query(String source, String text, long scanned) {}

    private ShownDesign(Connection connection, boolean counting) {
        this.counting = counting;
        this.connection = connection;
    }

    /** What the design shows of the database. */
    private static List<Item> of(ReportDesignHandle design, Connection connection) throws SQLException {
        ShownDesign shown = new ShownDesign(connection, false);
        shown.walk(design.getBody(), Map.of());
        return shown.items;
    }

    /** What the report on a run shows once the run has another plan and was analysed with it. */
    static List<Item> of(Path run, Plan plan) throws Exception {
        Json.write(run.resolve(RunFiles.PLAN), plan);
        Analyzer.analyze(run);
        try (Connection connection =
                DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "")) {
            return of(RunReport.design(connection, ReportExtent.YES, "html"), connection);
        }
    }

    private static final Pattern SCANNED = Pattern.compile("scanCount: (\\d+)");

    /** Every query that a rendering in one format runs, in order. */
    static List<Query> queries(Path run) throws Exception {
        try (Connection connection =
                DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "")) {
            ShownDesign shown = new ShownDesign(connection, true);
            shown.walk(RunReport.design(connection, ReportExtent.YES, "html").getBody(), Map.of());
            return shown.queries;
        }
    }

    private void walk(SlotHandle slot, Map<String, String> row) throws SQLException {
        for (int i = 0; i < slot.getCount(); i++) {
            walk(slot.get(i), row);
        }
    }

    private void walk(DesignElementHandle element, Map<String, String> row) throws SQLException {
        if (element instanceof GridHandle grid) {
            walk(grid.getRows(), row);
        } else if (element instanceof RowHandle inner) {
            walk(inner.getCells(), row);
        } else if (element instanceof CellHandle cell) {
            walk(cell.getContent(), row);
        } else if (element instanceof ListHandle list) {
            for (Map<String, String> each : rows(list, row)) {
                walk(list.getDetail(), each);
            }
        } else if (element instanceof TableHandle table) {
            for (Map<String, String> each : rows(table, row)) {
                items.add(new Item(table.getDataSet().getName(), List.of(each)));
            }
        } else if (element instanceof ExtendedItemHandle chart) {
            List<Map<String, String>> rows = rows(chart, row);
            if (!rows.isEmpty()) {
                items.add(new Item(chart.getDataSet().getName(), rows));
            }
        } else if (element instanceof TextDataHandle text) {
            Matcher column = COLUMN.matcher(text.getValueExpr());
            if (column.find()) {
                items.add(new Item("", List.of(Map.of("TEXT", String.valueOf(row.get(column.group(1)))))));
            }
        }
    }

    private List<Map<String, String>> rows(ReportItemHandle item, Map<String, String> around) throws SQLException {
        OdaDataSetHandle source = (OdaDataSetHandle) item.getDataSet();
        if (counting) {
            String plan = read("explain analyze " + source.getQueryText(), item, around)
                    .get(0)
                    .values()
                    .iterator()
                    .next();
            queries.add(new Query(
                    source.getName(),
                    source.getQueryText(),
                    SCANNED.matcher(plan)
                            .results()
                            .mapToLong(count -> Long.parseLong(count.group(1)))
                            .sum()));
        }
        return read(source.getQueryText(), item, around);
    }

    private List<Map<String, String>> read(String query, ReportItemHandle item, Map<String, String> around)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            int position = 1;
            for (Iterator<?> bindings = item.paramBindingsIterator(); bindings.hasNext(); position++) {
                ParamBindingHandle binding = (ParamBindingHandle) bindings.next();
                Matcher key = COLUMN.matcher(
                        binding.getExpressionListHandle().getListValue().get(0).toString());
                if (!key.find()) {
                    throw new IllegalStateException(item.getDataSet().getName() + " has a key that is no column");
                }
                statement.setString(position, around.get(key.group(1)));
            }
            List<Map<String, String>> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Map<String, String> row = new LinkedHashMap<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        row.put(rows.getMetaData().getColumnLabel(i), rows.getString(i));
                    }
                    all.add(row);
                }
            }
            return all;
        }
    }
}
