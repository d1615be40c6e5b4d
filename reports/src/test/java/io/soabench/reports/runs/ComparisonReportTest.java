package io.soabench.reports.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonReportTest {

    private static List<String> notes(String rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table v_compared_pair (metric varchar(19), verdict varchar(19), ratio_low double precision);"
                            + rows);
            List<String> notes = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(ComparisonReport.PAIRS_NOTE.sql())) {
                while (row.next()) {
                    notes.add(row.getString(1));
                }
            }
            return notes;
        }
    }

    @Test
    void shouldSayWhyANumberIsMissingWhereOneIs() throws SQLException {
        assertThat(notes("insert into v_compared_pair values ('response-time', 'worse', 1.2)"))
                .isEmpty();
        assertThat(notes("insert into v_compared_pair values ('response-time', 'saturated', null)"))
                .singleElement()
                .asString()
                .startsWith("– in place of a ratio: the engine did not keep up");
        assertThat(notes("insert into v_compared_pair values ('response-time', 'undecided', null)"))
                .singleElement()
                .asString()
                .startsWith("– in place of an interval: ");
    }
}
