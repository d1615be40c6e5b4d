package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.design.ReportQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A long table has its first rows and the number of the others. */
final class FirstRowsTest {

    /** The classes whose queries end early and say so: this one, a picture of its own for the first workload. */
    private static final Set<String> MAY_END_EARLY = Set.of("FirstRows.java", "ComparisonChapter.java");

    private static List<String> rows(int number, ReportQuery query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table v_row as select x from system_range(1, " + number + ")");
            List<String> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(query.sql())) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            return found;
        }
    }

    @Test
    void shouldSayHowManyRowsAreLeftOutAndWhereTheyAre() throws SQLException {
        FirstRows two = FirstRows.of("rows", 2, "select x from v_row order by x desc", "V_ROW");

        assertThat(rows(2, two.shown())).containsExactly("2", "1");
        assertThat(rows(2, two.left())).isEmpty();
        assertThat(rows(3, two.shown())).containsExactly("3", "2");
        assertThat(rows(3, two.left())).containsExactly("Not shown: 1 more row, in the view V_ROW of the database.");
        assertThat(rows(9, two.left())).containsExactly("Not shown: 7 more rows, in the view V_ROW of the database.");
    }

    @Test
    void shouldHaveAllRowsToWhichOtherPagesRefer() throws SQLException {
        FirstRows one = FirstRows.referred(
                "rows",
                1,
                "select x, case when x > 5 then 1 else 0 end referred, row_number() over (order by x desc) place from v_row",
                "V_ROW");

        assertThat(rows(7, one.shown())).containsExactly("7", "6");
        assertThat(rows(7, one.left())).containsExactly("Not shown: 5 more rows, in the view V_ROW of the database.");
        assertThat(rows(4, one.shown())).containsExactly("4");
    }

    /** A table that ends without a word looks complete. */
    @Test
    void shouldBeTheOnlyWayToEndATableEarly() throws IOException {
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/soabench/reports/chapters"))) {
            assertThat(sources.filter(
                            file -> !MAY_END_EARLY.contains(file.getFileName().toString())))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("fetch first"));
        }
    }
}
