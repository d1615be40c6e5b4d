package io.soabench.reports.design;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.birt.report.model.api.elements.DesignChoiceConstants;

/** The columns of queries with their types, as the database knows them. Used by one thread. */
final class ColumnTypes {

    private final Connection connection;

    ColumnTypes(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns BIRT's data types of the query's columns by name, in their order.
     *
     * @throws UnreadableQueryException when the database cannot answer the query
     */
    Map<String, String> of(ReportQuery source) {
        try (PreparedStatement statement = connection.prepareStatement(source.prepared())) {
            ResultSetMetaData columns = statement.getMetaData();
            Map<String, String> types = new LinkedHashMap<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                types.put(columns.getColumnLabel(i), type(columns.getColumnClassName(i)));
            }
            return types;
        } catch (SQLException e) {
            throw new UnreadableQueryException(
                    "what \"" + source.name() + "\" shows cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the present values of the query's first column. The query must not depend on a row around it. */
    List<String> values(ReportQuery source) {
        try (PreparedStatement statement = connection.prepareStatement(source.prepared());
                ResultSet rows = statement.executeQuery()) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new UnreadableQueryException("\"" + source.name() + "\" cannot be read: " + e.getMessage(), e);
        }
    }

    private static String type(String className) {
        try {
            return Number.class.isAssignableFrom(Class.forName(className))
                    ? DesignChoiceConstants.COLUMN_DATA_TYPE_FLOAT
                    : DesignChoiceConstants.COLUMN_DATA_TYPE_STRING;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the database answers with a type that is not on the class path", e);
        }
    }
}
