package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What a row of two engines says. */
final class TestsTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), engine varchar(9));
            insert into v_suite_summary values ('a', 'one'), ('b', 'two');
            create table v_pair (position int, kind varchar(9), process varchar(9), workload varchar(9), case_a varchar(9), case_b varchar(9),
              ratio double precision, ratio_low double precision, ratio_high double precision, blocks int, p_difference double precision,
              p_value double precision, effect double precision, verdict varchar(12));
            """;

    private static String row(String verdict, String probabilities) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            statement.execute("insert into v_pair values (1, 'engine', 'P', 'H4', 'a', 'b', 341.34, 161, 725, 5, "
                    + probabilities + ", 1, '" + verdict + "')");
            try (ResultSet row = statement.executeQuery(Tests.PAIRS.sql())) {
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

    @Test
    void shouldNeverSayThatAProbabilityIsZero() throws SQLException {
        assertThat(row("worse", "1e-9, 0.0081"))
                .isEqualTo("two / one | 341 | 161 – 725 | < 0.001 | 0.008 | 1.0 | worse");
        assertThat(row("undecided", "0.0012, null")).contains(" | 0.001 | – | ");
    }

    /** One repetition that is slower than one other is no large effect. */
    @Test
    void shouldSayNoEffectWhereTooFewAreRanked() throws SQLException {
        assertThat(row("undecided", "0.0012, null")).endsWith(" | – | null | undecided");
    }

    /** Its few answers were soon there, and nothing else was. */
    @Test
    void shouldSayNoRatioOfAnEngineThatDidNotKeepUp() throws SQLException {
        assertThat(row("saturated", "1e-9, 0.0081")).isEqualTo("two / one | – | – | – | – | null | saturated");
    }
}
