package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The rows of a query of a report on tables that a test makes. */
final class QueryRows {

    private QueryRows() {}

    /**
     * Runs a query in a database of its own.
     *
     * @param tables statements that make and fill the tables that the query reads
     * @param columns names of the columns to read
     * @return for each row its values with {@code " | "} between them; {@code null} for a value that is not there
     */
    static List<String> of(String tables, ReportQuery query, String... columns) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(tables);
            try (ResultSet rows = statement.executeQuery(query.sql())) {
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (String column : columns) {
                        row.add(rows.getString(column));
                    }
                    found.add(String.join(" | ", row));
                }
            }
        }
        return found;
    }
}
