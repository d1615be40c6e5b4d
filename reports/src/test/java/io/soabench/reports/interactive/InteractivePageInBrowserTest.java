package io.soabench.reports.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.HeadlessBrowser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as Chromium shows it. Without a Chromium on the path the tests are skipped. */
final class InteractivePageInBrowserTest {

    @TempDir
    private static Path folder;

    private static HeadlessBrowser browser;
    private static ResultsFixture run;

    @BeforeAll
    static void find() throws SQLException {
        browser = HeadlessBrowser.find(folder);
        run = ResultsFixture.simulated(folder.resolve("run"));
    }

    @AfterAll
    static void close() throws SQLException {
        if (run != null) {
            run.close();
        }
    }

    private static void assertNoProblem(String html) {
        Matcher problem = Pattern.compile("<p id=\"problem\"[^>]*>([^<]*)").matcher(html);
        assertThat(problem.find()).isTrue();
        assertThat(problem.group(1)).as("what the page says of its scripts").isEmpty();
        assertThat(html).contains("data-ready=\"true\"").doesNotContain("data-errors");
    }

    private static int number(String html, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(html);
        assertThat(found.find()).as(pattern).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void shouldDrawAllChartsWithoutAnError() throws Exception {
        for (int width : List.of(1280, 500)) {
            String html = browser.shown(run.page(), width);

            assertNoProblem(html);
            assertThat(html.split("<canvas", -1)).as("charts").hasSize(5 + 1);
            // At first the first workload is shown, and the repetitions that count.
            assertThat(number(html, "id=\"points\"[^>]*data-points=\"(\\d+)\""))
                    .isEqualTo(
                            count(
                                    "v_points p join v_repetition r using (case_id, repetition) where r.usable and"
                                            + " p.workload = (select workload from v_suite_summary order by position fetch first row only)"));
            assertThat(number(html, "id=\"waterfalls\"[^>]*data-requests=\"(\\d+)\""))
                    .as("one of each case")
                    .isEqualTo(count("v_suite_summary where workload = (select workload from v_suite_summary"
                            + " order by position fetch first row only)"));
            assertThat(number(html, "id=\"step-table\"[^>]*data-rows=\"(\\d+)\""))
                    .as("one of each case")
                    .isEqualTo(count("v_suite_summary where workload = (select workload from v_suite_summary"
                            + " order by position fetch first row only)"));
            assertThat(number(html, "id=\"event-table\"[^>]*data-events=\"(\\d+)\""))
                    .isPositive();
            assertThat(html).contains("class=\"bar engine\"", "class=\"bar partner\"", "class=\"bar planned\"");
        }
    }

    private static int count(String from) throws SQLException {
        return ((Number) run.rows("select count(*) from " + from).get(0).get(0)).intValue();
    }

    @Test
    void shouldZoomAndSwitchAndTellValues() throws Exception {
        String page = Files.readString(run.page());
        Path read = folder.resolve("read.html");
        Files.writeString(read, page.replace("</body>", "<script>" + reader() + "</script></body>"));

        String html = browser.shown(read, 1280);

        assertNoProblem(html);
        Matcher seen = Pattern.compile("(?s)<pre id=\"seen\">(.*?)</pre>").matcher(html);
        assertThat(seen.find()).as("the reader came to the end").isTrue();
        assertThat(seen.group(1).lines())
                .contains(
                        "values of a second: 9",
                        "drag changes: true,true,true",
                        "double click leaves changed: false,false,false",
                        "plus changes: true,true,true",
                        "zero leaves changed: false,false,false",
                        "lines after a case is off: -1",
                        "logarithmic changes: true,true,true",
                        "flame graphs are shown: false");
        assertThat(seen.group(1)).containsPattern("keys tell: [0-9.]+ % of the requests took at most; .* ms");
        assertThat(number(seen.group(1), "failed requests: (\\d+)")).isPositive();
    }

    private static String reader() throws IOException {
        try (InputStream in = InteractivePageInBrowserTest.class.getResourceAsStream("reader.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldShowHostileNamesAsTheyAre() throws Exception {
        try (ResultsFixture hostile = run.hostile(folder.resolve("hostile"))) {
            String html = browser.shown(hostile.page(), 1280);

            assertNoProblem(html);
            assertThat(html).contains("&lt;/script&gt;&lt;b id=\"x\"&gt;");
            assertThat(html.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("<b id", "<img");
        }
    }

    @Test
    void shouldSayThatThereIsNothingWhereNothingWasMeasured() throws Exception {
        try (ResultsFixture empty = ResultsFixture.unmeasured(folder.resolve("unmeasured"))) {
            String html = browser.shown(empty.page(), 1280);

            assertNoProblem(html);
            assertThat(html).doesNotContain("<canvas").contains("There are no values.", "has no such request.");
        }
    }
}
