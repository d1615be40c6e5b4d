package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The rows of the table of instances. */
final class InstancesChapterTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (case_id varchar(9), suite varchar(9), workload varchar(9));
            insert into v_suite_summary values ('a', 'S', 'H4'), ('b', 'S', 'H4');
            create table v_process (suite varchar(9), case_id varchar(9), case_position int, engine varchar(9), process varchar(9),
              workload varchar(9), repetition int, instances double precision, instance_mean_ms double precision,
              instance_low_ms double precision, instance_high_ms double precision, instance_median_ms double precision,
              instance_p99_ms double precision, instances_per_s double precision, instances_low_per_s double precision,
              instances_high_per_s double precision);
            insert into v_process values
              ('S', 'b', 2, 'two', 'P', 'H4', null, 40, 3, null, null, 3, null, 4, null, null),
              ('S', 'a', 1, 'one', 'P', 'H4', null, 500, 2, 1.5, 2.5, 2, 9, 50, 49, 51),
              ('S', 'a', 1, 'one', 'P', 'H4', 1, 250, 2, null, null, 2, null, 50, null, null),
              ('S', 'c', 3, 'three', 'P', 'H4', null, null, null, null, null, null, null, null, null, null);
            create table v_repetition (case_id varchar(9), repetition int, usable boolean);
            insert into v_repetition values ('a', 1, true), ('a', 2, true), ('a', 3, false), ('b', 1, true);
            create table v_instance (case_id varchar(9), repetition int, process varchar(9), running bigint);
            insert into v_instance values ('a', 1, 'P', 2), ('a', 2, 'P', 1), ('a', 3, 'P', 100), ('b', 1, 'P', 0);
            create table v_metric (engine varchar(9), repetition int, metric varchar(99), source varchar(99));
            insert into v_metric values
              ('three', 1, 'instance-duration', 'unavailable: it keeps none'),
              ('three', 2, 'instance-duration', 'unavailable: it keeps none'),
              ('three', 1, 'instances-per-second', 'unavailable: it keeps none'),
              ('one', 1, 'instance-duration', 'the history'),
              ('one', 1, 'instances-per-second', 'unavailable: only the last are read')""";

    @Test
    void shouldHaveARowForEachProcessWithItsIntervalsAndWhatStillRanInRepetitionsThatCount() throws SQLException {
        assertThat(QueryRows.of(
                        VIEWS,
                        InstancesChapter.INSTANCES.shown(),
                        "engine",
                        "instance_mean_ms",
                        "duration_interval",
                        "rate_interval",
                        "running"))
                .containsExactly("one | 2.0 | 1.50 – 2.50 | 49 – 51 | 3", "two | 3.0 | – | – | 0");
    }

    @Test
    void shouldNameEachEngineWithoutAHistoryOnce() throws SQLException {
        assertThat(QueryRows.of(VIEWS, InstancesChapter.WITHOUT.shown(), "sentence"))
                .containsExactly(
                        "How many instances of one ended per second is not known, because instances that began earlier may be"
                                + " missing: only the last are read.",
                        "The instances of three are not known: it keeps none.");
    }
}
