package io.soabench.analyzer.database;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An export of views as CSV files (RFC 4180). The first line has the names of the columns; NULL is an empty field. */
final class CsvExport {

    private CsvExport() {}

    static void write(Connection connection, String view, Path file) throws SQLException, IOException {
        try (Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("select * from " + view);
                BufferedWriter out = Files.newBufferedWriter(file)) {
            int columns = rows.getMetaData().getColumnCount();
            for (int i = 1; i <= columns; i++) {
                out.write(i == 1 ? "" : ",");
                out.write(rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT));
            }
            out.write('\n');
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    out.write(i == 1 ? "" : ",");
                    out.write(field(rows.getString(i)));
                }
                out.write('\n');
            }
        }
    }

    private static String field(String text) {
        if (text == null) {
            return "";
        }
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Removes a folder of files if it exists. */
    static void delete(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            List<Path> files;
            try (Stream<Path> entries = Files.list(folder)) {
                files = entries.toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }
}
