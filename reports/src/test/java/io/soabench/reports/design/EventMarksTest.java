package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EventMarksTest {

    private static final ReportQuery COURSE =
            new ReportQuery("course", "select at_s, low, high from course where case_id = :CASE_ID");

    private Connection connection;

    @BeforeEach
    void createDatabase() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        try (Statement sql = connection.createStatement()) {
            sql.execute("create table course (case_id varchar, at_s double precision, low double precision,"
                    + " high double precision)");
            sql.execute("insert into course values ('a', 1, 5, 10), ('a', 3, null, 20), ('b', 2, 900, 1000)");
            sql.execute(EVENTS);
        }
    }

    @AfterEach
    void closeDatabase() throws SQLException {
        connection.close();
    }

    private List<String> rows(ReportQuery source, String caseId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(source.prepared())) {
            for (int i = 1; i <= source.keys().size(); i++) {
                statement.setString(i, caseId);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.append(i == 1 ? "" : " ").append(result.getString(i));
                    }
                    rows.add(row.toString());
                }
            }
            return rows;
        }
    }

    private void happens(String event, String caseId, String kind, double atS) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute("insert into v_event values ('" + caseId + "', '" + kind + "', '" + event + "', 'pause', " + atS
                    + ")");
        }
    }

    /** A pause and its end are two lines, and none in the middle of both. */
    @Test
    void shouldMarkEachStepOfAnEvent() throws SQLException {
        happens("1", "a", "model", 2.0);
        try (Statement sql = connection.createStatement()) {
            sql.execute("insert into v_event values ('a', 'model', '1', 'pause: goes on again', 2.5)");
        }

        assertThat(rows(marked(), "a"))
                .containsExactly(
                        "1.0 5.0 10.0 null null",
                        "2.0 null null 18.0 0.0",
                        "2.5 null null 18.0 0.0",
                        "3.0 null 20.0 null null");
    }

    private ReportQuery marked() {
        return EventMarks.in(COURSE, new ColumnTypes(connection).of(COURSE).keySet());
    }

    @Test
    void shouldLeaveTheCourseAsItIsAndMarkEachEventOfTheCaseOnceAtTheMeanOfItsTimes() throws SQLException {
        happens("1", "a", "model", 2.0);
        happens("1", "a", "model", 2.5);
        happens("1", "b", "model", 7.0);
        happens("", "a", "server", 9.0);

        assertThat(rows(marked(), "a"))
                .containsExactly("1.0 5.0 10.0 null null", "2.25 null null 18.0 0.0", "3.0 null 20.0 null null");
    }

    /** The points of a course are most of a database. */
    @Test
    void shouldReadTheCourseOnce() {
        assertThat(marked().sql().split("from course", -1))
                .as("around the course")
                .hasSize(2);
    }

    @Test
    void shouldHaveAMarkForEachOfTwoEventsOfOneType() throws SQLException {
        happens("1", "a", "model", 2.0);
        happens("2", "a", "model", 6.0);

        assertThat(rows(marked(), "a"))
                .contains("2.0 null null 18.0 0.0", "6.0 null null 18.0 0.0")
                .hasSize(4);
    }

    @Test
    void shouldTellCasesWithEventsFromCasesWithout() throws SQLException {
        happens("1", "a", "model", 2.0);
        happens("1", "b", "missed", 2.0);

        assertThat(rows(EventMarks.condition(COURSE, true), "a")).containsExactly("a");
        assertThat(rows(EventMarks.condition(COURSE, false), "a")).isEmpty();
        assertThat(rows(EventMarks.condition(COURSE, true), "b")).isEmpty();
        assertThat(rows(EventMarks.condition(COURSE, false), "b")).containsExactly("b");
    }

    private static final String EVENTS =
            "create table v_event (case_id varchar, kind varchar, event varchar, subject varchar, at_s double precision)";
}
