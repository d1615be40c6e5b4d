package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The rows of the tables of steps. */
final class StepsChapterTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), suite varchar(9), workload varchar(9));
            insert into v_suite_summary values ('a', 'S', 'H4'), ('b', 'S', 'H4');
            create table v_step (suite varchar(9), case_id varchar(9), case_position int, engine varchar(9), process varchar(9), workload varchar(9),
              position int, calls int, repetition int, before_mean_ms double precision, step_mean_ms double precision, step_low_ms double precision,
              step_high_ms double precision, step_p95_ms double precision, after_mean_ms double precision, engine_mean_ms double precision,
              engine_low_ms double precision, engine_high_ms double precision, overlap_share double precision);
            insert into v_step values
              ('S', 'b', 2, 'two', 'P', 'H4', 1, null, null, 1.5, 3, null, null, 4, 0.5, 11, null, null, 0.25),
              ('S', 'a', 1, 'one', 'P', 'H4', 1, 4, null, 1, 2, 1.9, 2.1, 2.5, 1, 8, 7.5, 8.5, 0),
              ('S', 'a', 1, 'one', 'P', 'H4', 1, 4, 1, 1, 2, null, null, 2.5, 1, 8, null, null, 0);
            create table v_step_line (position int, suite varchar(9), engine varchar(9), workload varchar(9), processes varchar(99), calls_from int,
              calls_to int, intercept_ms double precision, intercept_low_ms double precision, intercept_high_ms double precision,
              slope_ms double precision, slope_low_ms double precision, slope_high_ms double precision, off_ms double precision);
            insert into v_step_line values (1, 'S', 'one', 'H4', 'P, Q', 1, 4, 2, 1.5, 2.5, 1.25, -0.5, 3, 0)""";

    @Test
    void shouldHaveARowForEachCaseWithItsIntervals() throws SQLException {
        assertThat(QueryRows.of(
                        VIEWS,
                        StepsChapter.STEPS.shown(),
                        "engine",
                        "calls",
                        "step_mean_ms",
                        "step_interval",
                        "engine_interval",
                        "overlap_share"))
                .containsExactly("one | 4 | 2.0 | 1.90 – 2.10 | 7.50 – 8.50 | 0.0", "two | – | 3.0 | – | – | 0.25");
    }

    @Test
    void shouldHaveTheTimeForARequestAndForACall() throws SQLException {
        assertThat(QueryRows.of(
                        VIEWS,
                        StepsChapter.LINES.shown(),
                        "engine",
                        "processes",
                        "calls",
                        "intercept_interval",
                        "slope_interval"))
                .containsExactly("one | P, Q | 1 – 4 | 1.50 – 2.50 | -0.50 – 3");
    }
}
