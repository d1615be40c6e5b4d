package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class AnswersChapterTest {

    private static final String SENTENCE = "one is at its capacity, 2.50 requests/s (95 % CI 2.40 to 2.60).";

    private static String printed(String answer) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("create table v_verdict (kind varchar(9), position int, sentence varchar(4000));"
                    + " insert into v_verdict values ('answer', 1, '" + answer + "')");
            try (ResultSet row = statement.executeQuery(AnswersChapter.SENTENCES.sql())) {
                assertThat(row.next()).isTrue();
                return row.getString("sentence");
            }
        }
    }

    /** An answer about many engines has twenty lines, which nobody reads without a break. */
    @Test
    void shouldBreakALongAnswerAfterEachSentence() throws SQLException {
        String all = String.join(" ", Collections.nCopies(12, SENTENCE));

        assertThat(printed(SENTENCE + " " + SENTENCE)).isEqualTo(SENTENCE + " " + SENTENCE);
        assertThat(printed(all)).isEqualTo(String.join("\n", Collections.nCopies(12, SENTENCE)));
    }
}
