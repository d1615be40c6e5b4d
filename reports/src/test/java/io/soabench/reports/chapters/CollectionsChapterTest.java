package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
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
        assertThat(QueryRows.of(
                        VIEWS,
                        CollectionsChapter.COLLECTIONS.shown(),
                        "engine",
                        "allocated_per_s",
                        "allocated_per_request",
                        "per_s",
                        "pause_mean_ms",
                        "pause_max_ms",
                        "pause_share",
                        "stopped_share"))
                .containsExactly(
                        "one | 100 | 50 | 1.50 | 2.25 | 12 | 0.003 | 0.004", "two | – | – | 0 | – | – | 0.0 | 0.001");
    }
}
