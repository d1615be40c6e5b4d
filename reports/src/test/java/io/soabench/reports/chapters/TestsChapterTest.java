package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.design.ReportQuery;
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
            create table v_run (run_id varchar(9));
            insert into v_run values ('now');
            create table v_suite_summary (case_id varchar(9), engine varchar(9), suite varchar(9), workload varchar(9), process varchar(9) default 'P',
              twin_of varchar(9), position int, mean_ms double precision, at_least_ms double precision, at_capacity boolean,
              throughput_per_s double precision);
            create table v_answer (question varchar(9), suite varchar(9), engine varchar(9));
            create table v_work_done (case_id varchar(9), repetition int, cpu_ms double precision);
            insert into v_suite_summary (case_id, engine, suite, workload) values ('a', 'one', 'S', 'H4'), ('b', 'two', 'S', 'H4');
            create table v_pair (position int, kind varchar(9), process varchar(9), suite varchar(9), workload varchar(9), case_a varchar(9), case_b varchar(9),
              ratio double precision, ratio_low double precision, ratio_high double precision, blocks int, p_difference double precision,
              p_value double precision, p_sign_flip double precision, effect double precision, verdict varchar(12));
            """;

    private static final String METRIC_VIEW =
            """
            create table v_metric_pair (position int, metric varchar(19), unit varchar(9), process varchar(9), suite varchar(9),
              workload varchar(9), case_a varchar(9), case_b varchar(9), mean_a double precision, mean_b double precision,
              ratio double precision, ratio_low double precision, ratio_high double precision, difference_low double precision,
              difference_high double precision, blocks int, p_difference double precision, verdict varchar(12));
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
            try (ResultSet row =
                    statement.executeQuery(TestsChapter.PAIRS.shown().sql())) {
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
                    METRIC_VIEW
                            + """
                    insert into v_metric_pair values
                      (1, 'throughput', '1/s', 'P', 'S', 'H4', 'a', 'b', 200, 32.6, 0.163, 0.15, 0.18, null, null, 5, 0.0001, 'worse'),
                      (2, 'overhead', 'ms', 'P', 'S', 'H4', 'a', 'b', -0.01, 8, null, null, null, 7.5, 8.5, 5, 0.002, 'worse'),
                      (3, 'overhead', 'ms', 'P', 'S', 'H4', 'a', 'b', 40, 80, 2, 1.9, 2.1, 39, 41, 5, null, null)""");
            List<String> rows = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery(TestsChapter.METRIC_PAIRS.shown().sql())) {
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
                            "throughput [per s] | 32.6 / 200 | 0.16 | 0.15 – 0.18 | worse",
                            "overhead [ms] | 8 / -0.010 | – | 7.50 – 8.50 ms | worse");
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
        assertThat(notes(TestsChapter.PAIRS_NOTE, "341" + low + "saturated'")).isEmpty();
        assertThat(notes(TestsChapter.NOT_COMPARED, "341" + low + "worse'")).isEmpty();
        assertThat(notes(TestsChapter.NOT_COMPARED, "341" + low + "saturated'"))
                .containsExactly(
                        "1 pair of engines has no comparison of response times, because an engine did not keep up:"
                                + " the answered requests do not represent the others.");
        assertThat(notes(TestsChapter.NOT_COMPARED, "341" + low + "capacity'"))
                .containsExactly(
                        "1 pair of engines has no comparison of response times, because an engine is at its capacity:"
                                + " the wait of clients depends on their number.");
    }

    private static String note(String numbers) throws SQLException {
        return notes(TestsChapter.PAIRS_NOTE, numbers).get(0);
    }

    private static List<String> notes(ReportQuery query, String numbers) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute("insert into v_pair values (1, 'engine', 'P', 'S', 'H4', 'a', 'b', " + numbers + ")");
            return all(statement, query);
        }
    }

    private static List<String> all(Statement statement, ReportQuery query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(query.sql())) {
            while (row.next()) {
                found.add(row.getString("sentence"));
            }
        }
        return found;
    }

    /** Three hundred throughputs, of which the last five are of comparisons with the baseline, as the first pages have them. */
    @Test
    void shouldHaveEachPairOfTheFirstPagesAndSayHowManyOthersAreLeftOut() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS + METRIC_VIEW);
            statement.execute(
                    """
                    insert into v_suite_summary (case_id, engine, suite, workload) values ('c', 'base', 'S', 'H4');
                    insert into v_answer values ('baseline', 'S', 'base');
                    insert into v_metric_pair select x, 'throughput', '1/s', 'P', 'S', 'H4', 'a', case when x > 295 then 'c' else 'b' end,
                      1, 2, 2, 1, 3, null, null, 3, 0.04, 'better' from system_range(1, 300)""");
            List<String> shown = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery(TestsChapter.METRIC_PAIRS.shown().sql())) {
                while (row.next()) {
                    shown.add(row.getString("engines") + " " + row.getString("p_difference"));
                }
            }
            assertThat(shown)
                    .hasSize(FirstRows.OF_TABLE)
                    .startsWith("base / one 0.040")
                    .endsWith("two / one 0.040\u00a0*");
            assertThat(shown.subList(0, 5)).containsOnly("base / one 0.040");
            assertThat(all(statement, TestsChapter.METRIC_PAIRS.left()))
                    .containsExactly("Not shown: 100 more rows, in the view V_METRIC_PAIR of the database.");

            statement.execute("update v_metric_pair set case_b = 'c'");
            assertThat(all(statement, TestsChapter.METRIC_PAIRS.left()))
                    .as("the first pages refer to all of them")
                    .isEmpty();
        }
    }

    /** A p that is not corrected is no member of the family; without a baseline, all are. */
    @Test
    void shouldMarkTheProbabilityOfASingleComparison() throws SQLException {
        String without = "0.04, null, null, 1, 'worse')";
        String other = "; insert into v_answer values ('baseline', 'S', 'base')";
        String one = "; insert into v_answer values ('baseline', 'S', 'one')";
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_pair values (1, 'engine', 'P', 'S', 'H4', 'a', 'b', 2, 1, 3, 3, " + without);
            assertThat(probability(statement)).isEqualTo("0.040");
            statement.execute(one.substring(2));
            assertThat(probability(statement)).isEqualTo("0.040");
            statement.execute("delete from v_answer" + other);
            assertThat(probability(statement)).isEqualTo("0.040\u00a0*");
            assertThat(all(statement, TestsChapter.METRIC_PAIRS_NOTE))
                    .singleElement()
                    .asString()
                    .contains(" * marks the p of a single comparison.");
        }
    }

    private static String probability(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(TestsChapter.PAIRS.shown().sql())) {
            assertThat(row.next()).isTrue();
            return row.getString("p_difference");
        }
    }

    /** Both suites have a test of their engines, and a correlation. */
    @Test
    void shouldNameTheSuiteOfRankTestsAndCorrelations() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    VIEWS
                            + """
                    insert into v_suite_summary (case_id, engine, suite, workload) values ('c', 'one', 'T', 'H4');
                    create table v_rank_test (position int, suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9), compared int,
                      repetitions int, h double precision, freedom int, p_value double precision);
                    insert into v_rank_test values (1, 'S', 'P', 'H4', null, 3, 5, 1, 2, 0.5), (2, 'T', 'P', 'H4', null, 4, 5, 1, 2, 0.5),
                      (3, null, 'P', null, 'one', 5, 5, 1, 2, 0.5);
                    create table v_correlation (suite varchar(9), workload varchar(9), engine varchar(9), metric varchar(9), observations int,
                      correlation double precision);
                    insert into v_correlation values ('S', 'H4', null, 'cpu', 10, 0.5), ('T', 'H4', 'one', 'cpu', 10, 0.4)""");
            assertThat(workloads(statement, TestsChapter.RANKS)).containsExactly("H4 (S)", "H4 (T)", "all 5");
            assertThat(workloads(statement, TestsChapter.CORRELATIONS)).containsExactly("H4 (S)", "H4 (T)");
        }
    }

    /** Loads of two suites are points of two laws, and a reader must know which is which. */
    @Test
    void shouldNameTheSuiteOfALawWhereAnEngineHasSeveral() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_power_law (suite varchar(9), engine varchar(9), process varchar(9), workload_kind varchar(9), think varchar(9),
                      quantity varchar(19), unit varchar(9), points int, load_from double precision, load_to double precision, factor double precision,
                      exponent double precision, exponent_low double precision, exponent_high double precision, r_squared double precision);
                    insert into v_power_law values ('S', 'one', 'P', 'closed', '1 s', 'response-time', 'ms', 3, 1, 9, 1, 1, 0, 2, 1),
                      ('T', 'one', 'P', 'closed', '1 s', 'response-time', 'ms', 3, 1, 9, 1, 1, 0, 2, 1),
                      ('T', 'two', 'P', 'closed', '1 s', 'response-time', 'ms', 3, 1, 9, 1, 1, 0, 2, 1)""");
            List<String> engines = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery(TestsChapter.POWER_LAWS.shown().sql())) {
                while (row.next()) {
                    engines.add(row.getString("engine"));
                }
            }
            assertThat(engines).containsExactly("one (S)", "one (T)", "two");
        }
    }

    private static List<String> workloads(Statement statement, FirstRows rows) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(rows.shown().sql())) {
            while (row.next()) {
                found.add(row.getString("workload"));
            }
        }
        return found;
    }

    /** Two suites may have the same process, workload and engines: their rows are told apart. */
    @Test
    void shouldNameTheSuiteWhereSeveralHaveTheWorkload() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary (case_id, engine, suite, workload) values ('c', 'one', 'Far', 'H4'), ('d', 'one', 'Far', 'H1')");
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
    void shouldHaveNoRowOfAnEngineThatDidNotKeepUp() throws SQLException {
        for (String verdict : List.of("saturated", "capacity")) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                    Statement statement = connection.createStatement()) {
                statement.execute(VIEWS);
                statement.execute(
                        "insert into v_pair values (1, 'engine', 'P', 'S', 'H4', 'a', 'b', 341.34, 161, 725, 6, 1e-9, null, 0.0081, 1, '"
                                + verdict + "')");
                try (ResultSet row =
                        statement.executeQuery(TestsChapter.PAIRS.shown().sql())) {
                    assertThat(row.next()).as(verdict).isFalse();
                }
            }
        }
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
            try (ResultSet row =
                    statement.executeQuery(StartsSection.STARTS.shown().sql())) {
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
