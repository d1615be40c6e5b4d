package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DrawnIntervalTest {

    private static final String CASES =
            """
            select label, place, cast(mean as double precision) mean_ms, cast(low as double precision) ci_low_ms,
              cast(high as double precision) ci_high_ms
            from (values ('narrow', 1, 4, 3, 5), ('wide', 2, 6, 2, 761000), ('single', 3, 5, null, null)) c (label, place, mean, low, high)""";

    private static List<String> rows(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i == 1 ? "" : " ").append(rows.getString(i));
                }
                all.add(row.toString());
            }
            return all;
        }
    }

    private static List<String> drawn(DrawnInterval reach) throws SQLException {
        return rows("select label, cast(%s as int), cast(%s as int) from (%s) order by place"
                .formatted(reach.low(), reach.high(), CASES));
    }

    @Test
    void shouldDrawIntervalsUpToTwiceTheLargestMean() throws SQLException {
        assertThat(drawn(DrawnInterval.linear("6.0"))).containsExactly("narrow 3 5", "wide 2 12", "single null null");
    }

    @Test
    void shouldDrawAnEndThatIsLittleBeyondInFull() throws SQLException {
        String little = CASES.replace("761000", "15");
        String query = "select label, cast(%1$s as int), cast(%2$s as int) from (%3$s) order by place";
        DrawnInterval reach = DrawnInterval.linear("6.0");

        assertThat(rows(query.formatted(reach.low(), reach.high(), little))).contains("wide 2 15");
        assertThat(rows(reach.sentence(little))).isEmpty();
        assertThat(rows(query.formatted(reach.low(), reach.high(), little.replace("15", "16"))))
                .contains("wide 2 12");
        assertThat(rows(reach.sentence(little.replace("15", "16")))).hasSize(1);
    }

    @Test
    void shouldDrawADecadeOnEitherSideWhereTheAxisIsLogarithmic() throws SQLException {
        assertThat(drawn(DrawnInterval.logarithmic())).containsExactly("narrow 3 5", "wide 2 60", "single null null");
    }

    @Test
    void shouldSayWhatIsCutAndNothingElse() throws SQLException {
        assertThat(rows(DrawnInterval.logarithmic().sentence(CASES)))
                .containsExactly("Cut off, because it would not fit: wide from 2.00 to >600.0 ms.");
        assertThat(rows(DrawnInterval.linear("1000000000").sentence(CASES))).isEmpty();
    }

    @Test
    void shouldCountWhatIsCutInManyCases() throws SQLException {
        String many = IntStream.rangeClosed(1, 6)
                .mapToObj(i ->
                        ("select 'c%1$d' label, %1$d place, cast(1 as double precision) mean_ms, cast(0.5 as double precision) ci_low_ms,"
                                        + " cast(%1$d00 as double precision) ci_high_ms")
                                .formatted(i))
                .collect(Collectors.joining(" union all "));

        assertThat(rows(DrawnInterval.linear("1").sentence(many)))
                .containsExactly(
                        "Cut off, because it would not fit: c6 from 0.50 to >100.0 ms, c5 from 0.50 to >100.0 ms,"
                                + " c4 from 0.50 to >100.0 ms, c3 from 0.50 to >100.0 ms, and 2 more.");
    }
}
