package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnTypesTest {

    @Test
    void shouldTellNumbersFromTextsInTheOrderOfTheQuery() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            ReportQuery source = new ReportQuery(
                    "s",
                    "select cast(:KEY as varchar) name, 1 whole, cast(1 as double precision) part, count(*) number,"
                            + " cast(null as double precision) nothing, avg(1.5e0) mean, true truth");

            var columns = new ColumnTypes(connection).of(source);

            assertThat(List.copyOf(columns.keySet()))
                    .containsExactly("NAME", "WHOLE", "PART", "NUMBER", "NOTHING", "MEAN", "TRUTH");
            assertThat(columns.values())
                    .containsExactly("string", "float", "float", "float", "float", "float", "string");
        }
    }

    @Test
    void shouldNameThePartThatCannotBeReadWhenAViewIsMissing() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            ColumnTypes types = new ColumnTypes(connection);

            assertThatThrownBy(() -> types.of(new ReportQuery("failures", "select a from v_failure")))
                    .isInstanceOf(UnreadableQueryException.class)
                    .hasMessageContaining("\"failures\"")
                    .hasMessageContaining("V_FAILURE");
        }
    }
}
