package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Cells of two engines, of which the first takes 2 ms of processor time for a completed request. */
final class ProcessorMatrixTest {

    /**
     * @param verdict on the second engine; null where nothing was judged
     * @param baseline engine with which the other one is compared; empty for none
     * @param cpuMs processor time of the second engine in SQL
     */
    private static String cells(String verdict, double ratio, String baseline, String cpuMs) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement sql = connection.createStatement()) {
            sql.execute(
                    """
                    create table v_suite_summary (case_id varchar(9), suite varchar(9), process varchar(9), workload varchar(9), engine varchar(9),
                      position int, twin_of varchar(9));
                    create table v_work_done (case_id varchar(9), repetition int, cpu_ms double precision);
                    create table v_metric_pair (metric varchar(19), case_a varchar(9), case_b varchar(9), ratio double precision, verdict varchar(12));
                    create table v_answer (question varchar(9), suite varchar(9), engine varchar(9));
                    insert into v_suite_summary values ('a', 'S', 'P', 'H4', 'one', 1, null), ('b', 'S', 'P', 'H4', 'two', 2, ''),
                      ('c', 'S', 'P', 'H4', 'one', 3, 'a');
                    insert into v_work_done values ('a', 1, 9), ('a', null, 2), ('c', null, 100), ('b', null, %s);
                    insert into v_metric_pair values ('throughput', 'a', 'b', 7, 'better');
                    """
                            .formatted(cpuMs));
            if (verdict != null) {
                sql.execute("insert into v_metric_pair values ('processor-time', 'a', 'b', " + ratio + ", '" + verdict
                        + "')");
            }
            if (!baseline.isEmpty()) {
                sql.execute("insert into v_answer values ('baseline', 'S', '" + baseline + "')");
            }
            try (ResultSet row = sql.executeQuery(ProcessorMatrix.cells(2).sql())) {
                return row.next() ? row.getString("e1") + " | " + row.getString("e2") : "nothing";
            }
        }
    }

    @Test
    void shouldCallTheOneLowestThatNoPairLeavesOpen() throws SQLException {
        assertThat(cells("worse", 2, "", "4")).isEqualTo("●\u00a02\u00a0ms (lowest) | ▲\u00a04\u00a0ms (2×)");
        assertThat(cells("better", 0.4, "", "0.8"))
                .as("the second one is the lowest")
                .isEqualTo("▲\u00a02\u00a0ms (2.50×) | ●\u00a00.80\u00a0ms (lowest)");
    }

    @Test
    void shouldCallNoneLowestWhereThatIsNotDecided() throws SQLException {
        assertThat(cells("undecided", 2, "", "4")).isEqualTo("2\u00a0ms | ?\u00a04\u00a0ms (undecided)");
        assertThat(cells("equivalent", 1.01, "", "2.02")).isEqualTo("2\u00a0ms | ≈\u00a02.02\u00a0ms (equivalent)");
        assertThat(cells(null, 2, "", "4")).isEqualTo("2\u00a0ms | 4\u00a0ms");
    }

    @Test
    void shouldCompareWithTheBaseline() throws SQLException {
        assertThat(cells("worse", 2, "two", "4")).isEqualTo("▼\u00a02\u00a0ms (0.50×) | 4\u00a0ms (baseline)");
        assertThat(cells("worse", 2, "one", "4")).isEqualTo("2\u00a0ms (baseline) | ▲\u00a04\u00a0ms (2×)");
    }

    @Test
    void shouldShowNothingOfASingleKnownTime() throws SQLException {
        assertThat(cells("undecided", 2, "", "null")).isEqualTo("nothing");
    }
}
