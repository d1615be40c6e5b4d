package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the queries of a report read, in rows: a report of many cases is only as fast as the query that reads most. */
final class QueryCostTest {

    /** Queries of a chapter of a case and of its charts: more would be one for each of something else. */
    private static final int MOST_A_CASE = 3;

    @TempDir
    private static Path folder;

    private static List<ShownDesign.Query> queries;
    private static long cases;
    private static long points;

    @BeforeAll
    static void simulate() throws Exception {
        Platform.startup(new EngineConfig());
        Path run = folder.resolve("run");
        SampleRun.write(run, 7, new SampleRun.Shape().repetitions(2).measureS(4).published(true));
        Analyzer.analyze(run);
        queries = ShownDesign.queries(run);
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select (select count(*) from v_suite_summary), (select count(*) from v_points)")) {
            row.next();
            cases = row.getLong(1);
            points = row.getLong(2);
        }
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    @Test
    void shouldAskAFewTimesACase() {
        Map<String, Long> times =
                queries.stream().collect(Collectors.groupingBy(ShownDesign.Query::source, Collectors.counting()));

        assertThat(times)
                .allSatisfy((source, number) -> assertThat(number).as(source).isLessThanOrEqualTo(MOST_A_CASE * cases));
    }

    /** The points of single requests are most of a database; one that is read again for each of the others is what made reports slow. */
    @Test
    void shouldReadNoPointMoreThanAFewTimesInAQuery() {
        assertThat(points).isGreaterThan(1_000);
        assertThat(queries).anyMatch(query -> query.source().equals("figure") && query.scanned() > points / cases / 2);
        assertThat(queries)
                .allSatisfy(
                        query -> assertThat(query.scanned()).as(query.source()).isLessThanOrEqualTo(5 * points));
    }

    /** What is divided by a number with an exponent becomes a decimal of 100,000 digits, each of which is computed. */
    @Test
    void shouldDivideByNoNumberWithAnExponent() {
        assertThat(queries)
                .allSatisfy(query ->
                        assertThat(query.text()).as(query.source()).doesNotContainPattern("\\b[0-9.]+[eE][+-]?[0-9]"));
    }

    @Test
    void shouldHaveNoColumnOfManyDigits() throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + folder.resolve("run/results") + ";IFEXISTS=TRUE", "sa", "");
                Statement statement = connection.createStatement();
                ResultSet types = statement.executeQuery(
                        "select table_name, column_name, data_type from information_schema.columns"
                                + " where table_schema = 'PUBLIC' and table_name like 'V\\_%'")) {
            int columns = 0;
            while (types.next()) {
                columns++;
                assertThat(types.getString(3))
                        .as(types.getString(1) + "." + types.getString(2))
                        .isNotEqualTo("DECFLOAT");
            }
            assertThat(columns).isGreaterThan(100);
        }
    }
}
