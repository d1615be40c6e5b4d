package io.soabench.reports.design;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.stat.SentenceText;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IntervalTextTest {

    /** Tables say what sentences say. */
    @ParameterizedTest
    @CsvSource({
        "780, 466, 1305, 466 to 1305",
        "180, 0.0005, 65157307, <2 to >18000",
        "180, 2, 90000, 2 to >18000",
        "0, 0, 0, 0 to 0",
        "0, 0, 3, 0 to 3",
        "0.001, 0, 1, 0 to 1",
        "-1, -3, 1, -3 to 1",
        "1, -2, 4, -2 to 4",
        "1, NULL, 4, "
    })
    void shouldNotWriteEndsThatAreFarFromTheValue(String value, String low, String high, String text)
            throws SQLException {
        String sql = "select "
                + IntervalText.of(
                        "cast(" + value + " as double precision)",
                        "cast(" + low + " as double precision)",
                        "cast(" + high + " as double precision)",
                        " to ",
                        number -> "cast(cast(" + number + " as decimal(12)) as varchar)");
        try (Connection database = DriverManager.getConnection("jdbc:h2:mem:");
                ResultSet rows = database.createStatement().executeQuery(sql)) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo(text);
        }
        if (!low.equals("NULL")) {
            assertThat(SentenceText.interval(
                            Double.parseDouble(value),
                            Double.parseDouble(low),
                            Double.parseDouble(high),
                            number -> String.format(Locale.ROOT, "%.0f", number)))
                    .isEqualTo(text);
        }
    }

    /** R: binom.test(0, 12000), binom.test(0, 10000000), binom.test(3, 400) and binom.test(0, 8). */
    @ParameterizedTest
    @CsvSource({
        "0, 3.0736e-4, 0 – 0.031",
        "0, 3.6889e-7, 0 – <0.001",
        "1.5496e-3, 2.1759e-2, 0.15 – 2.18",
        "0, 0.36942, 0 – 36.9",
        "NULL, NULL, –"
    })
    void shouldWriteAnEndForSharesOfWhichNothingWasFound(String low, String high, String text) throws SQLException {
        String sql = "select "
                + IntervalText.ofShares(
                        "cast(" + low + " as double precision)", "cast(" + high + " as double precision)");
        try (Connection database = DriverManager.getConnection("jdbc:h2:mem:");
                ResultSet rows = database.createStatement().executeQuery(sql)) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo(text);
        }
    }
}
