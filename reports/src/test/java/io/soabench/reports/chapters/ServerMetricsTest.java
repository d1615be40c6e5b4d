package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.design.Source;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class ServerMetricsTest {

    @Test
    void shouldCountRelaysNeitherAsPartnersNorAsEngine() throws SQLException {
        Source processors = ServerMetrics.PROCESSORS;
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement sql = connection.createStatement()) {
            sql.execute(
                    "create table v_metric_timeline (case_id varchar, engine varchar, server varchar, metric varchar,"
                            + " at_s double precision, measured double precision)");
            for (String server :
                    new String[] {"'engine', 4", "'mocks', 2", "'others', 1", "'load-here', 8", "'relay.mocks', 100"}) {
                String[] parts = server.split(", ", -1);
                sql.execute("insert into v_metric_timeline values ('a', 'engine', " + parts[0] + ", 'cpu', 0.5, "
                        + parts[1] + ")");
            }
            try (ResultSet row = sql.executeQuery(processors.sql().replace(":CASE_ID", "'a'"))) {
                assertThat(row.next()).isTrue();
                assertThat(row.getDouble("ENGINE")).isEqualTo(4);
                assertThat(row.getDouble("PARTNERS")).isEqualTo(1.5);
                assertThat(row.getDouble("CLIENT")).isEqualTo(8);
                assertThat(row.next()).isFalse();
            }
        }
    }
}
