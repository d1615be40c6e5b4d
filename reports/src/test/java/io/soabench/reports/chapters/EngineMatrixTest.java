package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What the cells of two engines say, by what is known of both. */
final class EngineMatrixTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9),
              position int, mean_ms double precision, at_least_ms double precision, verdict varchar(9), twin_of varchar(9), at_capacity boolean default false);
            create table v_pair (kind varchar(9), process varchar(9), case_a varchar(9), case_b varchar(9), ratio double precision,
              at_least double precision, verdict varchar(12));
            create table v_answer (question varchar(9), suite varchar(9), engine varchar(9), workload varchar(9), other varchar(9),
              cases int, decided boolean);
            """;

    /** @param numbers mean and least mean of each engine as SQL has them */
    private static String cells(String verdict, String... numbers) throws SQLException {
        return cells(verdict, null, numbers);
    }

    /** @param atLeast how many times as long the second one takes at least, whatever may still change; null when all is steady */
    private static String cells(String verdict, Double atLeast, String... numbers) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary (case_id, suite, process, workload, engine, position, mean_ms, at_least_ms, verdict, twin_of) values ('a', 'S', 'P', 'H4', 'one', 1, "
                            + numbers[0] + ", '', null)," + " ('b', 'S', 'P', 'H4', 'two', 2, " + numbers[1]
                            + ", '', null)");
            statement.execute(
                    "insert into v_pair values ('engine', 'P', 'a', 'b', 2, " + atLeast + ", '" + verdict + "')");
            try (ResultSet row = statement.executeQuery(EngineMatrix.cells(2).sql())) {
                assertThat(row.next()).isTrue();
                return row.getString("e1") + " | " + row.getString("e2");
            }
        }
    }

    @Test
    void shouldCallTheOneLowestThatKeepsUpWhereTheOtherDoesNot() throws SQLException {
        assertThat(cells("saturated", "40, null", "50000, 29142"))
                .isEqualTo("●\u00a040.0\u00a0ms (lowest) | ■\u00a0≥\u00a029,142\u00a0ms (saturated)");
        assertThat(cells("saturated", "60000, 20000", "50, null"))
                .as("a least mean is no mean")
                .isEqualTo("■\u00a0≥\u00a020,000\u00a0ms (saturated) | ●\u00a050.0\u00a0ms (lowest)");
    }

    @Test
    void shouldCallNoneLowestWhereNoneKeepsUpOrNothingIsDecided() throws SQLException {
        assertThat(cells("saturated", "60000, 20000", "70000, 29142")).doesNotContain("lowest");
        assertThat(cells("undecided", "40, null", "50, null"))
                .doesNotContain("lowest")
                .contains("(undecided)");
        assertThat(cells("worse", "40, null", "80, null"))
                .isEqualTo("●\u00a040.0\u00a0ms (lowest) | ▲\u00a080.0\u00a0ms (2× as long)");
    }

    /** The mean of an engine at its capacity is no property of the engine, and a headline has what it answers. */
    @Test
    void shouldSayThatAnEngineIsAtItsCapacity() throws SQLException {
        String full = "; update v_suite_summary set at_capacity = true where case_id = 'b'";
        assertThat(withUpdate("capacity", full, "40, null", "6100, null"))
                .isEqualTo("●\u00a040.0\u00a0ms (lowest) | ◊\u00a06,100\u00a0ms (at capacity)");
        assertThat(withUpdate("capacity", full.replace("where case_id = 'b'", ""), "4000, null", "6100, null"))
                .isEqualTo("◊\u00a04,000\u00a0ms (at capacity) | ◊\u00a06,100\u00a0ms (at capacity)");
    }

    private static String bounded(String update, String... numbers) throws SQLException {
        return withUpdate("worse", "1.5", update, numbers);
    }

    private static String withUpdate(String verdict, String update, String... numbers) throws SQLException {
        return withUpdate(verdict, "null", update, numbers);
    }

    private static String withUpdate(String verdict, String atLeast, String update, String[] numbers)
            throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary (case_id, suite, process, workload, engine, position, mean_ms, at_least_ms, verdict)"
                            + " values ('a', 'S', 'P', 'H4', 'one', 1, " + numbers[0]
                            + ", ''), ('b', 'S', 'P', 'H4', 'two', 2, "
                            + numbers[1] + ", '')" + update);
            statement.execute(
                    "insert into v_pair values ('engine', 'P', 'a', 'b', 2, " + atLeast + ", '" + verdict + "')");
            try (ResultSet row = statement.executeQuery(EngineMatrix.cells(2).sql())) {
                assertThat(row.next()).isTrue();
                return row.getString("e1") + " | " + row.getString("e2");
            }
        }
    }

    /** The second engine is the baseline, and takes longer or less long. */
    @Test
    void shouldCompareWithTheBaselineAndCallNoneLowest() throws SQLException {
        String second = "; insert into v_answer (question, suite, engine) values ('baseline', 'S', 'two')";
        assertThat(withUpdate("worse", second, "40, null", "80, null"))
                .isEqualTo("▼\u00a040.0\u00a0ms (0.50× as long) | 80.0\u00a0ms (baseline)");
        assertThat(withUpdate("better", second, "80, null", "40, null"))
                .startsWith("▲\u00a080.0\u00a0ms (")
                .endsWith("40.0\u00a0ms (baseline)");
        assertThat(withUpdate("undecided", second, "40, null", "41, null"))
                .isEqualTo("?\u00a040.0\u00a0ms (undecided) | 41.0\u00a0ms (baseline)");
        assertThat(withUpdate(
                        "worse",
                        "; insert into v_answer (question, suite, engine) values ('fastest', 'S', 'two')",
                        "40, null",
                        "80, null"))
                .contains("(lowest)");
    }

    /** Intervals that hold together are wider than that of a pair, and the table does not decide what they leave open. */
    @Test
    void shouldLeaveOpenWhatTheFirstPageDoesNotDecide() throws SQLException {
        String answer = "; insert into v_answer values ('fastest', 'S', 'one', 'H4', 'two', 1, false)";
        assertThat(withUpdate("worse", answer, "40, null", "80, null"))
                .isEqualTo("40.0\u00a0ms | ?\u00a080.0\u00a0ms (undecided)");
        assertThat(withUpdate("worse", answer.replace("false", "true"), "40, null", "80, null"))
                .isEqualTo("●\u00a040.0\u00a0ms (lowest) | ▲\u00a080.0\u00a0ms (2× as long)");
        assertThat(withUpdate("worse", answer.replace("H4", "H1"), "40, null", "80, null"))
                .as("another workload")
                .contains("(lowest)");
        assertThat(bounded(answer.replace("false", "true"), "40, null", "80, null"))
                .as("the bound of the first page is in its footnote")
                .endsWith("(2× as long)");
        assertThat(bounded("", "40, null", "80, null")).endsWith("(≥\u00a01.50× as long)");
    }

    @Test
    void shouldCallNoneLowestThatIsAlone() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary (case_id, suite, process, workload, engine, position, mean_ms, at_least_ms, verdict, twin_of) values ('a', 'S', 'P', 'H4', 'one', 1, 40, null, '', null)");
            try (ResultSet row = statement.executeQuery(EngineMatrix.cells(1).sql())) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString("e1")).isEqualTo("40.0\u00a0ms");
            }
        }
    }

    /** That one of them comes first in the order of the model is no reason to mark it in another way. */
    @Test
    void shouldMarkAllThatDidNotKeepUp() throws SQLException {
        assertThat(cells("saturated", "60000, 20000", "70000, 29142"))
                .isEqualTo("■\u00a0≥\u00a020,000\u00a0ms (saturated) | ■\u00a0≥\u00a029,142\u00a0ms (saturated)");
    }

    @Test
    void shouldExplainTheSignsThatAreThereAndNoOthers() throws SQLException {
        assertThat(legend("worse", null, "40, null", "80, null")).isEqualTo("● the lowest mean; ▲ takes longer.");
        assertThat(legend("worse", "1.3", "40, null", "80, null"))
                .isEqualTo(
                        "● the lowest mean; ▲ takes longer; ≥ at least so many times as long, even if trends continued.");
        assertThat(legend("undecided", null, "null, null", "null, null")).isEqualTo("– no mean is known.");
        assertThat(legend("saturated", null, "60000, 20000", "70000, 29142"))
                .isEqualTo("■ did not keep up, a lower bound.");
    }

    private static String legend(String verdict, String atLeast, String... numbers) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute(
                    "insert into v_suite_summary (case_id, suite, process, workload, engine, position, mean_ms, at_least_ms, verdict, twin_of) values ('a', 'S', 'P', 'H4', 'one', 1, "
                            + numbers[0] + ", '', null)," + " ('b', 'S', 'P', 'H4', 'two', 2, " + numbers[1]
                            + ", '', null)");
            statement.execute(
                    "insert into v_pair values ('engine', 'P', 'a', 'b', 2, " + atLeast + ", '" + verdict + "')");
            try (ResultSet row = statement.executeQuery(EngineMatrix.legend(2).sql())) {
                assertThat(row.next()).isTrue();
                return row.getString(1);
            }
        }
    }

    @Test
    void shouldSayOnlyWhatHoldsWhereResponseTimesMayStillChange() throws SQLException {
        assertThat(cells("worse", 1.3, "40, null", "80, null"))
                .isEqualTo("●\u00a040.0\u00a0ms (lowest) | ▲\u00a080.0\u00a0ms (≥\u00a01.30× as long)");
    }

    @Test
    void shouldWriteARatioHoweverFarTheEnginesAreApart() throws SQLException {
        assertThat(cells("worse", 12_345.6, "1, null", "14000, null")).endsWith("(≥\u00a012,346× as long)");
        assertThat(cells("worse", 1.04, "40, null", "43, null")).endsWith("(≥\u00a01.04× as long)");
    }
}
