package io.soabench.analyzer.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The views, their dictionary and docs/reference/database.md say the same. */
final class DatabaseDocumentTest {

    private static final String MARK = "<!-- views -->\n";

    @TempDir
    private Path folder;

    @Test
    void shouldDescribeEveryColumnWhenTheDatabaseIsWritten() throws SQLException {
        List<String> undescribed = new ArrayList<>();
        ViewDictionary dictionary = new ViewDictionary();
        for (String[] column : rows("select table_name, column_name from information_schema.columns"
                + " where table_schema = 'PUBLIC' and table_name like 'V!_%' escape '!'")) {
            if (dictionary.column(column[0], column[1]).isEmpty()) {
                undescribed.add(column[0] + "." + column[1]);
            }
        }
        assertThat(undescribed).isEmpty();
    }

    @Test
    void shouldBeTheSameAsTheDocumentWhenTheDictionaryIsRendered() throws SQLException, IOException {
        StringBuilder text = new StringBuilder();
        for (String[] row : rows("select view_name, column_name, unit, meaning from v_dictionary")) {
            if (row[1].isEmpty()) {
                text.append("\n### ")
                        .append(row[0])
                        .append("\n\nA row is ")
                        .append(row[3])
                        .append(".\n\n");
                text.append("| column | unit | meaning |\n|---|---|---|\n");
            } else {
                text.append("| ").append(row[1]).append(" | ").append(row[2]).append(" | ");
                text.append(row[3].replace("|", "\\|")).append(" |\n");
            }
        }
        // Take this file over when the views were changed on purpose.
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "database-views.md"), text);
        String document = Files.readString(Path.of("..", "docs", "reference", "database.md"));
        assertThat(document.substring(document.indexOf(MARK) + MARK.length())).isEqualTo(text.toString());
    }

    @Test
    void shouldHaveEveryViewInTheIndexOfTheDocument() throws SQLException, IOException {
        String document = Files.readString(Path.of("..", "docs", "reference", "database.md"));
        String index = document.substring(document.indexOf("## Index"), document.indexOf(MARK));
        List<String> expected = new ArrayList<>();
        for (String[] row : rows("select view_name, meaning from v_dictionary where column_name = ''")) {
            expected.add("| [`%s`](#%s) | %s |".formatted(row[0], row[0].toLowerCase(Locale.ROOT), row[1]));
        }

        assertThat(index.lines().filter(line -> line.startsWith("| [")))
                .as("lines of the index in docs/reference/database.md")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private List<String[]> rows(String query) throws SQLException {
        Path run = folder.resolve("run");
        SampleRun.write(run, 1, new SampleRun.Shape().engines(1).repetitions(1).measureS(2));
        Analyzer.analyze(run);
        List<String[]> all = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                String[] row = new String[rows.getMetaData().getColumnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getString(i + 1);
                }
                all.add(row);
            }
        }
        return all;
    }
}
