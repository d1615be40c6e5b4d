package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ThinnedPointsTest {

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table p (at_s double precision, latency_ms double precision, failed boolean,"
                    + " series varchar(10))");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    /** Points at x + 0, 0.01, 0.02, … seconds, as many as asked for. */
    private void add(double x, double latency, boolean failed, String series, int number) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into p select %s + 0.01 * (x - 1), %s, %s, '%s' from system_range(1, %d)"
                    .formatted(x, latency, failed, series, number));
        }
    }

    private List<String> thinned() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(ThinnedPoints.thinned(
                        "select * from p", "select series || ' ' || at_s || ' ' || latency_ms point"))) {
            List<String> points = new ArrayList<>();
            while (rows.next()) {
                points.add(rows.getString(1));
            }
            return points;
        }
    }

    @Test
    void shouldKeepOneOfThePointsThatCoverEachOther() throws SQLException {
        add(0, 1, false, "a", 1);
        add(300, 100, false, "a", 1);
        add(20, 50, false, "a", 50);
        add(40.5, 50, false, "a", 1);
        add(41.5, 50, false, "a", 1);
        add(42.5, 80, false, "a", 1);

        assertThat(thinned())
                .containsExactlyInAnyOrder(
                        "a 0.0 1.0", "a 20.0 50.0", "a 40.5 50.0", "a 41.5 50.0", "a 42.5 80.0", "a 300.0 100.0");
    }

    @Test
    void shouldKeepAllFailuresAndASeriesBehindAnother() throws SQLException {
        add(0, 1, false, "a", 1);
        add(0, 1, false, "b", 1);
        add(300, 1, true, "a", 3);

        assertThat(thinned())
                .containsExactlyInAnyOrder("a 0.0 1.0", "b 0.0 1.0", "a 300.0 1.0", "a 300.01 1.0", "a 300.02 1.0");
    }

    @Test
    void shouldKeepAPointThatIsAlone() throws SQLException {
        add(5, 0, false, "a", 1);

        assertThat(thinned()).containsExactly("a 5.0 0.0");
    }

    /** One answer in a thousand that took a hundred times as long leaves the others readable. */
    @Test
    void shouldDrawAFewFarPointsAtTheUpperEdge() throws SQLException {
        add(0, 50, false, "a", 998);
        add(5, 5_000, false, "a", 1);
        add(6, 9_000, true, "a", 1);

        assertThat(thinned())
                .contains("a 5.0 100.0", "a 6.0 100.0")
                .allMatch(point -> point.endsWith("50.0") || point.endsWith("100.0"));
        assertThat(beyond())
                .containsExactly(
                        "Beyond the axis: 2 of 1000 points, up to 9,000 ms. They are drawn at its upper edge.");
    }

    @Test
    void shouldDrawAllPointsWhereTheyBelongThatAreNotFar() throws SQLException {
        add(0, 50, false, "a", 998);
        add(5, 190, false, "a", 1);

        assertThat(thinned()).contains("a 5.0 190.0");
        assertThat(beyond()).isEmpty();
    }

    private List<String> beyond() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(ThinnedPoints.beyond("select * from p"))) {
            List<String> sentences = new ArrayList<>();
            while (rows.next()) {
                sentences.add(rows.getString(1));
            }
            return sentences;
        }
    }
}
