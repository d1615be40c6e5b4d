package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows of the tables of completed requests and of the layer in front of engines. */
final class WorkChapterTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), suite varchar(9), workload varchar(9));
            insert into v_suite_summary values ('a', 'S', 'full'), ('b', 'S', 'full');
            create table v_work_done (case_id varchar(9), suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9), repetition int,
              completed bigint, completed_per_s double precision, ci_low double precision, ci_high double precision, cpu_s double precision,
              cpu_ms double precision, completed_per_cpu_s double precision, cpu_ci_low double precision, cpu_ci_high double precision,
              start_s double precision, start_ci_low double precision, start_ci_high double precision);
            insert into v_work_done values
              ('1', 'S', 'P', 'full', 'one', null, 400, 20, 19, 21, 2, 5, 200, 190, 210, 3.25, 3, 3.5),
              ('1', 'S', 'P', 'full', 'one', 1, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('1', 'S', 'P', 'full', 'one', 2, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('1', 'S', 'P', 'full', 'one', 3, 400, 20, null, null, 2, 5, 200, null, null, 3.25, null, null),
              ('2', 'S', 'P', 'full', 'two', null, 0, 0, null, null, null, null, null, null, null, null, null, null),
              ('3', 'S', 'P', 'full', 'three', null, 8, 1, 0.5, 2, 2, 5, 4, 3, 5, 3.25, 1, 11),
              ('3', 'S', 'P', 'full', 'three', 1, 4, 1, null, null, 2, 5, 4, null, null, 3.25, null, null),
              ('3', 'S', 'P', 'full', 'three', 2, 4, 1, null, null, 2, 5, 4, null, null, 3.25, null, null);
            create table v_front_share (suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9), front_ms double precision,
              front_ci_low double precision, front_ci_high double precision, engine_ms double precision, share double precision,
              share_ci_low double precision, share_ci_high double precision);
            insert into v_front_share values
              ('S', 'P', 'full', 'one', 1.25, 1, 1.5, 5, 0.25, 0.2, 0.3), ('S', 'P', 'full', 'two', 1.25, null, null, 10, 0.125, null, null)""";

    private static List<String> rows(FirstRows query, String... columns) throws SQLException {
        return rows("", query, columns);
    }

    private static List<String> rows(String more, FirstRows query, String... columns) throws SQLException {
        return QueryRows.of(VIEWS + more, query.shown(), columns);
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

    /** Two suites may measure the same front under the same workload. */
    @Test
    void shouldNameTheSuiteWhereSeveralHaveTheWorkload() throws SQLException {
        String other =
                """
                ; insert into v_suite_summary values ('c', 'T', 'full');
                insert into v_work_done select '4', 'T', process, workload, engine, repetition, completed, completed_per_s, ci_low, ci_high, cpu_s, cpu_ms,
                  completed_per_cpu_s, cpu_ci_low, cpu_ci_high, start_s, start_ci_low, start_ci_high from v_work_done where engine = 'two';
                insert into v_front_share select 'T', process, workload, engine, front_ms, front_ci_low, front_ci_high, engine_ms, share, share_ci_low,
                  share_ci_high from v_front_share where engine = 'two'""";

        assertThat(rows(other, WorkChapter.DONE, "WORKLOAD", "ENGINE"))
                .containsExactly("full (S) | one", "full (S) | two", "full (S) | three", "full (T) | two");
        assertThat(rows(other, WorkChapter.SHARES, "WORKLOAD", "ENGINE"))
                .containsExactly("full (S) | one", "full (S) | two", "full (T) | two");
    }

    /** Three repetitions without pending requests do not show that there never are any. */
    @Test
    void shouldHaveNoIntervalOfEqualNumbersOfPendingRequests() throws SQLException {
        String ends =
                """
                ; create table v_pending_end (suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9), stage varchar(9), stretches int,
                  pending double precision, ci_low double precision, ci_high double precision, most int);
                insert into v_pending_end values ('S', 'P', 'full', 'one', 'burst', 3, 0, 0, 0, 0), ('S', 'P', 'full', 'two', 'burst', 3, 2, 1, 3, 4)""";

        assertThat(rows(ends, WorkChapter.ENDS, "ENGINE", "CI")).containsExactly("one | –", "two | 1 – 3");
    }
}
