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

/** The rows of the table of collections. */
final class CollectionsChapterTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), suite varchar(9), workload varchar(9));
            insert into v_suite_summary values ('a', 'S', 'H4'), ('b', 'S', 'H4');
            create table v_collection (suite varchar(9), case_id varchar(9), position int, engine varchar(9), process varchar(9),
              workload varchar(9), per_s double precision, pause_mean_ms double precision, pause_max_ms double precision,
              pause_share double precision, stopped_share double precision, allocated_per_s double precision,
              allocated_per_request double precision);
            insert into v_collection values
              ('S', 'b', 2, 'two', 'P', 'H4', 0, null, null, 0, 0.001, null, null),
              ('S', 'a', 1, 'one', 'P', 'H4', 1.5, 2.25, 12, 0.003, 0.004, 104857600, 51200)""";

    @Test
    void shouldHaveARowForEachCaseAndNoNumberForWhatIsNotKnown() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS);
            try (ResultSet rows = statement.executeQuery(
                    CollectionsChapter.COLLECTIONS.shown().sql())) {
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 3; i <= 10; i++) {
                        row.add(rows.getString(i));
                    }
                    found.add(String.join(" | ", row));
                }
            }
        }
        assertThat(found)
                .containsExactly(
                        "one | 100 | 50 | 1.50 | 2.25 | 12 | 0.003 | 0.004", "two | – | – | 0 | – | – | 0.0 | 0.001");
    }
}
