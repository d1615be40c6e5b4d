package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of engines of two suites: one with a baseline at its capacity, one with an engine of its own. */
final class EngineRowsTest {

    private Connection connection;

    @BeforeEach
    void makeViews() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        sql(
                """
                create table v_run (run_id varchar(9));
                insert into v_run values ('R');
                create table v_suite_summary (case_id varchar(9), suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9),
                  position int, mean_ms double precision, at_least_ms double precision, verdict varchar(9), twin_of varchar(9),
                  at_capacity boolean default false, throughput_per_s double precision);
                create table v_pair (kind varchar(9), process varchar(9), case_a varchar(9), case_b varchar(9), ratio double precision,
                  at_least double precision, verdict varchar(12));
                create table v_answer (question varchar(9), suite varchar(9), engine varchar(9), workload varchar(9), other varchar(9),
                  cases int, decided boolean);
                create table v_work_done (case_id varchar(9), repetition int, cpu_ms double precision);
                create table v_metric_pair (metric varchar(19), case_a varchar(9), case_b varchar(9), ratio double precision, verdict varchar(12));
                """);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private void sql(String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private void add(String id, String suite, String engine, int position, double meanMs, double perS, double cpuMs)
            throws SQLException {
        sql(
                "insert into v_suite_summary (case_id, suite, process, workload, engine, position, mean_ms, at_capacity, throughput_per_s)"
                        + " values ('" + id + "', '" + suite + "', 'P', 'W', '" + engine + "', " + position + ", "
                        + meanMs
                        + ", true, " + perS + "); insert into v_work_done values ('" + id + "', null, " + cpuMs + ")");
    }

    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(EngineRows.ROWS.shown().sql())) {
            while (row.next()) {
                rows.add(row.getString("named") + " | " + row.getString("engine") + " | " + row.getString("mean")
                        + " | " + row.getString("throughput") + " | " + row.getString("spent"));
            }
        }
        return rows;
    }

    private boolean wanted() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(EngineRows.WANTED.sql())) {
            return row.next();
        }
    }

    @Test
    void shouldHaveARowForEachEngineOfEachSuiteTheBaselineFirst() throws SQLException {
        add("a", "S", "slow", 1, 30, 200, 4);
        add("b", "S", "base", 2, 5, 1000, 1);
        add("c", "T", "other", 3, 9, 500, 2);
        sql(
                "insert into v_answer (question, suite, engine) values ('baseline', 'S', 'base');"
                        + " insert into v_pair values ('engine', 'P', 'a', 'b', 0.2, null, 'capacity');"
                        + " insert into v_metric_pair values ('throughput', 'a', 'b', 5, 'better'), ('processor-time', 'a', 'b', 0.25, 'better')");

        assertThat(rows())
                .containsExactly(
                        "W (S) | base | ◊ 5.00 ms (at capacity) | 1,000 | 1 ms (baseline)"
                                .replace(" ms", "\u00a0ms")
                                .replace("◊ ", "◊\u00a0"),
                        "W (S) | slow | ◊ 30.0 ms (at capacity) | 200 (0.20×) | ▲ 4 ms (4×)"
                                .replace(" ms", "\u00a0ms")
                                .replace("◊ ", "◊\u00a0")
                                .replace("▲ ", "▲\u00a0"),
                        "W (T) | other | ◊ 9.00 ms (at capacity) | 500 | 2 ms"
                                .replace(" ms", "\u00a0ms")
                                .replace("◊ ", "◊\u00a0"));
    }

    @Test
    void shouldBeWantedWhereEnginesDoNotFitBesideEachOther() throws SQLException {
        for (int i = 1; i <= 5; i++) {
            add("s" + i, "S", "e" + i, i, i, 10, 1);
        }
        assertThat(wanted()).as("five engines of one suite").isFalse();

        add("t1", "T", "e1", 6, 1, 10, 1);
        assertThat(wanted()).as("a second suite with one of them").isTrue();

        for (int i = 2; i <= 5; i++) {
            add("t" + i, "T", "e" + i, 5 + i, i, 10, 1);
        }
        assertThat(wanted()).as("a second suite with all").isFalse();

        add("s6", "S", "e6", 12, 1, 10, 1);
        add("t6", "T", "e6", 13, 1, 10, 1);
        assertThat(wanted()).as("six engines").isTrue();
    }
}
