package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class ComparisonChapterTest {

    @Test
    void shouldExplainNoPictureThatIsNotThere() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_run (run_id varchar(9)); insert into v_run values ('now');
                    create table v_beside (published_mean_ms double precision);
                    create table v_suite_summary (suite varchar(9), workload varchar(9), engine varchar(9), mean_ms double precision,
                      ci_low_ms double precision, confidence double precision, standing varchar(9));
                    insert into v_suite_summary values ('S', 'H1', 'one', 10, 9, 0.95, 'settled'), ('S', 'H2', 'one', 10, 9, 0.95, 'settled')""");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.LEGEND.sql())) {
                assertThat(row.next()).isFalse();
            }
            statement.execute(
                    "update v_suite_summary set workload = 'H1', engine = case when workload = 'H1' then 'one' else 'two' end");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.LEGEND.sql())) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1))
                        .isEqualTo(
                                "Each dot is the mean of a case with its 95 % confidence interval; each colour is an engine.");
            }
        }
    }

    /** Two processes without a number are a pair, but not one that has a sentence. */
    @Test
    void shouldSayThatThereIsNothingToCompareBesidePairsOfProcesses() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_run (run_id varchar(9)); insert into v_run values ('now');
                    create table v_pair (kind varchar(9)); insert into v_pair values ('process');
                    create table v_suite_summary (suite varchar(9), workload varchar(9), mean_ms double precision);
                    insert into v_suite_summary values ('S', 'H1', 10), ('S', 'H1', null)""");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.NOTHING_TO_COMPARE.sql())) {
                assertThat(row.next()).isTrue();
            }
            statement.execute("insert into v_pair values ('engine')");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.NOTHING_TO_COMPARE.sql())) {
                assertThat(row.next()).isFalse();
            }
        }
    }
}
