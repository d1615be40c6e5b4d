package io.soabench.reports.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page of a simulated run has inside. */
final class InteractivePageTest {

    /** Times have three decimals, other numbers six. */
    private static final double TIME_TOLERANCE = 0.000_501;

    private static final double TOLERANCE = 0.000_000_501;

    /** A page that a browser opens at once, and that a mail takes. */
    private static final long MOST_BYTES = 2_000_000;

    @TempDir
    private static Path folder;

    private static ResultsFixture run;
    private static String page;
    private static JsonNode data;

    @BeforeAll
    static void write() throws Exception {
        run = ResultsFixture.simulated(folder.resolve("run"));
        page = Files.readString(run.page());
        data = ResultsFixture.data(page);
    }

    @AfterAll
    static void close() throws SQLException {
        run.close();
    }

    @Test
    void shouldHaveTheRunAndItsCases() throws SQLException {
        List<Object> of =
                run.rows("select run_id, testbed, title, verdict from v_run").get(0);
        assertThat(List.of(text("run_id"), text("testbed"), text("title"), text("verdict")))
                .isEqualTo(of);

        String columns =
                "case_id, suite, engine, process, workload, requests, failures, throughput_per_s, median_ms, p95_ms, p99_ms, max_ms, standing, standing_why";
        List<List<Object>> cases = run.rows("select " + columns + " from v_suite_summary order by position");
        assertThat(data.get("cases")).hasSameSizeAs(cases).hasSizeGreaterThan(4);
        List<String> names = List.of(columns.split(", "));
        for (int i = 0; i < cases.size(); i++) {
            for (int k = 0; k < names.size(); k++) {
                assertSame(
                        data.get("cases").get(i).get(names.get(k)), cases.get(i).get(k), names.get(k));
            }
        }
    }

    private static String text(String field) {
        return data.get("run").get(field).textValue();
    }

    /** Every value of every row: the page is another form of the same data. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "repetitions | v_repetition | verdict, usable, failures                                                | repetition",
                "points      | v_points     | at_s, latency_ms                                                         | repetition, at_s, latency_ms",
                "timeline    | v_timeline   | at_s, width_s, requests, failures, offered_per_s, answers_per_s          | repetition, at_s",
                "timeline    | v_timeline   | mean_ms, median_ms, p95_ms, p99_ms, max_ms                               | repetition, at_s",
                "histogram   | v_histogram  | low_ms, high_ms, succeeded, failed                                       | repetition nulls first, position",
                "steps       | v_step       | process, calls, engine_requests, before_mean_ms, steps, step_mean_ms     | repetition nulls first, position",
                "steps       | v_step       | step_low_ms, step_high_ms, step_median_ms, step_p95_ms, step_p99_ms      | repetition nulls first, position",
                "steps       | v_step       | after_mean_ms, engine_mean_ms, overlap_share                             | repetition nulls first, position",
                "percentiles | v_percentile | share, latency_ms                                                        | repetition nulls first, share",
            })
    void shouldHaveTheValuesOfTheView(String part, String view, String columns, String order) throws SQLException {
        List<String> names = List.of(columns.split(", "));
        int compared = 0;
        for (JsonNode each : data.get("cases")) {
            List<List<Object>> rows = run.rows("select repetition, " + columns + " from " + view + " where case_id = '"
                    + each.get("case_id").textValue() + "' order by " + order);
            List<List<JsonNode>> written = flat(each.get(part), names);
            assertThat(written).hasSameSizeAs(rows).isNotEmpty();
            for (int i = 0; i < rows.size(); i++) {
                for (int k = 0; k < rows.get(i).size(); k++) {
                    String name = k == 0 ? "repetition" : names.get(k - 1);
                    assertSame(written.get(i).get(k), rows.get(i).get(k), part + " " + i + " " + name);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(40);
    }

    @Test
    void shouldMarkFailedPointsWithTheirOutcome() throws SQLException {
        List<String> written = new ArrayList<>();
        for (JsonNode each : data.get("cases")) {
            flat(each.get("points"), List.of("outcome")).stream()
                    .map(row -> row.get(1).textValue())
                    .filter(outcome -> !outcome.isEmpty())
                    .forEach(written::add);
        }

        List<String> failed = run.rows("select outcome from v_points where failed").stream()
                .map(row -> (String) row.get(0))
                .toList();
        assertThat(written).isNotEmpty().containsExactlyInAnyOrderElementsOf(failed);
    }

    @Test
    void shouldHaveTheEventsOfTheModel() throws SQLException {
        List<List<Object>> events = run.rows(
                "select case_id, repetition, at_s, detail from v_event where kind = 'model' order by case_id, repetition, at_s");
        List<List<JsonNode>> written = new ArrayList<>();
        List<JsonNode> cases = new ArrayList<>();
        data.get("cases").forEach(cases::add);
        cases.sort(Comparator.comparing(each -> each.get("case_id").textValue()));
        for (JsonNode each : cases) {
            for (List<JsonNode> row : flat(each.get("events"), List.of("at_s", "detail", "kind"))) {
                if (row.get(3).textValue().equals("model")) {
                    written.add(List.of(each.get("case_id"), row.get(0), row.get(1), row.get(2)));
                }
            }
        }
        assertThat(written).hasSameSizeAs(events).isNotEmpty();
        for (int i = 0; i < events.size(); i++) {
            for (int k = 0; k < 4; k++) {
                assertSame(written.get(i).get(k), events.get(i).get(k), k == 2 ? "at_s" : "event");
            }
        }
    }

    /** The requests of the waterfalls are those that their names say, with all their calls. */
    @Test
    void shouldChooseUsualSlowAndFailedRequests() throws SQLException {
        int checked = 0;
        for (JsonNode each : data.get("cases")) {
            String of = " where case_id = '" + each.get("case_id").textValue() + "' and repetition = ";
            for (JsonNode repetition : each.get("repetitions")) {
                String where = of + repetition.get("repetition").intValue();
                assertThat(example(each, repetition, "slowest1")
                                .get("response_ms")
                                .doubleValue())
                        .isCloseTo(
                                (Double) run.rows("select max(response_ms) from v_request" + where
                                                + " and outcome = 'OK'")
                                        .get(0)
                                        .get(0),
                                Offset.offset(TIME_TOLERANCE));
                for (String share : List.of("0.5", "0.99")) {
                    List<Object> nearest = run.rows(
                                    "select latency_ms, (select min(abs(response_ms - latency_ms)) from v_request"
                                            + where + " and outcome = 'OK') from v_percentile" + where + " and share = "
                                            + share)
                            .get(0);
                    JsonNode chosen = example(each, repetition, share.equals("0.5") ? "median" : "p99");
                    assertThat(Math.abs(chosen.get("response_ms").doubleValue() - (Double) nearest.get(0)))
                            .as("two may be as near")
                            .isCloseTo((Double) nearest.get(1), Offset.offset(2 * TIME_TOLERANCE));
                }
                List<List<Object>> failures =
                        run.rows("select request from v_request" + where + " and outcome <> 'OK' order by at_s");
                if (!failures.isEmpty()) {
                    assertThat(example(each, repetition, "failure1")
                                    .get("request")
                                    .textValue())
                            .isEqualTo(failures.get(0).get(0));
                    checked++;
                }
            }
            for (JsonNode single : each.get("singles")) {
                List<List<Object>> calls = run.rows("select service, step, after_ms, planned_ms, response_ms, outcome"
                        + " from v_call" + of + single.get("repetition").intValue() + " and request = '"
                        + single.get("request").textValue() + "' order by at_s, step");
                assertThat(single.get("partners")).hasSameSizeAs(calls);
                assertThat(single.get("calls").intValue()).isEqualTo(calls.size());
                List<String> names = List.of("service", "step", "after_ms", "planned_ms", "response_ms", "outcome");
                for (int i = 0; i < calls.size(); i++) {
                    for (int k = 0; k < names.size(); k++) {
                        assertSame(
                                single.get("partners").get(i).get(names.get(k)),
                                calls.get(i).get(k),
                                names.get(k));
                    }
                }
            }
        }
        assertThat(checked).isPositive();
    }

    private static JsonNode example(JsonNode each, JsonNode repetition, String name) {
        for (JsonNode single : each.get("singles")) {
            boolean named = false;
            for (JsonNode example : single.get("examples")) {
                named |= example.textValue().equals(name);
            }
            if (named && single.get("repetition").equals(repetition.get("repetition"))) {
                return single;
            }
        }
        throw new AssertionError("no request " + name + " in " + each.get("case_id") + " " + repetition);
    }

    /** Returns rows of the repetition and the columns. */
    private static List<List<JsonNode>> flat(JsonNode groups, List<String> columns) {
        List<List<JsonNode>> rows = new ArrayList<>();
        for (JsonNode group : groups) {
            for (int i = 0; i < group.get(columns.get(0)).size(); i++) {
                JsonNode[] row = new JsonNode[columns.size() + 1];
                row[0] = group.get("repetition");
                for (int k = 0; k < columns.size(); k++) {
                    row[k + 1] = group.get(columns.get(k)).get(i);
                }
                rows.add(Arrays.asList(row));
            }
        }
        return rows;
    }

    private static void assertSame(JsonNode written, Object value, String name) {
        if (value == null) {
            assertThat(written.isNull()).as(name).isTrue();
        } else if (value instanceof Double number) {
            boolean time = name.endsWith("_ms") || name.endsWith("_s");
            assertThat(written.doubleValue())
                    .as(name)
                    .isCloseTo(number, Offset.offset(time ? TIME_TOLERANCE : TOLERANCE));
        } else if (value instanceof Number number) {
            assertThat(written.longValue()).as(name).isEqualTo(number.longValue());
        } else {
            assertThat(written.asText()).as(name).isEqualTo(value.toString());
        }
    }

    @Test
    void shouldNeedNoOtherFileAndNoNetwork() {
        assertThat(page).contains("default-src 'none'");
        assertThat(page).doesNotContainPattern("(?i)<(link|iframe|object|embed|img|base)\\b");
        assertThat(page).doesNotContainPattern("(?i)<script[^>]+src\\b").doesNotContainPattern("@import|url\\(");
        assertThat(Pattern.compile("href=\"([^\"]*)\"").matcher(page).results().map(found -> found.group(1)))
                .contains("index.html")
                .allMatch(target ->
                        target.equals("index.html") || target.equals("flames.html") || target.startsWith("#"));
        assertThat(Pattern.compile("https?://[^\\s\"']*")
                        .matcher(page)
                        .results()
                        .map(found -> found.group()))
                .as("the name of the chart library in its comment")
                .containsExactly("https://github.com/leeoniya/uPlot");
    }

    @Test
    void shouldCarryTheLicenceOfTheChartLibrary() {
        assertThat(page).contains("uPlot", "The MIT License", "Copyright (c) 2022 Leon Sorokin");
    }

    @Test
    void shouldBeSmall() {
        assertThat(page.length()).isLessThan((int) MOST_BYTES);
    }

    @Test
    void shouldKeepHostileNamesInsideTheirTexts() throws Exception {
        try (ResultsFixture hostile = run.hostile(folder.resolve("hostile"))) {
            String written = Files.readString(hostile.page());

            assertThat(written.split("<script", -1)).hasSameSizeAs(page.split("<script", -1));
            assertThat(written.split("</script", -1)).hasSameSizeAs(page.split("</script", -1));
            assertThat(written.split("<!--", -1)).hasSameSizeAs(page.split("<!--", -1));
            assertThat(written).doesNotContain("<b id", "<img");
            JsonNode names = ResultsFixture.data(written);
            assertThat(names.get("run").get("title").textValue()).isEqualTo(ResultsFixture.HOSTILE);
            assertThat(names.get("cases").get(0).get("engine").textValue()).isEqualTo(ResultsFixture.HOSTILE);
        }
    }

    @Test
    void shouldBeAPageWithoutChartsWhereNothingWasMeasured() throws IOException, SQLException {
        Path bare = folder.resolve("bare");
        try (ResultsFixture empty = ResultsFixture.unmeasured(bare)) {
            JsonNode written = ResultsFixture.data(Files.readString(empty.page()));

            assertThat(written.get("cases")).isNotEmpty().allSatisfy(each -> {
                assertThat(each.get("points")).isEmpty();
                assertThat(each.get("singles")).isEmpty();
            });
        }
    }
}
