package io.soabench.analyzer.database;

import io.soabench.analyzer.validity.Criteria;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The tables and views of a database, with their descriptions in the database itself. */
final class Schema {

    private final Connection connection;
    private final TableWriter tables;

    Schema(Connection connection, TableWriter tables) {
        this.connection = connection;
        this.tables = tables;
    }

    /**
     * Creates a database of several runs.
     *
     * @param name name of the resources with its tables, views and descriptions
     */
    void create(String name) throws SQLException {
        script(name + ".sql");
        connection.setAutoCommit(false);
        describe(ViewDictionary.of(name + ".txt"));
    }

    /** Creates all tables and views of the database of a run, without results. */
    void create() throws SQLException {
        script("tables.sql");
        for (WideTable pivot : WideTable.values()) {
            execute("create table " + pivot.table() + " as " + pivot.query());
            execute("create index " + pivot.table() + "_case on " + pivot.table() + " (case_id)");
        }
        script("views.sql");
        connection.setAutoCommit(false);
        describe(new ViewDictionary());
        tables.each("criterion", Criteria.all(), (row, each, position) -> row.set("position", position)
                .set("criterion", each.id())
                .set("title", each.title())
                .set("subject", each.subject())
                .set("looks_at", each.looksAt())
                .set("violated_when", each.violatedWhen())
                .set("warned_when", each.warnedWhen())
                .set("reason", each.reason())
                .set("disturbance", each.isDisturbance())
                .set("consequence", each.isConsequence())
                .set("follows", each.follows())
                .set("remedy", each.remedy()));
    }

    /** Fills the wide tables from the statistics. */
    void pivot() throws SQLException {
        for (WideTable pivot : WideTable.values()) {
            execute("insert into " + pivot.table() + " " + pivot.query());
        }
    }

    /** Executes a script. Each statement ends with a semicolon at a line's end; lines that begin with two hyphens are comments. */
    private void script(String name) throws SQLException {
        StringBuilder statement = new StringBuilder();
        for (String line : ViewDictionary.resource(name).split("\n", -1)) {
            if (!line.startsWith("--")) {
                statement.append(line).append('\n');
            }
            if (line.endsWith(";")) {
                execute(statement.toString());
                statement.setLength(0);
            }
        }
    }

    private void execute(String statement) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private record Described(String view, String column, ViewDictionary.Entry entry) {}

    private void describe(ViewDictionary dictionary) throws SQLException {
        List<Described> all = new ArrayList<>();
        for (String view : views()) {
            all.add(new Described(
                    view,
                    "",
                    dictionary.view(view).orElseThrow(() -> new IllegalStateException(view + " is not described"))));
            for (String column : columns(view)) {
                ViewDictionary.Entry entry = dictionary
                        .column(view, column)
                        .orElseThrow(() -> new IllegalStateException(view + "." + column + " is not described"));
                all.add(new Described(view, column, entry));
            }
        }
        tables.each("dictionary", all, (row, each, position) -> row.set("position", position)
                .set("view_name", each.view())
                .set("column_name", each.column())
                .set("unit", each.entry().unit())
                .set("meaning", each.entry().meaning()));
    }

    /** Returns the names of all views. */
    List<String> views() throws SQLException {
        return texts(
                "select table_name from information_schema.views where table_schema = 'PUBLIC' order by table_name");
    }

    private List<String> columns(String view) throws SQLException {
        return texts("select column_name from information_schema.columns where table_name = '" + view
                + "' and table_schema = 'PUBLIC' order by ordinal_position");
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
