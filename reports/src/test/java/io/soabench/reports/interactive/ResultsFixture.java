package io.soabench.reports.interactive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.stream.Stream;

/** A simulated run with its database, and its interactive page. The database stays open until the fixture is closed. */
final class ResultsFixture implements AutoCloseable {

    /** A name that ends a script element, begins another, and would run when it is read as markup. */
    static final String HOSTILE = "</script><b id=\"x\"><!--<script> & \u2028 <img src=x onerror=\"throw 'hostile'\">";

    private static final String DATA = "<script type=\"application/json\" id=\"data\">";
    private static final String END = "</script>";

    private final Path folder;
    private final Connection connection;

    private ResultsFixture(Path folder) throws SQLException {
        this.folder = folder;
        connection =
                DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("results") + ";IFEXISTS=TRUE", "sa", "");
    }

    /** Returns a run with two engines, two processes and two workloads, with failures and events. */
    static ResultsFixture simulated(Path folder) throws SQLException {
        SampleRun.write(folder, 7, new SampleRun.Shape().repetitions(2).measureS(4));
        Analyzer.analyze(folder);
        return new ResultsFixture(folder);
    }

    /** Returns a run of which no repetition left anything. */
    static ResultsFixture unmeasured(Path folder) throws IOException, SQLException {
        SampleRun.write(folder, 7, new SampleRun.Shape().repetitions(1).measureS(2));
        try (Stream<Path> files = Files.walk(folder.resolve("cases"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        Analyzer.analyze(folder);
        return new ResultsFixture(folder);
    }

    /** Returns a copy whose title, first engine and partners have the hostile name. */
    ResultsFixture hostile(Path copy) throws IOException, SQLException {
        Files.createDirectories(copy);
        try (Statement statement = connection.createStatement()) {
            statement.execute("script to '" + copy.resolve("results.sql") + "'");
        }
        try (Connection empty = DriverManager.getConnection("jdbc:h2:file:" + copy.resolve("results"), "sa", "");
                Statement statement = empty.createStatement()) {
            statement.execute("runscript from '" + copy.resolve("results.sql") + "'");
        }
        ResultsFixture hostile = new ResultsFixture(copy);
        String name = HOSTILE.replace("'", "''");
        try (Statement statement = hostile.connection.createStatement()) {
            statement.executeUpdate("update run set title = '" + name + "'");
            statement.executeUpdate("update bench_case set engine = '" + name + "' where position = 1");
            statement.executeUpdate("update partner_call set service = '" + name + "'");
            statement.executeUpdate("update request set detail = '" + name + "' where outcome <> 'OK'");
            statement.executeUpdate("update event set subject = '" + name + "'");
        }
        return hostile;
    }

    /** Returns the file of the page, made anew. */
    Path page() throws IOException, SQLException {
        Path file = folder.resolve(InteractivePage.FILE);
        InteractivePage.write(connection, file);
        return file;
    }

    /** Returns the data of a page as a browser takes them: up to the first end of a script. */
    static JsonNode data(String page) throws IOException {
        int begin = page.indexOf(DATA) + DATA.length();
        return new ObjectMapper().readTree(page.substring(begin, page.indexOf(END, begin)));
    }

    /** Returns the rows of a query. */
    List<List<Object>> rows(String sql) throws SQLException {
        List<List<Object>> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                found.add(row);
            }
        }
        return found;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
