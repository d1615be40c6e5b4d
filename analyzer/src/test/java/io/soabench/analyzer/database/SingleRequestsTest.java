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
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single requests and their partner calls in the database of a run. */
final class SingleRequestsTest {

    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void simulate() {
        run = folder.resolve("run");
        SampleRun.write(run, 3, new SampleRun.Shape().engines(1).repetitions(2).measureS(3));
        Analyzer.analyze(run);
    }

    private static List<Map<String, String>> rows(String query) throws SQLException {
        List<Map<String, String>> all = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                Map<String, String> row = new TreeMap<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.put(rows.getMetaData().getColumnLabel(i), rows.getString(i));
                }
                all.add(row);
            }
        }
        return all;
    }

    /** The query of the document. */
    private static String documented() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "how-to", "query-the-database.md"));
        int begin = document.indexOf("```sql\n", document.indexOf("## Single requests"));
        return document.substring(begin + "```sql\n".length(), document.indexOf(";\n```", begin));
    }

    @Test
    void shouldHaveAllMeasuredRequestsOfAShortRepetition() throws SQLException {
        assertThat(
                        rows(
                                "select case_id, repetition, count(*) n from v_request group by case_id, repetition order by 1, 2"))
                .isNotEmpty()
                .isEqualTo(rows("select case_id, repetition, requests n from v_repetition order by 1, 2"));
    }

    @Test
    void shouldHaveTheCallsOfEachRequest() throws SQLException {
        assertThat(rows("select count(*) n from v_call")).isNotEqualTo(rows("select 0 n"));
        assertThat(rows("select r.request from v_request r where r.calls <> (select count(*) from v_call c"
                        + " where c.case_id = r.case_id and c.repetition = r.repetition and c.request = r.request)"))
                .isEmpty();
        assertThat(rows("select c.request from v_call c left join v_request r on c.case_id = r.case_id"
                        + " and c.repetition = r.repetition and c.request = r.request where r.request is null"))
                .isEmpty();
        assertThat(rows("select request from v_call where after_ms < 0 or response_ms < 0"))
                .isEmpty();
    }

    @Test
    void shouldAnswerTheDocumentedQuestion() throws SQLException, IOException {
        List<Map<String, String>> found = rows(documented());

        List<String> slowest = rows(
                        "select request, max(response_ms) t from v_request group by case_id, repetition, request"
                                + " order by t desc fetch first 10 rows only")
                .stream()
                .map(row -> row.get("REQUEST"))
                .toList();
        assertThat(found.stream().map(row -> row.get("REQUEST")).distinct())
                .hasSizeBetween(1, 10)
                .containsAll(slowest);
        assertThat(found).anySatisfy(row -> assertThat(row.get("SERVICE")).isEqualTo("quotes"));
    }

    /** Without the index, each of the ten requests would read all calls of the run. */
    @Test
    void shouldReadTheCallsOfARequestByTheirIndex() throws SQLException, IOException {
        String plan = rows("explain " + documented()).get(0).get("PLAN");

        assertThat(plan).contains("PARTNER_CALL_REQUEST").doesNotContain("PARTNER_CALL.tableScan");
    }

    @Test
    void shouldHaveTheNinetyFifthPercentileOverTime() throws SQLException {
        assertThat(rows("select * from v_timeline where not (median_ms <= p95_ms and p95_ms <= p99_ms)"))
                .isEmpty();
        assertThat(rows("select p95_ms from v_timeline where p95_ms is not null"))
                .isNotEmpty();
    }
}
