package io.soabench.analyzer.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An inserter of rows into one table, with each value under the name of its column. NaN becomes NULL, texts are cut to their column, and
 * constants of enums are in lower case.
 */
final class RowInserter implements AutoCloseable {

    private static final int BATCH = 2_000;

    private final String table;
    private final PreparedStatement insert;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private int pending;

    /**
     * A column of the table.
     *
     * @param length maximum length of a text; 0 for other types
     */
    private record Column(int place, int length) {}

    RowInserter(Connection connection, String table) throws SQLException {
        this.table = table;
        StringBuilder places = new StringBuilder();
        try (ResultSet found = connection.getMetaData().getColumns(null, null, table.toUpperCase(Locale.ROOT), null)) {
            while (found.next()) {
                boolean text = found.getInt("DATA_TYPE") == Types.VARCHAR;
                places.append(columns.isEmpty() ? "?" : ",?");
                columns.put(
                        found.getString("COLUMN_NAME").toLowerCase(Locale.ROOT),
                        new Column(found.getInt("ORDINAL_POSITION"), text ? found.getInt("COLUMN_SIZE") : 0));
            }
        }
        insert = connection.prepareStatement("insert into " + table + " values (" + places + ")");
    }

    /** A row in the making. */
    final class Row {
        private final Map<String, Object> values = new LinkedHashMap<>();

        /**
         * Sets the value of a column.
         *
         * @throws IllegalArgumentException when the table has no such column, or the row has its value already
         */
        Row set(String column, Object value) {
            if (!columns.containsKey(column) || values.containsKey(column)) {
                throw new IllegalArgumentException("column " + column + " of " + table
                        + (values.containsKey(column) ? " is set twice" : " does not exist"));
            }
            values.put(column, value);
            return this;
        }

        /**
         * Inserts the row.
         *
         * @throws IllegalArgumentException when a column is not set
         */
        void add() throws SQLException {
            if (values.size() < columns.size()) {
                throw new IllegalArgumentException("a row of " + table + " has only the columns " + values.keySet());
            }
            for (Map.Entry<String, Column> entry : columns.entrySet()) {
                Column column = entry.getValue();
                insert.setObject(column.place(), sql(values.get(entry.getKey()), column.length()));
            }
            insert.addBatch();
            if (++pending == BATCH) {
                insert.executeBatch();
                pending = 0;
            }
        }
    }

    Row row() {
        return new Row();
    }

    private static Object sql(Object value, int length) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number : null;
        }
        if (value instanceof String text) {
            return text.length() > length ? text.substring(0, length - 1) + "…" : text;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        if (value instanceof Instant instant) {
            return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        if (value instanceof Timestamp) {
            throw new IllegalArgumentException("a Timestamp depends on the time zone of this machine; use an Instant");
        }
        return value;
    }

    @Override
    public void close() throws SQLException {
        try {
            if (pending > 0) {
                insert.executeBatch();
            }
        } finally {
            insert.close();
        }
    }
}
