package io.soabench.analyzer.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;

/** A writer of rows into the tables of one database. */
final class TableWriter {

    private final Connection connection;
    private final Function<Exception, RuntimeException> failure;

    /**
     * Creates a writer.
     *
     * @param failure converts an error of the database
     */
    TableWriter(Connection connection, Function<Exception, RuntimeException> failure) {
        this.connection = connection;
        this.failure = failure;
    }

    /** Code that adds rows. */
    interface RowWriter {
        void to(RowInserter rows) throws SQLException;
    }

    /** Code that fills a row from one element. */
    interface RowMapping<T> {
        void to(RowInserter.Row row, T element, int position);
    }

    void write(String table, RowWriter writing) {
        try (RowInserter rows = new RowInserter(connection, table)) {
            writing.to(rows);
        } catch (SQLException e) {
            throw failure.apply(e);
        }
    }

    /** Writes a row for each element; positions count from 1. */
    <T> void each(String table, Iterable<T> elements, RowMapping<T> mapping) {
        write(table, rows -> {
            int position = 1;
            for (T element : elements) {
                RowInserter.Row row = rows.row();
                mapping.to(row, element, position++);
                row.add();
            }
        });
    }
}
