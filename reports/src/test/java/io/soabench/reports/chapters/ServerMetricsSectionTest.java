package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.design.ReportQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class ServerMetricsSectionTest {

    @Test
    void shouldCountRelaysNeitherAsPartnersNorAsEngine() throws SQLException {
        ReportQuery processors = ServerMetricsSection.PROCESSORS;
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement sql = connection.createStatement()) {
            sql.execute("create table v_metric_timeline (case_id varchar, server varchar, role varchar, metric varchar,"
                    + " at_s double precision, measured double precision)");
            sql.execute(
                    "insert into v_metric_timeline values ('a', 'ode', 'engine', 'cpu', 0.5, 4),"
                            + " ('a', 'mocks', 'partner', 'cpu', 0.5, 2), ('a', 'others', 'partner', 'cpu', 0.7, 1),"
                            + " ('a', 'load-here', 'load client', 'cpu', 0.5, 8), ('a', 'relay.mocks', 'relay', 'cpu', 0.5, 100)");
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
