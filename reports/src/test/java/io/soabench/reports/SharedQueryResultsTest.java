package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

public final class SharedQueryResultsTest {

    private static final String QUERY =
            "select name, length_s, counted(number) number from thing where kind = cast(? as varchar) order by number";
    private static final long DEADLINE_S = 30;
    private static final AtomicInteger ASKED = new AtomicInteger();

    private Connection database;

    /** Called by the database for each row of {@link #QUERY}. */
    public static int counted(int number) {
        ASKED.incrementAndGet();
        return number;
    }

    @BeforeEach
    void create() throws SQLException {
        database = DriverManager.getConnection("jdbc:h2:mem:");
        try (Statement sql = database.createStatement()) {
            sql.execute("create alias counted for '" + SharedQueryResultsTest.class.getName() + ".counted'");
            sql.execute("create table thing (kind varchar, name varchar, length_s double precision, number int)");
            sql.execute("insert into thing values ('a', 'one', 1.5, 1), ('a', null, null, 2), ('b', 'three', 0, 3)");
        }
        ASKED.set(0);
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private static List<String> rows(Connection connection, String kind) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
            statement.setString(1, kind);
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    double length = result.getDouble("LENGTH_S");
                    rows.add(result.getString(1) + " " + (result.wasNull() ? "-" : length) + " " + result.getInt(3));
                }
            }
            return rows;
        }
    }

    @Test
    void shouldAskTheDatabaseOnceForAllReaders() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2);
        Connection one = answers.of(database);
        Connection other = answers.of(database);

        assertThat(rows(one, "a")).containsExactly("one 1.5 1", "null - 2");
        assertThat(rows(other, "a")).containsExactly("one 1.5 1", "null - 2");

        assertThat(ASKED).hasValue(2);
        assertThat(answers.kept()).as("rows that nobody will come for").isZero();
    }

    @Test
    void shouldTellQuestionsWithOtherValuesApart() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2);

        assertThat(rows(answers.of(database), "a")).hasSize(2);
        assertThat(rows(answers.of(database), "b")).containsExactly("three 0.0 3");
        assertThat(answers.kept()).isEqualTo(3);
    }

    @Test
    void shouldDescribeColumnsAsTheDatabaseDoes() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2);
        for (int i = 0; i < 2; i++) {
            try (PreparedStatement shared = answers.of(database).prepareStatement(QUERY);
                    PreparedStatement own = database.prepareStatement(QUERY)) {
                shared.setString(1, "a");
                own.setString(1, "a");
                try (ResultSet one = shared.executeQuery();
                        ResultSet other = own.executeQuery()) {
                    for (int column = 1; column <= 3; column++) {
                        assertThat(one.getMetaData().getColumnLabel(column))
                                .isEqualTo(other.getMetaData().getColumnLabel(column));
                        assertThat(one.getMetaData().getColumnType(column))
                                .isEqualTo(other.getMetaData().getColumnType(column));
                        assertThat(one.getMetaData().getColumnTypeName(column))
                                .isEqualTo(other.getMetaData().getColumnTypeName(column));
                    }
                }
            }
        }
    }

    @Test
    void shouldTellAWholeAnswerFromItsFirstRows() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2);
        try (PreparedStatement statement = answers.of(database).prepareStatement(QUERY)) {
            statement.setString(1, "a");
            statement.setMaxRows(1);
            statement.executeQuery();
        }

        assertThat(rows(answers.of(database), "a")).hasSize(2);
    }

    @Test
    void shouldAskAnewForWhatThereWasNoRoomFor() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2, 2);

        assertThat(rows(answers.of(database), "b")).hasSize(1);
        assertThat(rows(answers.of(database), "a")).hasSize(2);
        assertThat(answers.kept()).isEqualTo(1);
        assertThat(rows(answers.of(database), "a")).hasSize(2);
        assertThat(ASKED).hasValue(5);
    }

    @Test
    void shouldTellEachReaderWhatIsWrong() throws SQLException {
        SharedQueryResults answers = new SharedQueryResults(2);
        String wrong = "select 1 / (number - 3) from thing where kind = cast(? as varchar)";
        for (int i = 0; i < 2; i++) {
            try (PreparedStatement statement = answers.of(database).prepareStatement(wrong)) {
                statement.setString(1, "b");
                assertThatThrownBy(statement::executeQuery)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("Division by zero");
            }
        }
        assertThat(answers.kept()).isZero();
    }

    @Test
    void shouldLetOneWaitForWhatTheOtherIsAskingFor() throws Exception {
        SharedQueryResults answers = new SharedQueryResults(2);
        CountDownLatch begin = new CountDownLatch(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Connection second = DriverManager.getConnection("jdbc:h2:mem:both");
                Connection third = DriverManager.getConnection("jdbc:h2:mem:both");
                Statement sql = second.createStatement()) {
            sql.execute("create alias counted for '" + SharedQueryResultsTest.class.getName() + ".counted'");
            sql.execute("create table thing (kind varchar, name varchar, length_s double precision, number int)");
            sql.execute("insert into thing select 'a', 'x', 1, x from system_range(1, 20000)");
            List<Future<List<String>>> read = new ArrayList<>();
            for (Connection each : List.of(second, third)) {
                Callable<List<String>> reading = () -> {
                    begin.countDown();
                    begin.await();
                    return rows(answers.of(each), "a");
                };
                read.add(threads.submit(reading));
            }

            assertThat(read.get(0).get(DEADLINE_S, TimeUnit.SECONDS))
                    .hasSize(20_000)
                    .isEqualTo(read.get(1).get(DEADLINE_S, TimeUnit.SECONDS));
            assertThat(ASKED).hasValue(20_000);
            assertThat(answers.kept()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }
}
