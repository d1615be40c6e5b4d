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

/** The rows of the tables of completed requests and of the layer in front of engines. */
final class WorkChapterTest {

    private static final String VIEWS =
            """
            create table v_work_done (case_id varchar(9), process varchar(9), workload varchar(9), engine varchar(9), repetition int,
              completed bigint, completed_per_s double precision, ci_low double precision, ci_high double precision, cpu_s double precision,
              cpu_ms double precision, completed_per_cpu_s double precision, cpu_ci_low double precision, cpu_ci_high double precision,
              start_s double precision, start_ci_low double precision, start_ci_high double precision);
            insert into v_work_done values
              ('1', 'P', 'full', 'one', null, 400, 20, 19, 21, 2, 5, 200, 190, 210, 3.25, 3, 3.5),
              ('1', 'P', 'full', 'one', 1, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('1', 'P', 'full', 'one', 2, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('1', 'P', 'full', 'one', 3, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('2', 'P', 'full', 'two', null, 0, 0, null, null, null, null, null, null, null, null, null, null),
              ('3', 'P', 'full', 'three', null, 8, 1, 0.5, 2, 2, 5, 4, 3, 5, 3.25, 1, 11),
              ('3', 'P', 'full', 'three', 1, 4, 1, null, null, 2, 5, 4, null, null, 3.25, null, null),
              ('3', 'P', 'full', 'three', 2, 4, 1, null, null, 2, 5, 4, null, null, 3.25, null, null);
            create table v_front_share (process varchar(9), workload varchar(9), engine varchar(9), front_ms double precision,
              front_ci_low double precision, front_ci_high double precision, engine_ms double precision, share double precision,
              share_ci_low double precision, share_ci_high double precision);
            insert into v_front_share values
              ('P', 'full', 'one', 1.25, 1, 1.5, 5, 0.25, 0.2, 0.3), ('P', 'full', 'two', 1.25, null, null, 10, 0.125, null, null)""";

    private static List<String> rows(ReportQuery query, String... columns) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            try (ResultSet rows = statement.executeQuery(query.sql())) {
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (String column : columns) {
                        row.add(String.valueOf(rows.getString(column)));
                    }
                    found.add(String.join(" | ", row));
                }
            }
        }
        return found;
    }

    @Test
    void shouldHaveTheProcessorTimeOfARequestAndTheStartOfEachCase() throws SQLException {
        assertThat(rows(WorkChapter.DONE, "ENGINE", "COMPLETED", "PER_S", "PER_CPU_S", "CPU_MS", "START_S", "START_CI"))
                .containsExactly(
                        "one | 400 | 20 | 200 | 5.0 | 3.25 | 3 – 3.50",
                        "two | 0 | 0 | – | null | null | –",
                        "three | 8 | 1 | 4 | 5.0 | 3.25 | –");
    }

    @Test
    void shouldHaveTheShareOfTheFrontInPercent() throws SQLException {
        assertThat(rows(WorkChapter.SHARES, "ENGINE", "FRONT_MS", "ENGINE_MS", "SHARE", "CI"))
                .containsExactly("one | 1.25 | 5 | 25.0 | 20 – 30", "two | 1.25 | 10 | 12.5 | –");
    }
}
