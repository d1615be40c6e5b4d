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

/** Inserts rows into one table: values in the order of its columns. NaN becomes NULL; texts are cut to their column. */
final class Rows implements AutoCloseable {

    private static final int BATCH = 2_000;

    private final PreparedStatement insert;
    private final int[] lengths;
    private int pending;

    Rows(Connection connection, String table) throws SQLException {
        StringBuilder places = new StringBuilder();
        try (ResultSet columns =
                connection.getMetaData().getColumns(null, null, table.toUpperCase(java.util.Locale.ROOT), null)) {
            int[] found = new int[200];
            int number = 0;
            while (columns.next()) {
                boolean text = columns.getInt("DATA_TYPE") == Types.VARCHAR;
                found[columns.getInt("ORDINAL_POSITION") - 1] = text ? columns.getInt("COLUMN_SIZE") : 0;
                places.append(number++ == 0 ? "?" : ",?");
            }
            lengths = java.util.Arrays.copyOf(found, number);
        }
        insert = connection.prepareStatement("insert into " + table + " values (" + places + ")");
    }

    void add(Object... values) throws SQLException {
        if (values.length != lengths.length) {
            throw new IllegalArgumentException(values.length + " values for " + lengths.length + " columns: " + insert);
        }
        for (int i = 0; i < values.length; i++) {
            insert.setObject(i + 1, sql(values[i], lengths[i]));
        }
        insert.addBatch();
        if (++pending == BATCH) {
            insert.executeBatch();
            pending = 0;
        }
    }

    private static Object sql(Object value, int length) {
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number : null;
        }
        if (value instanceof String text) {
            return text.length() > length ? text.substring(0, length - 1) + "…" : text;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
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
