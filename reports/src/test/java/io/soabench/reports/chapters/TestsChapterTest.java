package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a row of two engines says. */
final class TestsChapterTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), engine varchar(9), suite varchar(9), workload varchar(9));
            create table v_answer (question varchar(9));
            insert into v_suite_summary values ('a', 'one', 'S', 'H4'), ('b', 'two', 'S', 'H4');
            create table v_pair (position int, kind varchar(9), process varchar(9), suite varchar(9), workload varchar(9), case_a varchar(9), case_b varchar(9),
              ratio double precision, ratio_low double precision, ratio_high double precision, blocks int, p_difference double precision,
              p_value double precision, p_sign_flip double precision, effect double precision, verdict varchar(12));
            """;

    private static String row(String verdict, String probabilities) throws SQLException {
        return row(verdict, 6, probabilities);
    }

    private static String row(String verdict, int blocks, String probabilities) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute("insert into v_pair values (1, 'engine', 'P', 'S', 'H4', 'a', 'b', 341.34, 161, 725, "
                    + blocks + ", " + probabilities + ", 1, '" + verdict + "')");
            try (ResultSet row = statement.executeQuery(TestsChapter.PAIRS.sql())) {
                assertThat(row.next()).isTrue();
                return String.join(
                        " | ",
                        row.getString("engines"),
                        row.getString("ratio"),
                        row.getString("ci"),
                        row.getString("p_difference"),
                        row.getString("p_value"),
                        String.valueOf(row.getString("effect")),
                        row.getString("verdict"));
            }
        }
    }

    /** What is not a ratio has an interval in its unit; what is not judged is in the database alone. */
    @Test
    void shouldListThroughputAndOverheadThatAreJudged() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    """
                    create table v_metric_pair (position int, metric varchar(19), unit varchar(9), process varchar(9), suite varchar(9),
                      workload varchar(9), case_a varchar(9), case_b varchar(9), mean_a double precision, mean_b double precision,
                      ratio double precision, ratio_low double precision, ratio_high double precision, difference_low double precision,
                      difference_high double precision, blocks int, p_difference double precision, verdict varchar(12));
                    insert into v_metric_pair values
                      (1, 'throughput', '1/s', 'P', 'S', 'H4', 'a', 'b', 200, 32.6, 0.163, 0.15, 0.18, null, null, 5, 0.0001, 'worse'),
                      (2, 'overhead', 'ms', 'P', 'S', 'H4', 'a', 'b', -0.01, 8, null, null, null, 7.5, 8.5, 5, 0.002, 'worse'),
                      (3, 'overhead', 'ms', 'P', 'S', 'H4', 'a', 'b', 40, 80, 2, 1.9, 2.1, 39, 41, 5, null, null)""");
            List<String> rows = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(TestsChapter.METRIC_PAIRS.sql())) {
                while (row.next()) {
                    rows.add(String.join(
                            " | ",
                            row.getString("metric"),
                            row.getString("means"),
                            row.getString("ratio"),
                            row.getString("ci"),
                            row.getString("verdict")));
                }
            }
            assertThat(rows)
                    .containsExactly(
                            "throughput | 32.6 / 200 1/s | 0.16 | 0.15 – 0.18 | worse",
                            "overhead | 8 / -0.010 ms | – | 7.50 – 8.50 ms | worse");
        }
    }

    /** A reader is told why there is no number where there is none, and nothing else. */
    @Test
    void shouldSayWhyNumbersAreMissing() throws SQLException {
        String low = ", 161, 725, 5, null, null, null, 1, '";
        String none = ", null, null, 0, null, null, null, 1, '";
        assertThat(note("341" + low + "worse'"))
                .endsWith(
                        "Vargha and Delaney’s A needs four repetitions of each engine, p (signs) six blocks; – marks fewer.");
        assertThat(note("341, 161, 725, 6, 0.01, null, 0.03, 1, 'worse'")).endsWith(", p (signs) six blocks.");
        assertThat(note("null" + none + "undecided'"))
                .endsWith("p (signs) six blocks, an interval two; – marks fewer.");
        assertThat(note("341" + low + "saturated'")).contains("six blocks. – for engines that did not keep up: ");
    }

    private static String note(String numbers) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute("insert into v_pair values (1, 'engine', 'P', 'S', 'H4', 'a', 'b', " + numbers + ")");
            try (ResultSet row = statement.executeQuery(TestsChapter.PAIRS_NOTE.sql())) {
                assertThat(row.next()).isTrue();
                return row.getString(1);
            }
        }
    }

    /** Two suites may have the same process, workload and engines: their rows are told apart. */
    @Test
    void shouldNameTheSuiteWhereSeveralHaveTheWorkload() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary values ('c', 'one', 'Far', 'H4'), ('d', 'one', 'Far', 'H1')");
            try (ResultSet row = statement.executeQuery(
                    "select " + SqlText.workload("s.") + " from v_suite_summary s order by case_id")) {
                List<String> names = new ArrayList<>();
                while (row.next()) {
                    names.add(row.getString(1));
                }
                assertThat(names).containsExactly("H4 (S)", "H4 (S)", "H4 (Far)", "H1");
            }
        }
    }

    @Test
    void shouldNeverSayThatAProbabilityIsZero() throws SQLException {
        assertThat(row("worse", "1e-9, null, 0.0081"))
                .isEqualTo("two / one | 341 | 161 – 725 | < 0.001 | 0.008 | 1.0 | worse");
        assertThat(row("undecided", "0.0012, null, null")).contains(" | 0.001 | – | ");
    }

    /** Ranks over all repetitions would ignore the blocks. */
    @Test
    void shouldPreferTheTestWithinBlocks() throws SQLException {
        assertThat(row("worse", "1e-9, 0.4, 0.0313")).contains(" | < 0.001 | 0.031 | ");
        assertThat(row("worse", "1e-9, 0.0081, null")).contains(" | < 0.001 | 0.008 | ");
    }

    /** One repetition that is slower than one other is no large effect. */
    @Test
    void shouldSayNoEffectWhereTooFewAreRanked() throws SQLException {
        assertThat(row("undecided", 3, "0.0012, null, null")).endsWith(" | – | null | undecided");
    }

    /** Its few answers were soon there, and nothing else was. */
    @Test
    void shouldSayNoRatioOfAnEngineThatDidNotKeepUp() throws SQLException {
        assertThat(row("saturated", "1e-9, null, 0.0081")).isEqualTo("two / one | – | – | – | – | null | saturated");
        assertThat(row("capacity", "1e-9, null, 0.0081")).isEqualTo("two / one | – | – | – | – | null | capacity");
    }

    private static List<String> starts(String rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_suite_summary (case_id varchar(9), position int, process varchar(9), suite varchar(9), workload varchar(9),
                      engine varchar(9), standing varchar(12));
                    insert into v_suite_summary values ('a', 1, 'P', 'S', 'H4', 'one', 'settled'), ('b', 2, 'P', 'S', 'H4', 'two', 'unsettled'),
                      ('c', 3, 'P', 'S', 'H4', 'full', 'saturated'), ('d', 4, 'P', 'S', 'H4', 'once', 'settled');
                    create table v_repetition (case_id varchar(9), usable boolean, start_class varchar(19));
                    """
                            + rows);
            List<String> shown = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(StartsSection.STARTS.sql())) {
                while (row.next()) {
                    shown.add(row.getString("engine") + " " + row.getInt("flat") + row.getInt("warm_up")
                            + row.getInt("slow_down") + row.getInt("unsteady") + " " + row.getString("verdict"));
                }
            }
            return shown;
        }
    }

    /** Repetitions that do not count, and backlogs that grow, show nothing of the starts of an engine. */
    @Test
    void shouldCountTheStartsOfEachKind() throws SQLException {
        String rows =
                """
                insert into v_repetition values ('a', true, 'flat'), ('a', true, 'flat'), ('a', false, 'slow-down'), ('a', true, 'unknown'),
                  ('b', true, 'warm-up'), ('b', true, 'slow-down'), ('b', true, 'no steady state'),
                  ('c', true, 'slow-down'), ('c', true, 'flat'), ('d', true, 'flat');""";

        assertThat(starts(rows)).containsExactly("one 2000 consistent", "two 0111 inconsistent", "once 1000 –");
        assertThat(starts("insert into v_repetition values ('a', true, 'unknown');"))
                .isEmpty();
    }
}
