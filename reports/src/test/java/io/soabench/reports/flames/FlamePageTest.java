package io.soabench.reports.flames;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.reports.HeadlessBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlamePageTest {

    private static final String VIEW =
            """
            create table v_recorded_frame (suite varchar(9), case_id varchar(9), case_position int, engine varchar(9), process varchar(9),
              workload varchar(9), kind varchar(20), position int, depth int, frame varchar(99), weight double precision, unit varchar(20))""";

    private static final String FRAMES =
            """
            insert into v_recorded_frame values
              ('S', 'b', 2, 'two', 'P', 'H4', 'running', 1, 0, 'java.lang.Thread.run', 7, 'samples'),
              ('S', 'a', 1, 'one', 'P', 'H4', 'allocating', 1, 0, 'java.lang.Thread.run', 4000, 'bytes'),
              ('S', 'a', 1, 'one', 'P', 'H4', 'running', 2, 1, '</script><b>', 3, 'samples'),
              ('S', 'a', 1, 'one', 'P', 'H4', 'running', 1, 0, 'java.lang.Thread.run', 10, 'samples')""";

    @TempDir
    Path folder;

    private Path page(String... statements) throws IOException, SQLException {
        Path file = folder.resolve(FlamePage.FILE);
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
            FlamePage.write(connection, file);
        }
        return file;
    }

    @Test
    void shouldHaveTheFramesOfEachCaseAndKindAndLoadNothing() throws IOException, SQLException {
        String page = Files.readString(page(VIEW, FRAMES));

        String begin = "<script id=\"data\" type=\"application/json\">";
        int from = page.indexOf(begin) + begin.length();
        JsonNode data = new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
        assertThat(data.get("graphs").findValuesAsText("case_id")).containsExactly("a", "a", "b");
        assertThat(data.get("graphs").findValuesAsText("kind")).containsExactly("running", "allocating", "running");
        assertThat(data.get("names").toString()).isEqualTo("[\"java.lang.Thread.run\",\"</script><b>\"]");
        assertThat(data.get("graphs").get(0).get("frames").toString()).isEqualTo("[0,0,10,1,1,3]");
        assertThat(data.get("graphs").get(1).get("frames").toString()).isEqualTo("[0,0,4000]");
        assertThat(data.get("graphs").get(2).get("frames").toString()).isEqualTo("[0,0,7]");
        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContain("{{")
                .doesNotContain("src=")
                .doesNotContain("http:", "https:");
    }

    /** The second case has a method of a fifth beside one of four fifths; the first one has these shares the other way round. */
    @Test
    void shouldDrawACaseAndItsDifferenceFromAnother() throws Exception {
        HeadlessBrowser browser = HeadlessBrowser.find(folder);
        String page = Files.readString(
                page(
                        VIEW,
                        """
                insert into v_recorded_frame values
                  ('S', 'a', 1, 'one', 'P', 'H4', 'running', 1, 0, 'x.Main.run', 10, 'samples'),
                  ('S', 'a', 1, 'one', 'P', 'H4', 'running', 2, 1, 'x.Left.act', 2, 'samples'),
                  ('S', 'a', 1, 'one', 'P', 'H4', 'running', 3, 1, 'x.Right.act', 8, 'samples'),
                  ('S', 'b', 2, 'two', 'P', 'H4', 'running', 1, 0, 'x.Main.run', 100, 'samples'),
                  ('S', 'b', 2, 'two', 'P', 'H4', 'running', 2, 1, 'x.Left.act', 80, 'samples'),
                  ('S', 'b', 2, 'two', 'P', 'H4', 'running', 3, 1, 'x.Right.act', 20, 'samples'),
                  ('S', 'c', 3, 'two', 'Q', 'H4', 'running', 1, 0, 'y.Other.run', 5, 'samples')"""));
        Path changed = folder.resolve("changed.html");
        Files.writeString(
                changed,
                page.replace(
                        "</body>",
                        """
                        <script>
                        const choose = (id, value) => {
                          document.getElementById(id).value = value;
                          document.getElementById(id).dispatchEvent(new Event(id === 'find' ? 'input' : 'change'));
                        };
                        choose('case', 'b');
                        choose('against', 'a');
                        choose('find', 'left');
                        </script></body>"""));

        String first = browser.shown(folder.resolve(FlamePage.FILE), 1200);
        String difference = browser.shown(changed, 1200);

        assertThat(first)
                .contains(
                        "x.Main.run: 100.0 %, 10 samples",
                        "x.Left.act: 20.0 %, 2 samples", "x.Right.act: 80.0 %, 8 samples")
                .containsPattern("title=\"x.Right.act[^>]*left: 20%; width: 80%;")
                .contains("10 samples within the measurement.")
                .doesNotContain("y.Other.run: ");
        assertThat(difference)
                .contains("x.Left.act: 80.0 %, 80 samples; 20.0 % in a")
                .contains("80.0 % are in methods that match “left”.")
                .contains("100.0 % are on paths that both have.")
                .containsPattern("title=\"x.Left.act[^>]*class=\"found\"");
        assertThat(difference.substring(difference.indexOf("id=\"against\""), difference.indexOf("id=\"find\"")))
                .as("cases of the same process and workload")
                .contains("<option value=\"a\">")
                .doesNotContain("<option value=\"c\">", "<option value=\"b\">");
    }

    @Test
    void shouldWriteNothingWhereNothingWasRecorded() throws IOException, SQLException {
        assertThat(page(VIEW)).doesNotExist();
    }
}
