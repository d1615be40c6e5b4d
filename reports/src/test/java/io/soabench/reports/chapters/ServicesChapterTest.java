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

final class ServicesChapterTest {

    /** The first of several instances is not the whole service; of too few calls there is no percentile, as in other tables. */
    @Test
    void shouldNumberInstancesAndSayThatAPercentileIsMissing() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_repetition (case_id varchar(9), repetition int, usable boolean);
                    insert into v_repetition values ('a', 1, true);
                    create table v_service (case_id varchar(9), repetition int, service varchar(9), instance int, operation varchar(9),
                      calls int, planned_failures int, untraced int, planned_mean_ms double precision, mean_ms double precision,
                      median_ms double precision, p95_ms double precision, max_ms double precision, delay_error_p99_ms double precision);
                    insert into v_service values ('a', 1, 'quotes', 1, 'ask', 300, 0, 0, 20, 20, 20, 45, 50, 1),
                      ('a', 1, 'quotes', 2, 'ask', 100, 0, 0, 20, 0.0451, 20, null, 50, 1),
                      ('a', 1, 'alone', 1, 'ask', 300, 0, 0, 0, 0.0041, 20, 4.5, 50, 1)""");
            List<String> rows = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(ServicesChapter.OF_RUN.sql())) {
                while (row.next()) {
                    rows.add(row.getString("service") + " " + row.getString("p95") + " " + row.getString("mean") + " "
                            + row.getString("planned_mean"));
                }
            }
            assertThat(rows)
                    .as("a partner that answers at once takes microseconds, and not no time")
                    .containsExactly("alone 4.50 0.0041 0.00", "quotes[1] 45.0 20.0 20.0", "quotes[2] – 0.045 20.0");
        }
    }
}
