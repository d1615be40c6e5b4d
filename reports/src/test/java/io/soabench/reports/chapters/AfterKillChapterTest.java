package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The rows of the table of kills. */
final class AfterKillChapterTest {

    private static final String VIEW =
            """
            create table v_after_kill (process varchar(9), workload varchar(9), engine varchar(9), repetition int, killed_s double precision,
              back_ms double precision, acknowledged bigint, lost bigint, waiting bigint, cut bigint, repeated_calls bigint, sent bigint,
              failed bigint, first_answer_ms double precision, as_before_ms double precision, before_seconds int);
            insert into v_after_kill values
              ('P', 'web', 'memory', 1, 10, 2500, 20, 13, 2, 2, 0, 60, 58, 2600, 4000, 10),
              ('P', 'web', 'durable', 1, 10, 3500, 20, 0, 2, 2, 15, 80, 80, 3600, null, 9),
              ('P', 'web', 'unseen', 1, 10, null, null, null, 0, 0, null, 90, 90, null, null, 0)""";

    @Test
    void shouldHaveEachNumberWithTheOneThatItIsPartOf() throws SQLException {
        assertThat(QueryRows.of(
                        VIEW,
                        AfterKillChapter.KILLS.shown(),
                        "engine",
                        "lost_of",
                        "cut_of",
                        "repeated_of",
                        "failed_of",
                        "back_s",
                        "as_before"))
                .containsExactly(
                        "memory | 13 / 20 | 2 / 2 | 0 / 22 | 58 / 60 | 2.5 | 4.0 (10)",
                        "durable | 0 / 20 | 2 / 2 | 15 / 22 | 80 / 80 | 3.5 | not (9)",
                        "unseen | – | 0 / 0 | – | 90 / 90 | null | unknown (0)");
    }
}
