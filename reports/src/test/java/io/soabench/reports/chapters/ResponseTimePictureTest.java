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

/** Who has a point in the picture of the first page. */
final class ResponseTimePictureTest {

    private static final String VIEWS =
            """
            create table v_suite_summary (suite varchar(9), workload varchar(9), engine varchar(9), process varchar(9), position int,
              workload_kind varchar(9), clients int, rate_per_s double precision, standing varchar(9), mean_ms double precision,
              ci_low_ms double precision, ci_high_ms double precision, twin_of varchar(9));
            create table v_comparison (suite varchar(9), workload varchar(9), engine varchar(9), mean_ms double precision,
              ci_low_ms double precision, ci_high_ms double precision, processes int, processes_planned int);
            create table v_stage (workload varchar(9));
            """;

    private static String one(String workload, String engine, String process, int position) {
        return "insert into v_suite_summary values ('S', '" + workload + "', '" + engine + "', '" + process + "', "
                + position + ", 'closed', 5, 0, 'settled', 10, null, null, '');";
    }

    private static String mean(String workload, String engine, int processes) {
        return "insert into v_comparison values ('S', '" + workload + "', '" + engine + "', 10, null, null, "
                + processes + ", " + processes + ");";
    }

    private static List<String> column(String rows, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS + rows);
            List<String> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            return found;
        }
    }

    /** Where engines run different processes, each process of each engine has a point, and no engine is missing. */
    @Test
    void shouldTellProcessesApartWhereEnginesRunDifferentOnes() throws SQLException {
        String rows = one("few", "ours", "A", 1)
                + one("few", "ours", "B", 2)
                + one("few", "ode", "A", 3)
                + mean("few", "ours", 2)
                + mean("few", "ode", 1)
                + one("many", "ours", "A", 4)
                + one("many", "ode", "A", 5)
                + mean("many", "ours", 1)
                + mean("many", "ode", 1);

        assertThat(column(
                        rows,
                        "select p.workload || ' ' || p.engine from " + ResponseTimePicture.POINTS + " p order by 1"))
                .containsExactly("few ode · A", "few ours · A", "few ours · B", "many ode · A", "many ours · A");
        assertThat(column(rows, "select max(processes) from " + ResponseTimePicture.POINTS + " p"))
                .as("no mean over processes")
                .containsExactly("1");
    }

    @Test
    void shouldAverageProcessesThatAllEnginesRun() throws SQLException {
        String rows = one("few", "ours", "A", 1)
                + one("few", "ours", "B", 2)
                + one("few", "ode", "A", 3)
                + one("few", "ode", "B", 4)
                + mean("few", "ours", 2)
                + mean("few", "ode", 2);

        assertThat(column(
                        rows,
                        "select p.engine || ' ' || p.processes from " + ResponseTimePicture.POINTS + " p order by 1"))
                .containsExactly("ode 2", "ours 2");
    }

    /** Whoever looks for an engine that has no point must find out why. */
    @Test
    void shouldSayWhoHasNoMean() throws SQLException {
        String rows = one("few", "ours", "A", 1)
                + one("few", "ours", "B", 2)
                + one("few", "ode", "A", 3)
                + one("few", "ode", "B", 4)
                + mean("few", "ours", 2)
                + mean("few", "ode", 2);
        String unknown = "update v_suite_summary set mean_ms = null where engine = 'ode' and process = 'B';";

        assertThat(column(rows, ResponseTimePicture.NOT_KNOWN.sql())).isEmpty();
        assertThat(column(rows + unknown, ResponseTimePicture.NOT_KNOWN.sql()))
                .containsExactly("Not drawn, because too few repetitions are valid for a mean: ode under few.");
        assertThat(column(
                        one("few", "ours", "A", 1) + one("few", "ours", "B", 2)
                                + "update v_suite_summary set mean_ms = null where process = 'B';",
                        ResponseTimePicture.NOT_KNOWN.sql()))
                .as("of an engine that is alone its processes are drawn")
                .containsExactly("Not drawn, because too few repetitions are valid for a mean: B under few.");
    }
}
