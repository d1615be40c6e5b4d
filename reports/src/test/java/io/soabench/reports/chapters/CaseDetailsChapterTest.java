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

final class CaseDetailsChapterTest {

    /** That an engine goes on again is no second pause, and not late by its length. */
    @Test
    void shouldTellTheLaterStepsOfAnEventFromItsBeginning() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_event (case_id varchar(9), repetition int, kind varchar(9), subject varchar(99), what varchar(99),
                      at_s double precision, planned_at_s double precision, planned_at_request int, detail varchar(99));
                    insert into v_event values ('a', 1, 'model', 'pause', 'pause of ours', 3.001, 3, null, '1 ms after its time'),
                      ('a', 1, 'model', 'pause: goes on again', 'pause of ours', 3.502, 3, null, '2 ms after its time')""");
            List<String> events = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery(CaseDetailsChapter.EVENTS.sql().replace(":CASE_ID", "'a'"))) {
                while (row.next()) {
                    events.add(row.getString("planned") + " | " + row.getString("event"));
                }
            }
            assertThat(events).containsExactly("3.000 | pause of ours", " | pause of ours: goes on again");
        }
    }
}
